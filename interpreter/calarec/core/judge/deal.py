"""The cards of a recorded deal: read, counted, completed where one way is left.

The pack decides what a mistyped name of a card means. A 10 is a ten only where there are tens, and of two letters in
the wrong case or order the pack knows the suit. A deal with cards that may be any seat's has the right sizes.

Terms. A deal is *complete* if every card of the pack is known to be in one place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple, dataclass, field, replace
from calarec.core.engine.terms import cards as cards_said
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.judge.problems import Problems
    from calarec.core.mechanisms.table import Pack
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Sayable


_TENS: Final = "CAL106"
_LETTERS: Final = (("CAL105", "letters"), ("CAL107", ""), ("CAL107", "rank"))
"""Codes and wordings of two letters in the wrong size or order."""
_TEN: Final = "T"
_KINGS: Final = "RK"


def with_pack(hand: Hand, pack: Pack) -> Hand:
    """A broken hand whose findings on cards say what they are in this pack."""
    told = tuple(_fit_to_pack(finding, pack) for finding in hand.findings)
    return hand if told == hand.findings else replace(hand, findings=told)


def _fit_to_pack(finding: Finding, pack: Pack) -> Finding:
    if finding.fix is None:
        return finding
    if finding.code == _TENS:
        return _fit_ten(finding, pack)
    return _fit_letters(finding, pack) if is_about_pack(finding) else finding


def is_about_pack(finding: Finding) -> bool:
    """Check whether only the pack can decide what a mistyped card means."""
    if finding.code == _TENS:
        return True
    return (finding.code, finding.wording) in _LETTERS and str(finding.args["found"]).isalpha()


def _fit_ten(finding: Finding, pack: Pack) -> Finding:
    """Make the fix safe in a pack with tens; elsewhere the meaning is unknown."""
    card = str(finding.args["card"])
    if _is_rank(_TEN, pack):
        return replace(_with_meant_card(finding, card, safe=True), wording="ten")
    king = next((letter for letter in _KINGS if _is_rank(letter, pack)), "")
    if king:
        return replace(_with_meant_card(finding, king + card[1:], safe=False), wording="king")
    return replace(finding, wording="none", fix=None, args=finding.args | {"ranks": " ".join(pack.ranks)})


def _fit_letters(finding: Finding, pack: Pack) -> Finding:
    """Make the fix safe if the two letters form one card of the pack in any order."""
    one, other = tuple(str(finding.args["found"]))
    both = {one.upper() + other.lower(), other.upper() + one.lower()}
    meant = [card for card in both if _is_rank(card[0], pack) and (card[1] in pack.suits or card[1] in pack.aliases)]
    return _with_meant_card(finding, meant[0], safe=True) if len(meant) == 1 else finding


def _with_meant_card(finding: Finding, card: str, *, safe: bool) -> Finding:
    """Put another card into a finding's advice and fix, which may contain more."""
    assert finding.fix is not None
    edits = tuple(replace(edit, text=card + edit.text[len(card) :]) for edit in finding.fix.edits)
    return replace(finding, args=finding.args | {"card": card}, fix=replace(finding.fix, edits=edits, safe=safe))


def _is_rank(letter: str, pack: Pack) -> bool:
    return letter in pack.ranks or letter in pack.aliases


def masks_in_order(sizes: Sequence[int]) -> list[int]:
    """As many cards for each place, the first cards for the first."""
    given, masks = 0, []
    for size in sizes:
        masks.append((1 << given + size) - (1 << given))
        given += size
    return masks


def swap_cards(state: State, one: int, other: int) -> State:
    """The state with two cards exchanged, before the play."""

    def swap(mask: int) -> int:
        if (mask >> one & 1) == (mask >> other & 1):
            return mask
        return mask ^ (1 << one | 1 << other)

    instead, sharing = {one: other, other: one}, state.sharing
    return state._replace(
        hands=tuple(swap(hand) for hand in state.hands),
        piles=tuple(swap(pile) for pile in state.piles),
        tabled=swap(state.tabled),
        called=instead.get(state.called, state.called),
        earlier=tuple((instead.get(card, card), place) for card, place in state.earlier),
        sharing=sharing._replace(remaining=swap(sharing.remaining)) if sharing is not None else None,
    )


BLANK = "_"


