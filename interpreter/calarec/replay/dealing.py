"""The cards of a recorded deal: read, counted, and made whole where only one reading is left.

Terms. A deal is *complete* if every card of the pack is known to lie in one place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from calarec.moves.cards import bits
from calarec.records import model as rec
from calarec.replay.table import number_of

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.moves.setting import Setting
    from calarec.records.model import Hand
    from calarec.replay.findings import Findings

BLANK = "_"


@dataclass(slots=True)
class Dealt:
    """What is known of a deal."""

    hands: list[int]
    piles: list[int]
    recorded: set[int] = field(default_factory=set)
    """The seats whose hand was recorded."""
    whole: bool = True
    """Whether every recorded hand has its number of cards and no blank."""
    sound: bool = True
    """Whether nothing contradicts."""

    def complete(self, full: int) -> bool:
        """Whether every card of the pack lies in one place."""
        together = 0
        for cards in (*self.hands, *self.piles):
            together |= cards
        return self.sound and together == full


def read_cards(names: tuple[str, ...], statement: rec.Statement, game: Game, findings: Findings) -> tuple[int, bool]:
    """The set of the named cards and whether all are known; a name that the pack has not is a finding."""
    mask, known = 0, True
    for index, name in enumerate(names):
        if BLANK in name:
            known = False
            continue
        number = game.cards.numbers.get(name)
        if number is None:
            near = get_close_matches(name, game.cards.names, 1, 0.5)
            findings.add(
                "CAL211", statement, card=index, rule="pack.ranks", name=name, near=near[0] if near else "",
                wording="near" if near else "",
            )  # fmt: skip
            known = False
            continue
        mask |= 1 << number
    return mask, known


def foreign(hand: Hand, game: Game, findings: Findings) -> bool:
    """Whether the record is plainly of another pack; then that is the only finding."""
    total = strange = 0
    first: tuple[rec.Statement, int] | None = None
    for statement in hand.statements:
        names = statement.cards if isinstance(statement, rec.Deal | rec.Trick | rec.Monte) else ()
        for index, name in enumerate(names or ()):
            if BLANK in name:
                continue
            total += 1
            if name not in game.cards.numbers:
                strange += 1
                first = first or (statement, index)
    if first is None or strange * 5 < total or strange < 3:
        return False
    pack = game.rules.pack
    findings.add(
        "CAL217", first[0], card=first[1], rule="pack", found=strange, total=total, ranks=pack.ranks, suits=pack.suits
    )
    return True


def read_deal(hand: Hand, game: Game, setting: Setting, findings: Findings) -> Dealt:
    """The deal as recorded, with findings for cards that are twice, too many or too few."""
    dealt = Dealt([0] * len(setting.labels), [0] * len(game.piles))
    for pile, cards in setting.carry.piles:
        dealt.piles[pile] = cards
    seen: dict[int, rec.Statement] = {}
    for statement in hand.statements:
        if isinstance(statement, rec.Deal):
            seat = number_of(setting, statement.seat)
            if seat not in setting.active:
                wording = "out" if seat in setting.out else ""
                findings.add("CAL215", statement, seat=0, wording=wording, label=statement.seat,
                             seats=" ".join(setting.labels))  # fmt: skip
                dealt.sound = False
                continue
            dealt.recorded.add(seat)
            dealt.hands[seat] = _counted(statement, game.rules.deal.hand, game, findings, dealt, seen)
        elif isinstance(statement, rec.Monte):
            pile = main_pile(game)
            if pile < 0:
                findings.add("CAL304", statement, rule="piles")
                dealt.sound = False
                continue
            size = game.rules.piles[game.piles[pile]].dealt
            dealt.piles[pile] = _counted(statement, size, game, findings, dealt, seen)
    _mend(game, setting, dealt)
    return dealt


def main_pile(game: Game) -> int:
    """The pile that a `monte` line fills: the first one that the deal fills; -1 if there is none."""
    return next((number for number, name in enumerate(game.piles) if game.rules.piles[name].dealt), -1)


def _counted(
    statement: rec.Deal | rec.Monte,
    size: int,
    game: Game,
    findings: Findings,
    dealt: Dealt,
    seen: dict[int, rec.Statement],
) -> int:
    mask, known = read_cards(statement.cards, statement, game, findings)
    dealt.whole &= known
    for index, name in enumerate(statement.cards):
        number = game.cards.numbers.get(name)
        if number is None:
            continue
        if number in seen:
            findings.add("CAL301", statement, card=index, name=name, line=seen[number].line)
            dealt.sound = False
            if seen[number] is not statement:
                mask &= ~(1 << number)
        seen.setdefault(number, statement)
    if len(statement.cards) != size:
        rule = "deal.hand" if isinstance(statement, rec.Deal) else "piles"
        wording = "hand" if isinstance(statement, rec.Deal) else "pile"
        findings.add("CAL302", statement, wording=wording, rule=rule, found=len(statement.cards), due=size)
        dealt.whole = dealt.sound = False
    return mask


def _mend(game: Game, setting: Setting, dealt: Dealt) -> None:
    """Where one card is missing and one place is short of one, it lies there: so the rest can be checked."""
    if dealt.sound:
        return
    together = 0
    for cards in (*dealt.hands, *dealt.piles):
        together |= cards
    missing = list(bits(game.cards.full & ~together))
    hand_size = game.rules.deal.hand
    short = [seat for seat in setting.active if dealt.hands[seat].bit_count() == hand_size - 1]
    if len(missing) == 1 and len(short) == 1:
        dealt.hands[short[0]] |= 1 << missing[0]
        dealt.sound = all(dealt.hands[seat].bit_count() == hand_size for seat in setting.active)
