"""Declarations in records: refused, counted, and in hands with unknown cards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.events import of_seat
from calarec.core.engine.game import Game
from calarec.core.engine.views import view
from calarec.core.notation import Text, parse_records, read_records
from calarec.core.notation.writer import write
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import load_ruleset
from calarec.simulation import simulate
from tests.records.shelf import RECORDS

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

TEXT = (RECORDS / "tressette-accusi" / "evening.cal").read_text("utf-8")
HEAD = TEXT[: TEXT.index("hand 1")]
SECOND = TEXT[TEXT.index("hand 2") : TEXT.index("hand 3")].replace(
    "total A: 17 B: 9 C: 17 D: 9", "total A: 9 B: 6 C: 9 D: 6"
)
SAID = "declare B: buongioco Ab As Ac Ad\n"
ATTESTED = Path(__file__).parents[1] / "rulesets" / "attested"


def judged(text: str) -> Judgement:
    """The first hand of a text."""
    session = RecordJudge()
    return next(iter([session.replay(hand) for hand in read_records(Text(text, "a.cal"))]))


def errors(text: str) -> list[tuple[str, str]]:
    """Return the errors of the first hand of a text."""
    return [(each.code, each.wording) for each in judged(text).findings if each.severity == "error"]


def test_four_of_a_kind_are_worth_four_points_to_both_partners() -> None:
    """Seven thirds and two points; four aces more; the result has the cards alone."""
    ruling = judged(HEAD + SECOND)
    assert errors(HEAD + SECOND) == []
    assert ruling.totals == {"A": 9, "B": 6, "C": 9, "D": 6}
    assert ruling.account is not None
    assert [(side.points, side.declared) for side in ruling.account.sides] == [(28, 0), (7, 4)]
    assert [each.rule for each in ruling.account.because if each.rule.startswith("standing")] == ["standing.buongioco"]


def test_nobody_has_to_declare() -> None:
    """Without the line the totals are those of the cards; what the record goes on with is wrong by four."""
    assert judged(HEAD + SECOND.replace(SAID, "").replace("total A: 9 B: 6 C: 9 D: 6\n", "")).totals == {
        "A": 9, "B": 2, "C": 9, "D": 2,
    }  # fmt: skip
    session = RecordJudge()
    wrong = [session.replay(hand).findings for hand in read_records(Text(TEXT.replace(SAID, ""), "a.cal"))]
    assert [{each.code for each in found if each.severity == "error"} for found in wrong] == [
        set(), {"CAL612"}, set(), set()
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("declare B: buongioco Ab As Ac Ad\ndeclare B: buongioco Ab As Ac\n", ("CAL565", "")),
        ("declare B: buongioco Ab As\n", ("CAL563", "")),
        ("declare B: buongioco\n", ("CAL563", "none")),
        ("declare B: napoletana 7c Rc Ac\n", ("CAL563", "")),
        ("declare B: buongioco 3s Ab As Ac\n", ("CAL564", "card")),
        ("declare C: buongioco Ab As Ac Ad\n", ("CAL564", "card")),
        ("declare B: buon-gioco Ab As Ac Ad\n", ("CAL219", "near")),
        ("declare B: marianna Rb Cb\n", ("CAL219", "")),
        ("declare E: buongioco Ab As Ac Ad\n", ("CAL215", "")),
    ],
)
def test_what_is_not_so_is_told(line: str, found: tuple[str, str]) -> None:
    """Each with its own code."""
    assert found in errors(HEAD + SECOND.replace(SAID, line))


FALSE = ["declare B: buongioco 3s Ab As Ac\n", "declare C: buongioco Ab As Ac Ad\n", "declare B: buongioco Ab As\n"]
"""A card or a meld of another seat, or no meld at all."""


@pytest.mark.parametrize("line", FALSE)
def test_what_is_not_so_counts_for_nothing_and_is_told_once(line: str) -> None:
    """Totals without it are right; the next hand goes on from there."""
    text = HEAD + SECOND.replace(SAID, line).replace("A: 9 B: 6 C: 9 D: 6", "A: 9 B: 2 C: 9 D: 2")
    ruling = judged(text)
    assert [each.code[:5] for each in ruling.findings] == ["CAL56"]
    assert ruling.totals == {"A": 9, "B": 2, "C": 9, "D": 2}
    assert ruling.account is not None
    assert [side.declared for side in ruling.account.sides] == [0, 0]


@pytest.mark.parametrize(("line", "totals"), [
    (FALSE[0], "A: 9 B: 6 C: 9 D: 6"), (FALSE[1], "A: 13 B: 2 C: 13 D: 2"), (FALSE[2], "A: 9 B: 5 C: 9 D: 5"),
])  # fmt: skip
def test_totals_that_count_what_is_not_so_are_the_same_mistake(line: str, totals: str) -> None:
    """They are not reported again, nor in the hands that carry them on."""
    text = HEAD + SECOND.replace(SAID, line).replace("A: 9 B: 6 C: 9 D: 6", totals)
    assert [each.code[:5] for each in judged(text).findings] == ["CAL56"]
    more = "\nhand 3\ndealer C\nresult A+C: 35 B+D: 0\ntotal {}\nend\n"
    went_on = {label: int(total) for label, total in (each.split(": ") for each in totals.replace(" B", "\nB").replace(
        " C", "\nC").replace(" D", "\nD").split("\n"))}  # fmt: skip
    went_on |= {"A": went_on["A"] + 11, "C": went_on["C"] + 11}
    session = RecordJudge()
    third = more.format(" ".join(f"{label}: {total}" for label, total in went_on.items()))
    found = [session.replay(hand).findings for hand in read_records(Text(text + third, "a.cal"))]
    assert [each.code for each in found[1]] == []
    session = RecordJudge()
    other = more.format("A: 99 B: 0 C: 99 D: 0")
    found = [session.replay(hand).findings for hand in read_records(Text(text + other, "a.cal"))]
    assert {each.code for each in found[1]} == {"CAL612"}


def test_a_declaration_of_another_seat_than_its_cards_is_one_slip() -> None:
    """The totals count it for the holder of the cards: only the seat is wrong."""
    said = judged(HEAD + SECOND.replace(SAID, SAID.replace("B:", "C:")))
    assert [(each.code, each.wording) for each in said.findings] == [("CAL564", "card")]
    neither = SECOND.replace(SAID, SAID.replace("B:", "C:")).replace("A: 9 B: 6 C: 9 D: 6", "A: 9 B: 7 C: 9 D: 7")
    assert [each.code for each in judged(HEAD + neither).findings] == ["CAL564", "CAL617"]


def test_points_in_the_hand_that_are_not_so() -> None:
    """Four false aces, of seven thirds; result and payments may count them or not."""
    game = Game.from_ruleset(load_ruleset(str(ATTESTED / "declared-bid.yaml")))
    counted = 0
    for each in simulate(game, hands=30, seed=1, aim="contracts.solo"):
        lines = [line for line in write([each.hand]).splitlines() if not line.startswith(("declare", "total"))]
        sums = ("result", "score")
        bare = begin_totals(game).replay(
            parse_records("\n".join(each for each in lines if each[:5] not in sums) + "\n")[0]
        )
        state, account = bare.state, bare.account
        assert state is not None
        assert account is not None
        if len(state.tricks) < 12:
            continue
        declarer = "ABC"[account.declarer]
        at = next(n for n, line in enumerate(lines) if line.startswith(" 3 "))
        lines.insert(at, f"declare {declarer}: aces Ab As Ac Ad")
        text = "\n".join(line for line in lines if not line.startswith(sums))
        (with_it,) = parse_records(text + "\n")
        ruling = begin_totals(game).replay(with_it)
        if [one.code for one in ruling.findings] != ["CAL564"]:
            continue  # somebody else has none of them
        assert ruling.account is not None
        assert ruling.account.payments == account.payments
        own, others = account.counted_sides
        for more in (0, 7):
            wins = own.points + more >= 18
            paid = [f"{label}: {(4 if label == declarer else -2) * (1 if wins else -1):+}" for label in "ABC"]
            rest = "+".join("ABC"[seat] for seat in others.seats)
            said = f"result {declarer}: {own.points + more} {rest}: {others.points}\nscore {' '.join(paid)}\nend"
            told = begin_totals(game).replay(parse_records(text.replace("\nend", f"\n{said}") + "\n")[0])
            assert [one.code for one in told.findings] == ["CAL564"], text
            counted += wins != account.sides[0].wins
    assert counted


@pytest.mark.parametrize("ending", ["", "end\n", "end void\n"], ids=["played on", "over", "void"])
def test_hands_thrown_in_that_are_not_poor(ending: str) -> None:
    """One finding, however it went on: what was played then is settled, and a hand that was not played is void."""
    text = (HEAD + SECOND).replace("tressette-accusi@1.0.0", "declared-tail@1.0.0")
    first = text.index(" 1 C: 3c")
    text = text[:first] + "declare C: under-a-point\n" + (ending or text[first:])
    ruling = begin_totals(Game.from_ruleset(load_ruleset(str(ATTESTED / "declared-tail.yaml")))).replay(
        parse_records(text)[0]
    )
    (found,) = ruling.findings
    assert found.code == "CAL564"
    assert found.message("en").endswith("its cards are worth 2 1/3 points (7 thirds)")
    assert found.message("it").endswith("le sue carte valgono 2 1/3 punti (7 terzi)")
    assert ruling.outcome == ("void" if ending else "played")
    assert ruling.totals == ({"A": 0, "B": 0, "C": 0, "D": 0} if ending else {"A": 9, "B": 6, "C": 9, "D": 6})


def test_what_is_not_so_shows_nobody_a_card() -> None:
    """A false declaration reveals no card of the hand."""
    ruling = judged(HEAD + SECOND.replace(SAID, FALSE[1]))
    said = max(place for place, each in enumerate(ruling.happened) if type(each.event).__name__ == "Declared")
    events, state = [each.event for each in ruling.happened[: said + 1]], ruling.happened[said].state
    assert state is not None
    assert view(ruling.game, state, events, of_seat(3)).hands[2].cards == 0


def test_a_declaration_has_its_time() -> None:
    """Not before the first trick, not behind the second."""
    first = SECOND.replace(SAID, "").replace(" 1 C: 3c", SAID + " 1 C: 3c")
    assert errors(HEAD + first) == [("CAL561", "early")]
    second = SECOND.replace(SAID, "").replace(" 3 C: 5b", SAID + " 3 C: 5b")
    assert errors(HEAD + second) == [("CAL561", "late")]


def test_under_rules_without_declarations() -> None:
    """A declaration is refused under rules without declarations."""
    text = (HEAD + SECOND).replace("rules tressette-accusi@1.0.0", "rules tressette-31@1.0.0")
    assert errors(text.replace("B: 6 C: 9 D: 6", "B: 2 C: 9 D: 2")) == [("CAL562", "")]


@pytest.mark.parametrize(("word", "by", "trick"), [("aces", "declarer", " 3 "), ("court", "opponents", " 1 ")])
def test_who_may_not_declare_is_told(word: str, by: str, trick: str) -> None:
    """An opponent with what is the declarer's alone, and the declarer with what is theirs, whatever cards there are."""
    game = Game.from_ruleset(load_ruleset(str(ATTESTED / "declared-bid.yaml")))
    (each,) = simulate(game, hands=1, seed=1, aim="contracts.solo")
    lines = [line for line in write([each.hand]).splitlines() if not line.startswith("declare")]
    state = begin_totals(game).replay(each.hand).state
    assert state is not None
    seat = "ABC"[state.declarer if by == "opponents" else (state.declarer + 1) % 3]
    lines.insert(next(n for n, line in enumerate(lines) if line.startswith(trick)), f"declare {seat}: {word} Ab As")
    found = begin_totals(game).replay(parse_records("\n".join(lines) + "\n")[0]).findings
    told = [(one.code, one.wording, one.span.column) for one in found if one.code[:5] == "CAL56"]
    assert told == [("CAL560", by, 9)]


