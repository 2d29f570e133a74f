"""Moves in the JSON of records, and the legal ones among them.

A *move* is `{"do": "discard", "seat": "B", "cards": ["6b", "5c"]}`: the statement of the same name in the JSON of a
record, one seat's word at a time, and `{"do": "play", "seat": "B", "card": "3s"}` for each card of a trick. In: a
move, and a game with a state. Out: the action of the engine, or the finding with the reason why there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from calarec.core.base.arguments import wrong_kind
from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.engine.actions import PlayAction
from calarec.core.engine.moves import legal
from calarec.core.engine.terms import OPTIONAL
from calarec.core.judge.actions import Reader
from calarec.core.judge.deal import read_cards
from calarec.core.judge.problems import HandFindings, Problems
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as rec
from calarec.core.records.plain import KINDS, NotAStatementError, make_statement
from calarec.playing.move_types import MoveKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.core.engine.terms import Offer
    from calarec.core.wording.findings import Finding
    from calarec.playing.move_types import Move

UNSEEN: Final = "__"
"""A card that the choosing seat does not know: one of those face down."""

_KINDS: Final = get_args(MoveKind)
_SINGLE: Final = ("play", "call")


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalMoves:
    """A set of legal moves of one seat: a word, or `least` to `most` of `cards`.

    Four cards of sixteen are one such set; `size` counts its moves and `moves` lists them.
    """

    do: MoveKind
    seat: str
    rule: str
    """The path of the rule that allows them."""
    words: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    least: int = 1
    """0: nothing need be done, and choosing no card says so."""
    most: int = 1
    to: str = ""
    """The seat that is given to."""
    pile: str = ""
    """The pile that is taken from or laid on."""
    unseen: int = 0
    """The number of unknown cards that may be chosen as `__`."""

    @property
    def size(self) -> int:
        """The number of moves."""
        if self.words:
            return len(self.words)
        return sum(comb(len(self.cards), number - blind) for number, blind in self._card_numbers())

    @property
    def is_optional(self) -> bool:
        """Check whether the hand goes on without them: a raise, or a double."""
        return self.do in OPTIONAL

    def move(self, *chosen: str) -> Move:
        """Make the move that chooses a word, or cards; `apply` checks it."""
        said: dict[str, Any] = {"do": self.do, "seat": self.seat}
        if self.words:
            (said["what" if self.do == "trump" else "word"],) = chosen
        elif self.do in _SINGLE:
            (said["card"],) = chosen
        else:
            said |= {"to": self.to} if self.to else {}
            said["cards"] = list(chosen)
            said |= {"source" if self.do == "take" else "pile": self.pile} if self.do in ("take", "discard") else {}
        return cast("Move", said)

    def moves(self) -> Iterator[Move]:
        """Every one of these moves."""
        for word in self.words:
            yield self.move(word)
        if not self.words:
            for number, blind in self._card_numbers():
                for cards in combinations(self.cards, number - blind):
                    yield self.move(*cards, *[UNSEEN] * blind)

    def _card_numbers(self) -> Iterator[tuple[int, int]]:
        """Yield the possible numbers of cards, and of unseen ones among them."""
        for number in range(self.least, self.most + 1):
            for blind in range(min(number, self.unseen) + 1):
                yield number, blind

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        said: dict[str, Any] = {"do": self.do, "seat": self.seat, "rule": self.rule}
        if self.words:
            return {**said, "words": list(self.words)}
        said |= {"cards": list(self.cards), "least": self.least, "most": self.most}
        return said | {name: getattr(self, name) for name in ("to", "pile", "unseen") if getattr(self, name)}


def name_offer(game: Game, state: State, offer: Offer, unseen: int = 0) -> LegalMoves:
    """An offer of the engine by the names of seats, cards and piles."""
    label = state.setting.labels
    return LegalMoves(
        do=cast("MoveKind", offer.do),
        seat=label[offer.seat],
        rule=offer.rule,
        words=offer.words,
        cards=game.cards.list(offer.cards),
        least=offer.least,
        most=offer.most,
        to=label[offer.to] if offer.do == "give" else "",
        pile=game.piles[offer.to] if offer.do in ("take", "discard") else "",
        unseen=unseen,
    )


def name_action(game: Game, state: State, offers: Iterable[Offer], action: Action) -> Move:
    """The move of an action that one of the offers allows."""
    for offer in offers:
        if offer.seat != action.seat:
            continue
        named = name_offer(game, state, offer)
        if offer.words:
            word = next((word for word in offer.words if offer.say(word) == action), None)
            if word is not None:
                return named.move(word)
            continue
        card: int = getattr(action, "card", -1)
        cards: int = 1 << card if card >= 0 else getattr(action, "cards", 0)
        if offer.choose(cards) == action:
            return named.move(*game.cards.list(cards))
    raise AssertionError("no offer allows the action")


class ReadMove(NamedTuple):
    """A move as the engine takes it, or its finding; and its statement."""

    statement: rec.Statement
    action: Action | None
    problems: Problems
    """The problems of the move; more may be added."""
    cards: tuple[str, ...]
    places: HandFindings

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings on the move."""
        return self.places.make_findings(self.problems.found)


