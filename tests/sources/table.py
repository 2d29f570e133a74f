"""A table at which composed hands are replayed, to test sentences of a source.

Terms. `-` in bids is the waiting word that the ruleset has at that moment. Cards are written in one pack (ranks
`32ARCF7654`, suits `bscd`) and mean the cards of the same place in the ruleset's own.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from calarec.core.engine.moves import legal, start
from calarec.core.judge.json import as_json
from calarec.core.notation import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees.compose import composed, renamed
from tests.referees.written import as_record
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.engine import events as ev
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer
    from calarec.core.judge.judgement import Judgement
    from tests.referees.shape import Hand


class Table:
    """A shipped ruleset, ready for composed hands."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset

    @cached_property
    def game(self) -> Game:
        """The ruleset's game."""
        return game(self.ruleset)

    def hand(self, tricks: str, table: str, bids: str, moves: str = "", **seated: Any) -> Hand:
        """A composed hand in the ruleset's pack and words."""
        pack = self.game.rules.pack
        said = self.spoken(bids)
        made = composed(tricks, table, said, moves, **seated)
        return renamed(made, "".join(pack.ranks), "".join(pack.suits))

    def spoken(self, bids: str) -> str:
        """Bids with the waiting words put in."""
        said, bidden = [], False
        for one in bids.split(","):
            seat, word = one.split()
            if word == "-":
                when = ("always", "after_bid" if bidden else "before_bid")
                words = self.game.rules.auction.words.items()
                word = next(name for name, each in words if each.when in when)
            else:
                bidden = True
            said.append(f"{seat} {word}")
        return ", ".join(said)

    # ------------------------------------------------------------------ replaying

    def replay(self, *hands: Hand) -> Judgement:
        """The last of some hands, replayed one after the other."""
        texts = [self.record(hand) for hand in hands]
        bodies = [
            text[text.index("\nhand 1") :].replace("hand 1", f"hand {number}", 1)
            for number, text in enumerate(texts, 1)
        ]
        evening = begin_totals(self.game)
        return [evening.replay(each) for each in parse_records(texts[0] + "".join(bodies[1:]))][-1]

    def record(self, hand: Hand) -> str:
        """The hand as a record."""
        return as_record(hand, self.ruleset)

    def ruling(self, *hands: Hand) -> dict[str, Any]:
        """Return the ruling of the last hand; all hands are legal."""
        told = as_json(self.replay(*hands))
        found: dict[str, Any] = told["ruling"]
        assert found["verdict"] == "legal", found["diagnostics"]
        return found

    def payments(self, hand: Hand) -> dict[str, int]:
        """Return the payments of a hand."""
        paid: dict[str, int] = self.ruling(hand)["payments"]
        return paid

    def points(self, hand: Hand) -> list[int]:
        """The points of the sides, the declarer's first."""
        return [side["points"] for side in self.ruling(hand)["sides"]]

    def errors(self, hand: Hand) -> list[tuple[str, str]]:
        """Code and rule of every error."""
        found = as_json(self.replay(hand))["ruling"]
        return [(each["code"], each["rule"]) for each in found["diagnostics"] if each["severity"] == "error"]

    def refuses(self, hand: Hand, rule: str) -> bool:
        """Check whether the first finding of the hand is by that rule, or by one below it."""
        found = self.errors(hand)
        return bool(found) and (found[0][1] == rule or found[0][1].startswith(f"{rule}."))

    def who_saw(self, hand: Hand, kind: type[ev.Event]) -> set[str]:
        """Return the seats that saw the cards of the first event of a kind, as letters."""
        replayed = self.replay(hand)
        assert replayed.setting is not None
        event = next(each.event for each in replayed.happened if isinstance(each.event, kind))
        return {label for seat, label in enumerate(replayed.setting.labels) if event.seen >> seat & 1}

    # ------------------------------------------------------------------ asking the engine

    def opening(self, *, dealer: int = 0, seats: int = 3) -> State:
        """A hand that was just dealt."""
        hands = [0] * seats
        free = list(range(self.game.cards.full.bit_length()))
        setting = self.game.seat(tuple("ABCDEFG"[:seats]), dealer)
        for seat in setting.active:
            hands[seat] = sum(1 << free.pop() for _ in range(self.game.rules.deal.hand))
        piles = [sum(1 << free.pop() for _ in range(each.dealt)) for each in self.game.rules.piles.values()]
        return start(self.game, setting, hands, piles).state

    def offers(self, state: State) -> tuple[Offer, ...]:
        """Return the legal moves."""
        return legal(self.game, state)


@cache
def table(ruleset: str) -> Table:
    """The table of a ruleset."""
    return Table(ruleset)


@cache
def evenings(ruleset: str, hands: int = 30) -> tuple[dict[str, Any], ...]:
    """Hands as they are played, as JSON: random legal hands and sensible ones."""
    played = game(ruleset)
    told = []
    for bot in ("random", "sensible"):
        evening = begin_totals(played)
        told += [as_json(evening.replay(each.hand)) for each in simulate(played, hands=hands // 2, seed=8, bot=bot)]
    return tuple(told)
