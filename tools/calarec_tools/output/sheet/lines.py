"""A sheet in words: the lines and cells that all its formats show.

In come evenings, out come texts in one language: for each hand its bids, its end, and for each person their payment and
total; events between hands; and findings.
Names come from records and are made visible; a format that is not a terminal escapes them its own way.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import points_said
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Joined, Listing, Phrase, Words, text_in
from calarec_tools.output.sheet.debts import settled_up
from calarec_tools.output.sheet.evenings import balance_sheets, standings, sum_evening
from calarec_tools.output.sheet.match_notes import match_notes, named_hands
from calarec_tools.output.sheet.money import in_coins, in_money

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from calarec.core.judge.score_rows import TableEvent
    from calarec.core.records import model as m
    from calarec.core.wording.language import Language, Sayable
    from calarec_tools.output.formats.columns import SettledHand
    from calarec_tools.output.sheet.evenings import EveningSheet, HandName, Standings
    from calarec_tools.output.sheet.money import StakeMoney

HAND: Final = Words("Hand")
DECLARER: Final = Words("Declarer")
CONTRACT: Final = Words("Contract")
RESULT: Final = Words("Result")
TOTAL: Final = Words("Total")
WHO_PAYS: Final = Words("Who pays whom")
STANDINGS: Final = Words("Standings")
PERSON: Final = Words("Player")
EVENINGS: Final = Words("Evenings")
HANDS: Final = Words("Hands")
CURVE: Final = Words("The totals, hand by hand")
POT: Final = Words("the pot")
EVENING: Final = Words("Evening")
_WON: Final = Words("won {points}")
_LOST: Final = Words("lost {points}")
_JUST_WON: Final = Words("won")
_JUST_LOST: Final = Words("lost")
_WITH: Final = Words("{contract} with {partner}")
_ENDS: Final = {
    "all_pass": Words("all passed"),
    "void": Words("void"),
    "misdeal": Words("misdeal"),
    "abandoned": Words("abandoned"),
}
_UNSETTLED: Final = Words("not settled")
EVENTS: Final = {
    "match": Words("A new match"),
    "carried": Words("carried"),
    "adjust": Words("adjusted"),
    "leave": Words("{who} leaves"),
    "join": Words("{who} sits down"),
}
_NAMED: Final = {
    "match": Words("Match: {text}"),
    "adjust": Words("adjusted: {text}"),
    "agreed": Words("kept by hand: {text}"),
}
_MARKED: Final = Words("! {hands}: not everything is in order; `calarec check {file}` shows why.")
_MARKED_HERE: Final = Words("! {hands}: not everything is in order; “Check” shows why.")
"""The warning for a record that is not a file."""
_NAMELESS: Final = Words("(line {line})")
_IRREGULAR: Final = Words("* {hand}: irregularity of {who}: {word}{trick}{by}.")
_IN_TRICK: Final = Words(" in trick {number}")
_BY: Final = Words(", claimed by {who}")
_WITHOUT: Final = Words("{hands} could not be settled: the totals leave it out until the record writes them again.")
_WITHOUT_MANY: Final = Words(
    "{hands} could not be settled: the totals leave them out until the record writes them again."
)
_SPELLED: Final = Words("{name} (also {others})")
_NOT_PAYMENTS: Final = Words("The totals do not count payments; what is owed are the payments of the hands.")
_NOT_EVEN: Final = Words("The totals add up to {left}, not to 0: the difference belongs to the pot.")
_FEW: Final = Words("These are few payments; for this many people calarec does not search for fewer.")
_ROUNDED: Final = Words("Rounded to the nearest coins below or above, so that nothing is lost or made.")
_STAKE: Final = Words("One stake is {stake}.")
_EVEN: Final = Words("There are no debts.")
_BROUGHT: Final = Words("In it is what was carried in from before: {amounts}.")
_UNLIKE: Final = Words(
    "The evenings do not count the same: {counts}; their totals are side by side, and their sum means little."
)


class SheetCell(NamedTuple):
    """A person's payment and total in a hand; `sign` is that of the payment."""

    paid: str = ""
    total: str = ""
    sign: int = 0


