"""A hand in the names of other rules: cards, contracts, words, piles, points.

`Translation.from_rulesets` has the names of two rulesets that differ; `carry_over` puts a hand into the names of a
ruleset, whether the rules of its record are known or not. Lines and places stay those of the record.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, dataclass, replace
from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing, Words
from calarec.record_judge.carried_hand import LETTER_KINDS, CarriedHand
from calarec.record_judge.carried_terms import (
    doubling_names,
    point_scale,
    scaled_claim,
    scaled_result,
    standing_names,
    written_points,
)
from calarec.rule_files.load import load_known_rulesets
from calarec.rule_files.renames import Renaming, renames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from calarec.core.mechanisms.auction import AuctionWord
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.mechanisms.table import Pack
    from calarec.core.records.model import Hand
    from calarec.record_judge.carried_hand import Name

_VERBS: Final = {rec.TableCard: "table-card", rec.Give: "give", rec.Take: "take", rec.Discard: "discard"}
_TERMS: Final = {rec.Fault: "standing", rec.Declare: "standing", rec.Double: "doubling"}
_CARDS: Final = ("cards", "card", "what")
"""Parts of statements that have letters of cards."""
_BLANK: Final = "_"
_LETTER = Words("{old} as {new}")
_WORD = Words("`{old}` as `{new}`")
_STATED: Final = {
    "rank": _LETTER,
    "suit": _LETTER,
    "contract": _WORD,
    "word": _WORD,
    "word before a bid": Words("`{old}` before a bid as `{new}`"),
    "word after a bid": Words("`{old}` after a bid as `{new}`"),
    "pile": _WORD,
    "standing": _WORD,
    "doubling": _WORD,
    "points": _WORD,
}
_OPENNESS = Words("cards open or closed as these rules exchange them")


def listed_pairs(names: Mapping[str, Mapping[str, str]], *, opens: bool) -> Listing:
    """Names and their readings: R as K, `passo` as `pass`; `opens`: openness too."""
    pairs = [
        said.with_values(old=old, new=new) for kind, said in _STATED.items() for old, new in names.get(kind, {}).items()
    ]
    return Listing((*pairs, *([_OPENNESS] if opens else [])))


def listed_names(names: Iterable[Name]) -> Listing:
    """Names as they are written: R, C and `solo`."""
    return Listing(tuple(name if kind in LETTER_KINDS else f"`{name}`" for kind, name in sorted(names)))


def carry_over(
    hand: Hand,
    own: Ruleset | None,
    other: Ruleset,
    *,
    keeps_openness: bool = False,
    seen: frozenset[Name] = frozenset(),
) -> CarriedHand:
    """Put a hand into the names of other rules; `keeps_openness`: as stated.

    Without its `own` rules every known ruleset is tried that has more of its names than the other rules have, and of
    the names `seen` in hands of the same record that were carried over before. A name stays as it is where these
    rulesets disagree.
    """
    if own is not None:
        return Translation.from_rulesets(own, other).carry(hand, keeps_openness=keeps_openness)
    return _carry_by_trial(hand, other, seen, keeps_openness=keeps_openness)


def has_name_of(ruleset: Ruleset, text: str) -> bool:
    """Check whether a text has a card or an auction word of the ruleset."""
    known = _names_known(_Known(ruleset))
    return any({("rank", part[:1]), ("suit", part[1:])} <= known or ("word", part) in known for part in text.split())


@dataclass(frozen=True, slots=True)
class Translation:
    """From the names of one ruleset to those of another."""

    names: Renaming
    first_names: Mapping[str, str]
    """Letters that the old rules know for others, as K for R."""
    words: Mapping[str, AuctionWord]
    """The auction's words by the old rules."""
    other_words: Mapping[str, AuctionWord]
    discard_pile: Mapping[str, str]
    """The pile of the discards, where the rulesets have different ones."""
    opens: frozenset[str]
    """Keywords of exchanges that are open in one ruleset and closed in the other."""
    packs: tuple[Pack, Pack]
    """The packs, whose units claimed points are counted in."""
    scale: Fraction | None
    """The other rules' units of points in one own unit; None for other card points."""

    @classmethod
    def from_rulesets(cls, own: Ruleset, other: Ruleset) -> Translation:
        """The translation from one ruleset to another; made once for each two."""
        return _make_translation(_Known(own), _Known(other))

    @property
    def stated_names(self) -> dict[str, dict[str, str]]:
        """Every name of a record that is read as another; of words, with their time."""
        kinds = (*LETTER_KINDS, "contract", "pile", "standing", "doubling")
        stated = {kind: dict(self.names[kind]) for kind in kinds if self.names.get(kind)}
        for old, new in self.discard_pile.items():
            if old not in self.names.get("pile", {}):
                stated.setdefault("pile", {})[old] = new
        for word, about in self.words.items():
            news = {
                kind: self.translate_word(word, has_bid=has_bid)
                for kind, has_bid in (("word before a bid", False), ("word after a bid", True))
                if _is_name_due(about, has_bid=has_bid)
            }
            if len({*news.values()}) == 1:
                news = {"word": next(iter(news.values()))}
            for kind, new in news.items():
                if new != word:
                    stated.setdefault(kind, {})[word] = new
        return stated

    def has_other_names(self) -> bool:
        """Check whether any name, word or number may have to be changed."""
        words = ((word, has_bid) for word in self.words for has_bid in (False, True))
        return (
            any(self.names.values())
            or bool(self.discard_pile)
            or not self._has_same_units
            or any(self.translate_word(word, has_bid=has_bid) != word for word, has_bid in words)
        )

    @property
    def _has_same_units(self) -> bool:
        own, other = self.packs
        return self.scale is None or (self.scale == 1 and own.units_per_point == other.units_per_point)

    def carry(self, hand: Hand, *, keeps_openness: bool) -> CarriedHand:
        """Change the names of a hand; unchanged if two letters would become one."""
        if (keeps_openness or not self.opens) and not self.has_other_names():
            return CarriedHand(hand)
        changing = _Changing(self, keeps_openness=keeps_openness)
        statements = changing.statements(hand.statements)
        readable = changing.statements(hand.readable)
        if changing.clashes:
            return CarriedHand(hand, unclear=frozenset(changing.clashes))
        if (statements, readable) == (hand.statements, hand.readable):
            return CarriedHand(hand)
        carried = replace(hand, statements=statements, readable=readable)
        return CarriedHand(carried, changing.changed, changing.opened)

    def translate_word(self, word: str, *, has_bid: bool) -> str:
        """The word of an auction; for one that is not legal then, the legal one."""
        named = self.names.get("word", {}).get(word, word)
        fitting = [name for name, other_word in self.other_words.items() if _is_name_due(other_word, has_bid=has_bid)]
        alike = [name for name in fitting if self.other_words[name].leaves == self.words[word].leaves]
        return named if named in fitting else next(iter(alike or fitting), named)


