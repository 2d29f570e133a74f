"""One hand as plain data: for every stop the cards, the moves, the rule.

A program that draws it computes nothing. The knowledge of each pair of eyes comes from `calarec.view`; `hands` has only
the places that have changed since the stop before. Texts are in every language. The object of a hand:

    name, title, rules {id, version, title}, direction, seats [{label, name, part}], piles [name], cards [name],
    faces [id of the card's symbol], layouts {shape: slots}, findings [finding with the number of its stop],
    references {path: place and source}, answer [{text, rule}], open (true if calarec may compute odds),
    odds {title, lines [text]} (null: not asked for, or nothing is open), stops [stop]

The object of a stop:

    names (the first is that of its link), said {eyes: text}, rule, line, sizes (the number of cards of each seat, then
    in each pile), hands {eyes: {place: [card]}}, trick [[seat, card]] (-1: an unknown card), takes (the seat that
    takes it), tricks (the number of each seat), declarer, partner {eyes: seats}, contract, may {eyes: [card]},
    turn (the seat that may play them)

Eyes are a seat's letter, or "" for those that see all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.events import EVERYTHING, of_seat
from calarec.core.engine.state import NOBODY
from calarec.core.engine.views import Watcher
from calarec.core.judge.happenings import ShownPart
from calarec.core.wording.cells import visible
from calarec.core.wording.language import LANGUAGES, Words, text_in
from calarec_tools.desk.viewing.found import findings_with_stops
from calarec_tools.desk.viewing.sayings import Sayings
from calarec_tools.desk.viewing.stops import stops
from calarec_tools.output.pictures.cards import card_faces
from calarec_tools.output.pictures.table_layout import table_layout
from calarec_tools.output.report.answer import print_answer
from calarec_tools.output.report.odds import print_odds
from calarec_tools.output.report.page import FIXED, Page, spans_text
from calarec_tools.output.report.people import People
from calarec_tools.output.report.seats import DEALS, DUMMY, SITS_OUT
from calarec_tools.output.report.wrong import rule_said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.engine.state import Seating
    from calarec.core.engine.views import View
    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.language import Language, Sayable
    from calarec_tools.desk.viewing.stops import Stop
    from calarec_tools.output.pictures.cards import CardFace
    from calarec_tools.output.pictures.table_layout import TableLayout, TableShape
    from calarec_tools.output.report.page import Spans

    Texts = dict[Language, str]

ALL_EYES: Final = ""
HAND_NAMED: Final = Words("Hand {name}")
_UNNAMED: Final = Words("A hand")
_PARTNER: Final = Words("partner")
_TRICKS: Final = Words("tricks: {count}", count="{count}")
_ANALYSIS_WORDS: Final = {
    "wins": Words("wins the hand"),
    "loses": Words("loses the hand"),
    "played": Words("played"),
    "card": Words("Card"),
}
"""Beside a card whose worth is known."""


def hand_data(replay: Judgement) -> dict[str, Any]:
    """A judged hand, ready to be drawn."""
    return _HandData(replay).hand_object()


def hand_now(replay: Judgement) -> dict[str, Any]:
    """Return the last stop of a hand in play as data, for all eyes, without findings."""
    return _HandData(replay, last=True).hand_object()


def _layouts(replay: Judgement) -> dict[TableShape, TableLayout]:
    rules, setting = replay.game.rules, replay.setting
    shapes: tuple[TableShape, ...] = ("wide", "tall") if setting is not None else ()
    seats = len(setting.labels) if setting is not None else 0
    return {shape: table_layout(seats, len(rules.piles), rules.table.direction, shape) for shape in shapes}


def hand_faces(replay: Judgement) -> list[CardFace]:
    """Return the faces of the cards of the hand's pack, by number."""
    return card_faces(replay.game.ruleset, replay.game.cards.names)


def texts_in_languages(text: Sayable | str) -> Texts:
    """A text in every language."""
    return {lang: visible(text_in(text, lang)) for lang in LANGUAGES}


class GatheredPage(Page):
    """A page of which only the sentences are wanted, each with its rule."""

    def __init__(self, lang: Language) -> None:
        super().__init__(lang, width=0, colour=False, full=False)
        self.found: list[tuple[str, str]] = []

    def print_spans(
        self, spans: Spans, ref: str = "", *, indent: int = 2, hang: int | None = None, must: bool = True,  # noqa: ARG002
        short: str = "",  # noqa: ARG002
    ) -> None:  # fmt: skip
        """Keeps a sentence, with the path of its rule."""
        self.found.append((spans_text(spans).strip(), ref.partition(" ")[0]))

    def print_title(self, text: Words, ref: str = "", **values: object) -> None:
        """Ignore a heading: the page has its own."""


