"""Completions in a record: cards that are left, legal words, lines that are due.

The turn and the legal moves come from the judge that enters hands, the continuations of a line from the grammar.
"""

from __future__ import annotations

import json
from functools import cached_property
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.notation.expectations import follow_form, is_word
from calarec.core.notation.forms import FORMS
from calarec.core.notation.hand_reader import HAND_VERBS
from calarec.core.notation.single_lines import ANYWHERE_VERBS, EVENING_VERBS, verb_meant
from calarec.core.notation.writer import statement_line
from calarec.core.records.model import SPOKEN_KEYWORDS, At, Bid, Deal, Dealer, Double, Note, Out, Raise, RulesPin, Seat
from calarec.core.wording.cells import visible
from calarec.core.wording.findings import Edit, Fix
from calarec.core.wording.language import text_in
from calarec.core.wording.severities import Severity
from calarec.rule_files.digest import SHORTEST_PIN
from calarec_tools.desk.editor.line_hovers import describe_keyword
from calarec_tools.desk.editor.offers import WrittenOffer, last_word, without_repeats
from calarec_tools.desk.editor.rule_texts import describe_rule, describe_ruleset
from calarec_tools.desk.entering.entry_positions import (
    cards_held,
    has_no_dealer,
    is_begun,
    not_dealt,
    position_behind,
    undealt,
    unseen,
)
from calarec_tools.desk.entering.text import keyword_of
from calarec_tools.output.files.filling import compute_missing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language
    from calarec.playing.moves import LegalMoves
    from calarec_tools.desk.editor.edited_record import EditedRecord
    from calarec_tools.desk.entering.entry_positions import EntryPosition

_NOBODY_KNOWS: Final = "\0"
"""A word that fits nowhere: with it the grammar lists what it expects instead."""
_EXCHANGED: Final = ("give", "take", "discard", "table-card", "show")
_MOST_SEATS: Final = 8
_FIRST_LINES: Final = ("cal 1", "rules", "tag", "seat", "hand")
_SUMS: Final = ("result", "score", "total")
_FEW: Final = 6
"""The maximum number of legal words offered as fixes for an illegal one."""


def list_record_offers(record: EditedRecord, line: int, column: int, lang: Language) -> list[WrittenOffer]:
    """Return the completions at a place, those that are due first."""
    lines = record.text.split("\n")
    typed = lines[line - 1][: column - 1] if line <= len(lines) else ""
    if ";" in typed:
        return []
    place = _RecordPlace(record, lines, line, lang)
    words, start = last_word(typed)
    if not words:
        return without_repeats(place.offer_lines(start))
    return [
        offer
        for offer in without_repeats(place.offer_words(words, start))
        if offer.text not in words or offer.kind != "card"
    ]


# A few legal words are fixes; more are for completion. None is safe, because what was meant is unknown.
def with_legal_words(record: EditedRecord, finding: Finding, lang: Language) -> Iterator[Finding]:
    """Yield a finding at an unexplained word once with each of the few legal words."""
    span, verb = finding.span, verb_meant(record.text.split("\n")[finding.span.line - 1])
    if finding.fix is not None or finding.severity is Severity.NOTE or span.line != span.end_line:
        return
    kinds = ("card", "word") if verb in SPOKEN_KEYWORDS else ("card",)
    legal = [offer.text for offer in list_record_offers(record, span.line, span.column, lang) if offer.kind in kinds]
    for each in legal if len(legal) <= _FEW else ():
        yield replace(finding, fix=Fix((Edit(span, each),)))


def _acting_seat(words: Sequence[str]) -> str:
    """Return the seat that a line is about at its end; empty if it names none."""
    return next((word[:-1] for word in reversed(words) if word.endswith(":")), "")


