"""Damages to lines that only house rules know: each is found where it is, alone, under several rulesets."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.judge.damage.sheet import Sheet, Unfit
from tests.referees.agreeing import rules
from tests.rulebooks import IDS, WITHOUT_AUCTION, game

if TYPE_CHECKING:
    from collections.abc import Callable

Found = tuple[list[str], str, int, int]
"""The damaged lines, the code, and where it is found: line and column, from 0."""


def of(name: str) -> Game:
    """A ruleset of the tests, or a shipped one."""
    own = Path(__file__).parent / "rules" / f"{name}.yaml"
    if own.exists():
        return Game.from_ruleset(load_ruleset(str(own)))
    return game(name) if name in (*IDS, *WITHOUT_AUCTION) else rules(name)


@cache
def sheets(name: str, aim: str) -> list[Sheet]:
    """Some first hands of a match, without totals: what a wrong declaration adds would be in them."""
    played, found = of(name), []
    for seed in range(12):
        (made,) = simulate(played, hands=1, seed=seed, aim=aim or None, seats=played.people[0])
        pack, auction = played.rules.pack, played.rules.auction
        lines = [each for each in write([made.hand]).rstrip("\n").split("\n") if not each.startswith("total ")]
        found.append(Sheet(name, lines, pack.ranks, pack.suits, tuple(auction.ladder), tuple(auction.words)))
    return found


def put(sheet: Sheet, at: int, line: str) -> list[str]:
    """The lines with one more."""
    return [*sheet.lines[:at], line, *sheet.lines[at:]]


def plain(sheet: Sheet, *verbs: str) -> None:
    """Refuses a hand that has such lines, or that ended early."""
    for verb in (*verbs, "claim ", "concede ", "fault "):
        if sheet.all(verb):
            raise Unfit(verb)


# ---------------------------------------------------------------------- doubling


def doubled_by_the_declarer(sheet: Sheet) -> Found:
    """The opponents' word from the declarer, before the first step."""
    plain(sheet, "double ", "raise ")
    at = sheet.all("bid ")[-1] + 1
    return put(sheet, at, f"double {sheet.declarer}: contro"), "CAL414", at, 7


def doubled_before_anything_is_bid(sheet: Sheet) -> Found:
    """There is nothing yet to double."""
    plain(sheet, "double ", "raise ")
    at = sheet.where("bid ")
    return put(sheet, at, f"double {sheet.others(sheet.declarer)[0]}: contro"), "CAL415", at, 10


def answered_before_it_was_said(sheet: Sheet) -> Found:
    """The declarer's answer to nothing."""
    plain(sheet, "double ", "raise ")
    at = sheet.all("bid ")[-1] + 1
    return put(sheet, at, f"double {sheet.declarer}: surcontro"), "CAL416", at, 10


def doubled_with_another_word(sheet: Sheet) -> Found:
    """A word that there is not."""
    plain(sheet, "double ", "raise ")
    at = sheet.all("bid ")[-1] + 1
    return put(sheet, at, f"double {sheet.others(sheet.declarer)[0]}: raddoppio"), "CAL218", at, 10


# ---------------------------------------------------------------------- declarations


def declared_with_another_word(sheet: Sheet) -> Found:
    """A declaration that there is not."""
    plain(sheet, "declare ")
    at = sheet.tricks[1]
    return put(sheet, at, f"declare {sheet.seats[0]}: scala"), "CAL219", at, 11


def declared_without_a_card(sheet: Sheet) -> Found:
    """A napoletana of which another seat holds a card."""
    plain(sheet, "declare ")
    at = sheet.tricks[1]
    seat = sheet.seats[0]
    hand = sheet.cards(sheet.where(f"deal {seat}"))
    for suit in sheet.suits:
        lacking = [f"{rank}{suit}" for rank in "32A" if f"{rank}{suit}" not in hand]
        if len(lacking) == 1:
            line = f"declare {seat}: napoletana 3{suit} 2{suit} A{suit}"
            return put(sheet, at, line), "CAL564", at, line.index(lacking[0])
    raise Unfit("no suit of which one is lacking")


def declared_as_what_they_are_not(sheet: Sheet) -> Found:
    """Three cards of two ranks for three of one."""
    plain(sheet, "declare ")
    at, seat = sheet.tricks[1], sheet.seats[0]
    hand = sheet.cards(sheet.where(f"deal {seat}"))
    twos, aces = ([card for card in hand if card[0] == rank] for rank in "2A")
    if len(twos) < 2 or not aces:
        raise Unfit("no such cards")
    line = f"declare {seat}: buongioco {twos[0]} {twos[1]} {aces[0]}"
    return put(sheet, at, line), "CAL563", at, 11