class _OddsPage(GatheredPage):
    """The sentences about odds, and their heading."""

    title: Words | None = None

    def print_title(self, text: Words, ref: str = "", **values: object) -> None:  # noqa: ARG002
        """Keep the heading."""
        self.title = text


def odds_data(replay: Judgement, tellers: Mapping[Language, People]) -> dict[str, Any] | None:
    """Return heading and lines of the odds; None without odds."""
    if replay.odds is None:
        return None
    pages = {lang: _OddsPage(lang) for lang in tellers}
    for lang, people in tellers.items():
        print_odds(pages[lang], people, replay.odds, replay.possible)
    title = pages[LANGUAGES[0]].title
    if title is None:
        return None
    lines = zip(*([text for text, _ in page.found] for page in pages.values()), strict=True)
    return {
        "title": texts_in_languages(title),
        "lines": [
            dict(zip(pages, (" ".join(text.replace(FIXED, " ").split()) for text in line), strict=True))
            for line in lines
        ],
    }


class _HandData:
    """One hand being put into data."""

    def __init__(self, replay: Judgement, *, last: bool = False) -> None:
        self.replay = replay
        self.last = last
        self.references: dict[str, Texts] = {}

    def hand_object(self) -> dict[str, Any]:
        """The object."""
        replay, hand = self.replay, self.replay.hand
        ruleset = replay.game.ruleset
        data: dict[str, Any] = {
            "name": visible(hand.name),
            "title": texts_in_languages(HAND_NAMED.with_values(name=hand.name) if hand.name else _UNNAMED),
            "rules": {"id": ruleset.id, "version": ruleset.version, "title": texts_in_languages(ruleset.title)},
            "direction": replay.game.rules.table.direction,
            "cards": list(replay.game.cards.names),
            "faces": [face.symbol_id for face in hand_faces(replay)],
            "layouts": {shape: layout.data() for shape, layout in _layouts(replay).items()},
            "words": {"partner": texts_in_languages(_PARTNER), "tricks": texts_in_languages(_TRICKS)}
            | {key: texts_in_languages(words) for key, words in _ANALYSIS_WORDS.items() if not self.last},
            "piles": [texts_in_languages(ruleset.name("piles", name)) for name in replay.game.piles],
            "seats": [],
            "answer": [],
            "open": replay.possible is not None,
            "odds": None,
            "stops": [],
        }
        setting = replay.setting
        if setting is not None:
            tellers = {lang: People(replay, setting, lang) for lang in LANGUAGES}
            data["seats"] = _seats_data(tellers[LANGUAGES[0]], setting)
            data["answer"] = self._answer_data(tellers)
            data["odds"] = odds_data(replay, tellers)
            data["stops"] = self._stops_data(tellers, setting)
        found = [] if self.last else findings_with_stops(replay, tellers if setting is not None else {}, data["stops"])
        data["findings"] = [{**each, "rule": self._note_rule(each["rule"])} for each in found]
        data["references"] = self.references
        return data

    def _note_rule(self, path: str) -> str:
        """Record a named rule, with its place and its source at the first time."""
        if path and path not in self.references:
            setting = self.replay.setting
            self.references[path] = {
                lang: rule_said(Page(lang, width=0, colour=False), People(self.replay, setting, lang), path)
                if setting is not None
                else ""
                for lang in LANGUAGES
            }
        return path

    def _answer_data(self, tellers: Mapping[Language, People]) -> list[dict[str, Any]]:
        shown = ShownPart(self.replay.happened)
        pages = {lang: GatheredPage(lang) for lang in LANGUAGES}
        for lang, people in tellers.items():
            print_answer(
                pages[lang], people, self.replay,
                deduced=self.replay.deduced, partners=shown.partners(self.replay), below=False,
            )  # fmt: skip
        lines = zip(*(pages[lang].found for lang in LANGUAGES), strict=True)
        return [
            {
                "text": {lang: text for lang, (text, _) in zip(LANGUAGES, line, strict=True)},
                "rule": self._note_rule(line[0][1]),
            }
            for line in lines
            if line[0][0]
        ] + self._irregular_data(tellers)

    def _irregular_data(self, tellers: Mapping[Language, People]) -> list[dict[str, Any]]:
        """Return the irregularities, which may have changed nothing in the result."""
        sayings = {lang: Sayings(people, EVERYTHING) for lang, people in tellers.items()}
        return [
            {
                "text": {lang: saying.saying_of([happening]) for lang, saying in sayings.items()},
                "rule": self._note_rule(happening.event.rule),
            }
            for happening in self.replay.happened
            if isinstance(happening.event, ev.Faulted)
        ]

    # ------------------------------------------------------------------ the stops

    def _stops_data(self, tellers: Mapping[Language, People], setting: Seating) -> list[dict[str, Any]]:
        happened = self.replay.happened
        own = {label: of_seat(seat) for seat, label in enumerate(setting.labels) if seat in setting.active}
        watchers = {ALL_EYES: EVERYTHING} | ({} if self.last else own)
        told: dict[Language, dict[int, str]] = {lang: {} for lang in tellers}
        sayings = {
            label: {lang: Sayings(people, eyes, told[lang]) for lang, people in tellers.items()}
            for label, eyes in watchers.items()
        }
        game = self.replay.game
        follows = {
            label: Watcher(game, len(setting.labels), eyes, sure=self.replay.sure & game.cards.full)
            for label, eyes in watchers.items()
        }
        before: dict[str, dict[int, list[int]]] = {label: {} for label in watchers}
        found = []
        every = stops(happened)
        shown = every[-1:] if self.last else every
        start = every[-len(shown) - 1].end if len(shown) < len(every) else 0
        for watcher in follows.values():
            watcher.watch_events(happening.event for happening in happened[:start])
        for stop in shown:
            part = happened[start : stop.end]
            for watcher in follows.values():
                watcher.watch_events(happening.event for happening in part)
            said = {
                label: {lang: each.saying_of(part) for lang, each in by_lang.items()}
                for label, by_lang in sayings.items()
            }
            data: dict[str, Any] = {
                "names": list(stop.names),
                "said": {label: text for label, text in said.items() if label == ALL_EYES or text != said[ALL_EYES]},
                "rule": self._note_rule(next((each.event.rule for each in reversed(part) if each.event.rule), "")),
                "line": max(each.line for each in part),
                **self._table_data(stop, follows, before),
            }
            found.append(data)
            start = stop.end
        return found

    def _table_data(
        self, stop: Stop, follows: Mapping[str, Watcher], before: dict[str, dict[int, list[int]]]
    ) -> dict[str, Any]:
        """Return the places of cards, as each pair of eyes knows them."""
        state = self.replay.happened[stop.end - 1].state
        if state is None:
            return {}
        views = {label: watcher.view_of_state(state) for label, watcher in follows.items()}
        seen = views[ALL_EYES]
        data: dict[str, Any] = {
            "sizes": [known.size for known in (*seen.hands, *seen.piles)],
            "trick": [list(each) for each in seen.trick],
            "tricks": _tricks_by_seat(self.replay, stop.end),
            "declarer": seen.declarer,
            "contract": texts_in_languages(self.replay.game.ruleset.name("contracts", seen.contract))
            if seen.contract
            else None,
        }
        changed: dict[str, dict[int, list[int]]] = {}
        for label, view in views.items():
            now = {place: list(bits(known.cards)) for place, known in enumerate((*view.hands, *view.piles))}
            changed[label] = {place: cards for place, cards in now.items() if before[label].get(place, []) != cards}
            before[label] = now
        data["hands"] = {label: places for label, places in changed.items() if places}
        partners = {label: list(view.partners) for label, view in views.items() if view.partners}
        if partners:
            data["partner"] = partners
        after = self.replay.happened[stop.end : stop.end + 1]
        won = after[0].event if after and isinstance(after[0].event, ev.TrickWon) else None
        if won is not None and won.winner >= 0:
            data["takes"] = won.winner
        if not after or after[0].state is not state:
            data |= _choice_data(views)
        return data