def split_moves(move: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """Split a line of a record's JSON into moves: a `bid` may have several."""
    several = isinstance(move, Mapping) and move.get("do") in rec.SPOKEN_KEYWORDS
    if several and set(move) == {"do", "said"} and isinstance(move["said"], list):
        return tuple({"do": move["do"], **(one if isinstance(one, Mapping) else {"said": one})} for one in move["said"])
    return (move,)


def read_move(game: Game, state: State, move: Mapping[str, Any], said: Sequence[rec.Statement]) -> ReadMove:
    """Make an action of a move; `said` are the statements of the hand so far.

    TypeError or ValueError for anything that is not a move; an unknown word, card or seat is a finding.
    """
    if not isinstance(move, Mapping):
        raise wrong_kind("move", 'an object as the JSON of records has it, {"do": …, "seat": …}', move)
    move = _reveal_cards(game, state, move)
    statement = _move_statement(state, move)
    hand = rec.Hand(statements=(*said, statement))
    problems = Problems(game)
    reader = Reader(hand, game, state.setting, problems, state)
    action: Action | None
    if isinstance(statement, rec.Trick):
        seat = reader.find_active_seat(statement, statement.leader, 0)
        cards, _ = read_cards(statement.cards, statement, game, problems)
        action = None if seat is None or not cards else PlayAction(seat, cards.bit_length() - 1)
    else:
        action = reader.action(statement)
    named: tuple[str, ...] = getattr(statement, "cards", ()) or (getattr(statement, "card", ""),)
    return ReadMove(statement, None if problems.found else action, problems, named, HandFindings(hand, game))


def _move_statement(state: State, move: Mapping[str, Any]) -> rec.Statement:
    """The statement of a move in a record; a single card is an unfinished trick."""
    do = move.get("do")
    if do not in _KINDS:
        raise ValueError(f"`do` of a move is one of {', '.join(_KINDS)}, not {do!r}")
    fields = {name: list(value) if isinstance(value, tuple) else value for name, value in move.items() if name != "do"}
    cards = fields["cards"] if "cards" in fields else [fields["card"]] if "card" in fields else []
    if not isinstance(cards, list) or not all(isinstance(card, str) and len(card) == 2 for card in cards):
        raise ValueError(f"cards are named by two characters, rank and suit, not {cards!r}")
    if any("_" in card for card in cards):
        raise ValueError(f"which cards {do!r} means is not said: {' '.join(cards)}")
    if do == "play":
        if set(fields) != {"seat", "card"} or not isinstance(fields["seat"], str):
            raise ValueError(f"the fields of `play` are seat, card, not {', '.join(fields)}")
        return rec.Trick(len(state.tricks) + 1, fields["seat"], tuple(cards))
    kind = KINDS[str(do)]
    lacking = [name for name in _needed_fields(kind) if name not in fields]
    if lacking:
        raise ValueError(f"`{do}` lacks {', '.join(lacking)}")
    try:
        statement: rec.Statement = make_statement(kind, fields)
    except NotAStatementError as error:
        raise ValueError(str(error)) from error
    statement_line(statement)  # ValueError for what no record can say
    return statement


def _needed_fields(kind: Any) -> tuple[str, ...]:
    return tuple(name for name in kind._fields if name not in kind._field_defaults)


def _reveal_cards(game: Game, state: State, move: Mapping[str, Any]) -> Mapping[str, Any]:
    """A move with random cards for blind ones, always the same for the same hand."""
    cards = move.get("cards")
    taking = next((offer for offer in legal(game, state) if offer.do == move.get("do") == "take"), None)
    if taking is None or not isinstance(cards, list | tuple) or UNSEEN not in cards:
        return move
    free = [card for card in game.cards.list(taking.cards) if card not in cards]
    blind = min(list(cards).count(UNSEEN), len(free))
    drawn = Random(f"{state.hands}/{state.piles}").sample(free, blind)
    return {**move, "cards": [*(card for card in cards if card != UNSEEN), *drawn]}