def test_what_a_poor_hand_is_worth_does_not_grow(tmp_path: Path) -> None:
    """So much more is for each card of a meld above the fewest: a hand without a meld has none, whatever is shown."""
    file = tmp_path / "poor.yaml"
    poor = "standing.poor: {do: declare, hand: {points_below: 1p}, points: 3, points_more: 2}"
    file.write_text(f"ruleset: poor\nversion: 1.0.0\nextends: tressette\nadd:\n  {poor}\n", "utf-8")
    rule = load_ruleset(str(file)).rules.standing["poor"].params
    assert [rule.meld_worth(cards) for cards in (0, 1, 10)] == [(3, 0)] * 3


def test_a_card_that_was_played_counts() -> None:
    """In the third hand the three of the napoletana had been led to the first trick."""
    third = TEXT[TEXT.index("hand 3") : TEXT.index("hand 4")].replace(
        "A: 26 B: 23 C: 26 D: 23", "A: 9 B: 14 C: 9 D: 14"
    )
    assert errors(HEAD + third) == []
    assert judged(HEAD + third).totals == {"A": 9, "B": 14, "C": 9, "D": 14}


def test_a_hand_without_cards_has_its_declarations() -> None:
    """With named cards; by the word alone their number is unknown, and believed."""
    kept = "hand 2\ndealer B\n{said}result A+C: 28 B+D: 7\n{total}end\n"
    named = kept.format(said=SAID, total="total A: 9 B: 6 C: 9 D: 6\n")
    assert errors(HEAD + named) == []
    assert judged(HEAD + named).totals == {"A": 9, "B": 6, "C": 9, "D": 6}
    word = kept.format(said="declare B: buongioco\n", total="{}")
    assert judged(HEAD + word.format("")).totals is None
    assert [each.code for each in judged(HEAD + word.format("")).findings] == ["CAL322"]
    for total in (5, 6):
        assert errors(HEAD + word.format(f"total A: 9 B: {total} C: 9 D: {total}\n")) == []
    wrong = kept.format(said=SAID, total="total A: 9 B: 3 C: 9 D: 3\n")
    first = "hand 1\ndealer A\nresult A+C: 35 B+D: 0\ntotal A: 0 B: 0 C: 0 D: 0\nend\n\n"
    session = RecordJudge()
    *_, after = [session.replay(hand) for hand in read_records(Text(HEAD + first + wrong, "a.cal"))]
    assert "CAL612" in {each.code for each in after.findings}