@dataclass(slots=True)
class KnownDeal:
    """The known part of a deal."""

    hands: list[int]
    piles: list[int]
    recorded: set[int] = field(default_factory=set)
    """The seats whose hand was recorded."""
    whole: bool = True
    """True if every recorded hand has its number of cards, all of them known."""
    sound: bool = True
    """True if there is no contradiction."""

    def is_complete(self, full: int) -> bool:
        """Check whether every card of the pack is in some place."""
        nowhere = full
        for cards in (*self.hands, *self.piles):
            nowhere &= ~cards
        return self.sound and not nowhere


def read_cards(names: tuple[str, ...], statement: rec.Statement, game: Game, problems: Problems) -> tuple[int, bool]:
    """Read named cards: their mask, and whether all are known.

    A card that the pack does not have is a finding.
    """
    mask, known = 0, True
    for index, name in enumerate(names):
        if BLANK in name:
            known = False
            continue
        number = game.cards.numbers.get(name)
        if number is None:
            _unknown_card(name, statement, index, game, problems)
            known = False
            continue
        mask |= 1 << number
    return mask, known


def _unknown_card(name: str, statement: rec.Statement, index: int, game: Game, problems: Problems) -> None:
    """Report the part of a card's name that the pack lacks: rank, suit, or the card."""
    pack = game.rules.pack
    rank, suit = name[0] in pack.ranks, name[1] in pack.suits
    wording = "" if rank and suit else "suit" if rank else "rank" if suit else "both"
    rule = {"": "pack.without", "suit": "pack.suits"}.get(wording, "pack.ranks")
    problems.add(
        "CAL211", statement, card=index, rule=rule, wording=wording, name=name, rank=name[0], suit=name[1],
        ranks=" ".join(pack.ranks), suits=" ".join(pack.suits),
    )  # fmt: skip


_NAMING_CARDS: Final = (rec.Deal, rec.Trick, rec.Monte)


def has_foreign_pack(hand: Hand, game: Game, problems: Problems) -> bool:
    """Check whether the record uses another pack; if so, report only that."""
    total = strange = 0
    known = frozenset(game.cards.numbers)
    unknown: dict[str, set[str]] = {}
    first: tuple[rec.Statement, int] | None = None
    for statement in hand.statements:
        names = (statement.cards if isinstance(statement, _NAMING_CARDS) else ()) or ()
        if known.issuperset(names):
            total += len(names)
            continue
        for index, name in enumerate(names):
            if BLANK in name:
                continue
            total += 1
            if name not in known:
                strange += 1
                unknown.setdefault(name[0], set()).add(name)
                first = first or (statement, index)
    if first is None or strange < 3:
        return False
    # A slip of the pen spoils a card or two; a letter that stands for a whole rank is another way of writing.
    pack = game.rules.pack
    whole = any(len(cards) > 2 for rank, cards in unknown.items() if rank not in (*pack.ranks, *pack.aliases))
    if strange * 5 < total and not whole:
        return False
    faces = [Words("{rank} {name}", rank=rank, name=said) for rank, said in _face_names(game)]
    problems.add(
        "CAL217", first[0], card=first[1], rule="pack", found=strange, total=total,
        ranks=" ".join(pack.ranks), suits=" ".join(pack.suits), faces=Listing(tuple(faces)),
    )  # fmt: skip
    return True


def _face_names(game: Game) -> list[tuple[str, Sayable]]:
    """The ranks that are not figures, and what they are called."""
    return [(rank, game.ruleset.name("ranks", rank)) for rank in game.rules.pack.ranks if not rank.isdigit()]


def read_deal(hand: Hand, game: Game, setting: Seating, problems: Problems) -> KnownDeal:
    """Read the recorded deal, with findings for duplicate, extra and missing cards."""
    dealt = KnownDeal([0] * len(setting.labels), [0] * len(game.piles))
    for pile, cards in setting.carry.piles:
        dealt.piles[pile] = cards
    places: list[_Place] = []
    for statement in hand.statements:
        if isinstance(statement, rec.Deal):
            seat = number_of(setting, statement.seat)
            if seat not in setting.active:
                wording = "out" if seat in setting.out else ""
                problems.add("CAL215", statement, seat=0, wording=wording, label=statement.seat,
                             seats=" ".join(setting.labels))  # fmt: skip
                dealt.sound = False
                continue
            dealt.recorded.add(seat)
            places.append(_Place(statement, dealt.hands, seat, game.rules.deal.hand))
        elif isinstance(statement, rec.Monte):
            pile = main_pile(game)
            if pile < 0:
                problems.add("CAL304", statement, rule="piles")
                dealt.sound = False
                continue
            places.append(_Place(statement, dealt.piles, pile, game.rules.piles[game.piles[pile]].dealt))
    _count_cards(places, hand, game, setting, problems, dealt)
    return dealt


