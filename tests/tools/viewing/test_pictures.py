"""Cards and tables as pictures: whole, distinct, and without overlaps."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec_tools.desk.viewing.hand_data import hand_data, hand_faces
from calarec_tools.output.pictures.cards import BACK, HIGH, UNKNOWN, WIDE, CardFace, card_faces, card_symbols
from calarec_tools.output.pictures.table import TableView, table_picture
from calarec_tools.output.pictures.table_layout import CardSlot, TableShape, table_layout
from tests.records.shelf import RECORDS, replays
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language

SVG = "{http://www.w3.org/2000/svg}"


def _drawn(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')


@pytest.mark.parametrize("ruleset", IDS)
def test_every_card_of_every_pack_is_drawn(ruleset: str) -> None:
    """With its suit's sign and its figure or pips; no two cards of a pack look alike."""
    found = card_faces(load_ruleset(ruleset), game(ruleset).cards.names)
    assert all(face.rank_art and face.suit_art for face in found)
    drawn = _drawn(card_symbols(found))
    ids = [each.get("id") for each in drawn.iter(f"{SVG}symbol")]
    assert ids == [*(face.symbol_id for face in found), BACK, UNKNOWN]
    assert len(set(ids)) == len(ids)
    looks = [ElementTree.tostring(each).split(b">", 1)[1] for each in drawn.iter(f"{SVG}symbol")]
    assert len(set(looks)) == len(looks)
    known = {f"#{each.get('id')}" for each in drawn.iter() if each.get("id")}
    assert {each.get("href") for each in drawn.iter(f"{SVG}use")} <= known


def test_pips_are_as_many_as_the_card_says() -> None:
    """Besides the sign in the corner."""
    found = card_faces(load_ruleset("pagat"), game("pagat").cards.names)
    drawn = {each.get("id"): each for each in _drawn(card_symbols(found)).iter(f"{SVG}symbol")}
    for face in found:
        signs = [each.get("href") for each in drawn[face.symbol_id].iter(f"{SVG}use")]
        expected = int(face.rank_art) if face.rank_art.isdigit() else 1
        assert signs == [f"#suit-{face.suit_art}"] * (expected + 1), face


def test_figures_are_told_apart_without_their_letters() -> None:
    """The shapes of a king are on no knight and on no jack."""
    figures = [
        CardFace(letter, "d", art, "coins")
        for letter, art in zip("RQCF", ("king", "queen", "knight", "jack"), strict=True)
    ]
    paths = [
        {each.get("d") for each in symbol.iter(f"{SVG}path")}
        for symbol in list(_drawn(card_symbols(figures)).iter(f"{SVG}symbol"))[:4]
    ]
    for one, other in combinations(paths, 2):
        assert len(one - other) >= 5


def test_what_has_no_picture_gets_letters() -> None:
    """A suit of stars, a rank of wizards; letters are text in any script."""
    odd = CardFace("<", "&", "", "")
    drawn = _drawn(card_symbols([odd, CardFace("R", "x", "king", ""), CardFace("W", "d", "", "coins")]))
    symbols = list(drawn.iter(f"{SVG}symbol"))
    assert [each.text for each in symbols[0].iter(f"{SVG}text")] == ["<", "&", "<", "&"]
    assert symbols[0].get("id") == "card-letter-3c-26"
    assert [each.text for each in symbols[1].iter(f"{SVG}text")] == ["R", "x"]
    assert [each.text for each in symbols[2].iter(f"{SVG}text")] == ["W", "W"]


def test_names_of_suits_in_either_language_are_known() -> None:
    """Italian `spade` are swords, English spades are spades."""
    by_id = {each: load_ruleset(each) for each in ("pagat", "foster")}

    def art(ruleset: Ruleset, suit: str) -> str:
        return card_faces(ruleset, [f"7{suit}"])[0].suit_art

    assert [art(by_id["pagat"], suit) for suit in "bscd"] == ["batons", "swords", "cups", "coins"]
    assert [art(by_id["foster"], suit) for suit in "hdcs"] == ["hearts", "diamonds", "clubs", "spades"]


# ------------------------------------------------------------------ the table