def test_all_hear_which_cards_they_are_and_what_was_played_is_gone() -> None:
    """After the declarations of the third hand all know the cards still held."""
    third = TEXT[TEXT.index("hand 3") : TEXT.index("hand 4")]
    ruling = judged(HEAD + third)
    cards, state = ruling.game.cards, ruling.state
    assert state is not None
    said = max(place for place, each in enumerate(ruling.happened) if type(each.event).__name__ == "Declared")
    events = [each.event for each in ruling.happened[: said + 1]]
    dealt = [each.event for each in ruling.happened[:4]]
    before = view(ruling.game, ruling.happened[said].state or state, dealt, of_seat(2))
    after = view(ruling.game, ruling.happened[said].state or state, events, of_seat(2))
    assert before.hands[0].cards == before.hands[1].cards == 0
    assert set(cards.list(after.hands[0].cards)) == {"2c", "Ac", "Ab", "As"}
    assert set(cards.list(after.hands[1].cards)) == {"3d", "2d", "Ad", "3b", "3s"}


def test_what_is_said_to_the_own_side_is_hidden_from_the_other() -> None:
    """The word is heard by all; the cards by the partner."""
    rules = str(ATTESTED / "declared-tail.yaml")
    text = (HEAD + SECOND).replace("tressette-accusi@1.0.0", "declared-tail@1.0.0")
    ruling = begin_totals(Game.from_ruleset(load_ruleset(rules))).replay(parse_records(text)[0])
    assert [each.code for each in ruling.findings if each.severity == "error"] == []
    state = ruling.state
    assert state is not None
    said = next(place for place, each in enumerate(ruling.happened) if type(each.event).__name__ == "Declared")
    events = [each.event for each in ruling.happened[: said + 1]]
    for seat, known in ((3, 4), (1, 10 - 1), (0, 0), (2, 0)):
        seen = view(ruling.game, ruling.happened[said].state or state, events, of_seat(seat))
        assert seen.hands[1].cards.bit_count() == known, seat
        assert (seen.log[-1].hidden, type(seen.log[-1].event).__name__) == (0 if seat in (1, 3) else 4, "Declared")


