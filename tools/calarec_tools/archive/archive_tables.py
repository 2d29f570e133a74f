"""The tables of an archive: names, types and meanings of their columns.

`TABLES` are filled from records; `people` is a view of them. Hands and seats have the columns of settled hands
(`output/formats/columns.py`), in the same order and under the same names. *Yes* and *no* become true and false, and an
unknown value is NULL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words
from calarec_tools.output.formats.columns import SEAT_COLUMNS, SHARED_COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec_tools.output.formats.columns import SettledColumn

SCHEMA: Final = 2
"""The number of this schema; an archive with another number is built again."""


class ArchiveColumn(NamedTuple):
    """A column: its name, its type in SQL, and its meaning."""

    name: str
    kind: str
    says: Words


class ArchiveTable(NamedTuple):
    """A table and what a row of it is."""

    name: str
    says: Words
    columns: tuple[ArchiveColumn, ...]

    @property
    def types(self) -> str:
        """Its columns as a table is created."""
        return ", ".join(f'"{column.name}" {column.kind}' for column in self.columns)


_WHOLE: Final = ("line", "evening", "match", "points", "stake", "tricks", "payment", "total", "adjusted")
_YES_OR_NO: Final = ("won", "sure")


def _column_kind(name: str) -> str:
    return "BIGINT" if name in _WHOLE else "BOOLEAN" if name in _YES_OR_NO else "VARCHAR"


def _settled_columns(columns: Iterable[SettledColumn]) -> tuple[ArchiveColumn, ...]:
    return tuple(ArchiveColumn(column.name, _column_kind(column.name), column.says) for column in columns)


_PLACE: Final = _settled_columns(each for each in SHARED_COLUMNS if each.name in ("file", "line", "evening"))
"""The columns that identify a hand: the keys by which tables are joined."""
_HAND: Final = _settled_columns(each for each in SHARED_COLUMNS if each.name == "hand")

HANDS: Final = ArchiveTable(
    "hands",
    Words("A hand, in the columns of a settled hand; then what helps to reckon with it."),
    (
        *_settled_columns(SHARED_COLUMNS),
        ArchiveColumn("digest", "VARCHAR", Words("The digest of the ruleset.")),
        ArchiveColumn("date", "VARCHAR", Words("The date of the evening, if that is written.")),
        ArchiveColumn("units", "BIGINT", Words("How many units of points make a point.")),
        ArchiveColumn("pay_units", "BIGINT", Words("How many units of payment make a stake.")),
        ArchiveColumn("total_units", "BIGINT", Words("How many units of totals make one.")),
        ArchiveColumn("errors", "BIGINT", Words("How many errors were found in it.")),
        ArchiveColumn("warnings", "BIGINT", Words("How many warnings.")),
    ),
)
SEATS: Final = ArchiveTable(
    "seats",
    Words("A person at the table in a hand, in the columns of a settled hand."),
    (
        *_PLACE,
        *_settled_columns(each for each in SEAT_COLUMNS if each.name != "adjusted"),
        ArchiveColumn("turn", "BIGINT", Words("How many seats after the dealer; the dealer: 0.")),
        ArchiveColumn("stakes", "DOUBLE", Words("The payment, in stakes.")),
    ),
)
CHANGES: Final = ArchiveTable(
    "changes",
    Words("A total that was carried in or adjusted between hands."),
    (
        *_PLACE,
        ArchiveColumn("kind", "VARCHAR", Words("carried or adjust.")),
        *_settled_columns(each for each in SEAT_COLUMNS if each.name in ("seat", "person", "total", "adjusted")),
    ),
)
EVENINGS: Final = ArchiveTable(
    "evenings",
    Words("An evening."),
    (
        *_PLACE,
        ArchiveColumn("event", "VARCHAR", Words("The name of the event, and the table, as far as that is written.")),
        ArchiveColumn("date", "VARCHAR", Words("Its date, if that is written.")),
        ArchiveColumn("hands", "BIGINT", Words("How many hands were played.")),
        ArchiveColumn("rules", "VARCHAR", Words("The ids of the rulesets that were played by.")),
        ArchiveColumn("writer", "VARCHAR", Words("The person who kept the record, if that is written.")),
    ),
)
BALANCES: Final = ArchiveTable(
    "balances",
    Words("The result of an evening for a person, from the settled hands."),
    (
        *_PLACE,
        *_settled_columns(each for each in SEAT_COLUMNS if each.name == "person"),
        ArchiveColumn("hands", "BIGINT", Words("How many hands, sitting out too.")),
        ArchiveColumn("played", "BIGINT", Words("In how many of them the person played.")),
        ArchiveColumn("declared", "BIGINT", Words("How often as declarer.")),
        ArchiveColumn("gained", "BIGINT", Words("How often with a gain.")),
        ArchiveColumn("lost", "BIGINT", Words("How often with a loss.")),
        ArchiveColumn("stakes", "DOUBLE", Words("All payments together, in stakes.")),
        ArchiveColumn("course", "VARCHAR", Words("Each hand played, in order: + a gain, - a loss, 0 neither.")),
    ),
)
FINDINGS: Final = ArchiveTable(
    "findings",
    Words("Something that was found in a hand."),
    (
        *_PLACE,
        *_HAND,
        ArchiveColumn("code", "VARCHAR", Words("Its code; `calarec explain` says more.")),
        ArchiveColumn("severity", "VARCHAR", Words("error, warning or note.")),
        ArchiveColumn("at_line", "BIGINT", Words("The line at which it was found.")),
        ArchiveColumn("at_column", "BIGINT", Words("The column.")),
        ArchiveColumn("rule", "VARCHAR", Words("The rule on which it rests, if it rests on one.")),
        ArchiveColumn("source", "VARCHAR", Words("The source of that rule.")),
    ),
)
RULESETS: Final = ArchiveTable(
    "rulesets",
    Words("A ruleset that was played by."),
    (
        ArchiveColumn("id", "VARCHAR", Words("Its id.")),
        ArchiveColumn("version", "VARCHAR", Words("Its version.")),
        ArchiveColumn("digest", "VARCHAR", Words("Its digest.")),
        ArchiveColumn("title", "VARCHAR", Words("Its name.")),
        ArchiveColumn("tree", "VARCHAR", Words("All its rules, as JSON.")),
    ),
)
TRICKS: Final = ArchiveTable(
    "tricks",
    Words("A card that was played; only if tricks were asked for."),
    (
        *_PLACE,
        ArchiveColumn("trick", "BIGINT", Words("The number of the trick, from 1.")),
        ArchiveColumn("place", "BIGINT", Words("The place of the card in the trick, from 1.")),
        ArchiveColumn("seat", "VARCHAR", Words("The seat that played it.")),
        ArchiveColumn("card", "VARCHAR", Words("The card.")),
        ArchiveColumn("won", "BOOLEAN", Words("True if that seat won the trick; NULL if that is not known.")),
    ),
)
IDENTIFIED: Final = ArchiveTable(
    "identified",
    Words("How a ruleset fits an evening; only if that was asked for."),
    (
        *_PLACE,
        ArchiveColumn("rules", "VARCHAR", Words("The id of the ruleset.")),
        ArchiveColumn("digest", "VARCHAR", Words("Its digest.")),
        ArchiveColumn("place", "BIGINT", Words("Its place, from 1: the best first.")),
        ArchiveColumn("fits", "BOOLEAN", Words("True if every hand is legal and true by it.")),
        ArchiveColumn("alike", "BOOLEAN", Words("True if these hands do not distinguish it from the best.")),
        ArchiveColumn("tried", "BIGINT", Words("How many hands were tried.")),
        ArchiveColumn("against", "BIGINT", Words("How many speak against it.")),
    ),
)
TABLES: Final = (EVENINGS, HANDS, SEATS, BALANCES, CHANGES, FINDINGS, RULESETS, TRICKS, IDENTIFIED)
PEOPLE: Final = """
CREATE OR REPLACE VIEW people AS
SELECT person, count(*) AS hands, count(DISTINCT (file, evening)) AS evenings,
       count(*) FILTER (part = 'declarer') AS declared
FROM seats GROUP BY person
"""
"""A view with one row for each person, counted from the seats."""
