"""The content of a record: statements as written, hands, and their evening.

Nothing here knows any ruleset: cards, bids and faults are the texts in the record.

Terms. A *statement* is the content of one line; a `bid`, `raise` or `double` line has several, one for each seat. A
*hand* is one deal with all that followed. A *preamble* (`hand.session`) is the content of the lines outside the hands
so far: rules, people, places. A *card* is two characters, rank and suit; `_` is unknown, so `__` is an unknown card,
`_b` a baston, `3_` a three. A *seat* is one capital letter. An *asserted* value is claimed by the record and checked
by the interpreter: it is never believed.

How to use it::

    for hand in calarec.read("evening.cal"):
        if hand.broken:                      # see hand.findings; it has no statements
            continue
        for statement in hand.statements:    # in the order in which it happened
            match statement:
                case Deal(seat=seat, cards=cards): ...
                case Bid(seat=seat, word=word): ...          # one object for every bid
                case Trick(leader=leader, cards=cards): ...
                case End(kind=kind): ...
        hand.session.order                   # ("A", "B", "C"), in order of play
        hand.session.people                  # {"A": "Anna", ...}
        hand.span(statement)                 # the place of the whole statement
        hand.span(statement, card=2)         # of its third card; also seat=, word=, number=
        hand.excerpt(statement.line)         # the lines to show around a finding

Every statement has a `line`, its number in the file (0 if it was never in one), and compares by
content *and* place; `is_same_statement` compares only content. Statements that belong to the
evening (`SESSION_STATEMENTS`) may be inside a hand too: they are already in `hand.session`.
"""

from __future__ import annotations

from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, get_args

from calarec.core.base.displays import Drawable
from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.base.spans import Excerpt, Span
from calarec.core.records.places import place_of, shown_from
from calarec.core.records.rows import KEYWORDS, kinds_for, statement_row
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.wording.findings import Finding

Kind = TypeVar("Kind")

Cards: TypeAlias = tuple[str, ...]
Amounts: TypeAlias = tuple[tuple[str, int], ...]
"""Pairs of seat and amount, in the order written."""


# ------------------------------------------------------------------ the evening (data)


@statement_row(
    "cal",
    "NUMBER=number",
    example="cal 1",
    states=Words("The first line of a record, with the version of the notation. Another one begins another evening."),
    purpose="evening",
    place="between",
    other_keywords="calarec",
)
class Version(NamedTuple):
    """`cal 1`."""

    number: int
    line: int = 0


@statement_row(
    "rules",
    "PIN=id,version DIGEST=digest",
    example="rules house-rules@1.0.0",
    states=Words("By which rules is played from here on."),
    purpose="evening",
    place="anywhere",
    other_keywords="regole regolamento ruleset variant",
)
class RulesPin(NamedTuple):
    """`rules ID@VERSION sha256:DIGEST`; omitted parts are empty.

    The digest may be a prefix.
    """

    id: str
    version: str = ""
    digest: str = ""
    line: int = 0


@statement_row(
    "tag",
    "WORD=name STRING=text",
    example='tag event "Cosenza"',
    states=Words("Something to find the evening by: a name for it and a text. No rule looks at it."),
    purpose="evening",
    place="anywhere",
)
class Tag(NamedTuple):
    """`tag event "Torneo di Cosenza"`."""

    name: str
    text: str
    line: int = 0


@statement_row(
    "table",
    "name=name",
    example="table 2",
    states=Words("At which of several tables is played."),
    purpose="evening",
    place="between",
    other_keywords="tavolo",
)
class Table(NamedTuple):
    """`table "2"`: at which table of several."""

    name: str
    line: int = 0