def _is_name_due(word: AuctionWord, *, has_bid: bool) -> bool:
    return word.when in ("always", "after_bid" if has_bid else "before_bid")


class _Changing:
    """Puts the statements of one hand into other names, and notes which were changed."""

    def __init__(self, translation: Translation, *, keeps_openness: bool) -> None:
        self.translation = translation
        self.opens = frozenset() if keeps_openness else translation.opens
        self.changed: dict[str, dict[str, str]] = {}
        self.opened = False
        self.has_bid = False
        """True if a seat has bid in this hand."""
        self.taken: dict[Name, str] = {}
        """The letter of the record for each letter of the other rules."""
        self.clashes: set[Name] = set()

    def statements(self, statements: Sequence[rec.Statement]) -> tuple[rec.Statement, ...]:
        """The statements of a hand from its beginning."""
        self.has_bid = False
        carried = [self._statement(statement) for statement in statements]
        return tuple([each for each in carried if not isinstance(each, rec.Result) or each.sides])

    def _statement(self, said: rec.Statement) -> rec.Statement:
        changed: dict[str, Any] = {}
        if isinstance(said, rec.Claim | rec.Concede):
            return self._claim(said)
        if isinstance(said, rec.Result):
            return self._result(said)
        for name, value in said._asdict().items():
            if name == "cards" and value is not None:
                changed[name] = tuple([self._card(card) for card in value])
            elif name == "card":
                changed[name] = self._card(value)
            elif name == "word" and isinstance(said, rec.Bid | rec.Raise):
                changed[name] = self._word(value)
            elif name == "word" and type(said) in _TERMS:
                changed[name] = self._name(_TERMS[type(said)], value)
            elif name == "what" and isinstance(said, rec.Trump):
                changed[name] = self._card(value) if len(value) > 1 else self._letter("suit", value)
            elif name == "pile" and isinstance(said, rec.Discard) and value in self.translation.discard_pile:
                changed[name] = self._note_change("pile", value, self.translation.discard_pile[value])
            elif name in ("source", "pile", "what") and value:
                changed[name] = self._name("pile", value)
            elif name == "open" and value is not None and _VERBS.get(type(said)) in self.opens:
                changed[name], self.opened = None, True
        return said._replace(**changed) if changed else said

    def _claim(self, said: rec.Claim | rec.Concede) -> rec.Claim | rec.Concede:
        scale = self.translation.scale
        if said.points is None or scale is None:
            return said
        scaled = scaled_claim(said, *self.translation.packs, scale)
        self._note_change("points", written_points(said), written_points(scaled))
        return scaled

    def _result(self, said: rec.Result) -> rec.Result:
        """A result without sides whose whole points the other rules cannot state."""
        if self.translation.scale is None:
            return said
        sides = []
        for side in said.sides:
            scaled: rec.Stated | None = side
            if side.whole and side.amount is not None:
                scaled, written = scaled_result(side, *self.translation.packs, self.translation.scale)
                self._note_change("points", f"{side.amount}p", written)
            sides += [] if scaled is None else [scaled]
        return said._replace(sides=tuple(sides))

    def _word(self, word: str) -> str:
        if word not in self.translation.words:
            self.has_bid = True
            return self._name("contract", word)
        return self._note_change("word", word, self.translation.translate_word(word, has_bid=self.has_bid))

    def _card(self, card: str) -> str:
        return self._letter("rank", card[:1]) + self._letter("suit", card[1:])

    def _letter(self, kind: str, letter: str) -> str:
        new = self._name(kind, letter)
        first = self.translation.first_names.get(letter, letter)
        other = self.taken.setdefault((kind, new), first)
        if other != first:
            self.clashes |= {(kind, letter), (kind, other)}
        return new

    def _name(self, kind: str, name: str) -> str:
        return self._note_change(kind, name, self.translation.names.get(kind, {}).get(name, name))

    def _note_change(self, kind: str, name: str, other: str) -> str:
        if other != name:
            self.changed.setdefault(kind, {})[name] = other
        return other


