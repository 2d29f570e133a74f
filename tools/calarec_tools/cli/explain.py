"""`calarec explain CODE`: the meaning of a code, with an example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.wording.language import Words, text_in
from calarec_tools.cli.declare import Argument, Command
from calarec_tools.output.files.streams import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Mapping


def run_explain(out: Output, *, code: str | None) -> int:
    """Print the page of a code, the codes of a range (`CAL5`), or the ranges."""
    from calarec.core.wording.messages import code_ranges, find_section, range_codes, range_title

    asked = (code or "").upper()
    if not asked:
        for name in code_ranges():
            out.write_line(f"{name}xx  {range_title(name, out.lang)}")
        return CLEAN
    if asked.removesuffix("XX") in code_ranges():
        for range_code in range_codes(asked.removesuffix("XX")):
            out.write_line(f"{range_code}  {find_section(range_code, out.lang).page.title}")
        return CLEAN
    if asked not in range_codes(asked[:4]):
        raise _unknown_code(code or "")
    _print_code_pages(out, asked)
    return CLEAN


def _print_code_pages(out: Output, code: str) -> None:
    from calarec.core.wording.messages import find_section, find_severity
    from calarec_tools.cli.markdown import markdown_for_terminal

    help_page = find_section(code, out.lang).page
    head = f"# {code}: {help_page.title} ({text_in(find_severity(code).severity_word, out.lang)})"
    out.write(markdown_for_terminal(f"{head}\n\n{help_page.text}", width=out.width, colour=out.has_colour))


def _unknown_code(code: str) -> RefusalError:
    from calarec.core.wording.messages import all_codes
    from calarec_tools.cli.parse import did_you_mean_sentence

    return RefusalError(
        Words("there is no code `{code}`.{near} `calarec explain` lists the ranges."),
        code=code,
        near=did_you_mean_sentence(code.upper(), all_codes()),
    )


def _codes(given: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    from calarec.core.wording.messages import all_codes

    return all_codes()


DECLARED = Command(
    run_explain,
    arguments=(
        Argument(
            "code",
            Words("A code (CAL512) or a range (CAL5) [default: all ranges]"),
            required=False,
            complete=_codes,
        ),
    ),
    example="calarec explain RUL110",
    paged=True,
)
