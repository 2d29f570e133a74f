"""The ruleset that a command is given with `--rules`, and why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.language import Both
from calarec_tools.cli.output import RefusalError

if TYPE_CHECKING:
    from calarec.replaying.session import NoRulesError
    from calarec.rulesets.ruleset import Ruleset

_MORE: Final = Both(" (+{count} more errors)", " (+{count} altri errori)")
_NOT_SAID: Final = Both(
    "the record has no `rules` line, and no --rules was given",
    "la registrazione non ha una riga `rules`, e non è stato indicato --rules",
)


def load(rules: str) -> Ruleset:
    """The ruleset of `--rules`; a refusal of one line if it cannot be used."""
    from calarec.rulesets.load import RulesetError, load_rules

    try:
        return load_rules(rules)
    except RulesetError as error:
        raise RefusalError(Both("{said}", "{said}"), said=_first_error(error)) from None


def _first_error(error: Exception) -> Both:
    """The first of a ruleset's errors and how many more there are."""
    from calarec.rulesets.load import RulesetError

    assert isinstance(error, RulesetError)
    wrong = [each for each in error.diagnostics if each.severity == "error"]
    first, more = wrong[0], len(wrong) - 1
    place = f"{first.span}: " if first.span.line else ""
    en, it = (f"{place}{first.code} {first.message(lang)}{_advice(first.help(lang))}" for lang in ("en", "it"))
    if more:
        en, it = en + _MORE.en.format(count=more), it + _MORE.it.format(count=more)
    return Both(en, it)


def _advice(text: str) -> str:
    return f" ({text})" if text else ""


def no_rules(error: NoRulesError) -> RefusalError:
    """Why there is no ruleset for a hand, and which ones are known."""
    hand = error.hand
    place, said = f"{hand.file}:{hand.line}", _NOT_SAID
    if error.diagnostics:
        first = error.diagnostics[0]
        place, said = str(first.span), Both(first.message("en"), first.message("it"))
    return RefusalError(
        Both("{place}: {said}; the rulesets are: {ids}.", "{place}: {said}; i regolamenti sono: {ids}."),
        place=place,
        said=said,
        ids=", ".join(known()),
    )


def known() -> list[str]:
    """The ids of all rulesets that can be found."""
    from calarec.rulesets.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))
