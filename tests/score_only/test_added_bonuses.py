"""Bonuses that add, in hands of which only the score was written: what was paid shows those without which it is not."""

from __future__ import annotations

import pytest

from tests.referees.agreeing import rules
from tests.unknown_cards.evenings import played

HEAD = 'cal 1\nrules added\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\n'
HAND = """hand 1
dealer {dealer}
bid {first}: {words[0]}
bid {second}: {words[1]}
bid {third}: {words[2]}
call A: 3b
result A: 8p
score A: {all:+} B: {each:+} C: {each:+}
end
"""


def hand(dealer: str, paid: int) -> str:
    """A wins chiamo with eight points; each opponent pays so much."""
    order = [*"ABCABC"]["ABC".index(dealer) + 1 :][:3]
    words = ["chiamo" if seat == "A" else "passo" for seat in order]
    first, second, third = order
    return HAND.format(
        dealer=dealer, first=first, second=second, third=third, words=words, all=2 * paid, each=-paid
    )  # fmt: skip


@pytest.mark.parametrize(
    ("dealer", "paid", "bonus", "added"),
    [
        ("B", 1, "", ()),
        ("B", 2, "", ("figures",)),
        ("B", 3, "", ()),  # the aces, or a stramazzo: nothing shows which
        ("B", 4, "", ("figures",)),  # with either of them
        ("B", 5, "stramazzo", ("aces",)),
        ("B", 6, "stramazzo", ("aces", "figures")),
        ("A", 3, "", ("from-the-deal",)),
        ("A", 4, "", ("figures", "from-the-deal")),
        ("A", 5, "", ("from-the-deal",)),
        ("C", 4, "", ()),  # aces and figures, or two threes against A, who begins, or a stramazzo with the figures
        ("C", 7, "", ("figures", "against")),
        ("C", 8, "stramazzo", ("aces", "against")),
        ("C", 9, "stramazzo", ("aces", "figures", "against")),
    ],
)
def test_the_score_shows_what_was_added(dealer: str, paid: int, bonus: str, added: tuple[str, ...]) -> None:
    """One for the figures, two for the aces and for the deal; the dealer is known."""
    (found,) = played(hand(dealer, paid), rules("added").ruleset, head=HEAD)
    assert [each.code for each in found.findings] == []
    assert found.account is not None
    assert (found.account.bonus, found.account.added) == (bonus, added)
    assert found.account.payments == (2 * paid, -paid, -paid)
    told = {each.rule for each in found.account.because if ".bonus." in each.rule}
    assert told == {f"settle.bonus.{name}" for name in (*added, *([bonus] if bonus else []))}


@pytest.mark.parametrize(("dealer", "paid"), [("A", 1), ("A", 2), ("B", 7), ("C", 10)])
def test_what_the_deal_forbids_or_wants_is_wrong(dealer: str, paid: int) -> None:
    """A deals and wins, so two are added in any case; where B deals, and A does not begin, seven are too many."""
    (found,) = played(hand(dealer, paid), rules("added").ruleset, head=HEAD)
    assert [each.code for each in found.findings if each.severity == "error"]
