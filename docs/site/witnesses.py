"""Hands that show the difference of shipped rulesets from their parents.

    python -m docs.site.witnesses

searches them as `calarec rules diff --witness` does and writes `witnesses.json`. It keeps only single hands that the
two rulesets themselves rule differently. The rulings are computed again whenever the site is built.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import calarec
from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.writer import write
from calarec.rulebook.comparison import compare
from calarec.rulebook.differences import differing_rules
from calarec_tools.archive.witnesses import WitnessSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.mechanisms.ruleset import Ruleset

FILE: Final = Path(__file__).with_name("witnesses.json")


class RulingOnHand(NamedTuple):
    """A ruling on a hand: the codes of its errors, and the payments by seat."""

    ruleset: str
    errors: tuple[str, ...]
    payments: tuple[tuple[str, int], ...]


class TellingHand(NamedTuple):
    """A record of one hand, the rules that it is about, and the two rulings."""

    rules: tuple[str, ...]
    record: str
    rulings: tuple[RulingOnHand, RulingOnHand]

    @property
    def is_ruled_otherwise(self) -> bool:
        """True if the two rulesets rule differently on it."""
        left, right = self.rulings
        return left[1:] != right[1:]


def rule_on_hand(record: str, ruleset: Ruleset) -> RulingOnHand:
    """Judge a record of one hand."""
    (hand,) = calarec.read(calarec.Text(record))
    judgement = calarec.replay(hand, ruleset)
    errors = tuple(dict.fromkeys(finding.code for finding in judgement.findings if finding.severity == "error"))
    return RulingOnHand(ruleset.id, errors, () if errors else tuple((judgement.payments or {}).items()))


def read_telling_hands(parent: Ruleset, ruleset: Ruleset) -> list[TellingHand]:
    """The hands that are kept for a ruleset, judged under both."""
    kept = json.loads(FILE.read_text(encoding="utf-8")).get(ruleset.id, [])
    return [
        TellingHand(
            tuple(entry["rules"]),
            entry["record"],
            (rule_on_hand(entry["record"], parent), rule_on_hand(entry["record"], ruleset)),
        )
        for entry in kept
    ]


def search_telling_hands(parent: Ruleset, ruleset: Ruleset) -> list[dict[str, object]]:
    """Search a hand for each rule in which a ruleset differs from its parent."""
    comparison = compare(parent, ruleset)
    search = WitnessSearch(comparison)
    found: list[dict[str, object]] = []
    for change in differing_rules(comparison):
        witness = search.find_witness(change).witness
        if witness is None or witness.other or len(witness.run) > 1 or not witness.is_settled_otherwise:
            continue
        record = write(witness.run)
        rulings = rule_on_hand(record, parent), rule_on_hand(record, ruleset)
        rules = tuple(difference.path for difference in change.differences)
        if TellingHand(rules, record, rulings).is_ruled_otherwise:
            found.append({"rules": list(rules), "record": record})
    return found


def write_witnesses(rulesets: Sequence[Ruleset]) -> None:
    """Write the hands of all rulesets that extend another."""
    by_id = {ruleset.id: ruleset for ruleset in rulesets}
    kept = {
        ruleset.id: search_telling_hands(by_id[ruleset.layers[1]], ruleset)
        for ruleset in rulesets
        if len(ruleset.layers) > 1 and ruleset.layers[1] in by_id
    }
    FILE.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    from calarec.core.base.resources import data_folder
    from calarec.rule_files.load import load_ruleset
    from calarec.rule_files.locate import known_ids

    write_witnesses([load_ruleset(name) for name in known_ids((str(data_folder("rules")),))])