def _choice_data(views: Mapping[str, View]) -> dict[str, Any]:
    """Return the seat to play and its possible cards, as each pair of eyes knows them."""
    may: dict[str, list[int]] = {}
    turn = NOBODY
    for label, view in views.items():
        for choice in view.choices:
            if choice.offer.do == "play":
                turn = choice.offer.seat
                may[label] = list(bits(choice.offer.cards))
    return {"may": may, "turn": turn} if may else {}


def _tricks_by_seat(replay: Judgement, end: int) -> list[int]:
    """Count the tricks of each seat; a trick with an unknown winner counts for none."""
    assert replay.setting is not None
    won = [0] * len(replay.setting.labels)
    for happening in replay.happened[:end]:
        if isinstance(happening.event, ev.TrickWon) and happening.event.winner >= 0:
            won[happening.event.winner] += 1
    return won


def _seats_data(people: People, setting: Seating) -> list[dict[str, Any]]:
    """Return the players by seat, and their part in the hand."""
    parts = {setting.dealer: DEALS} | dict.fromkeys(setting.dummies, DUMMY) | dict.fromkeys(setting.out, SITS_OUT)
    return [
        {"label": label, "name": people.names_by_seat[seat],
         "part": texts_in_languages(parts[seat]) if seat in parts else None, "plays": seat in setting.active}
        for seat, label in enumerate(setting.labels)
    ]  # fmt: skip