@statement_row(
    "seat",
    "SEAT=label STRING=person after_seat=after",
    example='seat A "Anna"',
    states=Words(
        "A person at a seat, one line for each, in order of play. Between two hands: another person "
        "sits there from now on, or one more."
    ),
    purpose="evening",
    place="anywhere",
    other_keywords="posto entra joins arriva player name",
)
class Seat(NamedTuple):
    """`seat A "Anna"`; the person may be omitted.

    `seat D "Dora" after A`: the seat whose turn comes after that of A.
    """

    label: str
    person: str = ""
    line: int = 0
    after: str = ""


@statement_row(
    "leave",
    "SEAT=seat",
    example="leave C",
    states=Words("The seat is empty from now on; a person who leaves keeps the total."),
    purpose="evening",
    place="between",
    other_keywords="lascia esce via leaves left quits",
)
class Leave(NamedTuple):
    """`leave C`: the seat is empty from now on; the total is kept."""

    seat: str
    line: int = 0


@statement_row(
    "dummy",
    "SEAT=seat by_seat=by",
    example="dummy C by A",
    states=Words("A hand without a player of its own, and the player who plays it."),
    purpose="evening",
    place="anywhere",
    other_keywords="morto",
)
class Dummy(NamedTuple):
    """`dummy D by B`: the hand of D is played by B; without `by` the ruleset decides."""

    seat: str
    by: str = ""
    line: int = 0


@statement_row(
    "match",
    "name=name",
    example="match",
    states=Words("A new match begins, and totals start again."),
    purpose="evening",
    place="between",
    other_keywords="partita",
)
class Match(NamedTuple):
    """`match`: a new one begins; a name may be given."""

    name: str = ""
    line: int = 0


@statement_row(
    "carried",
    "carried_totals=amounts,people",
    example="carried A: 12 B: 2 C: 10",
    states=Words("The totals before the next hand."),
    purpose="evening",
    place="between",
    other_keywords="riporto",
)
class Carried(NamedTuple):
    """`carried A: 12 B: 2 "Bruno": 7`: totals before the next hand, by seat or name."""

    amounts: Amounts
    line: int = 0
    people: Amounts = ()


@statement_row(
    "adjust",
    "changes=amounts,people,why",
    example="adjust A: -2 B: +2",
    states=Words(
        "A change of totals other than a payment of a hand, and its reason. In a hand: the payment "
        "of a rule that is kept by hand."
    ),
    purpose="evening",
    place="anywhere",
    other_keywords="rettifica correzione quota fee",
)
class Adjust(NamedTuple):
    """`adjust A: -2 B: +2 "fee"`: a change of totals, by seat or name.

    In a hand `why` is the id of a rule that people apply themselves.
    """

    amounts: Amounts
    people: Amounts = ()
    why: str = ""
    line: int = 0


# ------------------------------------------------------------------ what happened (events)


@statement_row(
    "at",
    "TIME=when",
    example="at 2025-11-02T21:10",
    states=Words("When it was played."),
    purpose="data",
    place="anywhere",
    other_keywords="ora data date time",
)
class At(NamedTuple):
    """`at 2025-11-02T21:10:30+01:00` (data); the time may be left out."""

    when: str
    line: int = 0


@statement_row(
    "carry",
    "WORD=what cards=cards SIGNED=amount seats=seats",
    example="carry monte Ab 6d 3s 7s",
    states=Words(
        "The inheritance from the hand before: cards, that all passed, the amount in the pot, or a rule of the match."
    ),
)
class Carry(NamedTuple):
    """`carry monte Ab 6d`, `carry all-pass`, `carry pot +3`: what this hand inherits.

    `carry streak B` names a rule of the match and the seats that it binds.
    `cards` is None if none are named, `amount` if there is none. `seats` are those that a rule of the match binds.
    """

    what: str
    cards: Cards | None = None
    line: int = 0
    amount: int | None = None
    seats: tuple[str, ...] = ()


POT: Final = "pot"
"""The name of the pot in a `carry` line, which no pile has."""