@dataclass(frozen=True, slots=True)
class _Known:
    """A ruleset by its id and digest, to be found again."""

    ruleset: Ruleset

    def __hash__(self) -> int:
        return hash((self.ruleset.id, self.ruleset.digest))

    def __eq__(self, other: object) -> bool:
        mine, theirs = self.ruleset, getattr(other, "ruleset", None)
        return theirs is not None and (mine.id, mine.digest) == (theirs.id, theirs.digest)


@lru_cache(maxsize=2000)
def _make_translation(own: _Known, other: _Known) -> Translation:
    left, right = own.ruleset, other.ruleset
    names: Renaming = {} if own == other else dict(renames(left, right))
    one, two = left.rules.pack, right.rules.pack
    if own != other:
        names["contract"] = _alike_contracts(left, right, names.get("contract", {}))
        names["pile"] = _alike_piles(left, right, names.get("pile", {}))
        names["rank"] = _new_letters(one, two, one.ranks, names["rank"])
        names["suit"] = _new_letters(one, two, one.suits, names["suit"])
        if left.id not in right.layers and right.id not in left.layers:
            names["standing"] = standing_names(left, right, names["rank"])
            names["doubling"] = doubling_names(left, right)
    return Translation(
        names=names,
        first_names=dict(one.aliases),
        words=_auction_words(left),
        other_words=_auction_words(right),
        discard_pile=_discard_pile(left, right),
        opens=_differing_exchanges(left, right, names.get("contract", {})),
        packs=(one, two),
        scale=point_scale(one, two, names.get("rank", {})),
    )


def _alike_contracts(left: Ruleset, right: Ruleset, names: Mapping[str, str]) -> dict[str, str]:
    """The contracts that are the same game in both; `renames` pairs all others."""
    return {old: new for old, new in names.items() if _acts_of(left, old) == _acts_of(right, new)}


def _acts_of(ruleset: Ruleset, contract: str) -> set[str]:
    """The steps that distinguish games: a call; without one, takes or shares."""
    acts = {ruleset.rules.steps[name].do for name in ruleset.rules.contracts[contract].steps}
    return acts & {"call"} or acts & {"take", "share"}


def _alike_piles(left: Ruleset, right: Ruleset, names: Mapping[str, str]) -> dict[str, str]:
    """The piles that are dealt in both, or get cards in both by the same keyword."""
    return {old: new for old, new in names.items() if _origin_of(left, old) == _origin_of(right, new)}