class _RecordPlace:
    """A line of a record, and the state before it."""

    def __init__(self, record: EditedRecord, lines: Sequence[str], line: int, lang: Language) -> None:
        self.record, self.line, self.lang = record, line, lang
        self.head, self.first = record.head_at(line)
        self.before = tuple(each.rstrip("\r") for each in lines[self.first - 1 : line - 1])
        verbs = [keyword_of(each) for each in self.before]
        self.in_hand = "hand" in verbs and "end" not in verbs[verbs.index("hand") :]
        self.all_before = tuple(lines[: self.first - 1])

    @cached_property
    def position_before(self) -> EntryPosition:
        """The state of the record before the line."""
        return self._position_with(())

    def _position_with(self, more: tuple[str, ...]) -> EntryPosition:
        """Return the state before the line, or with the given part of it."""
        lines = (*self.before, *more)
        return position_behind(self.record, self.head, lines if self.in_hand else (*lines, "hand"), self.first)

    # ------------------------------------------------------------------ whole lines

    def offer_lines(self, start: int) -> Iterator[WrittenOffer]:
        """Yield lines that are due, then every verb that is allowed here."""
        if self.in_hand:
            first = [*self._offer_due_lines(start)]
            known = sorted(HAND_VERBS - EVENING_VERBS - {"hand", "x-", "trick"})
            known = [*known, "end"]
        elif not any(map(keyword_of, (*self.all_before, *self.before))):
            first, known = [], list(_FIRST_LINES)
        else:
            first = [*self._offer_between_hands(start)]
            known = sorted((EVENING_VERBS | ANYWHERE_VERBS | {"hand"}) - {"cal", "x-"})
        for each in first:
            yield each._replace(about=describe_keyword(verb_meant(each.text), self.lang))
        # A line that is offered whole begins with its verb: nobody need be offered that once more.
        begun = {verb_meant(each.text) for each in first}
        for verb in (each for each in known if each not in begun):
            bare = " " in verb or follow_form(verb, [verb]).complete
            yield WrittenOffer(verb, "verb", start, about=describe_keyword(verb_meant(verb), self.lang), more=not bare)

    def _offer_between_hands(self, start: int) -> Iterator[WrittenOffer]:
        """Yield lines the table lacks, the next hand, then further seats if there are any."""
        begun = self._hand_before() is not None
        named = any(keyword_of(each) == "rules" for each in (*self.all_before, *self.before))
        if not named:
            yield WrittenOffer("rules", "line", start, more=True)
        free = self._free_seats()
        seat = [WrittenOffer(f"seat {each}", "line", start, more=True) for each in free[:1]]
        game = self.position_before.game
        lacking = (
            not begun
            and named
            and len(self.position_before.session.order) < (2 if game is None else min(game.rules.table.seats))
        )
        yield from seat if lacking else ()
        yield WrittenOffer(f"hand {self._next_hand_name()}".rstrip(), "line", start)
        yield from () if begun else seat

    def _free_seats(self) -> list[str]:
        """Return the letters of free seats."""
        taken, game = set(self.position_before.session.order), self.position_before.game
        most = _MOST_SEATS if game is None else max(game.rules.table.seats)
        return [each for each in ascii_uppercase[:most] if each not in taken]

    def _hand_before(self) -> Hand | None:
        """The hand before the line."""
        return next((hand.hand for hand in reversed([*self.record.hands]) if hand.hand.line < self.line), None)

    def _next_hand_name(self) -> str:
        """Return the name of the next hand."""
        last = self._hand_before()
        if last is None:
            return "1"
        return str(int(last.name) + 1) if last.name.isdecimal() and last.name.isascii() else ""

    def _offer_due_lines(self, start: int) -> Iterator[WrittenOffer]:
        at = self.position_before
        if at.hand is None or at.game is None:
            return
        if has_no_dealer(at):
            if at.due:
                yield WrittenOffer(f"dealer {at.due}", "line", start, visible(at.person(at.due)))
            return
        if not is_begun(at):
            for place in undealt(at):
                text = place if place == "monte" else f"deal {place}:"
                yield WrittenOffer(text, "line", start, visible(at.person(place)), more=True)
        yield from self._offer_outcomes(start)
        for moves in at.moves:
            text = f"{moves.do} {moves.seat}:"
            if moves.do == "play":
                if at.state is None or at.state.trick:
                    continue
                text = f"{len(at.state.tricks) + 1:>2} {moves.seat}:"
                text = text.lstrip() if start > 1 else text
            yield WrittenOffer(text, "line", start, visible(at.person(moves.seat)), more=True)
        yield from self._offer_sums(start)

    def _offer_outcomes(self, start: int) -> Iterator[WrittenOffer]:
        """Yield results for a hand without cards, after its auction."""
        at = self.position_before
        if at.hand is None or at.state is None or at.setting is None or not at.state.contract or at.is_over:
            return
        said = (Dealer, Bid, Raise, Double, Out, At, Note, RulesPin, Seat)
        if all(isinstance(statement, said) for statement in at.hand.statements):
            seat = at.setting.labels[at.state.declarer]
            for word in ("won", "lost"):
                yield WrittenOffer(f"result {seat}: {word}", "line", start, visible(at.person(seat)))

    def _offer_sums(self, start: int) -> Iterator[WrittenOffer]:
        """Result, payments and totals as the rules have them, and the end."""
        judged, at = self.position_before.judgement, self.position_before
        if judged is None:
            return
        found, _ = compute_missing(judged, unsure=at.unsure)
        have = {type(statement) for statement in judged.hand.statements}
        for each in () if found is None else (found.result, found.score, found.total):
            if each is not None and type(each) not in have:
                yield WrittenOffer(statement_line(each), "line", start)
        if at.is_over:
            yield WrittenOffer("end", "line", start)

    # ------------------------------------------------------------------ words of a line

    def offer_words(self, words: list[str], start: int) -> Iterator[WrittenOffer]:
        """Yield the possible continuations of a line."""
        verb = "trick" if is_word("NUMBER", words[0]) else words[0]
        if verb not in FORMS:
            return
        expected = follow_form(verb, [*words, _NOBODY_KNOWS])
        if expected.word_index < len(words):
            return
        terminals = [name for name in expected.expected if not name.startswith('"')]
        at = self._position_with_words(words) if terminals and self.in_hand else self.position_before
        goes_on = verb == "trick" and at.state is not None and bool(at.state.trick)
        for name in expected.expected:
            if name == '">"' and goes_on:
                continue
            if name.startswith('"'):
                yield WrittenOffer(name[1:-1], "word", start)
            else:
                yield from self._offer_terminal(name, verb, words, at, start)

    def _position_with_words(self, words: list[str]) -> EntryPosition:
        """Return the state after the words of the line, if they are readable."""
        said = words[:-1] if words[-1].endswith(":") else words
        if len(said) > 2 and (is_word("NUMBER", said[0]) or said[0] in SPOKEN_KEYWORDS):
            at = self._position_with((" ".join(said),))
            if at.hand is not None and not at.hand.broken:
                return at
        return self.position_before

    def _offer_terminal(
        self, name: str, verb: str, words: list[str], at: EntryPosition, start: int
    ) -> Iterator[WrittenOffer]:
        match name:
            case "SEAT" if verb == "seat":
                yield from (WrittenOffer(seat, "seat", start, more=True) for seat in self._free_seats())
            case "SEAT" | "ACTOR" | "SIDE":
                if verb in _SUMS:
                    yield from self._offer_amounts(verb, words, at, start)
                yield from self._offer_seats(name, verb, words, at, start)
            case "CARD" | "PLAY":
                yield from (WrittenOffer(card, "card", start) for card in self._offered_cards(verb, words, at))
            case "WORD":
                yield from self._offer_said_words(verb, words, at, start)
            case "PIN" | "DIGEST":
                yield from self._offer_rulesets(name, words, start)
            case "AMOUNT":
                yield from self._offer_amounts(verb, words, at, start)
            case "STRING" if verb == "adjust" and self.in_hand:
                for name, rule in at.game.rules.agreed.items() if at.game is not None else ():
                    about = visible(text_in(rule.text, self.lang))
                    yield WrittenOffer(json.dumps(name), "word", start, about=about)
            case "NUMBER" if verb == "hand":
                yield WrittenOffer(self._next_hand_name() or "1", "value", start)

    def _offer_seats(
        self, name: str, verb: str, words: list[str], at: EntryPosition, start: int
    ) -> Iterator[WrittenOffer]:
        mark = "" if name == "SEAT" else ":"
        do = "play" if verb == "trick" else verb
        due = [moves.seat for moves in at.moves if moves.do == do]
        due += [at.due] if verb == "dealer" else []
        due += [each for each in undealt(at) if each != "monte"] if verb == "deal" else []
        for seat in dict.fromkeys((*filter(None, due), *at.session.order)):
            if f"{seat}{mark}" not in words[1:]:
                yield WrittenOffer(f"{seat}{mark}", "seat", start, visible(at.person(seat)), more=bool(mark))

    def _offered_cards(self, verb: str, words: list[str], at: EntryPosition) -> Sequence[str]:
        if verb in ("deal", "monte", "carry"):
            return not_dealt(at)
        if verb == "trick" and at.setting is not None and len(words) - 2 >= len(at.setting.active):
            return ()  # all have played
        moves = self._legal_moves(verb, words, at)
        found = [card for move in moves for card in (*move.cards, *(unseen(at, move.seat) if move.unseen else ()))]
        if not found and verb in _EXCHANGED:
            # Lines that are due before it may be left out: then whoever is named has what he has.
            found = list(cards_held(at, _acting_seat(words), verb))
        # Where neither cards nor exchange are written nobody knows who has what: whatever is left may be played.
        unwritten = verb == "trick" and not self._has_deal(at)
        if not found and (unwritten or verb not in ("trick", "call", "give", "take", "discard")):
            found = list(at.left)
        return list(dict.fromkeys(found))

    def _has_deal(self, at: EntryPosition) -> bool:
        """Check whether the hand has a deal."""
        return at.hand is None or any(isinstance(statement, Deal) for statement in at.hand.statements)

    def _legal_moves(self, verb: str, words: list[str], at: EntryPosition) -> list[LegalMoves]:
        """Return the legal moves of this kind, for the seat that the line names."""
        do = "play" if verb == "trick" else verb
        found = [move for move in at.moves if move.do == do]
        if verb == "trick":
            return found
        return [each for each in found if _acting_seat(words) in ("", each.seat)]

    def _offer_said_words(self, verb: str, words: list[str], at: EntryPosition, start: int) -> Iterator[WrittenOffer]:
        game = at.game
        if game is None:
            return
        for moves in self._legal_moves(verb, words, at):
            for word in moves.words:
                yield self._word_offer(word, verb, at, start)
        if verb in ("take", "discard"):
            yield from (WrittenOffer(pile, "word", start) for pile in game.piles)
        elif verb in ("fault", "declare", "signal"):
            yield from (self._word_offer(each, verb, at, start) for each in game.rules.standing)
        elif verb == "carry":
            yield from (
                WrittenOffer(each, "word", start) for each in (*game.piles, "all-pass", "pot", *game.rules.match.next)
            )

    def _word_offer(self, word: str, verb: str, at: EntryPosition, start: int) -> WrittenOffer:
        from calarec.core.records.places import Piece
        from calarec_tools.desk.editor.record_hovers import word_paths

        assert at.game is not None
        ruleset = at.game.ruleset
        paths = word_paths(ruleset, verb, Piece("word", 0, word))
        kind = "contracts" if word in at.game.rules.contracts else "words"
        about = describe_rule(ruleset, paths[0], self.lang) if paths else ""
        return WrittenOffer(word, "word", start, visible(text_in(ruleset.name(kind, word), self.lang)), about)

    def _offer_rulesets(self, name: str, words: list[str], start: int) -> Iterator[WrittenOffer]:
        from calarec.record_judge.pins import ids_beside
        from calarec.rule_files.load import RulesetError, load_ruleset
        from calarec.rule_files.locate import known_ids, rule_folders

        beside = ids_beside(self.record.file)
        if name == "PIN":
            for each in {**known_ids(rule_folders()), **beside}:
                yield WrittenOffer(each, "ruleset", start)
            return
        named = words[-1].partition("@")[0]
        try:
            ruleset = load_ruleset(beside.get(named, named))
        except RulesetError:
            return
        about = describe_ruleset(ruleset, self.lang)
        yield WrittenOffer(f"sha256:{ruleset.digest[:SHORTEST_PIN]}", "value", start, about=about)

    def _offer_amounts(self, verb: str, words: list[str], at: EntryPosition, start: int) -> Iterator[WrittenOffer]:
        """The rest of the line as the rules have it."""
        judged = self.position_before.judgement
        found = None if judged is None else compute_missing(judged, unsure=at.unsure)[0]
        line = None if found is None or verb not in _SUMS else getattr(found, verb)
        if line is None:
            return
        due = statement_line(line).split(" ")
        if due[: len(words)] == words:
            yield WrittenOffer(" ".join(due[len(words) :]), "value", start)
