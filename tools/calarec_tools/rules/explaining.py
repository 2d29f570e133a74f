"""`calarec rules explain`: the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec_tools.cli.output import CLEAN
from calarec_tools.rules.opening import FaultyError, opened, parent_of

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output


def run(out: Output, *, rules: str, format: str) -> int:  # noqa: A002
    """Prints the rulebook of a ruleset, what differs from its parent first."""
    from calarec.rulesets.explain.book import rulebook

    try:
        ruleset = opened(out, rules)
        book = rulebook(ruleset, parent_of(out, ruleset))
    except FaultyError as error:
        return error.status
    if format == "markdown":
        from calarec.rulesets.explain.markdown import markdown

        out.write(markdown(book, out.lang))
    else:
        from calarec.rulesets.explain.terminal import terminal

        out.write(terminal(book, out.lang, width=out.width, colour=out.colour))
    return CLEAN
