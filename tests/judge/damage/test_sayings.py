"""Messages of findings are true: turns, holders and lists of legal cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.spans import Span
from calarec.core.engine.game import Game
from calarec.core.engine.terms import Refusal
from calarec.core.judge.problems import HandFindings, Problems
from calarec.core.notation import parse_records
from calarec.core.wording.findings import Finding
from calarec.core.wording.language import LANGUAGES, Listing
from calarec.rule_files.load import load_ruleset
from tests.judge.damage.bases import SHIPPED, Base, sheet
from tests.judge.damage.evening_findings import find_in_evenings

if TYPE_CHECKING:
    from collections.abc import Callable


def told(base: Base, change: Callable[[list[str]], None]) -> list[Finding]:
    """The errors in a hand that was changed."""
    lines = [*sheet(base).lines]
    change(lines)
    return [each for each in find_in_evenings("\n".join(lines) + "\n") if each.severity == "error"]


def _at(lines: list[str], verb: str) -> int:
    return next(number for number, line in enumerate(lines) if line.split(" ")[0] == verb)


def test_a_step_that_the_contract_does_not_have_is_told_as_that() -> None:
    """A solo has no giving or calling of a card: before the play, and in it."""
    for line in ("give C: open 2b to B", "call B: 3b"):
        for later in (0, 1, 3):
            found = told(Base("pagat", "contracts.solo"), lambda each: each.insert(_at(each, "take") + later, line))  # noqa: B023
            assert [(each.code, each.message().partition(": ")[2]) for each in found] == [
                ("CAL430", "no player does that in this contract")
            ]


def test_a_step_that_comes_too_late_is_told_as_that() -> None:
    """The card was handed over before the play; its line is in the play."""
    due = next(number for number, line in enumerate(sheet(SHIPPED[0]).lines, 1) if line.startswith("give "))

    def later(lines: list[str]) -> None:
        at = _at(lines, "give")
        lines.insert(at + 4, lines.pop(at))

    (found,) = told(SHIPPED[0], later)
    assert found.code == "CAL430"
    assert found.message().endswith(f": that comes before line {due}")
    assert "tocca" not in found.message("it")


def test_a_card_on_the_table_is_in_no_hand() -> None:
    """A player who calls a card that he laid on the table does not hold it."""
    base = next(base for base in SHIPPED if base.rules == "quartiglio")
    lines = sheet(base).lines
    assert any(line.startswith("table-card") for line in lines)
    tabled = lines[_at(lines, "table-card")].split()[-1]

    def call(changed: list[str]) -> None:
        at = _at(changed, "call")
        words = changed[at].split()
        changed[at] = " ".join([*words[:2], tabled])

    found = told(base, call)
    assert ("CAL420", "tabled") in {(each.code, each.wording) for each in found}


def test_what_nobody_knows_is_not_listed() -> None:
    """A help that would name legal cards of which none is known leaves that sentence out, and keeps the others."""
    span = Span.from_column("x.cal", 1, 1)
    for code, kept in (("CAL510", False), ("CAL512", True)):
        for lang in LANGUAGES:
            without = Finding(code=code, span=span, args={"legal": Listing(())}).help(lang)
            named = Finding(code=code, span=span, args={"legal": Listing(("3b",))}).help(lang)
            assert bool(without) == kept
            assert named.endswith(without)
            assert "3b" in named


def test_of_legal_cards_only_those_are_named_that_are_known() -> None:
    """Legal cards are named only if known; if all are possible ones, none is named."""
    game = Game.from_ruleset(load_ruleset("pagat"))
    (hand,) = parse_records("cal 1\nhand 1\ndealer A\n 1 A: 3b 4b 5b\nend\n")
    problems = Problems(game)
    problems.sure = 1 << game.cards.numbers["3b"]
    both = problems.sure | 1 << game.cards.numbers["4b"]
    for cards, named in ((both, "legal here: 3b"), (both & ~problems.sure, "")):
        problems.add_refusal(
            Refusal("CAL510", "play", {"seat": "A", "card": "3b", "holder": "B"}, cards=cards), hand.statements[1],
            ("3b",), answered=False,
        )  # fmt: skip
        assert HandFindings(hand, game).finding(problems.found[-1]).help() == named
