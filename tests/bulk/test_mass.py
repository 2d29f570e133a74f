"""The mass path and the replay agree in verdicts, payments and totals."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from calarec.bulk.running import Passed
from calarec.record_judge.session import RecordJudge
from tests.bulk.both import SHIPPED, game
from tests.bulk.damage import DAMAGES, ODD_ENDS, damaged
from tests.bulk.texts import text_of
from tests.bulk.verdicts import hold_equal, replay_text, verify_text

if TYPE_CHECKING:
    from collections.abc import Iterator


pytestmark = pytest.mark.slow


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_plain_hands_pass(name: str) -> None:
    """At least 99 of 100 canonical plain hands take the fast way, and come to what the replay comes to."""
    verifier = hold_equal(name, text_of(name, 40))
    assert verifier.explained * 100 <= verifier.passed


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_every_table_of_a_ruleset_passes(name: str) -> None:
    """However many people sit at the table, and however often all pass."""
    for seats in game(name).people[1:]:
        assert hold_equal(name, text_of(name, 12, 3, "random", seats)).explained == 0
    assert hold_equal(name, text_of(name, 12, 5, "sensible"), pieces=5).explained == 0


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_damaged_hands_are_explained(name: str) -> None:
    """Wherever a line is changed, both ways agree on every hand."""
    text = text_of(name, 40)
    rng = Random(f"{name} damage")
    hold_equal(name, damaged(text, rng, every=2), pieces=3)


@pytest.mark.mass
@pytest.mark.parametrize("damage", sorted(DAMAGES))
def test_each_damage_is_seen(damage: str) -> None:
    """Every kind of damage, in rulesets that differ as much as they can."""
    for name in ("pagat", "tretre", "cavendish", "gelli-terziglio", "spazzatura", "sestiglio", "treccani"):
        hold_equal(name, damaged(text_of(name, 12), Random(damage), every=1, kinds=(damage,)))


@pytest.mark.mass
@pytest.mark.parametrize("odd", ODD_ENDS)
def test_whatever_line_ends_oddly_both_ways_say_it(odd: str) -> None:
    """Each line of a hand in its turn, with cards and without; among them bids, behind which another line follows."""
    for name in ("pagat", "gelli-bellora"):
        head, hand, *_ = re.split("(?m)^(?=hand)", text_of(name, 3))
        lines = hand.rstrip("\n").split("\n")
        bare = [each for each in lines if not re.match(r"deal|monte|call|give|take|discard| ?\d", each)]
        for said in (lines, bare):
            for at in range(len(said)):  # each in a file of its own: some of it is told once
                hold_equal(name, head + "\n".join([*said[:at], said[at] + odd, *said[at + 1 :]]) + "\n")


def test_slips_of_the_running_score_are_told_once() -> None:
    """A wrong total is reported in its hand; later hands that carry it on pass."""
    text = text_of("pagat", 12)
    at = [match.start() for match in re.finditer("^total", text, re.MULTILINE)][4]
    wrong = text[:at] + re.sub(r"(?m)^total A: (-?\d+)", lambda m: f"total A: {int(m[1]) + 3}", text[at:])
    verifier, found = verify_text("pagat", wrong)
    assert verifier.explained == 1
    assert [getattr(verdict, "stated", None) for verdict in found] == [True] * 4 + [False] * 8
    hold_equal("pagat", wrong)


def test_what_went_before_is_asked_for_by_few_hands() -> None:
    """Without known totals, only the first stated ones are explained."""
    text = text_of("pagat", 9)
    for way in (verify_text, replay_text):
        session = RecordJudge(game("pagat").ruleset, silent=True, known=False)
        way("pagat", text + damaged(text, Random(1), every=4, kinds=("amount",)), session=session)
        assert session.evening is not None
    middle = "".join(text.partition("hand 3\n")[1:])
    session = RecordJudge(game("pagat").ruleset, silent=True, known=False)
    verifier, found = verify_text("pagat", text.partition("\nhand 1\n")[0] + "\n\n" + middle, session=session)
    assert verifier.explained == 1
    assert all(isinstance(each, Passed) or not each.findings for each in found)


@pytest.mark.parametrize(
    "between",
    [
        'seat A "Anna"\nseat B "Bruno"',
        "leave C\nseat C after B",
        'adjust A: +2 "Bruno": -2 "fee"',
        'carried "Dora": 7',
        'leave A\nseat D "Dora"',
        'seat D "Dora" after A',
        "match",
        "match\ncarried A: 3 B: -1 C: -2",
        "carried A: 30 B: -10 C: -20",
        'tag event "Torneo di Cosenza"',
        "rules treccani",
        "; una mano lunga",
        "cal 1\nseat A\nseat B\nseat C",
        "cal 2",
        "seat B\nseat C\nseat A",
        'note "una pausa"',
        "dealer B",
        "xyz",
    ],
)
def test_lines_between_hands_are_understood(between: str) -> None:
    """Lines between two hands change the evening in both ways alike."""
    text = text_of("pagat", 9)
    at = text.index("hand 5\n")
    hold_equal("pagat", f"{text[:at]}{between}\n\n{text[at:]}")


def test_few_hands_are_explained_where_an_evening_is_opened() -> None:
    """A file of many evenings, matches and carried totals still takes the fast way."""
    one = text_of("pagat", 10)
    other = re.sub("(?m)^total.*\n", "", one[one.index("hand 1\n") :])
    verifier = hold_equal("pagat", f"{one}match\ncarried A: 3 B: -1 C: -2\n{other}")
    assert verifier.explained == 0
    assert verifier.passed == 20


def test_evenings_under_several_rulesets() -> None:
    """Each hand is judged under the ruleset that its record names, and plain hands pass under all of them."""
    names = ("pagat", "tretre", "a-due", "pagat", "sestiglio")
    text = "".join(text_of(name, 5, seed) for seed, name in enumerate(names))
    verifier, found = verify_text("pagat", text, session=RecordJudge())
    expected = replay_text("pagat", text, session=RecordJudge())
    assert [getattr(each, "findings", ()) for each in found] == [replay.findings for replay in expected]
    assert [dict(zip("ABCDEFG", each.totals, strict=False)) if isinstance(each, Passed) else each.totals  # type: ignore[union-attr]
            for each in found] == [replay.totals for replay in expected]  # fmt: skip
    assert verifier.passed >= 5 * len(names) - 4


def test_other_ways_to_write_a_plain_hand_pass() -> None:
    """Winners stated or not, sides joined, whole points, amounts in another order, times: all canonical, all plain."""
    text = text_of("pagat", 20)
    turned = re.sub(r"(?m)^(score|total) A: (\S+) B: (\S+) C: (\S+)$", r"\1 C: \4 A: \2 B: \3", text)
    timed = re.sub(r"(?m)^(hand \d+)$", r"\1\nat 2025-11-02T21:10:30+01:00", text)
    named = re.sub(r"(?m)^hand (\d+)$", r'hand "\1 a"', text)
    silent = re.sub(r"(?m)^(result|score).*\n", "", text)
    for written in (turned, timed, named, silent):
        assert hold_equal("pagat", written).explained == 0


def test_stated_winners_pass() -> None:
    """Tricks with written winners, all or some, are checked without an explanation."""
    text = text_of("pagat", 20)
    lines = text.splitlines()
    for number, line in enumerate(lines[:-1]):
        after = lines[number + 1]
        if re.match(r"[ \d]\d [A-Z]:", line) and re.match(r"[ \d]\d [A-Z]:", after):
            lines[number] = f"{line} > {after[3]}"
    some = "\n".join(lines) + "\n"
    assert hold_equal("pagat", some).explained == 0
    wrong = re.sub(r"(?m)^( 3 .* > )([ABC])$", lambda match: match[1] + "BCA"["ABC".index(match[2])], some)
    assert wrong != some
    assert hold_equal("pagat", wrong).explained == len(re.findall("(?m)^ 3 ", wrong))


def test_what_was_judged_of_one_hand_is_not_said_of_another() -> None:
    """A slip in one hand, and after it a last hand that is written otherwise: each is settled by its own cards."""
    text = text_of("pagat", 9)
    wrong = re.sub(r"(hand 8\n(?:.*\n)*?score A: )\S+", r"\g<1>+7", text)
    assert wrong != text
    for end in ("end claimed\n", "end  \n", "end", "end ; fine\n"):
        for pieces in (1, 4):
            hold_equal("pagat", wrong[: wrong.rindex("end")] + end, pieces)


def test_results_of_joined_seats_and_of_whole_points_pass() -> None:
    """A result in any form is checked against the cards without an explanation."""
    text = text_of("pagat", 12)
    joined = re.sub(
        r"(?m)^result (\w): (\d+) (\w): (\d+) (\w): (\d+)$",
        lambda said: f"result {said[1]}: {said[2]} {said[3]}+{said[5]}: {int(said[4]) + int(said[6])}",
        text,
    )
    assert joined.count("+", joined.index("result")) > 12
    assert hold_equal("pagat", joined).explained == 0
    outcomes = re.sub(r"(?m)^result .*\n(score .*)$", lambda said: f"{_outcome(said[1])}\n{said[1]}", text)
    assert outcomes.count("won") == outcomes.count("lost") == 12
    assert hold_equal("pagat", outcomes).explained == 0


def _outcome(score: str) -> str:
    """Return a result by winners and losers, from the payments."""
    paid = [(seat, int(amount)) for seat, amount in re.findall(r"(\w): ([+-]?\d+)", score)]
    sides = ["+".join(seat for seat, amount in paid if (amount > 0) == wins) for wins in (True, False)]
    return f"result {sides[0]}: won {sides[1]}: lost"


@pytest.mark.parametrize("place", [1, 2])
def test_who_does_not_follow_is_explained_at_whatever_place(place: int) -> None:
    """The second to play and the last: two cards change places, and but for the suit everything stays as it was."""
    revokes = [text for seed in range(1, 9) for text in _exchanged(text_of("pagat", 1, seed), place)]
    alone = [text for text in revokes if [each.code for each in replay_text("pagat", text)[0].findings] == ["CAL512"]]
    assert len(alone) > 3
    for text in alone:
        assert hold_equal("pagat", text).explained == 1


def _exchanged(text: str, place: int) -> Iterator[str]:
    """Records in which a player plays another suit, and the due card later."""
    lines = re.sub(r"(?m)^(result|score|total).*\n", "", text).splitlines()  # nothing else tells of it
    rows = [(n, line[3], line[6:].split()[:3]) for n, line in enumerate(lines) if re.match(r"[ \d]\d [A-C]:", line)]
    for (at, leader, cards), (later, other, played) in combinations(rows, 2):
        own = (ord(leader) - ord(other) + place) % 3
        first, second = cards[place], played[own]
        if first[1] == cards[0][1] != second[1]:
            said = list(lines)
            said[at] = said[at].replace(first, second)
            said[later] = said[later].replace(second, first)
            yield "\n".join(said) + "\n"


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_every_line_is_read_from_its_beginning_to_its_end(name: str) -> None:
    """With its own verb twice, another line's words before it, or its last word twice it is another line."""
    texts = []
    for each in text_of(name, 1).split("\n\nhand ")[1:]:
        lines = ["cal 1", f"rules {name}", *(f"seat {label}" for label in sorted(_seats(each))), f"hand {each}"]
        lines = "\n".join(lines).rstrip("\n").split("\n")
        first = next(at for at, line in enumerate(lines) if line.startswith("dealer "))
        for at in range(first, lines.index("end")):
            words = lines[at].split()
            for line in (f"{words[0]} {lines[at]}", f"{lines[at - 1]} {lines[at]}", f"{lines[at]} {words[-1]}"):
                texts.append("\n".join([*lines[:at], line, *lines[at + 1 :], ""]))
    verifier = hold_equal(name, "".join(texts))
    assert not verifier.passed


@pytest.mark.mass
@pytest.mark.parametrize("name", SHIPPED)
def test_letters_of_words_are_read_where_cards_have_them_too(name: str) -> None:
    """A letter of a word that is also one of a card is none of another card: `beal` is no `deal`."""
    head, hand = text_of(name, 1).split("\n\nhand ")
    letters = {letter for card in game(name).cards.names for letter in card}
    lines = hand.rstrip("\n").split("\n")
    texts = []
    for number, line in enumerate(lines[1:], 1):
        for at, letter in enumerate(line.split(":")[0]):
            if letter.islower() and letter in letters:
                other = min(each for each in letters if each.islower() and each != letter)
                said = [*lines[:number], line[:at] + other + line[at + 1 :], *lines[number + 1 :], ""]
                texts.append(f"{head}\n\nhand " + "\n".join(said))
    assert len(texts) >= 5
    assert not hold_equal(name, "".join(texts)).passed


def _seats(hand: str) -> set[str]:
    return set(re.findall(r"(?m)^(?:deal|dealer|out) ([A-Z])", hand))
