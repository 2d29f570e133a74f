"""`calarec rules explain`: the rulebook of a ruleset, printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import ONE_RULESET
from calarec_tools.cli.rules_opening import FaultyError, open_ruleset, parent_of
from calarec_tools.output.files.streams import CLEAN

if TYPE_CHECKING:
    from calarec_tools.output.files.streams import Output


def run_rules_explain(out: Output, *, rules: str, format: str) -> int:  # noqa: A002
    """Print the rulebook of a ruleset, differences from its parent first."""
    from calarec.rulebook.book import make_rulebook

    try:
        ruleset = open_ruleset(out, rules)
        book = make_rulebook(ruleset, parent_of(out, ruleset))
    except FaultyError as error:
        return error.status
    if format == "markdown":
        from calarec.rulebook.pages import book_as_markdown

        out.write(book_as_markdown(book, out.lang))
    else:
        from calarec.rulebook.pages import book_for_terminal

        out.write(book_for_terminal(book, out.lang, width=out.width, colour=out.has_colour))
    return CLEAN


DECLARED = Command(
    run_rules_explain,
    arguments=(ONE_RULESET,),
    options=(
        Option(
            "format",
            ("--format",),
            Words("The format: text or Markdown."),
            default="text",
            choices=("text", "markdown"),
        ),
    ),
    example="calarec rules explain tretre --lang it",
    paged=True,
)