@statement_row(
    "dealer",
    "SEAT=seat",
    example="dealer A",
    states=Words("The dealer."),
    other_keywords="mazziere cartaio",
)
class Dealer(NamedTuple):
    """`dealer A`."""

    seat: str
    line: int = 0


@statement_row(
    "out",
    "seats=seats",
    example="out D",
    states=Words("The seats that sit this hand out."),
    other_keywords="fuori riposa",
)
class Out(NamedTuple):
    """`out D`: who sits this hand out."""

    seats: tuple[str, ...]
    line: int = 0


@statement_row(
    "deal",
    "ACTOR=seat cards=cards",
    example="deal A: 3b 2b Ab",
    states=Words("The cards that a seat was dealt."),
    other_keywords="carte distribuzione",
)
class Deal(NamedTuple):
    """`deal A: Rb 7b …`: what a seat was dealt."""

    seat: str
    cards: Cards
    line: int = 0


@statement_row(
    "monte",
    "cards=cards",
    example="monte Ab 6d 3s 7s",
    states=Words("The cards that were dealt to the table."),
    other_keywords="widow stock",
)
class Monte(NamedTuple):
    """`monte Ab 6d 3s 7s`: what was dealt to the table."""

    cards: Cards
    line: int = 0


@statement_row(
    "bid",
    "said=seat,word",
    example="bid B: chiamo C: passo A: passo",
    states=Words("The words of the auction in the order in which they were said, each with its seat."),
    other_keywords="dichiara dichiarazione licita pass",
)
class Bid(NamedTuple):
    """One bid of a `bid` line; `nth` counts those before it on the line."""

    seat: str
    word: str
    line: int = 0
    nth: int = 0


@statement_row(
    "raise",
    "said=seat,word",
    example="raise B: dividete",
    states=Words("The winner of the auction asks for more than was bid."),
    other_keywords="rilancio",
)
class Raise(NamedTuple):
    """One raise of a `raise` line."""

    seat: str
    word: str
    line: int = 0
    nth: int = 0


@statement_row(
    "double",
    "said=seat,word",
    example="double A: contro",
    states=Words("The payment is doubled, by a word of these rules."),
    other_keywords="raddoppio raddoppia contro",
)
class Double(NamedTuple):
    """One word of a `double` line, which doubles the stakes: `double A: contro`."""

    seat: str
    word: str
    line: int = 0
    nth: int = 0


@statement_row(
    "call",
    "ACTOR=seat CARD=card with_seat=found in_place=found",
    example="call B: 3b with C",
    states=Words("The card that is called, and where it turns out to be."),
    other_keywords="chiama chiamata",
)
class Call(NamedTuple):
    """`call B: 3b with C`; `found` (asserted) is the place of the card.

    It is a seat, "monte", "hand" (the caller's own) or "" (unstated).
    """

    seat: str
    card: str
    found: str = ""
    line: int = 0

    @property
    def place(self) -> str:
        """The place of the card: "hand" too if the caller is named as its holder."""
        return "hand" if self.found == self.seat else self.found


@statement_row(
    "trump",
    "ACTOR=seat suit=what",
    example="trump B: c",
    states=Words("Which suit is trump: its letter, or a card that is turned up."),
    other_keywords="briscola atout",
)
class Trump(NamedTuple):
    """`trump B: c`, a named suit; `trump D: 3b`, a card turned up for its suit."""

    seat: str
    what: str
    line: int = 0


@statement_row(
    "table-card",
    "ACTOR=seat OPENNESS=open cards=cards",
    example="table-card B: closed 4c",
    states=Words("A card that is laid on the table to be exchanged."),
)
class TableCard(NamedTuple):
    """`table-card B: closed 4c`: laid on the table, to be exchanged."""

    seat: str
    cards: Cards
    open: bool | None = None
    line: int = 0


