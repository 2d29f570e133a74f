"""The play line by line: for draws in another form, or forbidden cards.

The lines of tricks and draws go in. The state after each comes out, with the cards that its irregularities answer
for; None if a line may need a finding. Most hands need none of this: their tricks have one form (`text.py`), and a
function goes through them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from calarec.bulk.spoken_lines import WrongCard
from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.tricks import can_beat
from calarec.core.notation.patterns import SEAT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.bulk.compile import CompiledRules
    from calarec.bulk.spoken_lines import SpokenLines


class DrawLine:
    """The form of a draw: usually with its viewers, and its pile if several."""

    def __init__(self, compiled: CompiledRules, card: str) -> None:
        draw = compiled.rules.play.draw
        assert draw is not None
        face = "open" if draw.shown == "everyone" else "closed"
        source = f" from {draw.pile}" if len(compiled.pile_names) > 1 else ""
        self.line = f"take X: {face} XX{source}\n".encode("ascii")
        self.row = f"5xB{3 + len(face)}xH{len(source) + 1}x"
        """The format that extracts seat and card from it."""
        self.pattern = rf"take (?s:.): {face} (?s:..){source}\n"
        self.any_form = re.compile(rf"take ({SEAT}): ({face} )?({card})(?: from {draw.pile})?\n".encode("ascii"))
        """All ways to write it that are right."""


class PlayReached(NamedTuple):
    """The state of the play: hands and won cards by place, the stock, the leader."""

    hands: tuple[int, ...]
    won: tuple[int, ...]
    stock: int
    leader: int


class FollowedPlay(NamedTuple):
    """The play of a hand."""

    reached: list[PlayReached]
    """The state before the first line and after each."""
    wrong: list[WrongCard]


NOT_FOLLOWED: Final = FollowedPlay([], [])
"""The value for a play that goes through a function."""


class PlayFollower:
    """Follows the play of hands under one ruleset."""

    def __init__(self, compiled: CompiledRules, draw: DrawLine | None, cards: dict[bytes, int]) -> None:
        self.players, self.draw, self.cards = compiled.players, draw, cards
        self.suit_of, self.must = compiled.cards.suit_of, compiled.rules.play.follow == "must"

    def follow_play(
        self,
        lines: Sequence[bytes],
        begins: PlayReached,
        letters: Sequence[int],
        faces: set[bool],
        spoken: SpokenLines,
        *,
        mixes_openness: bool,
    ) -> FollowedPlay | None:
        """The play; `letters` are those of the places.

        `faces` holds whether moves before say who sees them: all of a hand do, or none unless it `mixes_openness`.
        """
        now, due, number, said = begins, 0, 0, set(faces)
        found = FollowedPlay([now], [])
        for line in lines:
            if due:
                after = self._follow_draw(line, now, (now.leader - due) % self.players, letters, said)
                due -= 1
            else:
                number += 1
                after = self._follow_trick(line, now, number, letters, found.wrong)
                due = self.players if now.stock else 0
            if after is None or (len(said) > 1 and not mixes_openness):
                return None
            now = after
            found.reached.append(now)
        return found if all(spoken.has_fault_for(card.place, card.number) for card in found.wrong) else None

    def _follow_draw(
        self, line: bytes, now: PlayReached, place: int, letters: Sequence[int], said: set[bool]
    ) -> PlayReached | None:
        read = self.draw.any_form.fullmatch(line) if self.draw is not None else None
        if read is None or read[1][0] != letters[place]:
            return None
        card = self.cards[read[3]]
        said.add(read[2] is not None)
        if not card & now.stock:
            return None
        hands = list(now.hands)
        hands[place] |= card
        return now._replace(hands=tuple(hands), stock=now.stock ^ card)

    def _follow_trick(
        self, line: bytes, now: PlayReached, number: int, letters: Sequence[int], wrong: list[WrongCard]
    ) -> PlayReached | None:
        """The state after a trick, which may say who has won it."""
        players, leader = self.players, now.leader
        begins, end = b"%2d %c:" % (number, letters[leader]), 5 + 3 * players
        names = [line[at : at + 2] for at in range(6, end, 3)]
        if line[:end] != b" ".join((begins, *names)):
            return None
        hands, trick, led, best, winner = list(now.hands), 0, 0, 0, leader
        for step, name in enumerate(names):
            place, card = (leader + step) % players, self.cards.get(name, 0)
            if not hands[place] & card:
                return None
            led = led or self.suit_of[card.bit_length() - 1]
            if can_beat(card, best, led):
                best, winner = card, place
            elif self.must and not card & led and hands[place] & led:
                wrong.append(WrongCard(number, place, step, hands[place]))
            hands[place] ^= card
            trick |= card
        if line[end:] not in (b"\n", b" > %c\n" % letters[winner]):
            return None
        won = list(now.won)
        won[winner] |= trick
        return PlayReached(tuple(hands), tuple(won), now.stock, winner)
