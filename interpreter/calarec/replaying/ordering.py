"""The tricks of a record in the order in which they were played, whatever their lines say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import replace
from calarec.records import model as rec
from calarec.replaying.table import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.engine.game import Game
    from calarec.moves.setting import Setting
    from calarec.records.model import Hand
    from calarec.records.numbering import Numbering
    from calarec.replaying.findings import Findings


def in_order(hand: Hand, game: Game, setting: Setting, findings: Findings) -> Hand:
    """The hand with its tricks in order, each once, and with numbers that were slips put right."""
    tricks = [each for each in hand.statements if isinstance(each, rec.Trick)]
    if all(trick.number == number for number, trick in enumerate(tricks, 1)):
        return hand
    from calarec.records.numbering import numbering

    found = numbering(tricks)
    if not any(each.code == "CAL118" for each in findings.hand.findings):
        for slip in found.slips:
            trick = tricks[slip.place]
            findings.add("CAL516", trick, number=0, found=trick.number, due=slip.due)
    played = [tricks[place]._replace(number=number) for place, number in found.order]
    written = [tricks[place] for place in sorted(place for place, _ in found.order)]
    if _breaks(written, game, setting) < _breaks(played, game, setting):
        played = _as_written(written, found)
    return replace(hand, statements=_put(hand, played))


def gaps(hand: Hand) -> list[int]:
    """The numbers that are missing between the tricks."""
    numbers = {each.number for each in hand.statements if isinstance(each, rec.Trick)}
    return [number for number in range(1, min(max(numbers, default=0), len(numbers) + 1)) if number not in numbers]


def with_blank(hand: Hand, game: Game, setting: Setting) -> Hand | None:
    """The hand with unknown cards for the one trick that is missing; None if it is not known who led to it."""
    tricks = [each for each in hand.statements if isinstance(each, rec.Trick)]
    before = next((each for each in tricks if each.number == gaps(hand)[0] - 1), None)
    leader = -1 if before is None or len(gaps(hand)) > 1 else winner_of(before, game, setting)
    if before is None or leader < 0:
        return None
    blank = rec.Trick(before.number + 1, setting.labels[leader], ("__",) * len(setting.active))
    at = hand.statements.index(before) + 1
    return replace(hand, statements=(*hand.statements[:at], blank, *hand.statements[at:]))


def winner_of(trick: rec.Trick, game: Game, setting: Setting) -> int:
    """Who wins a trick that is written in full; -1 if it is not."""
    cards = [game.cards.numbers.get(name, -1) for name in trick.cards]
    leader = number_of(setting, trick.leader)
    if -1 in cards or leader not in setting.active or len(cards) != len(setting.active):
        return -1
    suit = game.cards.suit_of[cards[0]]
    best = max(card for card in cards if suit >> card & 1)
    return (leader, *setting.others(leader))[cards.index(best)]


def _breaks(tricks: Sequence[rec.Trick], game: Game, setting: Setting) -> int:
    """How often another leads than who won the trick before."""
    won = [winner_of(trick, game, setting) for trick in tricks]
    return sum(0 <= winner != number_of(setting, trick.leader) for winner, trick in zip(won, tricks[1:], strict=False))


def _as_written(written: list[rec.Trick], found: Numbering) -> list[rec.Trick]:
    """The tricks in the order of their lines, counted up where none is missing."""
    if found.missing:
        return written
    return [trick._replace(number=number) for number, trick in enumerate(written, 1)]


def _put(hand: Hand, tricks: list[rec.Trick]) -> tuple[rec.Statement, ...]:
    """The statements with the tricks one after the other in the places of those that are kept."""
    lines = {trick.line for trick in tricks}
    kept = [each for each in hand.statements if not isinstance(each, rec.Trick) or each.line in lines]
    following = iter(tricks)
    return tuple(next(following) if isinstance(each, rec.Trick) else each for each in kept)