def _origin_of(ruleset: Ruleset, pile: str) -> set[str]:
    """The origin of a pile's cards: the deal, or keywords."""
    if ruleset.rules.piles[pile].dealt:
        return {"deal"}
    laid = [step for step in ruleset.rules.steps.values() if step.do in ("discard", "table_card")]
    return {step.do for step in laid if TRANSFERS[step.do].transfer_pile(step.params) == pile}


def _new_letters(own: Pack, other: Pack, letters: str, names: Mapping[str, str]) -> dict[str, str]:
    """Map letters and their aliases to the other pack's, without equal ones."""
    second = {letter: first for letter, first in own.aliases.items() if first in letters}
    new = {letter: names.get(first, first) for letter, first in ({each: each for each in letters} | second).items()}
    return {old: letter for old, letter in new.items() if other.aliases.get(old, old) != letter}


def _discard_pile(left: Ruleset, right: Ruleset) -> dict[str, str]:
    """Map the discard pile to the other ruleset's, where both have one."""
    one, two = _discard_piles(left), _discard_piles(right)
    return {one.pop(): two.pop()} if len(one) == len(two) == 1 and one != two else {}


def _discard_piles(ruleset: Ruleset) -> set[str]:
    discards = [step for step in ruleset.rules.steps.values() if step.do == "discard"]
    return {TRANSFERS[step.do].transfer_pile(step.params) for step in discards}


def _auction_words(ruleset: Ruleset) -> Mapping[str, AuctionWord]:
    return ruleset.rules.auction.words if ruleset.rules.has_auction else {}


def _differing_exchanges(left: Ruleset, right: Ruleset, contracts: Mapping[str, str]) -> frozenset[str]:
    """The keywords of exchanges that are open in one contract, closed in the other's."""
    if left.digest == right.digest:
        return frozenset()
    differing: set[str] = set()
    for contract in left.rules.contracts:
        one, two = _open_exchanges(left, contract), _open_exchanges(right, contracts.get(contract, contract))
        differing |= {verb for verb in one if verb in two and one[verb] != two[verb]}
    return frozenset(differing)


def _open_exchanges(ruleset: Ruleset, contract: str) -> dict[str, list[bool]]:
    """The openness of a contract's exchanges, in order, by the keyword of their lines."""
    found: dict[str, list[bool]] = {}
    for verb, is_open in _exchanges(ruleset, contract):
        before = found.setdefault(verb, [])
        if before[-1:] != [is_open]:
            before.append(is_open)
    return found


def _exchanges(ruleset: Ruleset, contract: str) -> Iterator[tuple[str, bool]]:
    rules = ruleset.rules
    for name in rules.contracts[contract].steps if contract in rules.contracts else ():
        step = rules.steps[name]
        if step.do in TRANSFERS:
            transfer = TRANSFERS[step.do]
            yield transfer.do, transfer.is_open(step.params)
        elif step.do == "share":
            yield "take", step.params.shown == "everyone"
            yield "discard", False
        elif step.do == "pass_cards":
            yield "give", step.params.open


# ------------------------------------------------------------------ rules that are not named


class _Misfit(NamedTuple):
    """The misfit of a hand without rules to a ruleset; the least is the likeliest."""

    merges_cards: bool
    """True if two cards of the deal would be one."""
    unknown_names: int
    """The number of its names that the ruleset does not know."""
    wrong_seats: bool
    """True if the ruleset has no table for its number of people."""

    @classmethod
    def measure(cls, hand: Hand, used: frozenset[Name], ruleset: Ruleset) -> _Misfit:
        first, people = ruleset.rules.pack.aliases, len(hand.session.order)
        deals = [said for said in hand.statements or hand.readable if isinstance(said, rec.Deal | rec.Monte)]
        dealt = {card for said in deals for card in said.cards if _BLANK not in card}
        cards = {first.get(card[0], card[0]) + first.get(card[1], card[1]) for card in dealt}
        return cls(
            merges_cards=len(cards) < len(dealt),
            unknown_names=len(used - _names_known(_Known(ruleset))),
            wrong_seats=bool(people) and people not in ruleset.rules.table.seats,
        )