def main_pile(game: Game) -> int:
    """The pile that a `monte` line fills, the first that is dealt; -1 if none is."""
    return next((number for number, name in enumerate(game.piles) if game.rules.piles[name].dealt), -1)


class _Place(NamedTuple):
    """A recorded hand or pile: its statement, the place of its cards, its size."""

    statement: rec.Deal | rec.Monte
    lie: list[int]
    nth: int
    size: int


class _Twice(NamedTuple):
    """A card that is in two places."""

    card: int
    first: _Place
    second: _Place
    at: int
    """The number of the card in the second place."""


def _count_cards(
    places: list[_Place], hand: Hand, game: Game, setting: Seating, problems: Problems, dealt: KnownDeal
) -> None:
    """Fill the places, and report duplicate, unknown, extra and missing cards."""
    masks = _find_masks_of_full_deal(places, game)
    if masks is not None:
        for place, mask in zip(places, masks, strict=True):
            place.lie[place.nth] = mask
        return
    seen: dict[int, _Place] = {}
    twice: list[_Twice] = []
    before = len(problems.found)
    for place in places:
        mask, known = read_cards(place.statement.cards, place.statement, game, problems)
        dealt.whole &= known
        for index, name in enumerate(place.statement.cards):
            number = game.cards.numbers.get(name)
            if number in seen and number is not None:
                twice.append(_Twice(number, seen[number], place, index))
                mask &= ~(1 << number) if seen[number] is not place else -1
            elif number is not None:
                seen[number] = place
        place.lie[place.nth] = mask
    wrong = [place for place in places if len(place.statement.cards) != place.size]
    over = _one_too_many(wrong, twice)
    wrong = [place for place in wrong if place is not over]
    dealt.whole &= not wrong
    dealt.sound &= len(problems.found) == before and not wrong and (not twice or over is not None)
    missing = _place_missing_card(game, setting, dealt, twice, hand)
    _offer_missing_card(problems, before, game.cards.list(missing) if not wrong and not twice else ())
    for doubled in twice:
        _report_card_twice(doubled, game, problems, missing, over=over is not None)
    for place in wrong:
        _report_wrong_size(place, problems, game.cards.list(missing))


def _find_masks_of_full_deal(places: list[_Place], game: Game) -> list[int] | None:
    """The cards of each place; None if they are not all cards of the pack, each once."""
    numbers, filled, masks = game.cards.numbers, 0, []
    for place in places:
        names, mask = place.statement.cards, 0
        for name in names:
            number = numbers.get(name)
            if number is None:
                return None
            mask |= 1 << number
        if filled & mask or not len(names) == place.size == mask.bit_count():
            return None
        filled |= mask
        masks.append(mask)
    return masks if filled == game.cards.full else None


def _offer_missing_card(problems: Problems, before: int, missing: tuple[str, ...]) -> None:
    """Offer the one missing card as a fix for the one card that the pack lacks."""
    found = problems.found[before:]
    if len(found) == len(missing) == 1 and found[0].code == "CAL211":
        problems.found[before] = found[0]._replace(fix=((found[0].spot, missing[0]),))


def _one_too_many(wrong: list[_Place], twice: list[_Twice]) -> _Place | None:
    """The one place with a card too many, if that duplicate card is the only error."""
    if len(wrong) != 1 or len(twice) != 1 or len(wrong[0].statement.cards) != wrong[0].size + 1:
        return None
    (place,), (found,) = wrong, twice
    if place not in (found.first, found.second):
        return None
    if place is found.first is not found.second:
        # The first of two places is the one with a card too many: the second is right.
        place.lie[place.nth] &= ~(1 << found.card)
        found.second.lie[found.second.nth] |= 1 << found.card
        names = place.statement.cards
        at = next(n for n, name in enumerate(names) if name == found.second.statement.cards[found.at])
        twice[0] = _Twice(found.card, found.second, place, at)
    return place


