"""The preamble so far: what the lines outside the hands state."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.base.spans import Span
from calarec.core.notation.blocks import MAX_CHANGES
from calarec.core.notation.keywords import ITALIAN_VERBS
from calarec.core.records import model as m
from calarec.core.wording.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

KNOWN_VERSION = 1
_BEGINNING: Final = (m.RulesPin, m.Table, m.Tag, m.Seat)
"""Statements at the beginning of an evening."""
# These patterns serve lines that cannot be read, so `re` compiles them when there is one.
_SEAT: Final = r"\s*[^\s\d]+\s+([A-Za-z])(?!\w)"
_VERSION: Final = r"\s*(?:(?i:cal)(?!\w)|\S+\s+[0-9])"
"""A line that begins an evening: by its word, or by a word like it with a number."""
_WORDS_FOR_RULES = "|".join(["rules", *(word for word, verb in ITALIAN_VERBS.items() if verb == "rules")])
_RULES: Final = rf"\s*(?:(?i:{_WORDS_FOR_RULES})(?!\w)|[^\s;]+\s+[^\s;])"
"""A line that names rules: by the keyword, or by a similar word before another."""


class EveningBegun(NamedTuple):
    """Lines with which an evening began."""

    statements: tuple[m.Statement, ...]
    """The statements, the version first."""
    first: int
    """The number of the first line."""
    session: m.Preamble
    """The preamble after them."""

    def repeat_at(self, first: int, quoted: Mapping[int, str]) -> EveningBegun:
        """The statements of the same lines from another line on.

        `quoted` has the words between quotation marks that are different, by the number of the line from the first.
        """
        moved = first - self.first
        if not moved and not quoted:
            return self
        again = {
            statement.line: _repeat_statement(statement, moved, quoted.get(statement.line - self.first))
            for statement in self.statements
        }
        session = self.session
        repeated = replace(
            session,
            rules=again[session.rules.line] if session.rules else None,
            tags=tuple([again[tag.line] for tag in session.tags]),
            seats=tuple([again[seat.line]._replace(after="") for seat in session.seats]),
            dummies=tuple([again[dummy.line] for dummy in session.dummies]),
        )
        return EveningBegun(tuple(again.values()), first, repeated)


def _repeat_statement(statement: m.Statement, moved: int, quoted: str | None) -> Any:
    """A statement on another line, with other words between its quotation marks."""
    line = statement.line + moved
    if quoted is None:
        return statement._replace(line=line)
    if isinstance(statement, m.Seat):
        return statement._replace(line=line, person=quoted)
    assert isinstance(statement, m.Tag)
    return statement._replace(line=line, text=quoted)


class PreambleBuilder:
    """The session as it grows from line to line."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._session = m.Preamble()
        self._tags: dict[str, m.Tag] = {}
        """New tags since the last use of the preamble, which is not made again for each."""
        self.count: int = 0
        """The number of `cal` lines, each of which begins an evening."""
        self.started: bool = False
        """True if a `cal` line has been seen."""
        self.foreign: bool = False
        """True if it names an unknown version: then nothing is read up to the next one."""
        self.passed_over: Finding | None = None
        """The finding on the first unknown version, whose hands were not read."""
        self.unread: int = 0
        """An unreadable `cal` line, which begins an evening if seats or rules follow."""
        self.begun: bool = False
        """True if a `cal` line is before the next hand: it begins another evening."""
        self.carried: m.Carried | None = None
        self.new_match: bool = False
        self.between: list[m.TableStatement] = []
        """Changes of people and totals since the hand before."""
        self.many: int = 0
        """The number of these changes: a line may name several people."""
        self.closed: tuple[m.TableStatement, ...] = ()
        """Changes of people and totals after the last hand of the last finished evening."""
        self.played: bool = False
        """True if there was a hand since the last `cal` line."""
        self.held: m.Preamble | None = None
        """The preamble of the last hand, but for its tags."""
        self.fresh_seats: set[str] = set()

    @property
    def session(self) -> m.Preamble:
        """The preamble at this point."""
        if self._tags:
            self._session = _with_tags(self._session, self._tags)
            self._tags = {}
        return self._session

    @session.setter
    def session(self, session: m.Preamble) -> None:
        self._session = session
        self._tags = {}

    def add_statements(self, statements: Sequence[m.Statement]) -> list[Finding]:
        """Add the statements of lines before a hand."""
        found: list[Finding] = []
        for statement in statements:
            found += self._add_statement(statement)
        return found

    def repeat_beginning(self, begun: EveningBegun) -> None:
        """Begin an evening with lines that were read before."""
        self.add_statements(begun.statements[:1])
        self.session = begun.session
        self.between += [statement for statement in begun.statements if isinstance(statement, m.Seat)]
        self.many = len(self.between)
        self.fresh_seats |= {seat.label for seat in begun.session.seats}

    def note_unreadable_line(self, verb: str, raw: str, line: int) -> None:
        """Note what the verb of an unreadable line shows; the line is reported already."""
        if verb in ("seat", "rules"):
            self._begin_if_unread()
        if verb == "seat":
            self._add_nameless_seat(raw, line)
        elif verb == "dummy":
            self.session = replace(self.session, seats_unsure=True)
        elif verb == "rules" and re.match(_RULES, raw):
            self.session = replace(self.session, rules=None, rules_unread=line)
        elif verb == "cal" and re.match(_VERSION, raw):
            self.unread = line
            if self.foreign or not self.count:
                self._begin_if_unread()
        elif verb == "match":
            self._add_statement(m.Match("", line))
        elif verb == "carried":
            self._add_statement(m.Carried((), line))
        elif verb == "adjust":
            self._add_statement(m.Adjust((), line=line))
        elif verb == "leave":
            found = re.match(_SEAT, raw)
            if found is None or found[1].upper() not in self.session.order:
                self.session = replace(self.session, seats_unsure=True)
            else:
                self._add_statement(m.Leave(found[1].upper(), line))

    def _add_nameless_seat(self, raw: str, line: int) -> None:
        """Note the seat of an unreadable line without its name."""
        found = re.match(_SEAT, raw)
        if found is None or found[1].upper() in self.fresh_seats:
            self.session = replace(self.session, seats_unsure=True)
            return
        self._add_statement(m.Seat(found[1].upper(), "", line))

    def take_hand_opening(self) -> tuple[m.Carried | None, bool, bool, tuple[m.TableStatement, ...]]:
        """The opening of a hand: carried totals, new match, new evening, changes.

        The changes are all of people and totals right before the hand.
        """
        opening = self.carried, self.new_match, self.begun, tuple(self.between)
        self.carried, self.new_match, self.begun = None, False, False
        self.played, self.unread, self.held = True, 0, self._session
        self._clear_between()
        return opening

    def end_evening(self) -> None:
        """End the evening; the lines after its last hand belong to it."""
        if self.played:
            self.closed, self.played = tuple(self.between), False

    def _clear_between(self) -> None:
        self.between.clear()
        self.many = 0
        self.fresh_seats.clear()

    def _begin_if_unread(self) -> None:
        """An evening, by a `cal` line that could not be read."""
        if self.unread:
            self._begin_new_evening(m.Version(KNOWN_VERSION, self.unread))

    def _add_statement(self, statement: m.Statement) -> list[Finding]:
        if isinstance(statement, m.Version):
            return self._begin_new_evening(statement)
        if isinstance(statement, _BEGINNING):
            self._begin_if_unread()
        if isinstance(statement, m.TABLE_STATEMENTS):
            amounts = isinstance(statement, m.Carried | m.Adjust) and (*statement.amounts, *statement.people)
            before, self.many = self.many, self.many + (len(amounts) if amounts else 1)
            if self.many > MAX_CHANGES:
                return self._find_surplus_changes(statement.line) if before <= MAX_CHANGES else []
            self.between.append(statement)  # type: ignore[arg-type]
        if isinstance(statement, m.Carried):
            self.carried = statement
        elif isinstance(statement, m.Match):
            number = self.session.match + 1
            self.session = replace(self.session, match=number, match_name=statement.name)
            self.new_match, self.carried = True, None
        elif isinstance(statement, m.Seat):
            if statement.label in self.fresh_seats:
                self.session = replace(self.session, seats_unsure=True)
                span = Span.from_column(self.file, statement.line, 1, 6)
                return [Finding(code="CAL128", span=span, args={"seat": statement.label})]
            self.fresh_seats.add(statement.label)
            nowhere = self._find_unknown_seat(statement.after, statement.line) if statement.after else []
            self._session = with_statement(self._session, statement)
            return nowhere
        elif isinstance(statement, m.Leave):
            nowhere = self._find_unknown_seat(statement.seat, statement.line)
            self.fresh_seats.discard(statement.seat)
            self._session = with_statement(self._session, statement)
            return nowhere
        elif isinstance(statement, m.Tag):
            _add_tag(self._tags, statement)
        else:
            self._session = with_statement(self._session, statement)
        return []

    def _find_surplus_changes(self, line: int) -> list[Finding]:
        span = Span.from_column(self.file, line, 1, 0)
        return [Finding(code="CAL009", wording="changes", span=span, args={"limit": MAX_CHANGES})]

    def _find_unknown_seat(self, label: str, line: int) -> list[Finding]:
        """Report a seat without a person on a line that needs one."""
        order = self.session.order
        if label in order or self.session.seats_unsure:
            return []
        span = Span.from_column(self.file, line, 1, 5)
        args: dict[str, object] = {"seat": label, "seats": " ".join(order)}
        return [Finding(code="CAL129", wording="" if order else "nobody", span=span, args=args)]

    def _begin_new_evening(self, statement: m.Version) -> list[Finding]:
        """Begin a new evening with a `cal` line: no earlier statement holds any more."""
        self.end_evening()
        self.session = m.Preamble(version=statement.number)
        self.started = self.begun = True
        self.unread = 0
        self.count += 1
        self.carried, self.new_match = None, False
        self._clear_between()
        self.foreign = statement.number != KNOWN_VERSION
        if not self.foreign:
            return []
        span = Span.from_column(self.file, statement.line, 1, 4 + len(str(statement.number)))
        finding = Finding(code="CAL013", span=span, args={"found": statement.number, "known": KNOWN_VERSION})
        self.passed_over = self.passed_over or finding
        return [finding]