def test_a_declaration_tells_cards_that_nobody_wrote_down() -> None:
    """The deal of two hands is not recorded: four aces were dealt to their declarer."""
    lines = [line for line in SECOND.splitlines() if not line.startswith(("deal A", "deal B"))]
    cut = lines[: next(n for n, line in enumerate(lines) if line.startswith(" 2 "))]
    ruling = judged(HEAD + "\n".join([*cut, 'end abandoned "late"']) + "\n")
    assert [each.code for each in ruling.findings if each.severity == "error"] == []
    assert any("deal B" in line and all(ace in line for ace in ("Ab", "As", "Ac", "Ad")) for line in ruling.deduced)
    without = [line for line in cut if not line.startswith("declare")]
    silent = judged(HEAD + "\n".join([*without, 'end abandoned "late"']) + "\n")
    assert not any("Ab" in line for line in silent.deduced)


@pytest.mark.parametrize(("paid", "found"), [
    ("A: +2 B: -1 C: -1", []), ("A: -2 B: +1 C: +1", []), ("A: +6 B: -3 C: -3", ["CAL321"]),
    ("A: +3 B: -2 C: -1", ["CAL321"]), ("A: +20 B: -10 C: -10", ["CAL321"]),
])  # fmt: skip
def test_payments_beside_declared_points_are_some_that_the_contract_gives(paid: str, found: list[str]) -> None:
    """Unknown points allow any payment that some points give, and no other."""
    game = Game.from_ruleset(load_ruleset(str(ATTESTED / "declared-bid.yaml")))
    (hand,) = parse_records(
        "cal 1\nrules declared-bid\nseat A\nseat B\nseat C\nhand\ndealer A\nbid B: passo C: passo A: chiamo\n"
        f"declare A: aces As Ad\nresult A: 25 B+C: 13\nscore {paid}\nend\n"
    )
    ruling = begin_totals(game).replay(hand)
    assert [each.code for each in ruling.findings] == found
    assert (ruling.account is None) == bool(found)
    assert ruling.findings == () or all(ruling.findings[0].help(lang) for lang in ("en", "it"))