def _carry_by_trial(hand: Hand, other: Ruleset, seen: frozenset[Name], *, keeps_openness: bool) -> CarriedHand:
    """Change the names on which all rulesets agree that know most of the hand's names."""
    used = frozenset(_every_name(hand.statements or hand.readable)) | seen
    as_written = _Misfit.measure(hand, used, other)
    if not (as_written.merges_cards or as_written.unknown_names):
        return CarriedHand(hand)
    tried = [(_Misfit.measure(hand, used, ruleset), ruleset) for ruleset in load_known_rulesets()]
    least = min((misfit for misfit, _ in tried), default=as_written)
    if (least.merges_cards, least.unknown_names) >= (as_written.merges_cards, as_written.unknown_names):
        return CarriedHand(hand)
    likely = [Translation.from_rulesets(each, other) for misfit, each in tried if misfit == least]
    read = _merge(hand, [each.carry(hand, keeps_openness=keeps_openness) for each in likely])
    return read._replace(agreed=_agreed_names(likely, read.unclear), tried=used)


def _agreed_names(translations: Sequence[Translation], unclear: frozenset[Name]) -> dict[str, dict[str, str]]:
    """The names that all translations state equally; no letters if one is unclear."""
    first, *others = (translation.stated_names for translation in translations)
    agreed: dict[str, dict[str, str]] = {}
    for kind, names in first.items():
        if kind in LETTER_KINDS and any(kind in LETTER_KINDS for kind, _ in unclear):
            continue
        same = {old: new for old, new in names.items() if all(other.get(kind, {}).get(old) == new for other in others)}
        if same:
            agreed[kind] = same
    return agreed


def _merge(hand: Hand, readings: Sequence[CarriedHand]) -> CarriedHand:
    """The common part of several readings of a hand; the rest stays."""
    every = [(kind, old) for read in readings for kind, names in read.names.items() for old in names]
    clashes = [name for read in readings for name in read.unclear]
    names: dict[str, dict[str, str]] = {}
    unclear: set[Name] = set()
    for kind, old in dict.fromkeys((*every, *clashes)):
        news = {read.names.get(kind, {}).get(old, old) for read in readings}
        if len(news) > 1 or (kind, old) in clashes:
            unclear.add((kind, old))
        else:
            names.setdefault(kind, {})[old] = news.pop()
    if any(kind in LETTER_KINDS for kind, _ in unclear):  # a card is read as a whole, or not at all
        names = {kind: pairs for kind, pairs in names.items() if kind not in LETTER_KINDS}
    statements = _agreed_statements(hand.statements, [read.hand.statements for read in readings], unclear)
    readable = _agreed_statements(hand.readable, [read.hand.readable for read in readings], unclear)
    opened = any(read.opened for read in readings)
    carried = replace(hand, statements=statements, readable=readable)
    return CarriedHand(carried, names, opened, frozenset(unclear))


def _agreed_statements(
    written: Sequence[rec.Statement], readings: Sequence[Sequence[rec.Statement]], unclear: set[Name]
) -> tuple[rec.Statement, ...]:
    are_letters_clear = not any(kind in LETTER_KINDS for kind, _ in unclear)
    return tuple(
        _agreed_statement(said, news, are_letters_clear=are_letters_clear)
        for said, *news in zip(written, *readings, strict=True)
    )


def _agreed_statement(
    said: rec.Statement, readings: Sequence[rec.Statement], *, are_letters_clear: bool
) -> rec.Statement:
    agreed: dict[str, Any] = {}
    for name, value in said._asdict().items():
        news = {getattr(read, name) for read in readings}
        if name == "open" and None in news:
            agreed[name] = None
        elif len(news) == 1 and (are_letters_clear or name not in _CARDS):
            agreed[name] = news.pop()
        else:
            agreed[name] = value
    return said._replace(**agreed)


def _every_name(statements: Iterable[rec.Statement]) -> Iterator[Name]:
    for said in statements:
        cards = getattr(said, "cards", None) or ()
        for card in (*cards, *([said.card] if isinstance(said, rec.Call) else [])):
            for kind, letter in zip(LETTER_KINDS, card, strict=False):
                if letter != _BLANK:
                    yield kind, letter
        if isinstance(said, rec.Bid | rec.Raise):
            yield "word", said.word


@lru_cache(maxsize=200)
def _names_known(known: _Known) -> frozenset[Name]:
    rules = known.ruleset.rules
    pack = rules.pack
    return frozenset(
        [
            *(("rank", letter) for letter in (*pack.ranks, *pack.aliases)),
            *(("suit", letter) for letter in (*pack.suits, *pack.aliases)),
            *(("word", word) for word in (*_auction_words(known.ruleset), *rules.contracts)),
        ]
    )