@statement_row(
    "declare",
    "ACTOR=seat WORD=word named_cards=cards",
    example="declare B: napoletana 3b 2b Ab",
    states=Words("The holding that a seat declares. The line is before the trick that follows it."),
    other_keywords="accusa accuso",
)
class Declare(NamedTuple):
    """`declare B: napoletana 3b 2b Ab`: a declared holding, by the ruleset's word."""

    seat: str
    word: str
    cards: Cards = ()
    line: int = 0


@statement_row(
    "give",
    "ACTOR=seat OPENNESS=open cards=cards to_seat=to",
    example="give C: open 3b to B",
    states=Words("Cards that one seat gives to another."),
    other_keywords="da dà cede",
)
class Give(NamedTuple):
    """`give C: open 3b to B`; `open` is None where the line does not say."""

    seat: str
    to: str
    cards: Cards
    open: bool | None = None
    line: int = 0


@statement_row(
    "take",
    "ACTOR=seat OPENNESS=open cards=cards from_pile=source",
    example="take B: open Ab 6d 3s 7s",
    states=Words("Cards that a seat takes from the table, or from the pile that is named."),
    other_keywords="prende",
)
class Take(NamedTuple):
    """`take B: open Ab 6d 3s 7s`; `source` is the pile of `from PILE`, "" if unsaid."""

    seat: str
    cards: Cards
    open: bool | None = None
    source: str = ""
    line: int = 0


@statement_row(
    "discard",
    "ACTOR=seat OPENNESS=open cards=cards to_pile=pile",
    example="discard B: closed 6b 5c 6d 5s",
    states=Words("Cards that a seat puts aside, or onto the pile that is named."),
    other_keywords="scarta scarto",
)
class Discard(NamedTuple):
    """`discard B: closed 6b 5c`; `pile` is that of `to PILE`, "" if unsaid."""

    seat: str
    cards: Cards
    open: bool | None = None
    pile: str = ""
    line: int = 0


@statement_row(
    "show",
    "ACTOR=seat cards=cards to_seats=to",
    example="show B: 3b 2b Ab",
    states=Words("Cards that a seat shows to all, or to the seats that are named."),
    other_keywords="mostra",
)
class Show(NamedTuple):
    """`show B: 3b 2b`, to all, or only `to A C`."""

    seat: str
    cards: Cards
    to: tuple[str, ...] = ()
    line: int = 0


@statement_row(
    "trick",
    "number=number ACTOR=leader plays=cards,marks winner=winner",
    example=" 4 B: Cd 4d 5d",
    states=Words(
        "A trick: its number, the seat that leads, the cards in the order in which they were played. `> "
        "B` names the winner and may be left out."
    ),
)
class Trick(NamedTuple):
    """`4 B: Cd 4d 5d > B`: cards in the order played.

    `winner` is asserted, "" if unsaid. `marks` has one judgement a card ("" for none), or is empty.
    """

    number: int
    leader: str
    cards: Cards
    winner: str = ""
    marks: tuple[str, ...] = ()
    line: int = 0


@statement_row(
    "signal",
    "ACTOR=seat WORD=word in_trick=trick",
    example="signal B: busso",
    states=Words("A signal that goes with a lead: that of the trick after it, or of the one that is named."),
    other_keywords="segnale",
)
class Signal(NamedTuple):
    """`signal B: busso`: goes with the trick it names, otherwise with the next one."""

    seat: str
    word: str
    trick: int | None = None
    line: int = 0


@statement_row(
    "claim",
    "ACTOR=seat claimed=points,whole ANSWER=answer by_seats=by",
    example="claim B: rest accepted",
    states=Words("A seat claims the rest of the tricks, or a number of points."),
)
class Claim(NamedTuple):
    """`claim B: rest`, `claim B: points 22`; `answer` is "accepted", "refused" or "".

    `points` is None for the rest; `whole` says that they are whole points (`8p`).
    """

    seat: str
    points: int | None = None
    whole: bool = False
    answer: str = ""
    by: tuple[str, ...] = ()
    line: int = 0


