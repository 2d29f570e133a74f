"""What the same play pays under other rules: the statements of a hand in another ruleset's names, judged as they stand.

In go the hands of a record, out come judgements under another ruleset with a running score of its own. What only the
record's own rules say (payments, totals, who has won a trick; with cards the result too) is left out; so is what totals
were changed by.

Terms. A hand is *forbidden* if its play is not legal under the other ruleset: it adds nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.base.frozen import NamedTuple, dataclass, field, replace
from calarec.engine.game import Game
from calarec.judge.hand import is_score_only
from calarec.judge.pins import choose
from calarec.judge.running_totals import RunningTotals
from calarec.judge.session import RecordJudge
from calarec.judge.supplied import replay_supplied
from calarec.records import model as rec
from calarec.rulesets.renames import Renaming, renames
from calarec_tools.archive.candidates import by_rules
from calarec_tools.sheet.evenings import read_evenings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from calarec.judge.judgement import Judgement
    from calarec.mechanisms.ruleset import Ruleset
    from calarec.notation.source import Source
    from calarec.records.model import Hand
    from calarec.wording.findings import Finding
    from calarec_tools.sheet.evenings import EveningSheet

_OWN: Final = (rec.Result, rec.Score, rec.Total, rec.Penalty, rec.Id)
"""What a record says by its own rules."""
_EXCHANGED: Final = (rec.TableCard, rec.Give, rec.Take, rec.Discard)
_AMOUNTS: Final = (rec.Carried, rec.Adjust)
_PLAIN: Final = ("legal", "irregular", "incomplete")


class ForbiddenHand(NamedTuple):
    """A hand that could not have been played so, and what was found first."""

    hand: Hand
    finding: Finding | None


@dataclass(slots=True)
class OtherRules(RecordJudge):
    """Judges the hands of a file by a ruleset (`asked`) that is not theirs; forbidden ones add nothing.

    `stops`: with the first of them it ends.
    """

    stops: bool = False
    forbidden: list[ForbiddenHand] = field(default_factory=list)
    ended: bool = False
    assumed: dict[str, dict[str, str]] = field(default_factory=dict)
    """Names that were taken for others, by their kind."""
    opened: bool = False
    """Whether an exchange was taken to be open or face down as the rules want it."""
    as_written: bool = False
    """Whether nothing is supplied that nobody wrote down, and what was exchanged openly and what face down is left."""
    nameless: bool = False
    """Whether a record does not say under which rules it was written, or nobody knows them: no name is carried over."""
    names: dict[str, Renaming] = field(default_factory=dict)
    """By the digest of the rules that a hand was written under."""

    def replay(self, hand: Hand) -> Judgement:
        """The judgement of a hand under the other rules."""
        assert self.asked is not None
        if self.evening is None:
            self.evening = RunningTotals(Game.of(self.asked), literal=True)
        evening = self.evening
        read = self._carried_over(hand)
        kept = evening.kept()
        judged = evening.replay(read) if self.as_written else replay_supplied(evening, read)
        wrong = [each for each in judged.diagnostics if by_rules(each)]
        forbidden = judged.verdict not in _PLAIN or bool(wrong)
        if forbidden and not self.ended:
            self.forbidden.append(ForbiddenHand(hand, wrong[0] if wrong else None))
        if forbidden or self.ended:
            evening.take_back(kept)
            evening.open(read)
            evening.row = None
            self.ended = self.ended or self.stops
            judged = replace(judged, account=None, totals=None)
        return judged

    def _carried_over(self, hand: Hand) -> Hand:
        """A hand as it would be written under the other rules."""
        own = choose(hand, None).ruleset
        names = self._names(own) if own is not None else {}
        self.nameless |= own is None
        assert self.asked is not None
        saying = _Renaming(names, self.assumed, own, self.asked)
        # Without cards the result is all that is known of the play.
        gone = tuple(each for each in _OWN if each is not rec.Result) if is_score_only(hand) else _OWN
        said = [saying.statement(each) for each in hand.statements if not isinstance(each, gone)]
        if own is not None and own.digest != self.asked_digest and not self.as_written:
            exchanged = [each for each in said if isinstance(each, _EXCHANGED)]
            self.opened = self.opened or any(each.open is not None for each in exchanged)
            said = [each._replace(open=None) if isinstance(each, _EXCHANGED) else each for each in said]
        between = tuple(each for each in hand.between if not isinstance(each, _AMOUNTS))
        session = replace(hand.session, rules=None)
        return replace(hand, statements=tuple(said), between=between, carried=None, session=session)

    @property
    def asked_digest(self) -> str:
        """The digest of the other rules."""
        assert self.asked is not None
        return self.asked.digest

    def _names(self, own: Ruleset) -> Renaming:
        assert self.asked is not None
        if own.digest not in self.names:
            same = own.digest == self.asked.digest and own.id == self.asked.id
            self.names[own.digest] = {} if same else renames(own, self.asked)
        return self.names[own.digest]


class _Renaming:
    """Puts statements into other names, and notes which were taken for others."""

    def __init__(
        self, names: Renaming, assumed: dict[str, dict[str, str]], own: Ruleset | None, other: Ruleset
    ) -> None:
        self.names = names
        self.assumed = assumed
        self.waiting = own.rules.auction.words if own is not None and own.rules.has_auction else {}
        self.others = other.rules.auction.words if other.rules.has_auction else {}
        self.bid = False
        """Whether somebody has bid in this hand."""

    def statement(self, said: rec.Statement) -> rec.Statement:
        """One statement."""
        changed: dict[str, Any] = {}
        for name, value in said._asdict().items():
            if name == "cards" and value is not None:
                changed[name] = tuple(map(self._card, value))
            elif name == "card":
                changed[name] = self._card(value)
            elif name == "word" and isinstance(said, rec.Bid | rec.Raise):
                changed[name] = self._word(value)
            elif name in ("source", "pile", "what") and value:
                changed[name] = self._name("pile", value)
            elif name in ("winner", "found"):
                changed[name] = ""
        return said._replace(**changed) if changed else said

    def _word(self, word: str) -> str:
        """A bid or a raise; for a waiting word that cannot be said then, the one that can."""
        if word not in self.waiting:
            self.bid = True
            return self._name("contract", word)
        named = self.names.get("word", {}).get(word, word)
        due = ("always", "after_bid" if self.bid else "before_bid")
        fitting = [name for name, each in self.others.items() if each.when in due]
        alike = [name for name in fitting if self.others[name].leaves == self.waiting[word].leaves]
        other = named if named in fitting else next(iter(alike or fitting), named)
        if other != word:
            self.assumed.setdefault("word", {})[word] = other
        return other

    def _card(self, card: str) -> str:
        return self._name("rank", card[:1]) + self._name("suit", card[1:])

    def _name(self, kind: str, name: str) -> str:
        other = self.names.get(kind, {}).get(name, name)
        if other != name:
            self.assumed.setdefault(kind, {})[name] = other
        return other


class Rescored(NamedTuple):
    """A record under one ruleset."""

    ruleset: Ruleset
    evenings: tuple[EveningSheet, ...]
    judged: tuple[Judgement, ...]
    """Every hand of the record, in order; a forbidden one without an account."""
    forbidden: tuple[ForbiddenHand, ...]
    assumed: dict[str, dict[str, str]]
    opened: bool
    nameless: bool


def rescored(file: Source, rulesets: Iterable[Ruleset], *, known: Mapping[str, str], stops: bool) -> Iterator[Rescored]:
    """A record under each of the rulesets."""
    for ruleset in rulesets:
        judge = OtherRules(ruleset, stops=stops)
        judged: list[Judgement] = []
        evenings = tuple(read_evenings(file, ruleset, known, judged, judge))
        for each in evenings:
            each.after, each.closing = (), {}
        yield Rescored(
            ruleset, evenings, tuple(judged), tuple(judge.forbidden), judge.assumed, judge.opened, judge.nameless
        )
