"""Odds on the page: a button beside an unsettled hand, on a phone and a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.browser.pages import BUSY, OVERFLOW, Steps, note, noted, opened, visits
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

WIDTHS: Final = (390, 1280)
ANSWER: Final = "document.querySelector('.answer').innerText"
ODDS: Final = "document.querySelector('.odds').innerText"


def odds_steps(shot: str = "") -> Steps:
    """The evening is replayed, and its odds are asked for."""
    steps = [*opened(HALF_REMEMBERED), ("hash", "replay"), ("wait", "document.querySelector('.opening option')")]
    steps += [("select", ".opening select", {"index": 1}), ("wait", "document.querySelector('.odds button')"), BUSY]
    steps += [note("before", ODDS), note("certain", ANSWER), ("click", ".odds button")]
    steps += [("wait", "document.querySelector('.odds li')"), note("odds", ODDS), note("after", ANSWER)]
    steps += [note("overflow", OVERFLOW[1])]
    return [*steps, ("shot", shot)] if shot else steps


@pytest.fixture(scope="module")
def walks() -> dict[str, Visited]:
    """A visit at each width."""
    return visits(
        {str(width): {"steps": odds_steps(), "width": width, "height": 800} for width in WIDTHS}, module=__name__
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_odds_are_asked_for_and_apart_from_what_is_certain(walks: dict[str, Visited], width: int) -> None:
    """Before the button is pressed there are none; the lines above stay."""
    seen: dict[str, Any] = noted(walks[str(width)])
    assert seen["before"] == "How often it ended how"
    assert seen["odds"].startswith("Odds, estimated")
    assert "Rosa has won" in seen["odds"]
    assert "%" not in seen["certain"]
    assert "Rosa has 5 1/3 to 8 points (16 to 24 thirds); 6 points (18 thirds) needed." in seen["certain"]
    assert seen["after"] == seen["certain"]
    assert seen["overflow"] <= 0
