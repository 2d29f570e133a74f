"""Other readings of a hand: one search, one cost and one rule of belief.

A walk that has stopped with a question, or has ended with problems, goes in. The walk of the believed reading comes
out, its substitutions reported as problems, or the walk as written.

A *reading* is the hand after a substitution, walked from the state before it to the end. It *costs* as much as it
leaves unexplained. It is *believed* if it leaves nothing, or clearly less than every other. The first is believed of
several that leave nothing and come to the same. A substitution is a finding itself: it must save as much as it costs.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from calarec.core.base.frozen import NamedTuple, replace
from calarec.core.judge.actions import Reader, find_near_bid
from calarec.core.judge.costs import AHEAD, DEPTH, FINDING, MAX_CHANGES, MOST, MOST_STATEMENTS, STRONG, UNREAD, WORTH_IT
from calarec.core.judge.forced_moves import Tricks
from calarec.core.judge.problems import Problems, refusal_problem
from calarec.core.judge.ruling import find_account
from calarec.core.judge.substitutions import (
    Substitution,
    find_asked_action,
    find_unknown_words,
    propose_before_play,
    propose_contracts,
    propose_doubles,
    propose_missing_card,
    propose_order,
    propose_repeated_card,
    propose_transfer,
    propose_trumps,
    propose_unknown_words,
    propose_words,
    substitute_words,
)
from calarec.core.judge.walk import Answered, Asking, Asks, Exchange, Uncertain
from calarec.core.judge.walking import walk_on
from calarec.core.records import model as rec
from calarec.core.wording.language import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.engine.terms import Refusal
    from calarec.core.judge.problems import Problem
    from calarec.core.judge.walk import Walk
    from calarec.core.records.model import Hand

AnyReading = TypeVar("AnyReading", bound="Weighed")
Proposed = TypeVar("Proposed")

_BY_TRUMP: Final = frozenset(("CAL501", "CAL512", "CAL514", "CAL518", "CAL519"))
"""Codes of findings that another trump would explain."""
CANNOT_BE_TOLD: Final = Words("The rest of the hand does not tell what was meant: what is paid is not judged")


class Completed(NamedTuple):
    """A hand completed with an unwritten exchange."""

    problems: Sequence[Problem]
    account: Account | None
    unread: int
    """The number of tricks that could not be followed."""


class Reading(NamedTuple):
    """A hand after a substitution, and its cost."""

    substitution: Substitution
    cost: int
    """The number of things that it leaves unexplained."""
    comes_to: tuple[object, ...] = ()
    """The result of the hand; readings with equal results are the same hand."""
    walk: Walk | None = None
    """The walk of the reading; None without known cards, or if no trial was needed."""
    settled: bool = True
    followed: bool = True
    """Something of the play can be followed, if any is written."""
    plain: bool = True
    """Nothing but what is written is needed to explain it: no bonus."""

    @property
    def least_saving(self) -> int:
        """The cost of its substitution."""
        return self.substitution.cost

    @property
    def is_explanation(self) -> bool:
        """Check whether it leaves nothing.

        A word that cuts off later words does not explain them.
        """
        return self.settled and not self.cost

    @property
    def has_unwritten_event(self) -> bool:
        """Check whether it contains an event that the record does not."""
        return self.walk is not None and self.walk.exchange is Exchange.UNWRITTEN


class Belief(NamedTuple):
    """The reading that is believed, and others with which the hand comes to the same."""

    reading: Reading
    alike: tuple[Reading, ...] = ()


def rank_readings(readings: Iterable[AnyReading]) -> list[AnyReading]:
    """Sort readings by what they leave unexplained; likelier kinds first if equal."""
    return sorted(readings, key=lambda each: each.cost)


def likely_readings(readings: Sequence[Reading]) -> list[Reading]:
    """The readings that may be meant: those about as good as the best."""
    least = min((reading.cost for reading in readings), default=0)
    return [reading for reading in readings if reading.cost < least + (AHEAD if least else 1)]


def find_belief(readings: Sequence[Reading], *, wherever: bool = True) -> Belief | None:
    """The reading that is meant; None if that is not clear.

    `wherever`: it does not matter which line is the wrong one, as long as the hand comes to the same.
    """
    left = likely_readings(rank_readings(readings))
    if len(left) == 1:
        return Belief(left[0])
    if wherever and left and not left[0].cost and all(reading.comes_to == left[0].comes_to for reading in left):
        return Belief(left[0], tuple(left[1:]))
    return None


def is_worth_its_cost(reading: Weighed, written: int) -> bool:
    """Check whether a reading saves its cost.

    `written` is what the hand as written leaves unexplained.
    """
    return reading.cost + reading.least_saving <= written


def count_unexplained(walk: Walk, asserted: Sequence[Problem] = ()) -> int:
    """Count what a walk leaves unexplained.

    It includes breaches without a finding, and `asserted`, which contradicts the result.
    """
    moves = sum(problem.severity != "note" for problem in walk.problems)
    silent = max(walk.notes.breaches - walk.notes.stated_breaches - moves, 0)
    wrong = moves + sum(problem.severity != "note" for problem in asserted) - len(walk.readings)
    return wrong + count_idle_words(walk.problems) + min(silent + walk.unread, UNREAD) + walk.is_lost


class Weighed(Protocol):
    """A changed hand that the search can compare with others."""

    @property
    def cost(self) -> int:
        """The number of things that are left unexplained."""

    @property
    def least_saving(self) -> int:
        """So much the last of its changes must save."""

    @property
    def is_explanation(self) -> bool:
        """Check whether it leaves nothing unexplained."""


class Explanations(NamedTuple, Generic[AnyReading]):
    """The readings that the search found."""

    readings: list[AnyReading]
    """The best first."""
    stopped: bool
    """True if there were more than the limit."""


def find_explanations(
    written: AnyReading,
    proposals: Callable[[AnyReading], Iterable[Proposed]],
    read: Callable[[AnyReading, Proposed], AnyReading | None],
    *,
    most: int,
) -> Explanations[AnyReading]:
    """Find every reading that explains a hand with few changes, at most `MAX_CHANGES`.

    Another change is added only where fewer explain nothing, and to readings that save their cost. `read` returns a
    reading, or None for a known or unclear one. The search stops after `most` readings.
    """
    found: list[AnyReading] = []
    starts = [written]
    for _ in range(MAX_CHANGES):
        first = len(found)
        for start, each in ((one, proposal) for one in starts for proposal in proposals(one)):
            if len(found) == most:
                return Explanations(rank_readings(found), stopped=True)
            reading = read(start, each)
            if reading is not None:
                found.append(reading)
        if any(finding.is_explanation for finding in found):
            break
        starts = rank_readings(each for each in found[first:] if is_worth_its_cost(each, written.cost))
    return Explanations(rank_readings(found), stopped=False)


def count_idle_words(problems: Iterable[Problem]) -> int:
    """Count the words that were said after the end of the auction."""
    return sum(problem.code == "CAL407" for problem in problems)


class ReadingSearch:
    """The search for other readings of one hand.

    `complete` supplies an unwritten exchange.
    """

    def __init__(self, complete: Callable[[Walk], Completed], depth: int = 0) -> None:
        self.complete = complete
        self.depth = depth
        """The number of words on trial."""

    def read(self, walk: Walk) -> Walk:
        """The hand to its end, with what the walk asks answered."""
        walk = walk if isinstance(walk.question, Asks) else walk_on(walk)
        while isinstance(walk.question, Asks):
            statement = walk.statement
            if isinstance(statement, rec.Bid | rec.Raise):
                walk = self._word(walk, statement, walk.question.refusal)
            elif isinstance(statement, rec.Double):
                walk = self._double(walk)
            elif isinstance(statement, rec.Trick):
                walk = self._card_twice(walk) if walk.script.tricks.has_card_named_twice else self._no_such_card(walk)
            else:
                walk = self._transfer(walk)
            walk = walk_on(walk)
        return walk

    # ------------------------------------------------------------------ one reading

    def weigh_substitution(self, walk: Walk, substitution: Substitution, depth: int | None = None) -> Reading:
        """The rest of the hand with a substitution in it, and what it leaves unexplained.

        `depth`: the number of words on trial with it; without it one more than now.
        """
        hand = replace(walk.hand, statements=substitution.statements)
        search = ReadingSearch(self.complete, self.depth + 1 if depth is None else depth)
        return _weigh_walk(substitution, search.read(walk.read_rest_as(hand, Asking.WORDS)))

    def rank_substitutions(self, walk: Walk, substitutions: Iterable[Substitution]) -> list[Reading]:
        """All that may be meant before which a walk waits, the best first."""
        return rank_readings(self.weigh_substitution(walk, substitution) for substitution in substitutions)

    def _complete_exchange(self, reading: Reading) -> Reading:
        """Supply the unwritten exchange of a reading, if some of it is missing."""
        walk = reading.walk
        if walk is None or walk.exchange is not Exchange.UNWRITTEN:
            return reading
        done = self.complete(walk)
        wrong = sum(problem.severity == "error" for problem in done.problems) + count_idle_words(done.problems)
        return _weigh_walk(reading.substitution, walk, (done.account, wrong + min(done.unread, UNREAD), done.unread))

    # ------------------------------------------------------------------ words that cannot stand

    def _word(self, walk: Walk, statement: rec.Bid | rec.Raise, refusal: Refusal | None) -> Walk:
        """Put in the word that was meant, where it is clear."""
        near = find_near_bid(statement.word, walk.game) if refusal is None else ""
        belief, by_likeness = self._word_meant(
            walk, near, as_written=refusal is not None and refusal.anyway is not None
        )
        words = belief.reading.substitution.words if belief is not None else None
        others = (
            [reading.substitution.words[-1] for reading in belief.alike if reading.substitution.words] if belief else []
        )
        if refusal is not None:
            if belief is None or words is None:
                taken_for = "" if refusal.anyway is not None else join_sentence(CANNOT_BE_TOLD, "")
                return walk._replace(question=Answered(taken_for))
            told = refusal_problem(
                walk.game,
                refusal,
                statement,
                (),
                taken=join_sentence(taken_for_sentence(words, others, near=by_likeness), ""),
            )
            return _read_otherwise(walk, belief.reading.substitution, told)
        reader = Reader(walk.hand, walk.game, walk.setting, Problems(walk.game))
        report_unknown_word(reader, statement, near, words, others, near=by_likeness)
        (told,) = reader.problems.found
        if belief is None:
            return walk.with_problem(told).with_loss()._replace(place=walk.place + 1, earlier=walk, question=None)
        return _read_otherwise(walk, belief.reading.substitution, told)

    def _word_meant(self, walk: Walk, near: str, *, as_written: bool) -> tuple[Belief | None, bool]:
        """Find the meaning of a word, and whether only its likeness shows it.

        `as_written`: the hand can go on with the word as it is, although it is not legal.
        """
        proposals = list(propose_words(walk))
        # That no player has a contract explains whatever follows its word, for then nothing does.
        is_contract = getattr(walk.statement, "word", "") in walk.game.rules.contracts
        like = next((substitution for substitution in proposals if near and substitution.words == (near,)), None)
        if self.depth >= DEPTH:
            return (Belief(Reading(like, 0)) if like is not None else None), False
        # Of many words, one is varied at a time: else a wrong bid among 69 contracts has thousands of readings.
        depth = self.depth + 1 if len(proposals) ** DEPTH <= MOST else DEPTH
        liked = self._complete_exchange(self.weigh_substitution(walk, like, depth)) if like is not None else None
        if liked is not None and not liked.cost:
            return Belief(liked), True
        if len(proposals) > MOST:
            return None, False
        tried = [
            liked if liked is not None and proposal is like else self.weigh_substitution(walk, proposal, depth)
            for proposal in proposals
        ]
        if is_contract:
            tried = [reading for reading in tried if not _has_all_passed(reading)]
        least = min((each.cost for each in tried), default=FINDING)
        if (
            as_written
            and self.weigh_substitution(walk, Substitution(walk.hand.statements, walk.place, 0), depth).cost
            < least + STRONG
        ):
            return None, False  # that it is not legal is one finding, whatever was meant
        # What a reading leaves unexplained may be a slip that has nothing to do with the word.
        if liked is not None and liked.cost < least + AHEAD:
            return Belief(liked), True
        if not self.depth and any(each.has_unwritten_event for each in tried) and (least or not _has_exchange(walk)):
            tried = [self._complete_exchange(each) for each in tried]
        if not any(reading.followed for reading in likely_readings(tried)):
            return None, False  # what leaves nothing to be played explains no tricks
        return find_belief(tried), False

    def _double(self, walk: Walk) -> Walk:
        """Replace an impossible double by the one that explains the payments."""
        as_written = self.weigh_substitution(walk, Substitution(walk.hand.statements, walk.place, 0))
        tried = (
            self.weigh_substitution(walk.go_back(substitution.at), substitution)
            for substitution in propose_doubles(walk)
        )
        belief = find_belief([reading for reading in tried if is_worth_its_cost(reading, as_written.cost)])
        walk = _answer_as_written(walk)
        if belief is None:
            return walk
        meant = belief.reading.substitution
        upto = replace(walk.hand, statements=walk.hand.statements[: walk.place + 1])
        found = walk_on(walk._replace(script=walk.script._replace(hand=upto))).problems[len(walk.problems) :]
        told = next(finding for finding in found if finding.severity == "error")
        taken = join_sentence(taken_for_sentence(meant.words, (), near=False), str(told.args.get("near", "")))
        start = walk.go_back(meant.at)._replace(readings=walk.readings)
        return _read_otherwise(start, meant, told._replace(args={**told.args, "taken": taken}))

    # ------------------------------------------------------------------ cards

    def _card_twice(self, walk: Walk) -> Walk:
        """Correct the earlier of two plays of one card, if that one is wrong.

        The hand is doubtful if that is not clear.
        """
        belief = find_belief(self.rank_substitutions(walk, propose_repeated_card(walk)), wherever=False)
        walk = _answer_as_written(walk)
        if belief is None:
            return walk.with_doubt()
        meant = belief.reading.substitution
        if meant.told is None or _is_refused(walk, meant):
            return walk  # where the card cannot be played it is refused and mended
        return _read_otherwise(walk, meant, meant.told)

    def _no_such_card(self, walk: Walk) -> Walk:
        """Replace a card that the pack lacks by the one that its seat never plays.

        Or by the one that was played where that must be.
        """
        proposals = propose_missing_card(walk)
        walk = _answer_as_written(walk)
        readings = [self.weigh_substitution(walk, proposal) for proposal in proposals[:1]]
        if not readings or not readings[0].cost:
            return walk
        belief = find_belief(
            rank_readings(
                [*readings, *(self.weigh_substitution(walk, substitution) for substitution in proposals[1:])]
            ),
            wherever=False,
        )
        meant = belief.reading.substitution if belief is not None else proposals[0]
        return walk if meant.told is None or _is_refused(walk, meant) else _read_otherwise(walk, meant, meant.told)

    def _transfer(self, walk: Walk) -> Walk:
        """Correct the card of a transfer that is impossible as written."""
        proposals = propose_transfer(walk, find_asked_action(walk))
        if not proposals:
            return _answer_as_written(walk)
        (meant,) = proposals
        here = self.weigh_substitution(walk, meant)
        there = self.weigh_substitution(walk, Substitution(walk.hand.statements, walk.place, 0))
        if not is_worth_its_cost(here, there.cost):
            return _answer_as_written(walk)
        unsure = here.cost + FINDING == there.cost
        walk = walk.with_doubt() if unsure and here.comes_to != there.comes_to else walk
        assert meant.told is not None
        wording = "_".join(filter(None, (meant.told.wording, "unsure" if walk.has_misplaced_card else "")))
        return _read_otherwise(walk, meant, meant.told._replace(wording=wording))

    # ------------------------------------------------------------------ what is said before the play

    def find_corrected_walk(
        self, written: Walk, begun: Callable[[Substitution], Walk], *, order: bool = False
    ) -> Walk | None:
        """The one reading of dealer, auction or call that explains a hand, or None.

        `begun`: a walk before its first statement, if the seats are others; `order`: vary only the order of lines.
        """
        trump = any(isinstance(problem.statement, rec.Trump) for problem in written.problems)
        if (count_unexplained(written) < WORTH_IT and not trump) or not _is_head_wrong(written):
            return None
        found = self.explanations(written, begun, order=order)
        belief = (
            None if found.stopped else find_belief([reading for reading in found.readings if reading.is_explanation])
        )
        return belief.reading.walk if belief is not None else None

    def explanations(
        self, written: Walk, begun: Callable[[Substitution], Walk], *, order: bool = False
    ) -> Explanations[Reading]:
        """The readings of a hand with changes in lines before the play.

        Their walks contain the changes: in the statements of the hand, and as reported in `readings`.
        """
        seen = {written.hand.statements}
        # That no player has the contract explains whatever follows a bid, for then nothing does.
        has_bid = any(bid.word in written.game.rules.contracts for bid in written.hand.every(rec.Bid))

        def read_changed(before: Reading, each: Substitution) -> Reading | None:
            walk = before.walk
            if each.statements in seen or walk is None:
                return None
            seen.add(each.statements)
            start = walk.go_back(each.at) if each.setting is None else begun(each)
            read = _weigh_walk(
                each, self.read(_read_otherwise(start._replace(readings=walk.readings), each, each.told))
            )
            return read._replace(settled=read.settled and not (has_bid and _has_all_passed(read)))

        def propose_all(reading: Reading) -> Iterator[Substitution]:
            walk = reading.walk
            if walk is None:
                return
            yield from propose_order(walk, lambda at: self._walk_without(walk, at))
            if not order:
                yield from propose_trumps(walk)
                yield from propose_before_play(walk)

        as_written = Reading(Substitution(written.hand.statements, 0, 0), count_unexplained(written), walk=written)
        most = min(MOST, MOST_STATEMENTS // max(len(written.hand.statements), 1))
        return find_explanations(as_written, propose_all, read_changed, most=most)

    def _walk_without(self, walk: Walk, at: int) -> Walk:
        """A walk to its end without one of its statements."""
        statements = walk.hand.statements
        left = replace(walk.hand, statements=(*statements[:at], *statements[at + 1 :]))
        return self.read(walk.go_back(at).read_rest_as(left, Asking.WORDS))


def _weigh_walk(
    substitution: Substitution, walk: Walk, completed: tuple[Account | None, int, int] | None = None
) -> Reading:
    """Weigh a walk; `completed`: account, cost and number of unfollowed tricks."""
    if completed is not None:
        account, cost, unread = completed
    else:
        account, asserted = find_account(walk)
        # A reading in which a card still is where it cannot be tells no figures.
        cost, unread = count_unexplained(walk, asserted) + isinstance(walk.certainty, Uncertain), walk.unread
    state = walk.state
    paid = (account.payments, account.counted_sides) if account is not None else None
    comes_to = (walk.is_lost, state.outcome, state.contract, state.declarer, state.partners, paid)
    tricks = len(walk.hand.every(rec.Trick))
    settled = account is not None or state.outcome == "all_pass"
    return Reading(substitution, cost, comes_to, walk, settled, not tricks or unread < tricks)


def _read_otherwise(walk: Walk, meant: Substitution, told: Problem | None) -> Walk:
    """Put a substitution into a walk's hand; its problem follows at its statement."""
    hand = replace(walk.hand, statements=meant.statements)
    readings = (*walk.readings, (meant.at, told)) if told is not None else walk.readings
    if told is not None and walk.readings_noted > meant.at:
        walk = walk.with_problem(told)
    script = walk.script._replace(hand=hand, tricks=Tricks(hand, walk.game, walk.setting))
    return _answer_as_written(walk)._replace(script=script, readings=readings)