def _box(slot: CardSlot, count: int) -> tuple[float, float, float, float]:
    corners = slot.card_corners(count)
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(down), max(across) + WIDE * slot.size, max(down) + HIGH * slot.size


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize(("seats", "cards"), [(2, 20), (3, 16), (4, 14), (5, 8), (6, 6), (7, 6), (8, 5)])
def test_hands_trick_and_piles_lie_apart(seats: int, cards: int, direction: str, shape: TableShape) -> None:
    """No place hides another, and nothing is beyond the edge."""
    for piles in (0, 1, 2):
        layout = table_layout(seats, piles, direction, shape)
        boxes = [_box(slot, cards) for slot in layout.hands]
        boxes += [_box(slot, 1) for slot in layout.trick]
        boxes += [_box(slot, 6) for slot in layout.piles]
        for left, top, right, bottom in boxes:
            assert 0 <= left < right <= layout.wide
            assert 0 <= top < bottom <= layout.high
        for one, other in combinations(boxes, 2):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


@pytest.mark.parametrize("count", range(1, 21))
def test_a_spread_keeps_letters_and_suits_in_sight(count: int) -> None:
    """Cards are in their slot, from left to right, each at least a fifth in sight."""
    for rows in (1, 2):
        slot = CardSlot(10, 20, 344, 1.0, rows)
        corners = slot.card_corners(count)
        assert len(corners) == count
        for (x, y), (further, down) in pairwise(corners):
            assert down > y or further - x >= WIDE / 5
        assert min(x for x, _ in corners) >= slot.x - 0.01
        assert max(x for x, _ in corners) + WIDE <= slot.x + slot.width + 0.01


def test_what_nobody_wrote_down_is_no_card_from_behind() -> None:
    """Two forgotten cards are a question for all, a back for seats that did not see."""
    [text] = re.findall(r"(?s)hand 2\n.*? 1 A: .*?\n", (RECORDS / "pagat" / "partial.cal").read_text("utf-8"))
    text = f"rules pagat\nseat A\nseat B\nseat C\n\n{text}end abandoned\n"
    [hand] = read_records(Text(text, "x.cal"))
    data = hand_data(RecordJudge().replay(hand))
    assert [TableView(data, 0).faces_at_place(seat).count(UNKNOWN) for seat in range(3)] == [2, 2, 2]
    assert TableView(data, 0, eyes="B").faces_at_place(0) == [BACK] * 12
    assert TableView(data, 0, eyes="B").faces_at_place(1).count(BACK) == 2


def test_a_position_is_drawn_as_it_is_known() -> None:
    """Own cards are open, others face down; the picture describes the plays."""
    [replay] = replays(RECORDS / "pagat" / "first.cal")
    hand = hand_data(replay)
    stop = next(place for place, each in enumerate(hand["stops"]) if "7.2" in each["names"])
    drawn = ElementTree.fromstring(table_picture(TableView(hand, stop, eyes="B"), hand_faces(replay), "x"))
    cards = [each.get("href") for each in drawn.findall(f"{SVG}use")]
    # Three hands of five or six cards, four of the monte, two on the table.
    assert cards.count(f"#{BACK}") == 6 + 5
    assert len(cards) == 6 + 5 + 5 + 4 + 2
    assert drawn.findtext(f"{SVG}desc") == hand["stops"][stop]["said"][""]["en"]
    assert not [each for each in drawn.iter() if each.get("style")]


@pytest.mark.parametrize("shape", ["wide", "tall"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_labels_are_whole_words(lang: Language, shape: TableShape) -> None:
    """A declarer who deals has contract and tricks, and the deal only where all of it has room."""
    [*_, last] = replays(RECORDS / "twenty-one" / "evening.cal")
    hand = hand_data(last)
    stop = next(number for number, each in enumerate(hand["stops"]) if "10.1" in each["names"])
    drawn = ElementTree.fromstring(table_picture(TableView(hand, stop, lang=lang), hand_faces(last), "", shape=shape))
    labels = [each.text or "" for each in drawn.iter(f"{SVG}tspan")]
    tricks = {"en": "solissimo · tricks: 6", "it": "solissimo · prese: 6"}[lang]
    assert any(tricks in label for label in labels), labels
    assert not [label for label in labels if "…" in label]
