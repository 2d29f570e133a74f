"""The report on one hand, from the answer to the score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.state import DRAWING
from calarec.core.engine.terms import OPTIONAL
from calarec.core.mechanisms.rules import contract_path
from calarec.core.records import model as rec
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, text_in
from calarec.core.wording.sources import rule_place
from calarec_tools.output.report.account import print_account
from calarec_tools.output.report.answer import print_answer
from calarec_tools.output.report.event_sentences import EventSentences, glimpsed_event
from calarec_tools.output.report.page import FIXED
from calarec_tools.output.report.people import UNKNOWN, People
from calarec_tools.output.report.seats import draw_table, seating_line
from calarec_tools.output.report.tricks import TrickTable
from calarec_tools.output.report.wrong import Wrong, is_of_course, nearby

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.judge.happenings import ShownPart
    from calarec.core.judge.judgement import Happened, Judgement
    from calarec.core.wording.findings import Finding
    from calarec_tools.output.report.page import Page, Spans

_HAND: Final = Words("Hand {name}")
_UNNAMED: Final = Words("A hand")
_AS_SEEN: Final = {
    (True, True): Words("As {who} saw it, up to: {step}."),
    (True, False): Words("As {who} saw it."),
    (False, True): Words("Up to: {step}."),
}
_STEPS: Final = {
    "deal": Words("the deal"),
    "auction": Words("the auction"),
    "exchange": Words("the exchange"),
}
_TRICK: Final = Words("trick {number}")
_WITHHELD: Final = Words("The findings of this hand are not shown here: they depend on cards that were not seen.")
_TABLE: Final = Words("The table")
_DEAL: Final = Words("The deal")
_AUCTION: Final = Words("The auction")
_EXCHANGE: Final = Words("The exchange")
_PLAY: Final = Words("The play")
_LEADS: Final = Words("{who} leads to the first trick.")
_FINDINGS: Final = Words("Findings")
_UNREADABLE: Final = Words("This hand cannot be read.")
_UNPLAYABLE: Final = Words("This hand cannot be replayed.")
_SAYS: Final = Words("{who}: {word}")


def print_hand(replay: Judgement, page: Page, shown: ShownPart) -> dict[str, None]:
    """Print a hand on a page; return the rules that were named."""
    setting = replay.setting
    if setting is None:
        _heading(page, replay)
        page.blank()
        page.print_spans(
            [(page.localized_text(_UNREADABLE if replay.verdict == "unreadable" else _UNPLAYABLE), "wrong")]
        )
        print_findings(page, replay.findings)
        return {}
    people = People(replay, setting, page.lang)
    _HandReport(replay, page, people, shown).print_whole_hand()
    return people.paths


class _HandReport:
    """The telling of one hand."""

    def __init__(self, replay: Judgement, page: Page, people: People, shown: ShownPart) -> None:
        self.replay = replay
        self.page = page
        self.people = people
        self.shown = shown
        self.whole_log = shown.seat is None
        self.wrong = Wrong(page, people, replay.findings if self.whole_log else ())
        self.sentences = EventSentences(page, people)
        self.grid = TrickTable(page, people)
        self.played: list[ev.Played] = []
        """The cards of the trick on the table, and whether they are only guessed at."""
        self.played_line = 0
        self.ahead: list[Happened] = []
        """Events that are not printed yet."""
        self.waiting: list[Happened] = []
        """Events while a trick was on the table; they are printed after the trick."""
        self.section: Words | None = None
        self.said: Spans = []
        """The auction so far, where it is printed in one line."""

    def print_whole_hand(self) -> None:
        """Everything, in order."""
        _heading(self.page, self.replay, self.people)
        self._print_limits()
        if self.shown.finished:
            deduced, partners = self.shown.visible_deductions(self.replay), self.shown.partners(self.replay)
            print_answer(self.page, self.people, self.replay, deduced=deduced, partners=partners, below=self.whole_log)
            if self.replay.odds is not None and self.whole_log:
                from calarec_tools.output.report.odds import print_odds

                print_odds(self.page, self.people, self.replay.odds, self.replay.possible)
        if self.page.full:
            self.page.print_title(_TABLE, self.people.name_rule("table.direction"))
            draw_table(self.page, self.people)
        self._print_deal()
        self._print_story()
        if not self.shown.finished:
            from calarec_tools.output.report.position import print_position

            print_position(self.page, self.people, self.shown)
            return
        print_account(self.page, self.people, self.replay)
        if self.whole_log:
            print_findings(self.page, [finding for finding in self.replay.findings if not is_of_course(finding)])

    def _print_limits(self) -> None:
        seen, cut = self.shown.seat is not None, self.shown.until is not None
        if not seen and not cut:
            return
        step: object = ""
        if self.shown.until:
            until = self.shown.until
            step = _STEPS[until] if until in _STEPS else self.page.filled_spans(_TRICK, number=until)
        who: object = ""
        if self.shown.seat is not None:
            who = self.people.who(self.people.setting.labels.index(self.shown.seat))
        self.page.print_sentence(_AS_SEEN[seen, cut], who=who, step=step)
        if seen and any(finding.severity != "note" and is_of_course(finding) for finding in self.replay.findings):
            self.page.print_sentence(_WITHHELD)

    # ------------------------------------------------------------------ the deal

    def _print_deal(self) -> None:
        dealt = [happening for happening in self.shown.happened if isinstance(happening.event, ev.Dealt | ev.Laid)]
        if not dealt:
            return
        page, people = self.page, self.people
        page.print_title(_DEAL, people.name_rule("deal"))
        if page.full:
            page.print_spans(people.suits())
            page.print_spans(people.face_spans())
        else:
            page.print_spans(seating_line(people))
            page.print_spans([*people.suits(), (" · ", "faint"), *people.face_spans()])
        names = [self._holder_name(each.event) for each in dealt]
        longest = min(max(len(name) for name in names), 14)
        ordered = sorted(zip(dealt, names, strict=True), key=lambda pair: self._place_of_event(pair[0].event))
        for each, name in ordered:
            event, hidden, blanks = glimpsed_event(each.event, self.shown.eyes)
            assert isinstance(event, ev.Dealt | ev.Laid)
            cards = (
                people.seen_cards(event.cards, hidden, (), blanks) if hidden or blanks else people.by_suit(event.cards)
            )
            start = f"{name:<{longest}}"
            page.print_spans([(start.replace(" ", FIXED), "strong"), ("  ", ""), *cards], hang=longest + 4)

    def _holder_name(self, event: ev.Event) -> str:
        if isinstance(event, ev.Dealt):
            return self.people.names_by_seat[event.seat]
        assert isinstance(event, ev.Laid)
        return self.people.pile_name(event.pile)

    def _place_of_event(self, event: ev.Event) -> tuple[bool, int]:
        if isinstance(event, ev.Laid):
            return True, event.pile
        assert isinstance(event, ev.Dealt)
        return False, event.seat

    # ------------------------------------------------------------------ the story

    def _print_story(self) -> None:
        if not self.shown.happened:
            self._print_as_written()
        self.ahead = list(self.shown.happened)
        while self.ahead:
            each = self.ahead.pop(0)
            if isinstance(each.event, ev.Dealt | ev.Laid | ev.Ended | ev.PileWon):
                continue
            if isinstance(each.event, ev.Said) and self._has_kept_word(each.event):
                continue
            self._say_joined()
            if each.line and not self.played:
                self.wrong.print_before(each.line)
            self._print_part_heading(each.event)
            self._print_happening(each)
        self._say_joined()
        if self.played:
            self._print_trick(None, self.played_line)
        if self.shown.finished:
            self.wrong.print_rest()

    def _has_kept_word(self, event: ev.Said) -> bool:
        """Keep a bid for the line of the auction, unless something must come between."""
        if self.page.full or event.kind in OPTIONAL or self.wrong.left:
            return False
        word, style = self._word_of_event(event)
        self.said += [(" · ", "faint")] if self.said else []
        self.said += self.page.filled_spans(_SAYS, who=self.people.who(event.seat), word=[(word, style)])
        return True

    def _say_joined(self) -> None:
        if self.said:
            # A bid that something else follows was printed under this heading already.
            if self.section is not _AUCTION:
                self.section = _AUCTION
                self.page.print_title(_AUCTION, self.people.name_rule("auction"))
            self.page.print_spans(self.said)
            self.said = []

    def _word_of_event(self, event: ev.Said) -> tuple[str, str]:
        """Return the word of a bid, and its style."""
        word = self.people.ruleset.name("contracts" if event.kind == "bid" else "words", event.word)
        return visible(text_in(word, self.page.lang)), "strong" if event.kind == "bid" else ""

    def _print_as_written(self) -> None:
        """Print the bids of a hand that was not played through, as written."""
        said = [statement for statement in self.replay.hand.statements if isinstance(statement, rec.SPOKEN)]
        if said:
            self.page.print_title(_AUCTION, self.people.name_rule("auction"))
        for each in said:
            label = each.seat
            seat = self.people.setting.labels.index(label) if label in self.people.setting.labels else -1
            who = self.people.who(seat) if seat >= 0 else label
            known = each.word in self.people.game.rules.contracts
            word = self.people.ruleset.name("contracts" if known else "words", each.word)
            self.page.print_sentence(_SAYS, who=who, word=visible(text_in(word, self.page.lang)))

    def _print_part_heading(self, event: ev.Event) -> None:
        """The heading of the part of the hand that an event belongs to."""
        section, ref = self._section_of(event)
        if section is None or section is self.section:
            return
        if section is _EXCHANGE and (self.section is _PLAY or (not self.page.full and self.section)):
            return
        self.section = section
        self.page.print_title(section, self.people.name_rule(ref) if ref else "")
        if isinstance(event, ev.Played):
            contract = self.sentences.contract
            written = contract_path(self.people.game.rules, contract) if contract else "all_pass"
            rule = self.people.name_rule(f"{written}.leader")
            if self.page.full:
                self.page.print_sentence(_LEADS, rule, who=self.people.who(event.seat))
            else:
                self.grid.rule = rule

    def _section_of(self, event: ev.Event) -> tuple[Words | None, str]:
        if isinstance(event, ev.Said) and event.kind not in OPTIONAL:
            return _AUCTION, "auction"
        if isinstance(event, ev.Played):
            return _PLAY, "play.follow"
        started = isinstance(event, ev.Settled | ev.AllPassed | ev.TrickWon) or self.section is None
        calling = isinstance(event, ev.Called) and self.sentences.declarer < 0
        return (None, "") if started or calling else (_EXCHANGE, "")

    def _print_happening(self, happened: Happened) -> None:
        event = happened.event
        if isinstance(event, ev.Said) and event.kind not in OPTIONAL:
            self.page.print_sentence(_SAYS, who=self.people.who(event.seat), word=[self._word_of_event(event)])
        elif isinstance(event, ev.Played):
            self.played.append(event)
            self.played_line = happened.line
        elif isinstance(event, ev.TrickWon):
            self._print_trick(event, happened.line)
        elif self.played:
            self.waiting.append(happened)
        else:
            self.sentences.print_event(happened, self.shown.eyes)

    def _drawn_cards(self) -> Spans:
        """Return the cards drawn after a trick, with seats, up to one with a finding."""
        said: Spans = []
        while self.ahead and not self.waiting:
            happened = self.ahead[0]
            if happened.event.rule != DRAWING or self.wrong.finding_columns(happened.line):
                break
            event, _, _ = glimpsed_event(self.ahead.pop(0).event, self.shown.eyes)
            said += [(" · ", "faint")] if said else []
            card = next(bits(event.cards), -1)
            drawn = self.people.card_spans(card) if card >= 0 else [(UNKNOWN, "faint")]
            said += [(f"{self.people.setting.labels[event.seat]} ", ""), *drawn]
        return said

    def _print_trick(self, won: ev.TrickWon | None, line: int) -> None:
        record = self.people.statements_by_line.get(line)
        trick = record if isinstance(record, rec.Trick) else None
        columns = self.wrong.finding_columns(line)
        wrong = [
            place
            for place in range(len(self.played))
            if columns and trick is not None and self.replay.hand.span(trick, card=place).column in columns
        ]
        number = won.number if won else (trick.number if trick else 0)
        self.grid.trick(
            number, self.played, won, trick, wrong, self._drawn_cards() if won and not self.page.full else []
        )
        self.played = []
        self.wrong.print_before(line + 1)
        for each in self.waiting:
            self.sentences.print_event(each, self.shown.eyes)
        self.waiting = []


def _heading(page: Page, replay: Judgement, people: People | None = None) -> None:
    """The hand's name, its place, and the ruleset."""
    hand = replay.hand
    ruleset = replay.game.ruleset
    name = page.filled_spans(_HAND, name=visible(hand.name)) if hand.name else [(page.localized_text(_UNNAMED), "")]
    title: Spans = [(text, "title") for text, _ in name]
    when = next((at.when for at in hand.every(rec.At)), "")
    about = [f"{visible(hand.file)}:{hand.line}", *([_time(when)] if when else [])]
    own = nearby(ruleset.file) if rule_place(f"{ruleset.file}:1:1") == f"{ruleset.file}:1:1" else ""
    page.blank()
    page.print_spans([*title, ("  " + " · ".join(about), "faint")], indent=0)
    said = f"{visible(text_in(ruleset.title, page.lang))} · {ruleset.id} {ruleset.version} {ruleset.digest[:12]}"
    page.print_spans([(f"{said} · {own}" if own else said, "faint")], indent=0)
    if people is not None:
        page.blank()


def _time(when: str) -> str:
    """A time as people write it."""
    day, _, clock = visible(when).partition("T")
    return f"{day} {clock[:5]}".strip()


def print_findings(page: Page, findings: Sequence[Finding]) -> None:
    """Findings as `check` shows them."""
    if not findings:
        return
    from calarec_tools.output.render import render

    page.print_title(_FINDINGS)
    for piece in render(findings, lang=page.lang, width=page.width, colour=page.colour):
        page.lines += piece.rstrip("\n").split("\n")
