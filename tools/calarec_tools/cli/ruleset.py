"""The ruleset that a command is given with `--rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.findings import Advised, Told
from calarec.core.wording.language import Words
from calarec_tools.output.files.streams import RefusalError

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.rule_files.load import RulesetError

_MORE: Final = Words(" (+{count:# more error|# more errors})")


def named_ruleset(rules: str) -> Ruleset:
    """The ruleset of `--rules`; a refusal of one line if it cannot be used."""
    from calarec.rule_files.load import RulesetError, load_ruleset

    try:
        return load_ruleset(rules)
    except RulesetError as error:
        raise RefusalError(Words("{said}"), said=first_error(error)) from None


def first_error(error: RulesetError) -> Words:
    """The first of a ruleset's errors and how many more there are."""
    wrong = [finding for finding in error.findings if finding.severity == "error"]
    first, more = wrong[0], len(wrong) - 1
    return Words(
        "{place}{code} {message}{advice}{more}",
        place=f"{first.span}: " if first.span.line else "",
        code=first.code,
        message=Told(first),
        advice=Advised(first),
        more=_MORE.with_values(count=more) if more else "",
    )