@statement_row(
    "concede",
    "ACTOR=seat claimed=points,whole ANSWER=answer by_seats=by",
    example="concede B: rest accepted",
    states=Words("A seat gives up the rest of the tricks, or a number of points."),
)
class Concede(NamedTuple):
    """`concede B: rest`; the fields are those of `Claim`."""

    seat: str
    points: int | None = None
    whole: bool = False
    answer: str = ""
    by: tuple[str, ...] = ()
    line: int = 0


@statement_row(
    "fault",
    "ACTOR=seat WORD=word named_cards=cards in_trick=trick claimed_by=by",
    example="fault B: revoke trick 4 claimed by A",
    states=Words("An irregularity, by its word in these rules. The cards stay as they were played."),
    other_keywords="fallo",
)
class Fault(NamedTuple):
    """`fault B: revoke trick 4 claimed by A`; the word is the ruleset's."""

    seat: str
    word: str
    cards: Cards = ()
    trick: int | None = None
    by: str = ""
    line: int = 0


# ------------------------------------------------------------------ assertions and ends


@statement_row(
    "penalty",
    "payments=amounts",
    example="penalty B: -9 A: +9",
    states=Words("The price of irregularities. It follows from the rest and is checked."),
    purpose="assertion",
    other_keywords="penale penalità",
)
class Penalty(NamedTuple):
    """`penalty B: -9 A: +9` (asserted), in the ruleset's unit."""

    amounts: Amounts
    line: int = 0


class Stated(NamedTuple):
    """The result of one side: an amount, or `won` or `lost` (then it is None)."""

    seats: tuple[str, ...]
    amount: int | None
    whole: bool = False
    outcome: str = ""


@statement_row(
    "note",
    "STRING=text",
    example='note "…"',
    states=Words("A remark that is kept. No rule looks at it."),
    purpose="data",
    place="anywhere",
    other_keywords="nota comment",
)
class Note(NamedTuple):
    """`note "…"` (data)."""

    text: str
    line: int = 0


@statement_row(
    "result",
    "sides=sides",
    example="result B: 24 A+C: 11",
    states=Words("The points of each side, or `won` and `lost`. They follow from the cards and are checked."),
    purpose="assertion",
    other_keywords="risultato esito points won",
)
class Result(NamedTuple):
    """`result B: 24 A+C: 11`, `result B: won` (asserted)."""

    sides: tuple[Stated, ...]
    line: int = 0


@statement_row(
    "score",
    "payments=amounts",
    example="score B: +2 A: -1 C: -1",
    states=Words("The payments of the hand. They follow from the rest and are checked."),
    purpose="assertion",
    other_keywords="pagamento pagamenti punti punteggio",
)
class Score(NamedTuple):
    """`score B: +2 A: -1 C: -1` (asserted): the payments of the hand."""

    amounts: Amounts
    line: int = 0


@statement_row(
    "total",
    "totals=amounts",
    example="total A: 11 B: 4 C: 9",
    states=Words("The running score after the hand. It follows from the rest and is checked."),
    purpose="assertion",
    other_keywords="totale",
)
class Total(NamedTuple):
    """`total A: 11 B: 4 C: 9` (asserted): the running score after the hand."""

    amounts: Amounts
    line: int = 0


@statement_row(
    "id",
    "hashes=hashes",
    example="id deal:9f2c1a7e04bd",
    states=Words("Hashes by which the hand can be found again. They are checked."),
    purpose="data",
)
class Id(NamedTuple):
    """`id deal:9f2c1a7e04bd hand:…` (asserted): pairs of hash name and hex digits."""

    hashes: tuple[tuple[str, str], ...]
    line: int = 0


@statement_row(
    "x-",
    "XNAME=name ANYTHING=text",
    example="x-camera 2",
    states=Words("A line of another program. It stays where it is and is never read."),
    purpose="data",
    place="anywhere",
)
class Extension(NamedTuple):
    """`x-camera "cam2"`: kept, never interpreted; `text` is the rest of the line."""

    name: str
    text: str
    line: int = 0


