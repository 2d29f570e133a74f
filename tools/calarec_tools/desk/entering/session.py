"""Entering hands, without a terminal: from input to the record and its messages.

Terms. A *typed* line is a line of the notation, words or cards of the seat that is due, a hand in one line, a command,
or an empty line, which accepts forced moves. An entry is *taken* if the judge finds no new mistake in the record with
it; otherwise it is *refused* and can be written as it happened.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final, Self

from calarec.core.base.frozen import NamedTuple
from calarec.core.notation.hand_reader import HAND_VERBS
from calarec.core.notation.single_lines import ANYWHERE_VERBS, EVENING_VERBS
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Words, text_in
from calarec_tools.desk.entering import prompts
from calarec_tools.desk.entering.completing import list_completions
from calarec_tools.desk.entering.entered_moves import TRICK, with_first, with_forced
from calarec_tools.desk.entering.entry_positions import find_position, has_no_dealer, is_begun, news, renew_totals
from calarec_tools.desk.entering.evening_session import EveningSession
from calarec_tools.desk.entering.memories import describe_bounds, find_memories
from calarec_tools.desk.entering.one_line_hands import (
    OUTCOME_WORDS,
    WrongWord,
    declared_contract,
    has_bidder_named,
    may_begin,
    passing_word,
    points_in_units,
    read_one_line_hand,
    wrong_word,
)
from calarec_tools.desk.entering.open_outcomes import (
    find_chosen_outcome,
    list_open_outcomes,
    outcomes_with_totals,
    with_bonus,
    with_its_score,
)
from calarec_tools.desk.entering.people_lines import (
    TABLE_VERBS,
    KnownPeople,
    by_seats,
    find_typed_seat,
    split_typed_words,
    table_verb,
)
from calarec_tools.desk.entering.text import (
    RecordParts,
    align_trick,
    first_record_lines,
    keyword_of,
    reopen_hand,
    split_record,
)
from calarec_tools.desk.entering.typed_words import NotTakenError, complete_word, read_typed_card, split_glued_cards
from calarec_tools.output.files.filling import compute_missing
from calarec_tools.output.formats.preamble import dummy_lines
from calarec_tools.output.report.wrong import with_people_named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language
    from calarec_tools.desk.entering.entry_positions import EntryPosition
    from calarec_tools.desk.entering.memories import Memory
    from calarec_tools.desk.entering.one_line_hands import OneLineHand
    from calarec_tools.desk.entering.open_outcomes import LeftOpen

_LABELS: Final = "ABCDEFGH"
_BARE: Final = ("end", "match", "hand")
"""Keywords that are complete lines."""


class Reply(NamedTuple):
    """The messages about an entry, and whether the session is over."""

    said: tuple[str, ...] = ()
    done: bool = False


class Certain(NamedTuple):
    """The certain facts of an open hand, and the facts that would settle it."""

    said: tuple[str, ...]
    memories: tuple[Memory, ...]


class Entry:
    """A record that is being entered; `text` is to be saved after each entry."""

    def __init__(
        self,
        text: str,
        *,
        asked: Ruleset | None = None,
        lang: Language = "en",
        file: str = "-",
        day: str = "",
        load: Callable[[str], Ruleset] | None = None,
        by_name: bool = False,
    ) -> None:
        """Begin with a text.

        `asked` is the ruleset that was asked for, `load` finds one by typed text; `day` dates a new record.
        `by_name`: findings are sentences without codes, as in the page.
        """
        self.lang: Language = lang
        self.day = day
        self.load = load
        self.asked = asked
        self.evening = EveningSession(file=file, asked=asked)
        self.by_name = by_name
        self.begin(text)

    def begin(self, text: str) -> None:
        """Continue a record; an empty one begins with the ruleset asked for."""
        self.parts = split_record(text)
        if not self.parts.head and not self.parts.hand and self.asked is not None:
            self.parts = RecordParts(first_record_lines(self.asked, self.day))
        self.at = find_position(self.evening, self.parts)
        self.past: list[RecordParts] = []
        self.refused: RecordParts | None = None
        self.cause: Finding | None = None
        """The reason why the last entry was refused."""
        self._bonus = RecordParts(), ""
        """The bonus named for a hand that leaves more open, and the record with that hand."""
        self.told: frozenset[str] = frozenset()
        """Sentences already shown about it."""
        self.rest: list[str] = []
        self.opened: tuple[RecordParts, RecordParts] | None = None
        """The record before a hand was opened again, and with that hand open."""

    @property
    def text(self) -> str:
        """The text of the record."""
        return self.parts.text

    def asks(self) -> str:
        """The prompt for the next input."""
        return self._say(prompts.asked_for(self.at, has_table=self.by_name)) + "> "

    def resume_notice(self) -> tuple[str, ...]:
        """The message about a hand that is open at the start of the session."""
        return (
            (self._say(prompts.GOES_ON.with_values(name=self.at.hand.name)),)
            if self.at.hand and self.parts.hand
            else ()
        )

    def totals(self) -> str:
        """The running score, in one line; empty before the first hand."""
        return prompts.totals_line(self.at)

    def _say(self, *said: Words) -> str:
        return " ".join(text_in(each, self.lang) for each in said)

    def take(self, typed: str, dealer: str = "") -> Reply:
        """Take one typed line into the record, or answer why it is refused.

        `dealer` is the seat that deals a hand that begins with it; "": the seat that is due.
        """
        before, at = self.parts, self.at
        typed = typed.strip()
        if typed == "?":
            return Reply(tuple(map(self._say, self._rule_of_refusal() or (prompts.NO_RULE,))))
        self.cause = None
        self.at = self._position_with_dealer(dealer)
        try:
            if self._find_command(typed) == "undo":
                return self._undo()
            reply = self._answer_typed(typed)
        except NotTakenError as error:
            self.parts, self.at = before, at
            return Reply(tuple(text_in(each, self.lang) for each in error.said))
        if self.parts != before:
            self.past.append(before)
            self.refused = None
        else:
            self.at = at
        return reply

    def with_dealer(self, dealer: str) -> Self:
        """Return the entry with this seat due to deal the next hand."""
        entry = copy(self)
        entry.at = self._position_with_dealer(dealer)
        return entry

    def _position_with_dealer(self, dealer: str) -> EntryPosition:
        is_free = dealer in self.at.session.order and not self.parts.hand
        return self.at._replace(due=dealer) if is_free else self.at

    def take_back(self, before: str) -> Reply:
        """Take back the last entry.

        `before`: the text of the record before that entry, or "" if it is unknown.
        """
        if before and before not in (parts.text for parts in self.past[-1:]):
            self.past.append(split_record(before))
        return self.take("undo")

    def _answer_typed(self, typed: str) -> Reply:
        if typed == "!":
            return self._as_it_happened()
        if typed.startswith("!"):
            return self._enter_line(typed[1:].strip(), force=True)
        return self._command(typed) or self._enter_line(typed, force=False)

    def _rule_of_refusal(self) -> tuple[Words, ...]:
        """The rule for which the last entry was refused, with its source."""
        return () if self.cause is None else prompts.by_rule(self.cause)

    def _as_it_happened(self) -> Reply:
        if self.refused is None:
            raise NotTakenError(prompts.NOTHING_REFUSED)
        told = self.told
        said = self._take_parts(self.refused, force=True).said + self._take_words(self.rest, force=True)
        return Reply(tuple(each for each in said if each not in told))

    def _enter_line(self, typed: str, *, force: bool) -> Reply:
        session, self.rest = self.at.session, []
        if self.at.game is None:
            return self._take_rules(typed)
        if not session.seats:
            return self._take_people(typed)
        if self.parts.hand:
            return self._enter_in_hand(typed, force=force)
        return self._enter_between_hands(typed, force=force)

    def _take_parts(self, parts: RecordParts, *, force: bool = False) -> Reply:
        """The record with an entry, unless something new is wrong with it."""
        now = find_position(self.evening, parts)
        people = self.at.session.people
        found = news(self.at.wrong, now.wrong)
        first = parts.first_changed_line(self.parts)
        # A warning refuses what it is about, and nothing that was written before.
        wrong = [finding for finding in found if finding.severity == "error" or finding.span.line > first]
        unreadable = bool(wrong) and parts.unreadable > self.parts.unreadable
        if unreadable or (wrong and not force):
            self.cause, self.refused = with_people_named(wrong[0], people), None
            said = self._describe_finding(self.cause)
            if unreadable:
                raise NotTakenError(said)
            self.refused, self.told = parts, frozenset((self._say(said),))
            has_rule = not self.by_name and self._rule_of_refusal()
            raise NotTakenError(said, prompts.OR_ITS_RULE if has_rule else prompts.AS_IT_HAPPENED)
        self.parts, self.at = parts, now
        return Reply(tuple(self._say(self._describe_finding(with_people_named(finding, people))) for finding in found))

    def _describe_finding(self, found: Finding) -> Words:
        return prompts.describe_finding(found, code=not self.by_name)

    def _find_command(self, typed: str) -> str:
        """Return the command that is typed, if it is one; only `edit` has an argument."""
        word, _, rest = typed.partition(" ")
        found = next((each for each in prompts.COMMANDS if word.casefold() in prompts.command_names(each)), "")
        return found if bool(rest.strip()) == (found == "edit") else ""

    def asked_to_edit(self, typed: str) -> str:
        """Return the hand to be opened again, if `edit` was typed."""
        return typed.split(maxsplit=1)[1].strip() if self._find_command(typed.strip()) == "edit" else ""

    def _command(self, typed: str) -> Reply | None:
        match self._find_command(typed):
            case "edit":
                return self._edit(self.asked_to_edit(typed))
            case "help":
                return Reply(tuple(text_in(each, self.lang) for each in prompts.HELP))
            case "list":
                return Reply(self.parts.hand or ((self.totals(),) if self.totals() else ()))
            case "certain":
                found = self.find_certain()
                return Reply((*found.said, *(memory.said for memory in found.memories)))
            case "quit":
                return Reply((self._say(prompts.UNFINISHED),) if self.parts.hand else (), done=True)
        return None

    def _undo(self) -> Reply:
        before = self.past.pop() if self.past else self._without_last_step()
        if before == self.parts:
            raise NotTakenError(prompts.NOTHING_TO_UNDO)
        gone, undone = self.parts.lines_beyond(before), self.at
        self.parts, self.refused = before, None
        self.at = find_position(self.evening, before)
        said = prompts.step_taken_back(gone, undone, self.at) if self.by_name else prompts.taken_back(gone)
        return Reply(tuple(map(self._say, said)))

    def _without_last_step(self) -> RecordParts:
        """The record without its last step, where the text before it is not known.

        The page writes a hand without cards in one step, a prompt may have taken its lines one by one.
        """
        whole = self.parts.without_last_hand() if self.by_name and not self.parts.hand else None
        return whole or self.parts.without_last_entry()

    def _edit(self, name: str) -> Reply:
        if self.parts.hand:
            raise NotTakenError(prompts.STILL_OPEN.with_values(name=self.at.hand.name if self.at.hand else ""))
        open_again = reopen_hand(self.parts, name)
        if open_again is None:
            raise NotTakenError(prompts.NO_HAND.with_values(name=name))
        open_again = with_its_score(self.evening, self.parts.lines, open_again)
        self.opened = self.parts, open_again
        self.parts, self.at = open_again, find_position(self.evening, open_again)
        return Reply((*self.parts.hand, *self._ask_memories(prompts.REMEMBER), self._say(prompts.WRITE_ANEW)))

    def find_certain(self) -> Certain:
        """Return the possible outcomes of the open hand if no more of it is remembered."""
        if not any(TRICK.match(line.lstrip()) for line in self.parts.hand):
            return Certain((self._say(prompts.NOTHING_CERTAIN),), ())
        judged = self._judge_as_closed()
        bounds = () if judged is None else prompts.came_to(judged, self.lang) or describe_bounds(judged, self.lang)
        # The line that ends the hand is not among those that a fact is written into.
        memories = find_memories(judged, self.parts.hand[1:], len(self.parts.head) + 2, self.lang)
        return Certain(bounds or (self._say(prompts.REST_OPEN),), tuple(memories))

    def _judge_as_closed(self) -> Judgement | None:
        """The judgement of the open hand, if nothing more of it is written."""
        if self.at.is_over or any(keyword_of(line) == "end" for line in self.parts.hand):
            return self.at.judgement
        return find_position(self.evening, self.parts.with_line("end")).judgement

    def list_memories(self) -> list[Memory]:
        """The facts that would settle the open hand."""
        return find_memories(self.at.judgement, self.parts.hand[1:], len(self.parts.head) + 2, self.lang)

    def _ask_memories(self, asked: Words) -> tuple[str, ...]:
        """Return the open hand's possible outcomes, and numbered facts to settle it.

        The heading `asked` precedes the facts. The page has buttons for them.
        """
        bounds = describe_bounds(self._judge_as_closed(), self.lang)
        if self.by_name:
            return bounds
        numbered = [f"{number} {memory.said}" for number, memory in enumerate(self.list_memories(), 1)]
        return (*bounds, *((self._say(asked), *numbered) if numbered else ()))

    def _take_memory(self, typed: str) -> Reply | None:
        """Write the fact of a typed number; None if no fact has that number."""
        found = self.list_memories() if typed.isdecimal() and len(typed) == 1 and not self.at.moves else []
        if not 0 < int(typed if found else 0) <= len(found):
            return None
        memory = found[int(typed) - 1]
        said = self._take_parts(self.parts._replace(hand=(self.parts.hand[0], *memory.lines)), force=True).said
        judged = self.at.judgement
        came_to = prompts.came_to(judged, self.lang) if judged is not None else ()
        return Reply((*said, *came_to, *self._ask_memories(prompts.REMEMBER)))

    def _take_rules(self, typed: str) -> Reply:
        if not typed or self.load is None:
            raise NotTakenError(prompts.WHICH_RULES.with_values(known=", ".join(prompts.list_rulesets())))
        said = first_record_lines(self.load(typed), self.day)
        begun = any(map(keyword_of, self.parts.head))
        head = (*self.parts.head, *(line for line in said if not begun or keyword_of(line) == "rules"))
        return self._take_parts(self.parts._replace(head=head), force=True)

    def _take_people(self, typed: str) -> Reply:
        return self.seat_people([word.strip() for word in typed.split(",") if word.strip()])

    def seat_people(self, names: Sequence[str], wrong: Words = prompts.PEOPLE) -> Reply:
        """Seat these people in order of play; raise with message `wrong` if impossible."""
        assert self.at.game is not None
        allowed = self.at.game.people
        if len(names) not in allowed or len(set(names)) != len(names):
            raise NotTakenError(wrong.with_values(seats=Listing(tuple(map(str, allowed)), either=True)))
        if any(not name.isprintable() or len(name) > 200 for name in names):
            raise NotTakenError(wrong.with_values(seats=Listing(tuple(map(str, allowed)), either=True)))
        lines = [statement_line(m.Seat(label, name)) for label, name in zip(_LABELS, names, strict=False)]
        dummies = self.at.game.rules.table.dummies
        nobody = dummy_lines(len(names), 0 if dummies is None else dummies.hands)
        return self._take_parts(self.parts._replace(head=(*self.parts.head, "", *lines, *nobody)))

    def _enter_between_hands(self, typed: str, *, force: bool) -> Reply:
        if not typed:
            if not self.at.due:
                raise NotTakenError(prompts.WHO_DEALS)
            return self._take_parts(self._with_hand_begun(self.at.due), force=force)
        if self._is_line(typed):
            return self._line_between(self._by_seats(typed), force=force)
        words = self._split_words(typed)
        seat = self._find_seat(words[0])
        if seat and len(words) == 1:
            return self._take_parts(self._with_hand_begun(seat), force=force)
        if not self.at.due:
            raise NotTakenError(prompts.WHO_DEALS)
        begun = self._with_hand_begun(self.at.due)
        assert self.at.game is not None
        passing = passing_word(self.at.game, words)
        if passing:
            return self._closing(self._all_pass(begun, passing), force=force)
        told = self._one_line(begun, words, force=force)
        if told is not None:
            return told
        if not may_begin(self.at.game, self.at.session.order, words[0]) or has_bidder_named(self.at, words):
            wrong = None if (gone := self._gone(words[0])) else self._wrong_word(words)
            raise NotTakenError(wrong or prompts.not_between(self.at, typed, gone, self.lang))
        self._take_parts(begun, force=force)
        return self._enter_in_hand(typed, force=force)

    def _wrong_word(self, words: list[str]) -> Words | None:
        """Why words that were meant as a hand in one line are none."""
        assert self.at.game is not None
        declared = declared_contract(self.at) if self.parts.hand else None
        ends_it = declared is not None and (self._find_seat(words[0]), *words[1:2]) == declared
        if self.at.hand is not None and is_begun(self.at) and not ends_it:
            begun = prompts.BEGUN.with_values(name=visible(self.at.hand.name), asked=prompts.asked_for(self.at))
            return begun if read_one_line_hand(self.at.game, words, self._find_seat) else None
        wrong = wrong_word(self.at.game, words, tuple(self.at.session.people.values()), self._find_seat)
        return prompts.not_in_one_line(wrong) if wrong else None

    def _gone(self, typed: str) -> str:
        """Return the player who has left the table, if that was typed."""
        return complete_word(typed, [who for who in self.at.totals if who not in self.at.session.people.values()])

    def _by_seats(self, typed: str) -> str:
        known = KnownPeople(self.at.session.people, tuple(self.at.totals), self.parts.letters)
        return by_seats(typed, known, self._find_seat)

    def _line_between(self, typed: str, *, force: bool) -> Reply:
        verb = keyword_of(typed)
        if verb == "leave" and (gone := self._gone(" ".join(self._split_words(typed[len(verb) :].strip())))):
            raise NotTakenError(prompts.HAS_LEFT.with_values(who=visible(gone)))
        if verb == "hand":
            return self._take_parts(self.parts.with_hand_begun((typed,)), force=force)
        if verb == "dealer":
            return self._take_parts(
                self.parts.with_hand_begun((f"hand {self._next_name()}".rstrip(), typed)), force=force
            )
        if verb in EVENING_VERBS or verb in ANYWHERE_VERBS or verb.startswith("x-"):
            blank = ("",) if self.parts.head and keyword_of(self.parts.head[-1]) == "end" else ()
            before = self.at
            said = self._take_parts(self.parts._replace(head=(*self.parts.head, *blank, typed)), force=force).said
            changed = prompts.changes_between if self.by_name else prompts.at_the_table
            return Reply((*said, *map(self._say, changed(before, self.at))))
        if not self.at.due:
            raise NotTakenError(prompts.WHO_DEALS)
        return self._take_parts(self._with_hand_begun(self.at.due).with_line(typed), force=force)

    def _with_hand_begun(self, dealer: str) -> RecordParts:
        name = self._next_name()
        return self.parts.with_hand_begun((f"hand {name}".rstrip(), statement_line(m.Dealer(dealer))))

    def _next_name(self) -> str:
        last = self.at.name
        if not last:
            return "" if any(keyword_of(line) == "hand" for line in self.parts.head) else "1"
        return str(int(last) + 1) if last.isdecimal() and last.isascii() else ""

    def _split_words(self, typed: str) -> list[str]:
        return split_typed_words(self.at, typed)

    def _find_seat(self, typed: str) -> str:
        return find_typed_seat(self.at, typed)

    def _all_pass(self, begun: RecordParts, word: str) -> RecordParts:
        at = find_position(self.evening, begun)
        order = [at.setting.labels[seat] for seat in at.setting.active] if at.setting else at.session.order
        return begun.with_line("bid " + " ".join(f"{seat}: {word}" for seat in order))

    def _one_line(self, begun: RecordParts, words: list[str], *, force: bool) -> Reply | None:
        """Enter a one-line hand; None if the words are none."""
        assert self.at.game is not None
        found = read_one_line_hand(self.at.game, words, self._find_seat)
        is_open = bool(self.parts.hand) and is_begun(self.at)
        if found is None or (is_open and declared_contract(self.at) != found.declared):
            return None
        *auction, result = found.lines
        for line in () if is_open else auction:
            begun = begun.with_line(line)
        if found.stated:
            self._compare_with_points(begun, result, found, words)
        begun = begun.with_line(result)
        if keyword_of(result) == "total":
            judged = find_position(self.evening, begun.with_line("end")).judgement
            if judged is None or judged.account is None or not judged.account.payments:
                raise NotTakenError(*self._describe_open_totals(begun, found))
        hint = tuple(map(self._say, prompts.describe_bare_number(self.at.game, found)))
        if not found.bonus:
            return Reply((*hint, *self._closing(begun, force=force).said))
        said = (*hint, *self._take_parts(begun, force=force).said)
        outcomes = with_bonus(self.at, found.bonus)
        if not outcomes:
            raise NotTakenError(prompts.NO_BONUS.with_values(bonus=found.bonus))
        if len(outcomes) == 1:
            return Reply((*hint, *self._closing(begun.with_line(outcomes[0].score), force=force).said))
        self._bonus = self.parts, found.bonus
        return Reply((*said, *map(self._say, prompts.which_of(outcomes))))

    def _describe_open_totals(self, begun: RecordParts, hand: OneLineHand) -> tuple[Words, ...]:
        """Say what totals leave open, or which totals the hand can give."""
        at = find_position(self.evening, begun.with_line("end"))
        assert self.at.game is not None
        name = self.at.game.ruleset.name("contracts", hand.declared[1])
        refused = prompts.NO_TOTALS.with_values(contract=name)
        found, possible = outcomes_with_totals(at, hand.totals, self.at.totals)
        if len(found) > 1:
            missing = [label for label in possible if label not in hand.totals]
            return refused, *prompts.describe_left_open(at, found, missing)
        return refused, *prompts.describe_possible_totals(at, hand.totals, possible)

    def _compare_with_points(self, begun: RecordParts, result: str, hand: OneLineHand, words: list[str]) -> None:
        """Refuses won or lost with points by which the rules end the hand otherwise."""
        assert self.at.game is not None
        seat = hand.declared[0]
        stated = hand.stated == "won"
        amount = result.rpartition(" ")[2]
        place = max(place for place, word in enumerate(words) if word.casefold() in OUTCOME_WORDS)
        shorter = " ".join((*words[:place], *words[place + 1 :]))
        wins = self._wins_with(begun.with_line(result), seat)
        if wins is None:
            self._take_parts(begun.with_line(result))
            raise NotTakenError(prompts.not_in_one_line(WrongWord("points", amount, shorter)))
        if wins == stated:
            return
        other = f"{hand.points}p" if hand.points else ""
        if other and self._wins_with(begun.with_line(f"result {seat}: {other}"), seat) == stated:
            meant = [" ".join((*words[: place + 1], other, *words[place + 2 :]))]
        else:
            meant = [shorter, " ".join(words[: place + 1])]
        units = points_in_units(self.at.game, amount)
        raise NotTakenError(prompts.describe_contradiction(self.at.game, hand, units, meant))

    def _wins_with(self, parts: RecordParts, seat: str) -> bool | None:
        """Check whether a seat wins with this result; None if the rules leave it open."""
        at = find_position(self.evening, parts)
        if at.judgement is None or at.judgement.account is None or at.setting is None or news(self.at.wrong, at.wrong):
            return None
        index = at.setting.labels.index(seat)
        return next((side.wins for side in at.judgement.account.sides if index in side.seats), None)

    def open_outcomes(self) -> list[LeftOpen]:
        """Return the outcomes of the open hand, if its result leaves the payments open."""
        parts, bonus = self._bonus
        return with_bonus(self.at, bonus) if parts == self.parts and self.parts.hand else list_open_outcomes(self.at)

    def _enter_in_hand(self, typed: str, *, force: bool) -> Reply:
        if has_no_dealer(self.at) and (
            dealer := self._find_seat(" ".join(self._split_words(typed))) if typed else self.at.due
        ):
            return self._take_parts(self.parts.with_line(statement_line(m.Dealer(dealer))), force=force)
        if not typed:
            return self._take_forced()
        if typed.startswith("-"):
            shorter = self.parts.without_line(typed[1:].strip())
            if shorter is None:
                raise NotTakenError(prompts.NO_LINE)
            return self._take_parts(shorter, force=True)
        if self._is_line(typed):
            return self._take_line(self._by_seats(typed), force=force)
        assert self.at.game is not None
        if (outcome := find_chosen_outcome(self.open_outcomes(), typed, self.lang)) is not None:
            return self._closing(self.parts.with_line(outcome.score), force=force)
        if (remembered := self._take_memory(typed)) is not None:
            return remembered
        words = split_glued_cards(typed, self.at.game.cards.names)
        named = self._split_words(typed)
        if (led := self._trick_led_by(named)) is not None:
            return self._take_parts(led, force=force)
        if (told := self._one_line(self.parts, named, force=force)) is not None:
            return told
        if not is_begun(self.at) and has_bidder_named(self.at, named) and (wrong := self._wrong_word(named)):
            raise NotTakenError(wrong)
        return Reply(self._take_words(words, force=force))

    def _trick_led_by(self, named: list[str]) -> RecordParts | None:
        """Add the next trick if its leader was asked for and typed; None otherwise."""
        state, game = self.at.state, self.at.game
        leader = self._find_seat(named[0].rstrip(":")) if named[1:] else ""
        if self.at.moves or state is None or game is None or state.step != "play" or state.is_over or not leader:
            return None
        cards = [read_typed_card(word, game.cards.names, self.at.left) for word in named[1:]]
        line = f"{len(state.tricks) + 1} {leader}: {' '.join(cards)}"
        return self.parts.with_line(align_trick(line)) if all(cards) else None

    def _take_words(self, words: list[str], *, force: bool) -> tuple[str, ...]:
        """Take word after word; words after a refused one are kept with it."""
        said: tuple[str, ...] = ()
        while words:
            found = with_first(self.at, self.parts, words)
            if found is None:
                wrong = self._wrong_word(self._split_words(" ".join(words)))
                raise NotTakenError(wrong or prompts.describe_unknown_word(self.at, words[0]))
            parts, self.rest = found
            words = self.rest
            said += self._take_parts(parts, force=force).said
        return said

    def _take_line(self, typed: str, *, force: bool) -> Reply:
        """Take a line of the notation; in a reopened hand it replaces an old line."""
        verb = keyword_of(typed)
        if verb == "end":
            return self.close((typed,))
        name = self.at.hand.name if self.at.hand else ""
        if verb == "hand" or verb == "cal":
            raise NotTakenError(prompts.STILL_OPEN.with_values(name=name))
        if verb in TABLE_VERBS:
            if self.parts.edited or any(keyword_of(line) not in ("", "dealer") for line in self.parts.hand[1:]):
                raise NotTakenError(prompts.BETWEEN_HANDS.with_values(name=name))
            self.parts = self.parts.without_open_hand()
            self.at = find_position(self.evening, self.parts)
            return self._line_between(self._by_seats(typed), force=force)
        return self._take_parts(self.parts.with_line_replaced(align_trick(typed)), force=force)

    def _take_forced(self) -> Reply:
        """Take forced moves: the last cards, the only card or word, the end of the hand."""
        if (before := self.parts) and self.opened is not None and before == self.opened[1]:
            self.parts, self.at = self.opened[0], find_position(self.evening, self.opened[0])
            return Reply((self._say(prompts.AS_IT_WAS),))
        if self.at.hand is not None and self.at.hand.every(m.Result):
            # How it ended is written, whatever could still be played.
            return self.close(())
        while (forced := with_forced(self.at, self.parts)) is not None:
            self._take_parts(forced)
        if self.parts != before:
            kept = sum(old == new for old, new in zip(before.hand, self.parts.hand, strict=False))
            return Reply(self.parts.hand[kept:])
        if self.at.is_over:
            return self.close(())
        raise NotTakenError(prompts.A_CHOICE.with_values(offered=prompts.describe_offers(self.at)))

    def _closing(self, parts: RecordParts, *, force: bool) -> Reply:
        """Finish a one-line hand; it stays open if its payments are unknown."""
        said = self._take_parts(parts, force=force).said
        try:
            return Reply((*said, *self.close(()).said))
        except NotTakenError as error:
            return Reply((*said, *(text_in(each, self.lang) for each in error.said)))

    def close(self, end: tuple[str, ...]) -> Reply:
        """Write the result of the hand, and its end."""
        judged, at = self.at.judgement, self.at
        if judged is None:
            raise NotTakenError(prompts.NOT_JUDGED)
        found, reason = compute_missing(judged, unsure=at.unsure)
        have = {type(statement) for statement in judged.hand.statements}
        sums = () if found is None else (found.result, found.score, found.total)
        if not end and found is None and not at.is_over:
            if outcomes := self.open_outcomes():
                raise NotTakenError(*prompts.which_of(outcomes))
            told = prompts.NOT_JUDGED if reason is None else prompts.NOT_SETTLED.with_values(said=reason)
            raise NotTakenError(told)
        kind = {"claimed": "end claimed", "void": "end void"}.get(judged.outcome, "end")
        lines = [statement_line(each) for each in sums if each is not None and type(each) not in have]
        if any(keyword_of(line) == "end" for line in self.parts.hand):
            kind = ""
        edited = self.parts.edited
        parts = self.parts.with_hand_closed((*lines, *(end or ((kind,) if kind else ()))))
        said = prompts.came_to(judged, self.lang)
        if reason is not None:
            said += self._ask_memories(prompts.REMEMBER_LATER.with_values(name=judged.hand.name))
        self._take_parts(renew_totals(self.evening, parts) if edited else parts, force=True)
        totals = (self.totals(),) if self.totals() else ()
        return Reply((*said, *((self._say(prompts.as_own_sentence(reason)),) if reason is not None else ()), *totals))

    def offer_completions(self, typed: str) -> list[str]:
        """List completions of the last word: cards that are left, words, people, keywords."""
        return list_completions(self.at, typed, self.lang, is_open=bool(self.parts.hand))

    def _is_line(self, typed: str) -> bool:
        """Check whether the input is a line of the notation, keyword first."""
        verb = keyword_of(typed)
        if typed.startswith(";") or TRICK.match(typed) or verb.startswith("x-"):
            return True
        known = verb in HAND_VERBS or verb in EVENING_VERBS or verb in ANYWHERE_VERBS or verb in _BARE
        known = known or (bool(table_verb(typed)) and not self._find_command(typed))
        return known and (verb in _BARE or len(typed.split()) > 1)