def _answer_as_written(walk: Walk) -> Walk:
    """The walk, going on; about this statement it does not ask again."""
    return walk._replace(question=Answered())


def _has_all_passed(reading: Reading) -> bool:
    """Check whether the hand of a reading ends with the auction."""
    return reading.walk is not None and reading.walk.state.outcome == "all_pass"


def _is_refused(walk: Walk, meant: Substitution) -> bool:
    """Check whether a card that may be another cannot be played where it is written."""
    upto = replace(walk.hand, statements=walk.hand.statements[: meant.at + 1])
    told = walk_on(walk._replace(script=walk.script._replace(hand=upto))).problems[len(walk.problems) :]
    written = walk.hand.statements[meant.at]
    return any(
        problem.statement is written and meant.told is not None and problem.spot == meant.told.spot for problem in told
    )


def _has_exchange(walk: Walk) -> bool:
    """Check whether the record has any line of the exchange."""
    kinds = rec.Give | rec.Take | rec.Discard | rec.TableCard
    return any(isinstance(statement, kinds) for statement in walk.hand.statements)


def _is_head_wrong(walk: Walk) -> bool:
    """Check for problems in the auction, the call, the trump or the exchange.

    A single word that cannot be said at its place is reported as that.
    """
    wrong = [problem for problem in walk.problems if problem.severity != "note"]
    if len(wrong) == 1:
        return "CAL420" <= wrong[0].code < "CAL436"
    if walk.state.trump and any(problem.code in _BY_TRUMP for problem in wrong):
        return True
    return any("CAL400" < problem.code < "CAL436" or problem.wording == "first" for problem in wrong)