@statement_row(
    "end",
    "ENDING=kind ABANDONED=kind STRING=why",
    example="end",
    states=Words(
        "The hand ends. After the keyword, the line may state that it was claimed, is void, or was abandoned and why."
    ),
    other_keywords="fine",
)
class End(NamedTuple):
    """`end`, `end claimed`, `end void`, `end abandoned "why"`; its kind, or ""."""

    kind: str = ""
    why: str = ""
    line: int = 0


SessionStatement: TypeAlias = Version | RulesPin | Tag | Table | Seat | Leave | Dummy | Match | Carried | Adjust
TableStatement: TypeAlias = Seat | Leave | Match | Carried | Adjust
"""A change of people and totals between two hands."""
HandStatement: TypeAlias = (
    At
    | Carry
    | Dealer
    | Out
    | Deal
    | Monte
    | Bid
    | Raise
    | Double
    | Call
    | Trump
    | TableCard
    | Give
    | Take
    | Discard
    | Show
    | Declare
    | Trick
    | Signal
    | Claim
    | Concede
    | Fault
    | Penalty
    | Note
    | Result
    | Score
    | Total
    | Id
    | Extension
    | End
)
Statement: TypeAlias = SessionStatement | HandStatement

SpokenStatement: TypeAlias = Bid | Raise | Double
"""A statement that several seats may make on one line."""
SPOKEN: Final[tuple[type[SpokenStatement], ...]] = get_args(SpokenStatement)
SPOKEN_KEYWORDS: Final = tuple(KEYWORDS[kind] for kind in SPOKEN)

TABLE_STATEMENTS: Final[tuple[type, ...]] = get_args(TableStatement)

SESSION_STATEMENTS: Final = kinds_for("evening")
"""Statements of the evening, which an interpreter of a hand ignores."""

ASSERTIONS: Final = kinds_for("assertion")
"""Statements that say nothing new and are checked."""

DATA: Final = kinds_for("data")
"""Statements of a hand that no rule has anything to say about."""


def is_same_statement(one: Statement, other: Statement) -> bool:
    """Check whether two statements are the same, apart from their place."""
    return type(one) is type(other) and one._replace(line=0) == other._replace(line=0)


# ------------------------------------------------------------------ evenings and hands


@dataclass(frozen=True, slots=True, kw_only=True)
class Preamble:
    """The preamble of the evening, as it holds for one hand."""

    version: int = 1
    rules: RulesPin | None = None
    tags: tuple[Tag, ...] = ()
    table: str = ""
    seats: tuple[Seat, ...] = ()
    """In order of play."""
    dummies: tuple[Dummy, ...] = ()
    match: int = 1
    """The number of the match in the file, from 1."""
    match_name: str = ""
    seats_unsure: bool = False
    """A `seat` line could not be made out: others may sit here too."""
    rules_unread: int = 0
    """The line of an unreadable `rules` statement: the rules are not known."""
    own_rules: bool = False
    """True if the `rules` line is in the hand, and holds only for it."""
    rules_around: RulesPin | None = None
    """The evening's, where the hand has its own."""

    @property
    def rules_of_evening(self) -> RulesPin | None:
        """The rules of the evening, not those of a single hand."""
        return self.rules_around if self.own_rules else self.rules

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return tuple(seat.label for seat in self.seats)

    @property
    def people(self) -> dict[str, str]:
        """The people by seat; a seat without a name has its label."""
        return {seat.label: seat.person or seat.label for seat in self.seats}