def declared_too_late(sheet: Sheet) -> Found:
    """The line of a declaration two tricks further down."""
    plain(sheet)
    number = sheet.where("declare ")
    later = [trick for trick in sheet.tricks if trick > number]
    if len(sheet.all("declare ")) > 1 or len(later) < 3:
        raise Unfit("more than one")
    lines = sheet.copy()
    line = lines.pop(number)
    lines.insert(later[2], line)
    return lines, "CAL561", later[2], 8


def declared_once_more(sheet: Sheet) -> Found:
    """Another seat's word over the same cards: the declarer has not played any."""
    plain(sheet)
    number = sheet.where("declare ")
    if len(sheet.all("declare ")) > 1 or len(sheet.cards(number)) < 4:
        raise Unfit("less than four")
    cards = sheet.cards(number)
    line = sheet.lines[number].replace(f" {cards[-1]}", "")
    return put(sheet, number + 1, line), "CAL565", number + 1, 8


def declared_by_another(word: str, by: str) -> Callable[[Sheet], Found]:
    """A word that is reserved to the declarer, from an opponent, or vice versa."""

    def damage(sheet: Sheet) -> Found:
        plain(sheet, "declare ")
        at = sheet.tricks[2 if word == "aces" else 0]
        seat = sheet.declarer if by == "opponents" else sheet.others(sheet.declarer)[0]
        return put(sheet, at, f"declare {seat}: {word} Ab As"), "CAL560", at, 8

    damage.__name__ = f"declared_by_another_than_{by}"
    return damage


# ---------------------------------------------------------------------- trumps


def trump_of_no_suit(sheet: Sheet) -> Found:
    """A suit that the pack has not got."""
    number = sheet.where("trump ")
    plain(sheet)
    words = sheet.lines[number].split(" ")
    lines = sheet.copy()
    lines[number] = " ".join([*words[:2], "q"])
    return lines, "CAL427", number, len(words[0]) + len(words[1]) + 2


def discarded_instead_of_trumped(sheet: Sheet) -> Found:
    """A trump that won nothing is kept for a later trick in trumps, where it wins nothing either."""
    plain(sheet)
    trump = sheet.lines[sheet.where("trump ")].split(" ")[2][-1]
    tricks = sheet.tricks

    def strength(card: str) -> int:
        return sheet.ranks.index(card[0])

    for at, number in enumerate(tricks):
        cards = sheet.cards(number)
        for seat, card in zip(sheet.players(number), cards, strict=True):
            if card[1] != trump or cards[0][1] == trump:
                continue
            if strength(card) == min(strength(each) for each in cards if each[1] == trump):
                continue
            for later in tricks[at + 1 :]:
                others = sheet.cards(later)
                other = others[sheet.players(later).index(seat)]
                best = min(strength(each) for each in [*others, card] if each[1] == trump)
                if others[0][1] == trump != other[1] and best < strength(card):
                    lines = sheet.copy()
                    lines[number] = lines[number].replace(card, other)
                    lines[later] = lines[later].replace(other, card)
                    lines = [line for line in lines if not line.startswith(("result ", "score "))]  # other points
                    return lines, "CAL518", number, sheet.lines[number].index(card)
                if other[1] not in (trump, others[0][1]):
                    break  # there he would have had to trump
    raise Unfit("no such trump")


# ---------------------------------------------------------------------- cards passed


def passed_to_another(sheet: Sheet) -> Found:
    """A neighbour on the other side."""
    plain(sheet)
    number = sheet.where("give ")
    line = sheet.lines[number]
    other = next(seat for seat in sheet.others(line[5]) if seat != line[-1])
    lines = sheet.copy()
    lines[number] = line[:-1] + other
    return lines, "CAL428", number, len(line) - 1


def passed_on(sheet: Sheet) -> Found:
    """A card that just came is passed on, and the right one stays with its player."""
    plain(sheet)
    gives = sheet.all("give ")
    taker = sheet.lines[gives[0]][-1]
    on = next(number for number in gives if sheet.lines[number][5] == taker)
    came, went = sheet.cards(gives[0])[0], sheet.cards(on)[0]
    lines = sheet.copy()
    lines[on] = lines[on].replace(went, came)
    return lines, "CAL429", on, lines[on].index(came)


# ---------------------------------------------------------------------- the pot


def a_pot_where_none_is(sheet: Sheet) -> Found:
    """A pot is stated."""
    at = sheet.where("deal ")
    return put(sheet, at, "carry pot +3"), "CAL220", at, 6


# ---------------------------------------------------------------------- amounts


def the_same_amount(sheet: Sheet) -> Found:
    """A bid that is no higher than the one before it."""
    plain(sheet, "raise ")
    number = sheet.where("bid ")
    offers = list(re.finditer(r"offro-\d+", sheet.lines[number]))
    if len(offers) < 2:
        raise Unfit("one bid alone")
    lines = sheet.copy()
    line = lines[number]
    first, second = offers[:2]
    lines[number] = line[: second.start()] + first.group() + line[second.end() :]
    return lines, "CAL402", number, second.start()