def with_statements(session: m.Preamble, statements: Iterable[m.Statement]) -> m.Preamble:
    """A preamble with further statements; others change nothing."""
    tags: dict[str, m.Tag] = {}
    for statement in statements:
        if isinstance(statement, m.Tag):
            _add_tag(tags, statement)
        elif isinstance(statement, m.SESSION_STATEMENTS):
            session = with_statement(session, statement)
    return _with_tags(session, tags) if tags else session


def _add_tag(tags: dict[str, m.Tag], tag: m.Tag) -> None:
    """Put a repeated tag at its last place."""
    tags.pop(tag.name, None)
    tags[tag.name] = tag


def _with_tags(session: m.Preamble, tags: dict[str, m.Tag]) -> m.Preamble:
    return replace(session, tags=(*(tag for tag in session.tags if tag.name not in tags), *tags.values()))


def with_statement(session: m.Preamble, statement: m.Statement) -> m.Preamble:
    """A preamble with one further statement, which is not a tag."""
    if isinstance(statement, m.RulesPin):
        return replace(session, rules=statement, rules_unread=0)
    if isinstance(statement, m.Table):
        return replace(session, table=statement.name)
    if isinstance(statement, m.Seat):
        return replace(session, seats=_with_seat(session.seats, statement))
    if isinstance(statement, m.Leave):
        # The seat where somebody played for another is nobody's any more.
        dummies = tuple(dummy for dummy in session.dummies if dummy.seat != statement.seat)
        seats = tuple(seat for seat in session.seats if seat.label != statement.seat)
        return replace(session, seats=seats, dummies=dummies)
    if isinstance(statement, m.Dummy):
        others_at = tuple(dummy for dummy in session.dummies if dummy.seat != statement.seat)
        return replace(session, dummies=(*others_at, statement))
    return session


def _with_seat(seats: tuple[m.Seat, ...], new: m.Seat) -> tuple[m.Seat, ...]:
    """The seats with a new one, or a new person; `after` is its neighbour."""
    bare = new._replace(after="")
    labels = [seat.label for seat in seats]
    if not new.after or new.after not in labels or new.after == new.label:
        known = new.label in labels
        return tuple(bare if seat.label == new.label else seat for seat in seats) if known else (*seats, bare)
    others = [seat for seat in seats if seat.label != new.label]
    at = next(number for number, seat in enumerate(others, 1) if seat.label == new.after)
    return (*others[:at], bare, *others[at:])