def _report_card_twice(twice: _Twice, game: Game, problems: Problems, missing: int, *, over: bool) -> None:
    wording = "same" if twice.first is twice.second else ""
    gone = game.cards.list(missing)
    if over:
        wording += "_over" if wording else "over"
    elif len(gone) == 1:
        wording += "_missing" if wording else "missing"
    problems.add(
        "CAL301", twice.second.statement, card=twice.at, wording=wording, name=game.cards.names[twice.card],
        line=twice.first.statement.line, missing=gone[0] if gone else "",
    )  # fmt: skip


def _report_wrong_size(place: _Place, problems: Problems, missing: tuple[str, ...]) -> None:
    found = len(place.statement.cards)
    is_hand = isinstance(place.statement, rec.Deal)
    wording = ("hand" if is_hand else "pile") + ("_missing" if 0 < len(missing) <= place.size - found else "")
    problems.add(
        "CAL302", place.statement, card=place.size if found > place.size else None, wording=wording,
        rule="deal.hand" if is_hand else "piles", found=cards_said(found), due=place.size,
        label=getattr(place.statement, "seat", ""), missing=Listing(missing),
    )  # fmt: skip


def _place_missing_card(game: Game, setting: Seating, dealt: KnownDeal, twice: list[_Twice], hand: Hand) -> int:
    """Place the one missing card where one place is short, to check the rest.

    Returns the cards that are in no place of a deal that was recorded as a whole.
    """
    together = 0
    for cards in (*dealt.hands, *dealt.piles):
        together |= cards
    missing = game.cards.full & ~together
    if len(dealt.recorded) < len(setting.active):
        return 0
    sizes = [(dealt.hands, seat, game.rules.deal.hand) for seat in setting.active]
    sizes += [(dealt.piles, pile, game.rules.piles[name].dealt) for pile, name in enumerate(game.piles)]
    short = [(lie, index) for lie, index, size in sizes if lie[index].bit_count() < size]
    if dealt.sound or missing.bit_count() != 1 or len(short) != 1:
        return missing
    lie, index = short[0]
    lie[index] |= missing
    if len(twice) == 1 and _is_first_wrong(twice[0], missing, game, setting, hand):
        one, other = twice[0].first, twice[0].second
        exchanged = missing | 1 << twice[0].card
        one.lie[one.nth] ^= exchanged
        other.lie[other.nth] ^= exchanged
    dealt.sound = all(lie[index].bit_count() == size for lie, index, size in sizes)
    return missing


def _is_first_wrong(twice: _Twice, missing: int, game: Game, setting: Seating, hand: Hand) -> bool:
    """Check by the rest of the hand whether the first place had the other card."""
    if twice.first is twice.second:
        return False
    if _is_taken_first(game.cards.list(missing)[0], hand) and not _is_taken_first(game.cards.names[twice.card], hand):
        return isinstance(twice.first.statement, rec.Monte)  # the missing card lay on the table
    had = (
        _find_holder(game.cards.list(missing)[0], setting, hand),
        _find_holder(game.cards.names[twice.card], setting, hand),
    )
    one = twice.first.nth if isinstance(twice.first.statement, rec.Deal) else -1
    other = twice.second.nth if isinstance(twice.second.statement, rec.Deal) else -1
    return had[0] == one or (had[0] < 0 <= other == had[1])


def _is_taken_first(name: str, hand: Hand) -> bool:
    """Check whether the first move of a card takes it from the table."""
    moves = (
        statement
        for statement in hand.statements
        if isinstance(statement, rec.Give | rec.Discard | rec.TableCard | rec.Take)
    )
    return isinstance(next((statement for statement in moves if name in statement.cards), None), rec.Take)


def _find_holder(name: str, setting: Seating, hand: Hand) -> int:
    """The seat that first moves a card; -1 if none does."""
    for statement in hand.statements:
        if isinstance(statement, rec.Give | rec.Discard | rec.TableCard) and name in statement.cards:
            return number_of(setting, statement.seat)
        if isinstance(statement, rec.Trick) and name in statement.cards:
            leader = number_of(setting, statement.leader)
            if leader in setting.active:
                order = (leader, *setting.others(leader))
                return order[statement.cards.index(name) % len(order)]
    return -1
