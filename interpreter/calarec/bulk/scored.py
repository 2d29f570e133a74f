"""Score-only hands that pass: what the replay had nothing to say of, it has nothing to say of when it comes again.

Terms. The *said* of a hand are its lines from `bid` to `call`, and who dealt. Hands are *alike* if they have the same
said, the same `score` line and the same result; of points that are all written, one for each seat, only their sums
matter. No rule stands here: the first of hands that are alike is replayed, and the others pass if that was silent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from calarec.base.frozen import NamedTuple, replace
from calarec.bulk.text import line, optional
from calarec.engine.behaviours import behaviour_of
from calarec.engine.state import NOBODY, NOTHING_CARRIED
from calarec.judge.score_only.outcomes import all_points
from calarec.judge.score_only.stated import bidden, partnerships
from calarec.mechanisms.mechanism import Kind
from calarec.notation.patterns import NUMBER, SEAT
from calarec.records import model as rec

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.judge.judgement import Judgement

HAND = re.compile(
    "".join((
        r"\n*", line(f"hand(?: ({NUMBER}))?"), line(f"dealer ({SEAT})"),
        r"(bid [^\n]*\n(?:(?:bid|raise|call) [^\n]*\n)*)", optional(line(r"result ([^\n]+)")),
        line(r"score( [^\n]+)"), optional(line(r"total( [^\n]+)")), line("end"),
    )).encode("ascii")
)  # fmt: skip
"""A hand of which only the score was written. Groups: name, dealer, said, result, score, total."""
_POINTS = re.compile(rf"{SEAT}: (?:0|[1-9][0-9]?)(?: {SEAT}: (?:0|[1-9][0-9]?))*".encode("ascii"))
_CALL = re.compile(rf"(\ncall {SEAT}: )([^\s]+)".encode("ascii"))
_MOST_KEPT = 20_000

_Said: TypeAlias = "tuple[bytes, bytes]"


class ScoredOutcome(NamedTuple):
    """What hands that are alike come to, by label."""

    payments: tuple[int, ...]
    gains: tuple[int, ...]


class _Sides(NamedTuple):
    """Who plays with the declarer, if what was said tells that."""

    own: frozenset[int]
    others: frozenset[int]


class Scored:
    """The outcomes of hands that were replayed in silence, at one table."""

    def __init__(self, game: Game, labels: tuple[str, ...]) -> None:
        self.game, self.labels = game, labels
        self._total, self._last = all_points(game), game.rules.pack.last_trick
        self._outcomes: dict[tuple[object, ...], ScoredOutcome] = {}
        self._sides: dict[_Said, _Sides | None] = {}

    def fits(self, game: Game, labels: tuple[str, ...]) -> bool:
        """Whether what is known is known of this table."""
        return self.game is game and self.labels == labels

    def outcome(self, found: re.Match[bytes]) -> ScoredOutcome | None:
        """What a hand comes to that is like one that was replayed; None if there was none."""
        return self._outcomes.get(self._key(found))

    def learn(self, found: re.Match[bytes], replayed: Judgement) -> None:
        """Keeps what a replay came to, if it had nothing to say and nothing but the hand itself decided."""
        account, setting = replayed.account, replayed.setting
        if replayed.diagnostics or account is None or setting is None or account.declarer == NOBODY:
            return
        if replayed.totals is None:
            return  # what the match counts cannot be told
        silent = replayed.verdict == "legal" and replayed.outcome == "score_only" and replayed.stated is True
        if not silent or setting.carry != NOTHING_CARRIED or sorted(setting.labels) != sorted(self.labels):
            return
        if len(self._outcomes) >= _MOST_KEPT:
            self._outcomes.clear()
            self._sides.clear()
        said = found[2], self._said(found)
        if said not in self._sides:
            self._sides[said] = self._sides_of(replayed)
        gains = behaviour_of(Kind.SECTION, "match").gains(self.game, account)
        order = [setting.labels.index(label) for label in self.labels]
        self._outcomes[self._key(found)] = ScoredOutcome(
            tuple(account.payments[seat] for seat in order), tuple(gains[seat] for seat in order)
        )

    def _said(self, found: re.Match[bytes]) -> bytes:
        """What was said; which of the pack's cards was called decides nothing where no cards are written."""
        said = found[3]
        return _CALL.sub(self._uncalled, said) if b"\ncall " in said else said

    def _uncalled(self, call: re.Match[bytes]) -> bytes:
        return call[1] + (b"__" if call[2].decode("ascii") in self.game.cards.numbers else call[2])

    def _sides_of(self, replayed: Judgement) -> _Sides | None:
        setting, account = replayed.setting, replayed.account
        assert setting is not None
        assert account is not None
        said = tuple(each for each in replayed.hand.statements if not isinstance(each, rec.Result))
        hand = replace(replayed.hand, statements=said)
        if len(partnerships(hand, self.game, setting, bidden(hand, self.game, setting))) > 1:
            return None
        own = {account.declarer, account.partner} - {NOBODY}
        letters = {seat: ord(setting.labels[seat]) for seat in setting.active}
        mine = frozenset(letters[seat] for seat in own)
        return _Sides(mine, frozenset(letters.values()) - mine)

    def _key(self, found: re.Match[bytes]) -> tuple[object, ...]:
        _, dealer, _, result, score, total = found.groups()
        said = self._said(found)
        sides = self._sides.get((dealer, said))
        points = self._points(result, sides) if result is not None and sides is not None else None
        return dealer, said, result if points is None else points, score, total is None

    def _points(self, result: bytes, sides: _Sides) -> tuple[int, bool, bool] | None:
        """The declarer's points, and of which side nobody can have won the last trick; None if not all are written."""
        if not _POINTS.fullmatch(result):
            return None
        words = result.split()
        points = {word[0]: int(amount) for word, amount in zip(words[::2], words[1::2], strict=True)}
        own, others = sides
        if len(points) * 2 != len(words) or points.keys() != own | others or sum(points.values()) != self._total:
            return None
        mine, theirs = (
            len(side) > 1 and all(points[seat] < self._last for seat in side) for side in (own, others)
        )  # fmt: skip
        return sum(points[seat] for seat in own), mine, theirs