class SheetLine(NamedTuple):
    """A line of the sheet: a hand, an event (only `what` and amounts), or the totals."""

    kind: str
    name: str
    who: str
    what: str
    result: str
    cells: tuple[SheetCell, ...]
    wrong: bool = False
    irregular: bool = False
    """True if the record states an irregularity; a note below names it."""
    won: int = 0
    """1 if the declarer won, -1 if not, 0 without a declarer or result."""
    line: int = 0
    """The line of the record on which a hand begins."""

    @property
    def note_marks(self) -> str:
        """The marks after the name of the hand, which refer to notes."""
        return "!" * self.wrong + "*" * self.irregular


class DebtLine(NamedTuple):
    """A payment that makes people even."""

    debtor: str
    creditor: str
    amount: str


class DebtLines(NamedTuple):
    """All payments, and notes on them."""

    debts: tuple[DebtLine, ...]
    notes: tuple[str, ...]


class StandingLine(NamedTuple):
    """A person's place in the standings."""

    place: str
    person: str
    evenings: int
    hands: int
    each: tuple[str, ...]
    total: str


class SheetWords:
    """Puts evenings into words in one language."""

    def __init__(self, sheets: Sequence[EveningSheet], lang: Language, stake: StakeMoney | None = None) -> None:
        self.sheets = sheets
        self.lang = lang
        self.stake = stake
        self._evenings_by_file = Counter(sheet.file for sheet in sheets)
        self._standings: Standings | None = None

    def sheet_word(self, text: Sayable | str) -> str:
        """A text in the language of the sheet."""
        return text_in(text, self.lang)

    # ------------------------------------------------------------------ an evening

    def evening_title(self, sheet: EveningSheet) -> str:
        """Return the title of the evening."""
        return visible(sheet.title) or self.sheet_word(EVENING)

    def evening_place(self, sheet: EveningSheet) -> str:
        """Its day and its file."""
        many = self._evenings_by_file[sheet.file] > 1
        return " · ".join(filter(None, (visible(sheet.date), visible(sheet.file) + (f":{sheet.line}" if many else ""))))

    def evening_rules_text(self, sheet: EveningSheet) -> str:
        """The rulesets."""
        return ", ".join(
            f"{visible(self.sheet_word(ruleset.title))} · {ruleset.id} {ruleset.version}"
            for ruleset in sheet.evening_rulesets
        )

    def people_headings(self, sheet: EveningSheet) -> list[str]:
        """Return the names of all people."""
        return [visible(who) for who in sheet.evening_people]

    def evening_lines(self, sheet: EveningSheet) -> Iterator[SheetLine]:
        """The lines of an evening, the totals last."""
        people = sheet.evening_people
        for number, hand in enumerate(sheet.hands):
            for event in hand.before:
                if number or event.kind != "match" or event.text:
                    yield self._event_line(people, event, hand.total_units)
            yield self._hand_line(people, hand)
            yield from self._agreed_lines(people, hand)
        for event in sheet.after:
            yield self._event_line(people, event, sheet.hands[-1].total_units)
        cells = tuple(SheetCell(total=points_said(total, sheet.evening_units)) for total in sheet.final_totals.values())
        yield SheetLine("total", "", "", self.sheet_word(TOTAL), "", cells)

    def _hand_line(self, people: Sequence[str], hand: SettledHand) -> SheetLine:
        at_table = {each.person: each for each in hand.seats}
        by_seat = {each.seat: visible(each.person) for each in hand.seats}
        cells = []
        for person in people:
            seat = at_table.get(person)
            if seat is None:
                cells.append(SheetCell())
                continue
            paid = seat.payment
            known = hand.total_before_agreed(seat)
            total = "?" if known is None else points_said(known, hand.total_units)
            said = (
                "?" if paid is None else "–" if seat.part == "out" and not paid else signed_amount(paid, hand.pay_units)
            )
            cells.append(SheetCell(said, total, _sign(paid or 0)))
        return SheetLine(
            "hand",
            visible(hand.hand),
            by_seat.get(hand.declarer, hand.declarer),
            self._contract_cell(hand, by_seat),
            self._result_cell(hand),
            tuple(cells),
            wrong=bool(hand.errors or hand.warnings),
            irregular=bool(hand.faults),
            won={None: 0, True: 1, False: -1}[hand.won],
            line=hand.line,
        )

    def _contract_cell(self, hand: SettledHand, by_seat: Mapping[str, str]) -> str:
        if not hand.contract:
            return self.sheet_word(_ENDS.get(hand.outcome, ""))
        contract = visible(self.sheet_word(hand.ruleset.name("contracts", hand.contract)))
        if hand.partners:
            partners = Listing(tuple(by_seat.get(partner, partner) for partner in hand.partners))
            return self.sheet_word(_WITH.with_values(contract=contract, partner=partners))
        return contract

    def _result_cell(self, hand: SettledHand) -> str:
        if hand.payments_by_person is None:
            return self.sheet_word(_UNSETTLED)
        if hand.won is None:
            return self.sheet_word(_ENDS[hand.outcome]) if hand.contract and hand.outcome in _ENDS else ""
        if hand.points is None and hand.counted is None:
            said = self.sheet_word(_JUST_WON if hand.won else _JUST_LOST)
        else:
            points = str(hand.counted) if hand.points is None else points_said(hand.points, hand.units)
            said = self.sheet_word((_WON if hand.won else _LOST).with_values(points=points))
        bonuses = (visible(self.sheet_word(hand.ruleset.name("bonus", word))) for word in hand.bonus.split())
        return ", ".join((said, *bonuses))

    def _agreed_lines(self, people: Sequence[str], hand: SettledHand) -> Iterator[SheetLine]:
        """Yield the payments by rules kept by hand, with the totals after them."""
        totals = {seat.person: seat.total for seat in hand.seats}
        due = Counter(hand.paid_by_hand)
        for event in hand.agreed:
            due.subtract(dict(event.amounts))
            line = self._event_line(people, event, hand.total_units)
            cells = []
            for person, cell in zip(people, line.cells, strict=True):
                total = totals.get(person)
                known = "?" if total is None else points_said(total - due[person], hand.total_units)
                cells.append(cell._replace(total=known) if cell.paid else cell)
            yield line._replace(cells=tuple(cells))

    def _event_line(self, people: Sequence[str], event: TableEvent, units: int) -> SheetLine:
        text = _NAMED[event.kind] if event.text and event.kind in _NAMED else EVENTS.get(event.kind, event.kind)
        said = self.sheet_word(text).format(who=visible(event.who), text=visible(event.text))
        amounts = dict(event.amounts)
        cells = []
        for person in people:
            amount = amounts.get(person)
            if amount is None:
                cells.append(SheetCell())
            elif event.kind == "carried":
                cells.append(SheetCell(total=points_said(amount, units)))
            else:
                cells.append(SheetCell(signed_amount(amount, units), sign=_sign(amount)))
        return SheetLine("event", "", "", said, "", tuple(cells))

    def evening_match_notes(self, sheet: EveningSheet) -> Iterator[str]:
        """Yield notes on the matches of an evening."""
        return (self.sheet_word(note.note_words()) for note in match_notes(sheet.hands))

    def order_notes(self, sheet: EveningSheet) -> Iterator[str]:
        """The hands of an evening that are not in order, and those that are not settled."""
        sums = sum_evening(sheet)
        if sums.wrong:
            marked = _MARKED if sheet.file else _MARKED_HERE
            yield self.sheet_word(marked.with_values(hands=self._hand_names(sums.wrong), file=visible(sheet.file)))
        if sums.unsettled:
            text = _WITHOUT if len(sums.unsettled) == 1 else _WITHOUT_MANY
            said = self.sheet_word(text.with_values(hands=self._hand_names(sums.unsettled)))
            yield said[:1].upper() + said[1:]

    def evening_notes(self, sheet: EveningSheet) -> Iterator[str]:
        """The notes below an evening: errors and irregularities."""
        yield from self.order_notes(sheet)
        for hand in sheet.hands:
            people = {seat.seat: visible(seat.person) for seat in hand.seats}
            for fault in hand.faults:
                yield self._irregular_note(hand, fault, people)

    def _irregular_note(self, hand: SettledHand, fault: m.Fault, people: Mapping[str, str]) -> str:
        return self.sheet_word(
            _IRREGULAR.with_values(
                hand=self._hand_names([hand]),
                who=people.get(fault.seat, fault.seat),
                word=hand.ruleset.name("faults", fault.word),
                trick=_IN_TRICK.with_values(number=fault.trick) if fault.trick else "",
                by=_BY.with_values(who=people.get(fault.by, fault.by)) if fault.by else "",
            )
        )

    def _hand_names(self, hands: Sequence[SettledHand | HandName]) -> str:
        noun = Phrase("noun", len(hands), Words("hand|hands"))
        names = [hand.hand or self.sheet_word(_NAMELESS.with_values(line=hand.line)) for hand in hands]
        return f"{self.sheet_word(noun)} {self.sheet_word(named_hands(names))}"

    # ------------------------------------------------------------------ all evenings

    @property
    def standings_of_sheets(self) -> Standings:
        """The standings of all evenings."""
        if self._standings is None:
            self._standings = standings(self.sheets)
        return self._standings

    def standing_lines(
        self, spellings: Mapping[str, Sequence[str]], *, with_evenings: bool = True
    ) -> tuple[list[StandingLine], list[str]]:
        """Return the standings and notes; `spellings` are other names of each person.

        `with_evenings`: with the amounts of each evening.
        """
        found = self.standings_of_sheets
        seats = [sum_evening(sheet).hands_by_person for sheet in self.sheets]
        ranked = sorted(found.amounts, key=lambda who: -found.amounts[who])
        evenings, hands = Counter[str](), Counter[str]()
        for came in seats:
            evenings.update(dict.fromkeys(came, 1))
            hands.update(came)
        lines = []
        for number, who in enumerate(ranked, 1):
            tied = number > 1 and found.amounts[who] == found.amounts[ranked[number - 2]]
            added = zip(seats, found.each, strict=True) if with_evenings else ()
            each = tuple([points_said(gained[who], found.units) if who in came else "" for came, gained in added])
            total = points_said(found.amounts[who], found.units)
            name = self._spelled_note(who, spellings.get(who, ()))
            place = "" if tied else str(number)
            lines.append(StandingLine(place, name, evenings[who], hands[who], each, total))
        counts = tuple(dict.fromkeys(sum_evening(sheet).counts for sheet in self.sheets))
        notes = [self.sheet_word(_UNLIKE.with_values(counts=Joined(counts)))] if len(counts) > 1 else []
        if not found.brought:
            return lines, notes
        brought = [f"{visible(who)} {points_said(amount, found.units)}" for who, amount in found.brought.items()]
        return lines, [*notes, self.sheet_word(_BROUGHT.with_values(amounts=Listing(tuple(brought))))]

    def _spelled_note(self, who: str, others: Sequence[str]) -> str:
        if not others:
            return visible(who)
        return self.sheet_word(_SPELLED.with_values(name=visible(who), others=Listing(tuple(map(visible, others)))))

    def debts(self) -> DebtLines:
        """Return the payments that settle all debts."""
        owed, units = balance_sheets(self.sheets, self.standings_of_sheets)
        notes = []
        if any(sum_evening(sheet).counts != "payments" for sheet in self.sheets):
            notes.append(self.sheet_word(_NOT_PAYMENTS))
        if self.stake:
            coins = in_coins(owed, units, self.stake)
            notes.append(self.sheet_word(_STAKE.with_values(stake=self.money_text(self.stake.coins))))
            if coins.rounded:
                notes.append(self.sheet_word(_ROUNDED))
            owed = coins.coins
        found = settled_up(owed)
        if found.left:
            notes.append(self.sheet_word(_NOT_EVEN.with_values(left=self._amount_text(found.left, units))))
        if not found.fewest:
            notes.append(self.sheet_word(_FEW))
        if not found.debts:
            notes.insert(0, self.sheet_word(_EVEN))
        debts = [
            DebtLine(self._payer(debt.debtor), self._payer(debt.creditor), self._amount_text(debt.amount, units))
            for debt in found.debts
        ]
        return DebtLines(tuple(debts), tuple(notes))

    def money_text(self, coins: int) -> str:
        """Coins as an amount of money."""
        return self.sheet_word(Phrase("money", in_money(coins, self.stake.decimals if self.stake else 0)))

    def _payer(self, who: str) -> str:
        return visible(who) if who else self.sheet_word(POT)

    def _amount_text(self, amount: int, units: int) -> str:
        return self.money_text(amount) if self.stake else points_said(amount, units)


def signed_amount(amount: int, units: int) -> str:
    """A payment with its sign."""
    said = points_said(amount, units)
    return f"+{said}" if amount > 0 else said


def _sign(amount: int) -> int:
    return (amount > 0) - (amount < 0)
