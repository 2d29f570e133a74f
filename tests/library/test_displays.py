"""Displays of public values in notebooks: short texts, pictures, safe HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

import calarec
from tests.house.tree import ROOT

FIRST = ROOT / "records" / "pagat" / "first.cal"
EVENING = ROOT / "docs" / "examples" / "evening.cal"


def _values() -> dict[str, Any]:
    (judged,) = calarec.replay(calarec.read(FIRST))
    playing = calarec.play("pagat", 3, seed=1)
    return {
        "ruleset": calarec.load_rules("pagat"), "judgement": judged, "hand": judged.hand, "game": judged.game,
        "playing": playing, "view": playing.view("B"), "evenings": calarec.sheet(EVENING),
        "diff": calarec.diff("pagat", "tretre"), "simulated": next(calarec.simulate("pagat", hands=1, seed=1)),
        "report": calarec.check(FIRST), "cards": calarec.draw_cards("3c Ac", "pagat"), "known": calarec.rulesets(),
    }  # fmt: skip


def test_a_text_is_short() -> None:
    texts = {name: repr(value) for name, value in _values().items()}
    assert {name: text for name, text in texts.items() if len(text) > 90 and name != "known"} == {}
    assert texts["judgement"] == "<Judgement of hand 1 by pagat: legal, A -6 B +12 C -6>"
    assert texts["simulated"] == "<Simulated hand 1 by pagat: chiamo, A +1 B +1 C -2>"
    assert texts["view"] == "<SeatView of B by pagat: 12 cards, may bid>"
    assert repr(calarec.play("pagat", 3, seed=1).view()) == "<SeatView of all seats by pagat: may bid>"


def test_a_finding_is_one_line() -> None:
    (finding,) = calarec.check(calarec.Text("cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\nend\n")).findings[:1]
    text = str(finding)
    assert "\n" not in text
    assert text.startswith(f"{finding.span}: {finding.severity}: {finding.code} ")
    assert finding.as_json("it")["message"] == finding.message("it")


def test_values_are_hashed_as_they_are_compared() -> None:
    (one,) = calarec.replay(calarec.read(FIRST))
    (other,) = calarec.replay(calarec.read(FIRST))
    assert one == other
    assert len({one, other}) == len({one.account, other.account}) == len({one.game, other.game}) == 1
    assert len({calarec.load_rules("pagat"), calarec.load_rules("tretre")}) == 2
    assert hash(calarec.play("pagat", 3, seed=1)) == hash(calarec.play("pagat", 3, seed=1))


@pytest.mark.parametrize("name", ["hand", "playing", "cards", "view"])
def test_a_picture_is_well_formed(name: str) -> None:
    value = _values()[name]
    drawn = value._repr_svg_()
    assert drawn == (value.svg if name == "cards" else value.svg())
    root = ElementTree.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert drawn.count("<use ") > 1


def test_a_seat_is_shown_its_own_cards_alone() -> None:
    seen = calarec.play("pagat", 3, seed=1).view("B")
    title = ElementTree.fromstring(seen.svg() or "").find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == " ".join(seen.hand)


def test_a_card_that_the_pack_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="'Xx' is not a card of pagat"):
        calarec.draw_cards("3c Xx", "pagat")


def test_a_hand_without_known_rules_has_no_picture() -> None:
    (hand,) = calarec.read(calarec.Text("cal 1\nseat A\nseat B\nseat C\n\nhand 1\nend\n"))
    assert hand.svg() is None


class _Balanced(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, _attrs: Any) -> None:
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", ["judgement", "ruleset", "diff", "evenings"])
def test_html_is_balanced(name: str) -> None:
    parser = _Balanced()
    parser.feed(_values()[name]._repr_html_())
    assert parser.open == []
    assert not parser.tags & {"script", "style", "img", "iframe"}


def test_names_from_a_record_cannot_become_markup() -> None:
    text = FIRST.read_text("utf-8").replace("Bruno", "<script>alert(1)</script>")
    (judged,) = calarec.replay(calarec.read(calarec.Text(text)))
    for drawn in (judged._repr_html_(), judged.hand.svg(), calarec.sheet(calarec.Text(text))._repr_html_()):
        assert drawn is not None
        assert "<script" not in drawn
        assert "alert" in drawn