# ---------------------------------------------------------------------- hands without cards


def read_words_without_cards(reader: Reader, weighed: Callable[[Substitution], Reading], *, paid: bool) -> Hand | None:
    """Put in the words that were meant for unknown ones; None if that is unclear.

    `paid`: the record has the payments. Then a near word may leave another mistake, and the payments also show other
    words.
    """
    hand, game = reader.hand, reader.game
    near = find_unknown_words(hand, game)
    if not near:
        return hand
    liked = weighed(substitute_words(hand, near)) if all(near.values()) else None
    by_likeness = liked is not None and liked.cost < (AHEAD if paid else FINDING)
    belief = Belief(liked) if liked is not None and by_likeness else None
    if belief is None and paid and len(near) <= DEPTH:
        fitting = [
            reading for reading in map(weighed, islice(propose_unknown_words(hand, game), MOST)) if not reading.cost
        ]
        belief = find_belief([reading for reading in fitting if reading.plain] or fitting)
    for place, (at, like) in enumerate(near.items()):
        statement = hand.statements[at]
        assert isinstance(statement, rec.Bid | rec.Raise)
        if reader.find_active_seat(statement, statement.seat, 0) is None:
            belief = None
        elif belief is None:
            report_unknown_word(reader, statement, like)
        else:
            word = belief.reading.substitution.words[place]
            others = dict.fromkeys(reading.substitution.words[place] for reading in belief.alike)
            same = tuple(other for other in others if other not in ("", word))
            looks = by_likeness or (word == like and not same)
            report_unknown_word(reader, statement, like, (word,) if word else (), same, near=looks)
    return replace(hand, statements=belief.reading.substitution.statements) if belief is not None else None


