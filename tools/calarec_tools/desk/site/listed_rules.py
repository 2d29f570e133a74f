"""Lists of rulesets in the page: title, parent, numbers of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.resources import data_path
from calarec.core.engine.game import Game
from calarec.core.mechanisms.table import resting_seats
from calarec.core.wording.cells import visible
from calarec.core.wording.language import LANGUAGES, text_in
from calarec.rule_files.load import RulesetError, load_ruleset
from calarec.rule_files.locate import known_ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.core.mechanisms.ruleset import Ruleset


def shipped_rules() -> list[dict[str, Any]]:
    """List the rulesets that come with calarec."""
    return list(listed_rules(known_ids((data_path("rules"),)).values(), own=False))


def listed_rules(asked: Iterable[str], *, own: bool) -> Iterator[dict[str, Any]]:
    """List the usable rulesets among files or ids, with titles in every language."""
    for each in asked:
        try:
            ruleset = load_ruleset(each)
        except RulesetError:
            continue
        yield {
            "id": ruleset.id,
            "title": {lang: visible(text_in(ruleset.title, lang)) for lang in LANGUAGES},
            "version": ruleset.version,
            "parent": ruleset.layers[1] if len(ruleset.layers) > 1 else "",
            "own": own,
            "people": (people := sorted(Game.from_ruleset(ruleset).people)),
            "resting": [count for count in people if has_resting_dealer(ruleset, count)],
        }


def has_resting_dealer(ruleset: Ruleset, people: int) -> bool:
    """Check whether the dealer gets no cards at a table of this size."""
    table = ruleset.rules.table
    return table.sits_out is not None and table.sits_out.who == "dealer" and resting_seats(table, people) == (0,)
