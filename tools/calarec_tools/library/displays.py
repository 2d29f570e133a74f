"""Public values as notebooks show them: pictures and HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import dataclass
from calarec.core.judge.judgement import Judgement
from calarec.core.mechanisms.ruleset import Ruleset
from calarec.core.records.model import Hand
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, text_in
from calarec.playing.hand import HandInPlay
from calarec.playing.seat_view import SeatView
from calarec_tools.library.html import list_html, table_html
from calarec_tools.library.sources import as_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from calarec.rulebook.pages import PagePiece
    from calarec_tools.library.sources import RulesArgument

_CARD_STEP: Final = 27
_SIZE: Final = 0.9


def draw_value(value: object, form: str) -> str | None:
    """A value in a form, `html` or `svg`; None where there is nothing to draw."""
    for kind, drawn_form, draw in _DRAWINGS:
        if isinstance(value, kind) and form == drawn_form:
            return draw(value)
    return None


# ---------------------------------------------------------------------- pictures


def _hand_svg(hand: Hand) -> str | None:
    from calarec.record_judge.session import NoRulesError, RecordJudge
    from calarec_tools.desk.viewing.still import hand_picture

    try:
        judgement = RecordJudge(None).replay(hand)
    except NoRulesError:
        return None
    return hand_picture(judgement, "", "en") if judgement.setting is not None else None


def _position_svg(hand: HandInPlay) -> str:
    from calarec.record_judge.session import RecordJudge
    from calarec_tools.desk.viewing.hand_data import hand_faces, hand_now
    from calarec_tools.output.pictures.table import TableView, table_picture

    judgement = RecordJudge(hand.game.ruleset).replay(hand.record())
    data = hand_now(judgement)
    return table_picture(TableView(data, 0), hand_faces(judgement), data["title"]["en"])


def _view_svg(view: SeatView) -> str:
    return cards_svg(view.game.ruleset, [view.hand, tuple(card for _, card in view.trick)])


def cards_svg(ruleset: Ruleset, rows: Sequence[Sequence[str]]) -> str:
    """Rows of cards, one below another; `__` is the back of a card."""
    from calarec_tools.output.pictures.cards import BACK, WIDE, card_faces, used_symbols
    from calarec_tools.output.pictures.table import spread_faces
    from calarec_tools.output.pictures.table_layout import CardSlot
    from calarec_tools.output.pictures.xml import element, svg_number

    rows = [row for row in rows if row]
    known = {card: face for row in rows for card, face in zip(row, card_faces(ruleset, row), strict=True)}
    high = 92 * _SIZE + 8
    drawn = "".join(
        part
        for number, row in enumerate(rows)
        for part in spread_faces(
            CardSlot(4, 4 + number * high, _row_width(row), _SIZE),
            [BACK if card == "__" else known[card].symbol_id for card in row],
        )
    )
    wide = 8 + max((_row_width(row) for row in rows), default=WIDE * _SIZE)
    said = " | ".join(" ".join(row) for row in rows)
    return element(
        "svg", [element("title", [escape(said)]), used_symbols(known.values(), drawn), drawn],
        xmlns="http://www.w3.org/2000/svg", role="img", width=svg_number(wide), height=svg_number(high * len(rows)),
        viewBox=f"0 0 {svg_number(wide)} {svg_number(high * max(len(rows), 1))}",
    )  # fmt: skip


def _row_width(row: Sequence[str]) -> float:
    from calarec_tools.output.pictures.cards import WIDE

    return WIDE * _SIZE + _CARD_STEP * (len(row) - 1)


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Cards as a picture: notebooks show it, and `svg` is its text."""

    cards: tuple[str, ...]
    svg: str

    def __repr__(self) -> str:
        return f"<CardPicture {' '.join(self.cards)}>"

    def _repr_svg_(self) -> str:
        return self.svg


