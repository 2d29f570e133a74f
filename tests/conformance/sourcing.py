"""The sentence of a source behind a rule: from the page of sources, the rule file's notes, or the list here."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from calarec.rule_files.load import load_ruleset
from tests.house.tree import ROOT
from tests.sources.sources_page import sections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset

DEFAULT: Final = "project default"
OWN_WORDS: Final = {
    ("foster", "auction"): "The first who says “I play” ends the auction.",
    ("foster", "contracts"): "Eldest hand leads, whoever plays alone.",
    ("foster", "settle.bonus"): "For all thirty-five points 70 are paid.",
    ("foster", "settle"): "The single player needs 18 of 35 points; the difference is paid.",
    ("foster", "table.sits_out"): "The dealer of four takes no cards and shares the fortunes of the opponents.",
    ("foster", "steps"): "A three is called (a two by who holds all threes); "
    "one to four cards are laid aside for as many.",
    ("foster", "standing.revoke"): "A revoke moves nine points after counting.",
    ("foster", "all_pass"): "When all pass the cards are thrown in and the deal passes.",
    ("gelli-terziglio", "auction"): "From the first hand on each asks a card, plays without, or passes; once.",
    ("gelli-terziglio", "contracts"): "Who plays alone without a card plays for double, and leads.",
    ("gelli-terziglio", "settle.bonus"): "All points of the pack double, both ways.",
    ("gelli-terziglio", "settle"): "Six points win; each opponent pays, or is paid.",
    ("gelli-terziglio", "steps"): "The asked card is given, the monte shown and taken, "
    "one card given back, four laid aside.",
    ("gelli-terziglio", "all_pass"): "When all pass the cards are mixed again.",
    ("gelli-bellora", "auction"): "From the dealer's right each asks a card or passes; who asks has the game.",
    ("gelli-bellora", "contracts"): "Who holds the asked card is a silent partner; six points win.",
    ("gelli-bellora", "settle.bonus"): "All tricks double, both ways.",
    ("gelli-bellora", "settle"): "Two thirds for the asker, one for the partner.",
    ("gelli-bellora", "steps"): "A card is asked; who holds it neither shows nor gives it.",
    ("gelli-bellora", "all_pass"): "When all pass the cards are mixed again.",
    **{
        (ruleset, "steps.ask.in_pile"): "If the monte held the named card, three cards are discarded instead of four."
        for ruleset in ("tretre", "sestiglio", "settiglio", "settiglio-monte-5")
    },
    ("quadriglio", "auction"): "Three games: with a called partner, with a swap, alone.",
    ("quadriglio", "contracts"): "The stake is divided with a partner, double for a swap, triple alone.",
    ("quadriglio", "settle"): "Six points win.",
    ("quadriglio", "steps"): "Only a three or a two is called; for a swap a card lies face down on the table first.",
    ("quadriglio", "deal"): "Four players with ten cards each.",
}  # fmt: skip
"""Statements of texts without a table in docs/explanation/sources.md, in our words."""
GENERAL: Final = {
    "play.follow": "Suit is followed if possible.",
    "play.wins": "The highest card of the suit led wins the trick.",
    "play.next_leader": "Who wins a trick leads to the next.",
    "standing": "The rest is claimed or conceded, and an irregularity is claimed, before the hand ends.",
    "deal": "Everybody plays the cards that were dealt.",
    "pack": "Thirty-five points: aces three, figures, threes and twos one, the last trick three.",
    "match": "The hands of a match are added up.",
    "settle": "Each opponent pays a declarer who wins, and is paid by a declarer who loses.",
    "contracts": "What a contract is worth is paid by each opponent.",
    "auction": "Who speaks bids higher than before, or passes.",
    "table": "Who sits at the table plays.",
    "all_pass": "What happens when nobody bids.",
    "steps": "How cards are exchanged before the play.",
    "raising": "A solissimo may be raised before the first lead.",
    "piles": "The pile goes with the last trick.",
}  # fmt: skip
"""Common decisions of the project, where tables and notes have nothing more."""


@cache
def _rules(ruleset: str) -> Ruleset:
    return load_ruleset(ruleset)


def source_of(ruleset: str, rule: str) -> dict[str, str]:
    """A rule with its source and the sentence; LookupError for a path that the ruleset has not."""
    rules = _rules(ruleset)
    under = [leaf for leaf in rules.leaves if leaf == rule or leaf.startswith(f"{rule}.")]
    if not under:
        raise LookupError(f"{ruleset}: {rule}")
    origin = rules.origin(rule) or rules.origin(under[0])
    written = origin.source if origin else ""
    row = next((row for path in _paths_to_look_up(rule) for row in _rows(ruleset, path)), None)
    source = written or DEFAULT
    if row and source != DEFAULT and row[0][0].isdigit():
        source = f"{source}, line {row[0]}" if re.match(r"00\d", source) else f"{source}, statement {row[0]}"
    why = dict(origin.why.texts).get("en", "") if origin and origin.why else ""
    says = row[1] if row else why or _own_words(ruleset, rule)
    return {"rule": rule, "source": source, "says": says.replace("`", "").strip()}


def _paths_to_look_up(rule: str) -> tuple[str, ...]:
    """The paths by which the page of sources may have a rule, the best first."""
    parts = rule.split(".")
    if parts[:2] == ["settle", "bonus"]:
        return f"{rule}.times", rule
    if parts[0] == "standing" and parts[-1] == "match":
        return rule, ".".join([*parts[:-1], "meld"])
    return (rule, "auction.chances") if rule == "auction.ends" else (rule,)


def _own_words(ruleset: str, rule: str) -> str:
    parts = rule.split(".")
    for count in range(len(parts), 0, -1):
        prefix = ".".join(parts[:count])
        found = OWN_WORDS.get((ruleset, prefix)) or GENERAL.get(prefix)
        if found:
            return found
    raise LookupError(f"{ruleset}: {rule} has no sentence")


def _rows(ruleset: str, rule: str) -> Iterator[tuple[str, str]]:
    """The rows of docs/explanation/sources.md that name a rule, those under its own name first: lines and sentence."""
    related = set(_ancestors(ruleset))
    found = []
    for text in sections().values():
        heading, table = text.split("\n", 1)
        homes = set(re.findall(r"`([a-z0-9-]+)`", heading))
        for lines, says, leaf in re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|", table, flags=re.M):
            for named, path in re.findall(r"`(?:([a-z0-9-]+): )?([a-z_]+\.[\w.*-]+)`", leaf):
                fits = path == rule or path.startswith(f"{rule}.") or rule.startswith(f"{path}.")
                if fits and (named in related or (not named and homes & related)):
                    # A sentence about this rule alone says more of it than one about many, or one that leaves it open.
                    order = not named, path != rule, ruleset not in homes, "→" in leaf, leaf.count("`"), len(lines)
                    found.append((order, lines.strip(), says.strip()))
    for _, lines, says in sorted(found):
        yield lines, says


def _ancestors(ruleset: str) -> Iterator[str]:
    """A ruleset and those that it extends."""
    yield ruleset
    text = (ROOT / "rules" / f"{ruleset}.yaml").read_text("utf-8")
    for parent in re.findall(r"^extends: ([a-z0-9-]+)$", text, flags=re.M):
        if (ROOT / "rules" / f"{parent}.yaml").exists():
            yield from _ancestors(parent)