def of_house(folder: Path, text: str, parent: str, rules: str) -> Judgement:
    """The first hand of a text, without its sums, under a house's own rules."""
    file = folder / "house.yaml"
    file.write_text(f"ruleset: house\nversion: 1.0.0\nextends: {parent}\nadd:\n{rules}", "utf-8")
    text = re.sub("(?m)^rules .*", "rules house", re.sub("(?m)^(result|score|total) .*\n", "", text))
    return begin_totals(Game.from_ruleset(load_ruleset(str(file)))).replay(
        next(iter(read_records(Text(text, "a.cal"))))
    )


@pytest.mark.parametrize(("declared", "poor"), [("declare A: pair Ab 7b\n", 0), ("", 1)])
def test_a_bonus_on_all_points_counts_what_was_declared(tmp_path: Path, declared: str, poor: int) -> None:
    """Eight thirds are less than three points; with the three that were declared they are not; solo is two."""
    rules = (
        "  standing.pair: {do: declare, meld: {ranks: A7, of: suit}, until_trick: 1, points: 3p}\n"
        "  settle.bonus.poor: {when: {of: losers, points_below: 9}, plus_stakes: 5}\n"
    )
    text = (RECORDS / "pagat" / "first.cal").read_text("utf-8").replace(" 1 B: 3d", declared + " 1 B: 3d")
    ruling = of_house(tmp_path, text, "pagat", rules)
    assert [each.code for each in ruling.findings if each.severity == "error"] == []
    assert ruling.account is not None
    assert [side.points for side in ruling.account.sides] == [27, 8 if poor else 17]
    assert (ruling.account.bonus, ruling.account.added) == ("stramazzo", ("poor",) * poor)
    assert ruling.account.payments == ((-16, 32, -16) if poor else (-6, 12, -6))


@pytest.mark.parametrize(("declared", "poor"), [("declare B: pair Ks Js\n", 0), ("", 1)])
def test_so_it_does_where_everybody_plays_alone(tmp_path: Path, declared: str, poor: int) -> None:
    """Losers have eighteen thirds together, or twenty-seven with three declared."""
    rules = (
        "  standing.pair: {do: declare, meld: {ranks: KJ, of: suit}, until_trick: 1, points: 3p}\n"
        "  all_pass.bonus.poor: {when: {of: others, points_below: 20}, plus_stakes: 5}\n"
    )
    text = (RECORDS / "spazzatura" / "all-pass-played-out.cal").read_text("utf-8")
    ruling = of_house(tmp_path, text.replace(" 1 A: 3d", declared + " 1 A: 3d"), "spazzatura", rules)
    assert [each.code for each in ruling.findings if each.severity == "error"] == []
    assert ruling.account is not None
    assert [side.points for side in ruling.account.sides] == [17, 6 if poor else 15, 12]
    assert ruling.account.added == ("poor",) * poor


def test_payments_beside_declared_points_know_what_these_take_from_a_bonus(tmp_path: Path) -> None:
    """Three declared points exclude a bonus for fewer, so other payments are wrong."""
    rules = (
        "  standing.pair: {do: declare, meld: {ranks: A7, of: suit}, until_trick: 1, points: 3p}\n"
        "  settle.bonus.poor: {when: {of: losers, points_below: 9}, plus_stakes: 5}\n"
    )
    text = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand\ndealer A\nbid B: solo C: passo A: passo\n{}end\n"
    file = tmp_path / "house.yaml"
    found = []
    for lines in ("declare A: pair Ab 7b\n", ""):
        of_house(tmp_path, text.format(""), "pagat", rules)
        paid = text.format(lines + "score A: -14 B: +28 C: -14\n")
        (hand,) = read_records(Text(paid.replace("rules pagat", "rules house"), "a.cal"))
        found.append(begin_totals(Game.from_ruleset(load_ruleset(str(file)))).replay(hand))
    assert [[each.code for each in ruling.findings] for ruling in found] == [["CAL321"], []]