def draw_cards(cards: str | Iterable[str], rules: RulesArgument) -> CardPicture:
    """Draw cards of a ruleset's pack.

    Args:
        cards: names of cards, in a list or in one text; `__` is the back of a card.
        rules: a ruleset, an id or a path, for the meaning of the letters.

    Raises:
        ValueError: a card is not in the pack.
    """
    from calarec.core.engine.game import Game

    ruleset = as_ruleset(rules)
    names = tuple(cards.split() if isinstance(cards, str) else cards)
    for name in names:
        if name != "__" and name not in Game.from_ruleset(ruleset).cards.numbers:
            raise ValueError(f"{name!r} is not a card of {ruleset.id}")
    return CardPicture(names, cards_svg(ruleset, [names]))


# ---------------------------------------------------------------------- HTML


def _ruling_html(judgement: Judgement) -> str:
    points, payments, totals = judgement.points or {}, judgement.payments or {}, judgement.totals or {}
    people = judgement.hand.session.people
    units = judgement.game.rules.pack.units_per_point
    title = f"Hand {judgement.hand.name}: {judgement.verdict}" if judgement.hand.name else judgement.verdict
    rows = [
        (seat, people.get(seat, ""), _points_text(points.get(seat), units), _signed_amount(payments.get(seat)),
         _signed_amount(totals.get(seat)))
        for seat in judgement.seats
    ]  # fmt: skip
    findings = [str(finding) for finding in judgement.findings]
    return "".join(
        (
            f"<div><strong>{escape(visible(title))}</strong> <small>{escape(judgement.game.ruleset.id)}</small>",
            table_html(("seat", "person", "points", "payment", "total"), rows) if rows else "",
            list_html(f"{said} [{rule}]" if rule else said for said, rule in _answer_sentences(judgement)),
            list_html(findings),
            "</div>",
        )
    )


def _answer_sentences(judgement: Judgement) -> list[tuple[str, str]]:
    from calarec.core.judge.happenings import ShownPart
    from calarec_tools.desk.viewing.hand_data import GatheredPage
    from calarec_tools.output.report.answer import print_answer
    from calarec_tools.output.report.people import People

    if judgement.setting is None:
        return []
    page = GatheredPage("en")
    partners = ShownPart(judgement.happened).partners(judgement)
    people = People(judgement, judgement.setting, "en")
    print_answer(page, people, judgement, deduced=judgement.deduced, partners=partners, below=False)
    return [(said, rule) for said, rule in page.found if said]


def _points_text(points: int | None, units: int) -> str:
    from calarec.core.engine.account import points_told

    return "" if points is None else text_in(Words("{points}", points=points_told(points, units)), "en")


def _signed_amount(amount: int | None) -> str:
    return "" if amount is None else f"{amount:+}"


def _ruleset_html(ruleset: Ruleset) -> str:
    """The rulebook, its sections folded."""
    from calarec.rulebook.book import make_rulebook
    from calarec.rulebook.pages import book_pieces

    pieces = list(book_pieces(make_rulebook(ruleset), "en"))
    return f"<div>{''.join(_book_html(pieces))}</div>"


def _book_html(pieces: Sequence[PagePiece]) -> Iterator[str]:
    is_open = False
    for number, piece in enumerate(pieces):
        if piece.kind == "head" and number:
            yield "</details>" if is_open else ""
            yield f"<details><summary><strong>{_text_html(piece.text)}</strong></summary>"
            is_open = True
        elif piece.kind == "head":
            yield f"<h3>{_text_html(piece.text)}</h3>"
        elif piece.kind == "grid":
            yield table_html(piece.rows[0], piece.rows[1:])
        elif piece.kind == "lines":
            yield f"<pre>{escape(piece.text)}</pre>"
        else:
            mark = f"{piece.number}. " if piece.kind == "step" else "– " if piece.kind == "item" else ""
            yield f"<p>{mark}{_text_html(piece.text)}</p>"
    yield "</details>" if is_open else ""


def _text_html(text: str) -> str:
    from calarec.rulebook.pages import plain_text

    return escape(plain_text(text))


_DRAWINGS: Final[tuple[tuple[type, str, Callable[..., str | None]], ...]] = (
    (Hand, "svg", _hand_svg),
    (HandInPlay, "svg", _position_svg),
    (SeatView, "svg", _view_svg),
    (Judgement, "html", _ruling_html),
    (Ruleset, "html", _ruleset_html),
)
"""The drawing of each public class."""
