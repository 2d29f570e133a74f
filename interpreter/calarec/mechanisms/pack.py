"""The pack: suits, ranks and their order, what each card is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """The cards. A card is written as its rank and its suit, one character each."""

    suits: str = param("Suits", "The letters of the suits, in lower case; suits are equal.", pattern="^[a-z]{1,8}$")
    ranks: str = param(
        "Ranks",
        "The ranks of a suit from the highest to the lowest, one character each.",
        pattern="^[0-9A-Z]{1,16}$",
    )
    without: tuple[str, ...] = param(
        "Without", "Cards of suits × ranks that are taken out.", default=(), refers_to="card"
    )
    unit: str = param(
        "Unit",
        "The part of a whole point in which all points of this file are counted.",
        pattern="^1(/[2-9])?$",
    )
    points: Mapping[str, int] = param(
        "Points", "What a card of a rank is worth; a rank that is not named is worth nothing.",
        least=0, most=1000, keys="^[0-9A-Z]$", entries=True, counts="points",
    )  # fmt: skip
    last_trick: int = param("Last trick", "What winning the last trick is worth.", least=0, most=1000, counts="points")
    total: int | None = param(
        "Total", "The total that the source states; it is checked and decides nothing.",
        default=None, least=0, counts="points",
    )  # fmt: skip
    aliases: Mapping[str, str] = param(
        "Aliases", "Other letters for ranks and suits that a record may use.",
        default={}, keys="^[0-9A-Za-z]$", entries=True,
    )  # fmt: skip


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


def check_cards(rules: Rules, report: Report) -> None:
    """Cards that are taken out and ranks that are worth something must be in the pack."""
    pack = rules.pack
    for number, card in enumerate(pack.without):
        if len(card) != 2 or card[0] not in pack.ranks or card[1] not in pack.suits:
            wording = "turned" if card[::-1][:1] in pack.ranks and card[:1] in pack.suits else ""
            report.add("RUL303", f"pack.without.{number}", wording=wording, card=card, near=card[::-1])
    for rank in pack.points:
        if rank not in pack.ranks:
            meant = pack.aliases.get(rank, "")
            wording = "alias" if meant in pack.ranks and meant else ""
            path = report.blame(f"pack.points.{rank}", "pack.ranks")
            report.add("RUL304", path, wording=wording, key=True, rank=rank, ranks=pack.ranks, meant=meant)


def check_total(rules: Rules, report: Report) -> None:
    """The total that a source states is the sum of the cards and the last trick."""
    pack, total = rules.pack, report.facts.total
    if pack.total is not None and pack.total != total:
        points = (f"pack.points.{rank}" for rank in pack.points)
        path = report.blame("pack.total", *points, "pack.points", "pack.last_trick", "pack.ranks", "pack.without")
        last = pack.last_trick
        report.add("RUL305", path, stated=report.points(pack.total), total=report.points(total),
                   cards=report.points(total - last), last=report.points(last))  # fmt: skip


MECHANISM = Mechanism(
    name="pack",
    kind=Kind.SECTION,
    part=Pack,
    title=Words("The cards"),
    about="The cards, their order and their points.",
    say=sentences("pack"),
    checks=(
        check_letters,
        check_cards,
        check_total,
    ),
)
