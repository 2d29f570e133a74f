"""The table and the letters: people can sit down, and a letter means one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Listing
from calarec.rule_files.lint.style import KINDS

if TYPE_CHECKING:
    from calarec.core.mechanisms.rules import Rules
    from calarec.rule_files.lint.report import Report


def check_table_seats(rules: Rules, report: Report) -> None:
    """Check that there is a table, and one where seats rest if they should."""
    table = rules.table
    if not table.seats:
        report.add("RUL310", "table.seats")
    elif table.sits_out is not None:
        for name in ("at", "two_at"):
            at = getattr(table.sits_out, name)
            if at is not None and at not in table.seats:
                path = report.blame(f"table.sits_out.{name}", "table.seats")
                report.add("RUL309", path, at=at, seats=Listing(table.seats, either=True))
        if table.sits_out.two_at is None and report.is_stated_in_file("table.sits_out.second"):
            report.add("RUL704", "table.sits_out.second", wording="one_rests")


def check_letters(rules: Rules, report: Report) -> None:
    """A letter means one suit or one rank, and an alias one of these."""
    pack = rules.pack
    for name, letters in (("suits", pack.suits), ("ranks", pack.ranks)):
        twice = [letter for letter in dict.fromkeys(letters) if letters.count(letter) > 1]
        if twice:
            report.add("RUL301", f"pack.{name}", wording=name, letters=Listing(tuple(twice)))
    known = pack.suits + pack.ranks
    for letter, meant in pack.aliases.items():
        path = f"pack.aliases.{letter}"
        if letter in known:
            report.add("RUL302", path, wording="own", key=True, letter=letter)
        elif len(meant) != 1 or meant not in known:
            report.add("RUL302", path, letter=letter, meant=meant)
        elif letter.islower() != meant.islower():
            report.add("RUL302", path, wording="case", key=True, letter=letter, meant=meant)


def check_table_sizes(rules: Rules, report: Report) -> None:
    """Each size is that of a table that exists, and states other rules than usual."""
    table = rules.table
    for seats, size in table.by_seats.items():
        path = f"table.by_seats.{seats}"
        if int(seats) not in table.seats:
            report.add("RUL309", path, key=True, wording="by_seats", at=int(seats),
                       seats=Listing(table.seats, either=True))  # fmt: skip
        usual = {"hand": rules.deal.hand, "packets": rules.deal.packets, "without": rules.pack.without}
        for key, value in usual.items():
            if getattr(size, key) == value:
                report.add("RUL704", f"{path}.{key}", wording="usual_size")
        for pile, dealt in size.piles.items():
            if pile not in rules.piles:
                near = report.likely_word(pile, rules.piles)
                wording = "near" if near else "" if rules.piles else "none"
                known = ", ".join(f"`{name}`" for name in rules.piles)
                report.add("RUL401", f"{path}.piles.{pile}", key=True, wording=wording, kind=KINDS["pile"], name=pile,
                           near=near, known=known)  # fmt: skip
            elif rules.piles[pile].dealt == dealt:
                report.add("RUL704", f"{path}.piles.{pile}", wording="usual_size")


CHECKS: Final = (
    check_letters,
    check_table_seats,
    check_table_sizes,
)
"""Every check of this module, in the order in which they are made."""
