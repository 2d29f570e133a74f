"""Evenings added up: totals, standings and debts, as `calarec sheet` prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from calarec.core.base.frozen import dataclass
from calarec_tools.library.frames import make_data_frame
from calarec_tools.library.sources import as_optional_ruleset, as_sources

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec_tools.library.frames import FrameLibrary
    from calarec_tools.library.sources import RecordArgument, RulesArgument
    from calarec_tools.output.sheet.debts import Debt
    from calarec_tools.output.sheet.evenings import EveningSheet


@dataclass(frozen=True, slots=True)
class Evenings:
    """The evenings of one record or several, one after another."""

    evenings: tuple[EveningSheet, ...]

    def __iter__(self) -> Iterator[EveningSheet]:
        return iter(self.evenings)

    def __len__(self) -> int:
        return len(self.evenings)

    @property
    def totals(self) -> dict[str, float]:
        """The final total of each person over all evenings, in whole stakes."""
        from calarec_tools.output.sheet.evenings import standings

        summed = standings(self.evenings)
        return {person: amount / summed.units for person, amount in summed.amounts.items()}

    def debts(self) -> tuple[Debt, ...]:
        """The fewest payments that settle all, in the smallest unit of payment."""
        from calarec_tools.output.sheet.debts import settled_up
        from calarec_tools.output.sheet.evenings import balance_sheets

        return settled_up(balance_sheets(self.evenings)[0]).debts

    def rows(self) -> list[dict[str, Any]]:
        """One row for each seat of each hand, with the columns of the CSV sheet."""
        from calarec_tools.output.formats.columns import SEAT_COLUMNS, SHARED_COLUMNS

        rows = []
        for hand in (hand for evening in self.evenings for hand in evening.hands):
            shared = {column.name: column.value(hand) for column in SHARED_COLUMNS}
            rows += [
                shared | {column.name: column.value((hand, seat)) for column in SEAT_COLUMNS} for seat in hand.seats
            ]
        return rows

    def df(self, *, library: FrameLibrary | None = None) -> Any:
        """The rows as a data frame.

        Args:
            library: `pandas` or `polars`; without it pandas, or polars where pandas is not installed.
        """
        return make_data_frame(self.rows(), library)

    def __repr__(self) -> str:
        hands = sum(len(evening.hands) for evening in self.evenings)
        return f"<Evenings: {len(self.evenings)} evenings, {hands} hands>"

    def _repr_html_(self) -> str:
        from html import escape

        from calarec_tools.output.sheet.lines import SheetWords
        from calarec_tools.output.sheet.text import sheet_text

        if not self.evenings:
            return "<div>no hands</div>"
        words = SheetWords(list(self.evenings), "en")
        return f"<pre>{escape(sheet_text(words, {}, width=0, colour=False, curve=False, alone=False))}</pre>"


def sheet(
    records: RecordArgument | Iterable[RecordArgument],
    rules: RulesArgument | None = None,
    *,
    aliases: Mapping[str, str] | None = None,
) -> Evenings:
    """Adds up evenings, as `calarec sheet` does.

    Args:
        records: a path, a `Text`, or several of these, in the order in which they were played.
        rules: the ruleset for all hands; without it each record names its own.
        aliases: other spellings of names, each with the name that is meant.

    Raises:
        NoRulesError: there is no ruleset for a hand.
    """
    from calarec_tools.output.sheet.evenings import read_evenings

    asked = as_optional_ruleset(rules)
    found = (evening for record in as_sources(records) for evening in read_evenings(record, asked, aliases or {}))
    return Evenings(tuple(evening for evening in found if evening.hands))