def find_paid_contract(hand: Hand, game: Game, fits: Callable[[Hand], bool]) -> Problem | None:
    """Offer the only other contract that the payments fit; None if there is not one.

    The bid is the strongest evidence of a hand's contract. If it cannot be what was paid for, one of the two
    is a mistake, and it is not clear which. So nothing is settled by it.
    """
    others = [Reading(substitution, 0, substitution.words) for substitution in propose_contracts(hand, game)
              if fits(replace(hand, statements=substitution.statements))]  # fmt: skip
    belief = find_belief(others)
    return belief.reading.substitution.told if belief is not None else None


# ---------------------------------------------------------------------- how a word is told


def report_unknown_word(
    reader: Reader, statement: rec.Bid | rec.Raise, like: str, words: Sequence[str] | None = None,
    others: Sequence[str] = (), *, near: bool = False,
) -> None:  # fmt: skip
    """Report an unknown word, the word it looks like, and the one used for judging.

    `words` is None where no word is used. `near`: the used word is the one that looks like it. `others`: words with
    which the hand comes to the same.
    """
    like = like if words is None or near else ""
    fix = words[0] if words is not None and len(words) == 1 and not others else ""
    taken = CANNOT_BE_TOLD if words is None else taken_for_sentence(words, others, near=near)
    reader.unknown_word(statement, near=like, fix=fix, taken=join_sentence(taken, like))


def taken_for_sentence(words: Sequence[str], others: Sequence[str], *, near: bool) -> Words:
    """Describe what a hand is judged with instead of a word.

    `words` are a bid and what it was raised to; none: it was not said at all. `others`: words that give the same
    result. `near`: it looks like the written word.
    """
    if not words:
        return Words("The hand is judged without it")
    bid, *raised = (f"`{word}`" for word in words)
    told = Words("{bid}, raised to {word}", bid=bid, word=raised[0]) if raised else bid
    if others:
        return Words(
            "The hand is judged with {words}; with {others} it comes to the same",
            words=told, others=", ".join(f"`{word}`" for word in others),
        )  # fmt: skip
    if near:
        return Words("The hand is judged with {words}", words=told)
    return Words("The hand is judged with {words}: only that explains the rest of it", words=told)


def join_sentence(told: Words | str, near: str) -> Words | str:
    """Put a sentence after a question, or after a list."""
    return Words("{lead}{said}", lead=" " if near else ". ", said=told) if told else ""