def beyond_the_limit(sheet: Sheet) -> Found:
    """More than can be offered."""
    plain(sheet, "raise ")
    number = sheet.where("bid ")
    offers = list(re.finditer(r"offro-\d+", sheet.lines[number]))
    if not offers:
        raise Unfit("no amount")
    lines = sheet.copy()
    line, last = lines[number], offers[-1]
    lines[number] = line[: last.start()] + "offro-25" + line[last.end() :]
    return lines, "CAL210", number, last.start()


CASES: Final[tuple[tuple[Callable[[Sheet], Found], str, tuple[str, ...]], ...]] = (
    (doubled_by_the_declarer, "contracts.solo", ("contro", "contro-alone")),
    (doubled_before_anything_is_bid, "contracts.solo", ("contro", "contro-alone")),
    (answered_before_it_was_said, "contracts.solo", ("contro", "contro-alone")),
    (doubled_with_another_word, "contracts.solo", ("contro", "contro-alone")),
    (declared_with_another_word, "", ("declared-bid", "declared-tail", "tressette-accusi")),
    (declared_without_a_card, "", ("declared-tail", "tressette-accusi")),
    (declared_as_what_they_are_not, "", ("declared-tail", "tressette-accusi")),
    (declared_too_late, "standing.napoletana", ("declared-tail", "tressette-accusi")),
    (declared_once_more, "standing.buongioco", ("declared-tail", "tressette-accusi")),
    (declared_by_another("aces", "declarer"), "contracts.solo", ("declared-bid",)),
    (declared_by_another("twos", "declarer"), "contracts.solo", ("declared-pagat",)),
    (declared_by_another("court", "opponents"), "contracts.solo", ("declared-bid",)),
    (declared_by_another("threes", "opponents"), "contracts.solo", ("declared-pagat",)),
    (discarded_instead_of_trumped, "", ("must-trump",)),
    (discarded_instead_of_trumped, "contracts.solo", ("declarers-trump",)),
    (a_pot_where_none_is, "", ("tressette", "maraffa")),
    (a_pot_where_none_is, "contracts.solo", ("contro", "declared-bid")),
    (trump_of_no_suit, "", ("maraffa",)),
    (trump_of_no_suit, "contracts.solo", ("declarers-trump",)),
    (passed_to_another, "", ("passed", "passed-across")),
    (passed_on, "", ("passed", "passed-across")),
    (the_same_amount, "", ("maletto", "by-fives")),
    (beyond_the_limit, "", ("maletto", "by-fives")),
)


def places(name: str, lines: list[str]) -> list[tuple[str, int, int]]:
    """Codes and places, from 0, of what is found in the hand, notes left out."""
    (hand,) = parse_records("\n".join(lines) + "\n")
    told = begin_totals(of(name)).replay(hand).findings
    return [(each.code, each.span.line - 1, each.span.column - 1) for each in told if each.severity != "note"]


@pytest.mark.mass
@pytest.mark.parametrize(
    ("damage", "aim", "name"), [(damage, aim, name) for damage, aim, names in CASES for name in names]
)
def test_it_is_found_where_it_is(damage: Callable[[Sheet], Found], aim: str, name: str) -> None:
    """In every hand that it fits, and nothing else is."""
    fits = 0
    for sheet in sheets(name, aim):
        try:
            lines, code, number, column = damage(sheet)
        except Unfit:
            continue
        assert places(name, sheet.lines) == []
        assert places(name, lines) == [(code, number, column)], "\n".join(lines)
        fits += 1
        if fits == 3:
            break
    assert fits


@pytest.mark.parametrize("name", ["pot", "pot-declarer"])
def test_another_pot_than_lies_there(name: str) -> None:
    """After hands that all passed the line has more than the true pot."""
    made = [each.hand for each in simulate(of(name), hands=12, seed=3, seats=of(name).people[0])]
    lines = [line for line in write(made).split("\n") if not line.startswith(("total ", "score "))]
    pots = [at for at, line in enumerate(lines) if line.startswith("carry pot ")]
    assert len(pots) > 1
    for at in pots:
        amount = int(lines[at].split("+")[1])
        damaged = [*lines[:at], f"carry pot +{amount + 1}", *lines[at + 1 :]]
        evening = begin_totals(of(name))
        told = [one for hand in parse_records("\n".join(damaged)) for one in evening.replay(hand).findings]
        assert (told[0].code, told[0].span.line, told[0].span.column) == ("CAL325", at + 1, 11)
        assert {one.code for one in told} == {"CAL325"}


def test_each_under_two_rulesets() -> None:
    """A code that several house rules can bring is brought by more than one."""
    named: dict[str, set[str]] = defaultdict(set)
    for damage, _, names in CASES:
        named[damage.__name__].update(names)
    assert {name for name, under in named.items() if len(under) < 2} == set()