@dataclass(frozen=True, kw_only=True)
class Hand(Drawable):
    """One hand of a record.

    A broken hand has findings of severity error and no statements. `lines` is its text, from the
    `hand` line to its last, untouched; hands made by a program have none until they are written.
    """

    name: str = ""
    statements: tuple[Statement, ...] = ()
    session: Preamble = Preamble()
    carried: Carried | None = None
    """Totals that the lines right before this hand gave."""
    between: tuple[TableStatement, ...] = ()
    """The changes of people and totals right before this hand, in order."""
    new_match: bool = False
    """True if a `match` line was right before this hand."""
    new_evening: bool = False
    """True if a `cal` line was right before this hand: no earlier line holds."""
    file: str = ""
    line: int = 0
    """Number of the `hand` line."""
    lines: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    """The text between the previous hand, or the start of the file, and this one."""
    broken: bool = False
    readable: tuple[Statement, ...] = ()
    """The statements on readable lines of a broken hand, never for a ruling."""
    findings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        place = f" at {self.file}:{self.line}" if self.file else ""
        condition = "broken" if self.broken else f"{len(self.statements)} statements"
        return f"<Hand {self.name or '(no name)'}{place}: {condition}>"

    @property
    def last_line(self) -> int:
        """Number of the hand's last line."""
        return self.line + max(len(self.lines), 1) - 1

    @property
    def own_comments(self) -> tuple[str, ...]:
        """The lines of comment right above the hand; they belong to it."""
        return tuple(takewhile(lambda line: line.lstrip().startswith(";"), reversed(self.before)))[::-1]

    @property
    def end(self) -> End | None:
        """The `end` statement; None if the record breaks off."""
        last = self.statements[-1] if self.statements else None
        return last if isinstance(last, End) else None

    def every(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """All statements of one kind, in order."""
        return self._by_kind.get(kind, ())

    def has_any(self, *kinds: type) -> bool:
        """Check for a statement of one of these kinds."""
        return not self._by_kind.keys().isdisjoint(kinds)

    def first_statement(self, kind: type[Kind]) -> Kind | None:
        """The first statement of a kind; None if there is none."""
        return next(iter(self.every(kind)), None)

    @cached_property
    def _by_kind(self) -> Mapping[type, tuple[Any, ...]]:
        """The statements by kind, for judging asks for many kinds."""
        found: dict[type, list[Any]] = {}
        for statement in self.statements:
            found.setdefault(type(statement), []).append(statement)
        return {kind: tuple(those) for kind, those in found.items()}

    def text_of(self, line: int) -> str:
        """The text of one line of the hand or before it, by its number in the file."""
        index = line - self.line
        if 0 <= index < len(self.lines):
            return self.lines[index]
        if 0 < -index <= len(self.before):
            return self.before[index]
        return ""

    def span(
        self,
        statement: Statement | None = None,
        *,
        card: int | None = None,
        seat: int | None = None,
        word: int | None = None,
        number: int | None = None,
    ) -> Span:
        """The place of a statement, or of its n-th card, seat, word or number.

        The verb is word 0. For a `Bid`, `Raise` or `Double` they count from the seat that says it. Without a
        statement: the `hand` line. A part that is not there gives the whole statement.
        """
        line = self.line if statement is None else statement.line
        asked = next(
            ((kind, n) for kind, n in zip(_KINDS, (card, seat, word, number), strict=True) if n is not None),
            None,
        )
        nth = statement.nth if isinstance(statement, Bid | Raise | Double) else None
        column, width = place_of(self.text_of(line), asked, nth)
        return Span.from_column(self.file, line, column, width)

    def excerpt(self, line: int, *, before: int = 2, after: int = 0) -> Excerpt:
        """The lines around a line of the hand, to be shown with a finding."""
        first = max(line - before, self.line - len(self.before), 1)
        last = max(line, min(line + after, self.last_line))
        lines = tuple(self.text_of(number) for number in range(first, last + 1))
        start = shown_from(lines, 0, line - first)
        return Excerpt(first + start, lines[start:])


_KINDS: Final = ("card", "seat", "word", "number")
