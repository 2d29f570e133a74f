"""Hands entered without a terminal: typed lines in, record and messages out."""

from __future__ import annotations

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import statement_line
from calarec.core.records import model as m
from calarec.rule_files.load import load_ruleset
from calarec_tools.desk.entering.session import Entry
from calarec_tools.desk.entering.text import split_record
from tests.tools.entering.typing import HEAD, fresh, last, type_lines

pytestmark = pytest.mark.slow

DEALT = (
    "",
    "Anna",
    "Cb6b2cAc5c4c2dCdRsCs6s5s",
    "3b 2b fb 3c rc fc 7c 6c 3d fd 4d 2s",
    "Rb 7b 5b 4b Cc Ad Rd 7d 5d As Fs 4s",
    "",
)
"""The hand of the notation's page up to the auction: A deals, B is eldest."""
EXCHANGED = ("c p p", "3b", "", "4c", "6b 5c 6d 5s")


def at_play(*more: str) -> Entry:
    """The hand at its first trick, and further on."""
    entry = fresh()
    type_lines(entry, (*DEALT[1:], *EXCHANGED, *more))
    return entry


# ---------------------------------------------------------------------- a whole hand


def test_a_hand_from_the_deal_to_the_totals() -> None:
    """Letters in either case, short words, forced steps by an empty line: one record."""
    entry = at_play("3s 2s 4s", "7s Fc Fs", "7b Ab Fb", "Cd 4d 5d", "Cb 2b 4b", "6c Cc 2c", "2d Fd Ad", "Rs 3c As",
                    "7d Cs 3d", "Rc 5b Ac", "3b 7c Rb", "", "")  # fmt: skip
    (hand,) = parse_records(entry.text)
    judged = calarec.replay(hand)
    assert (judged.verdict, judged.stated) == ("legal", True)
    assert judged.account is not None
    assert judged.account.payments == (-1, 2, -1)
    assert entry.text.splitlines()[-6:] == [
        " 11 B: 3b 7c Rb".lstrip(), "12 B: 6s 4c Rd", "result B: 24 A: 7 C: 4", "score B: +2 A: -1 C: -1",
        "total A: -1 B: 2 C: -1", "end",
    ]  # fmt: skip
    assert "discard B: 6b 5c 6d 5s\n 1 B: 3s 2s 4s\n" in entry.text
    assert entry.totals() == "Anna -1 · Bruno 2 · Carla -1"
    assert entry.asks() == "hand 2: Bruno deals> "


def test_what_the_hand_came_to_is_said() -> None:
    """In the language that was asked for."""
    entry = fresh(lang="it")
    assert entry.asks() == "mano 1: chi distribuisce?> "
    (said,) = type_lines(entry, ["Anna"])
    assert said == ()
    assert entry.asks() == "carte di Bruno (12), o la prima dichiarazione> "
    (said,) = type_lines(entry, ["Bruno chiamo vinta"])
    assert said[0] == "Bruno vince «chiamo»."
    assert said[-1] == "Anna -1 · Bruno 2 · Carla -1"
    assert "result B: won\nscore B: +2 A: -1 C: -1\ntotal A: -1 B: 2 C: -1\nend\n" in entry.text


def test_a_claim_ends_the_hand_as_claimed() -> None:
    """The outcome of a claim is written with it."""
    entry = at_play("3s 2s 4s", "claim B: rest accepted", "")
    assert entry.text.splitlines()[-4:] == [
        "result B: 35 A+C: 0", "score B: +4 A: -2 C: -2", "total A: -2 B: 4 C: -2", "end claimed"
    ]  # fmt: skip


def test_bids_and_a_result_are_a_hand() -> None:
    """The auction word by word, then the result; unrecorded parts are left out."""
    entry = fresh()
    type_lines(entry, ["Anna", "passo", "chiamo", "passo", "result C: lost"])
    assert entry.asks() == "Enter finishes the hand> "
    type_lines(entry, [""])
    assert "bid B: passo C: chiamo A: passo\nresult C: lost\nscore C: -2 A: +1 B: +1\n" in entry.text


def test_a_contract_that_is_no_bid_is_written_as_a_raise() -> None:
    """A raised contract is written with the one bid below it, named or not."""
    for said in ("Bruno dividete won", "Bruno solissimo dividete won"):
        entry = fresh()
        type_lines(entry, ["Anna", said])
        assert "bid B: solissimo\nraise B: dividete\nresult B: won\nscore B: +16 A: -8 C: -8\n" in entry.text


def test_a_hand_that_is_called_off() -> None:
    """`end void` closes it at once, without payments."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", "", "end void"])
    assert entry.text.endswith("hand 2\ndealer B\nend void\n")
    assert entry.totals() == "Anna -1 · Bruno 2 · Carla -1"


# ---------------------------------------------------------------------- what is refused


def test_what_is_not_legal_is_refused_with_rule_and_reason() -> None:
    """A refused input changes nothing; `!` writes it as it happened."""
    entry = at_play("3s 2s 4s", "7s Fc Fs", "7b Ab")
    before = entry.text
    (message, offered) = entry.take("3c").said
    assert offered == "`!` writes it as it happened, `?` shows the rule."
    assert entry.text == before
    first = fresh()
    assert type_lines(first, ["Anna", "Bruno solo total Bruno 11"])[1:] == [
        ("These totals do not show how solo ended.", "Bruno can have -12, -8, -4, +4, +8 or +12 after it, not +11.")
    ]
    assert "bid" not in first.text
    assert message.startswith("CAL512 Carla plays cups on a lead of batons, but holds 2b and Fb; legal here: 2b or Fb.")
    assert entry.take("?").said == ("rule: play.follow (pagat:67, project default)",)
    assert entry.text == before
    assert entry.take("!").said == ()
    assert last(entry) == " 3 A: 7b Ab 3c"
    assert "CAL512" in {each.code for each in calarec.replay(parse_records(entry.text + "end\n")[0]).findings}


def test_what_is_typed_behind_a_refused_card_is_written_with_it() -> None:
    entry = at_play("3s 2s 4s", "7s Fc Fs", "7b Ab")
    assert entry.take("3c Cd").said[-1].startswith("`!` writes it as it happened")
    entry.take("!")
    assert entry.text.splitlines()[-2:] == [" 3 A: 7b Ab 3c", " 4 B: Cd"]


def test_a_refused_card_among_several_takes_none_of_them() -> None:
    """A trick in one line is one entry, and one `undo`."""
    entry = at_play("3s 2s 4s")
    before = entry.text
    assert "CAL" in entry.take("7s Fc 3b").said[0]
    assert entry.text == before
    entry.take("7s Fc Fs")
    entry.take("undo")
    assert entry.text == before


def test_what_was_refused_is_forgotten_after_the_next_entry() -> None:
    """`!` is about the last line."""
    entry = at_play("3s 2s 4s", "7s")
    entry.take("3b")
    entry.take("Fc")
    assert entry.take("!").said == ("Nothing was refused that could be written as it happened.",)
    assert entry.take("?").said == ("Nothing was refused by a rule.",)


def test_cards_that_nobody_knows_are_no_choice_of_blanks() -> None:
    """A pile without recorded cards may hold any card."""
    entry = fresh()
    type_lines(entry, ["Anna", "solo passo passo"])
    assert type_lines(entry, [""]) == [("Here is a choice: the cards, or `__` for an unknown one.",)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Xx", "`Xx` is nothing that can be said here: `3b`, `Ab`"),
        ("bid A: solo", "CAL"),
        ("4 B: 7s 7s 7s", "CAL"),
        ("hand 9", "Hand 1 is not finished yet."),
        ("edit 1", "Hand 1 is not finished yet."),
        ("", "Here is a choice: `3b`, `Ab`"),
    ],
)
def test_what_makes_no_sense_here_is_answered(line: str, said: str) -> None:
    """With the lines that are possible."""
    entry = at_play()
    before = entry.text
    assert entry.take(line).said[0].startswith(said)
    assert entry.text == before


def test_a_deal_of_too_many_cards_is_not_taken() -> None:
    """Nor one with a card that the pack has not."""
    entry = fresh()
    assert type_lines(entry, ["Anna", "Cb 6b", "Cb 6b 8b"]) == [
        (), ("12 cards are dealt there, not 2.",), ("`8b` is not a card of this pack.",)
    ]  # fmt: skip


# ---------------------------------------------------------------------- commands


def test_undo_goes_back_entry_by_entry_and_beyond_what_was_typed() -> None:
    """In a record that was resumed it takes back words and lines, to the beginning."""
    entry = at_play("3s 2s 4s")
    again = fresh(entry.text)
    seen = []
    for _ in range(40):
        again.take("undo")
        seen.append(last(again))
        if not split_record(again.text).hand:
            break
    assert seen[:4] == [" 1 B: 3s 2s", " 1 B: 3s", "discard B: 6b 5c 6d 5s", "give B: 4c to C"]
    assert "bid B: chiamo C: passo" in seen
    assert again.text.rstrip("\n") == HEAD.rstrip("\n")


def test_a_hand_opened_again_is_corrected_and_all_totals_with_it() -> None:
    """A new line replaces the old one; the hands after it keep their payments."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", "Carla solo lost", "Anna chiamo won"])
    assert entry.totals() == "Anna 3 · Bruno 3 · Carla -6"
    said = entry.take("edit 2").said
    assert said[:4] == ("hand 2", "dealer B", "bid C: solo", "result C: lost")
    type_lines(entry, ["result C: won", ""])
    hands = parse_records(entry.text)
    assert [hand.name for hand in hands] == ["1", "2", "3"]
    assert all(calarec_ok(each) for each in calarec.replay(hands))
    assert entry.totals() == "Anna -1 · Bruno -1 · Carla 2"
    assert "total A: -3 B: 0 C: 3" in entry.text
    type_lines(entry, ["undo"] * 3)
    assert entry.totals() == "Anna 3 · Bruno 3 · Carla -6"


def test_a_hand_opened_again_by_oversight_is_closed_as_it_was() -> None:
    """An empty line changes nothing of it, not even parts that cannot be found again."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won stramazzo", "Carla solo 5"])
    before = entry.text
    assert type_lines(entry, ["edit 1", ""])[1] == ("The hand is as it was.",)
    assert entry.text == before
    assert entry.asks() == "hand 3: Carla deals> "
    type_lines(entry, ["edit 2", "result B: won", "undo", ""])
    assert entry.text == before


def test_undo_says_what_it_takes_back() -> None:
    """The words that are gone; several lines below each other; a hand that is closed again."""
    entry = at_play("3s 2s 4s", "7s Fc")
    assert entry.take("undo").said == ("taken back: 2 B: 7s Fc",)
    assert entry.take("undo").said == ("taken back: 1 B: 3s 2s 4s",)
    again = fresh(at_play("3s 2s 4s").text)
    assert again.take("undo").said == ("taken back: 4s",)
    between = fresh()
    type_lines(between, ["Anna"])
    assert between.take("undo").said == ("taken back:", "hand 1", "dealer A")
    type_lines(between, ["Anna", "Bruno chiamo won", "edit 1"])
    assert between.take("undo").said == ("It is again as it was before.",)


def test_undo_of_a_hand_that_was_opened_again_says_the_first_of_many_lines() -> None:
    """`undo` shows the first changed line, and the number of later totals."""
    entry = fresh()
    type_lines(entry, ["Anna", *["Bruno chiamo won"] * 12])
    before = entry.text
    type_lines(entry, ["edit 2", "result B: lost", ""])
    now = entry.text
    changed = [new for old, new in zip(before.splitlines(), now.splitlines(), strict=True) if old != new]
    assert [line.split()[0] for line in changed] == ["result", "score", *["total"] * 11]
    type_lines(entry, ["undo", "undo", "undo"])
    assert entry.text == before
    type_lines(entry, ["edit 2", "result B: lost", ""])
    (said,) = type_lines(entry, ["undo"])
    assert said == ("taken back:", *changed[1:3], "end", changed[3], "… and 9 totals after them")
    assert len(changed[4:]) == 9


def calarec_ok(judged: calarec.Judgement) -> bool:
    """Check whether a hand has no findings except notes."""
    return not [each for each in judged.findings if each.severity != "note"]


def test_a_trick_is_corrected_by_its_number_and_a_line_taken_out() -> None:
    """In an open hand a trick, in one that is opened again any line."""
    entry = at_play("3s 2s 4s", "7s Fc Fs")
    entry.take("2 B: 7s 6c Fs")
    assert entry.text.endswith(" 2 B: 7s 6c Fs\n")
    type_lines(entry, ["end abandoned"])
    type_lines(entry, ["edit 1", 'note "late"'])
    assert last(entry) == 'note "late"'
    type_lines(entry, ["give B: 2c to C", "-note"])
    assert "note" not in entry.text
    assert [line for line in entry.text.splitlines() if line.startswith("give B")] == ["give B: 2c to C"]


def test_commands_in_the_language_and_in_english() -> None:
    """Both are understood; one with something behind it that takes nothing is none."""
    entry = fresh(lang="it")
    assert len(entry.take("aiuto").said) == len(entry.take("help").said) > 5
    assert entry.take("esci").done
    assert not entry.take("esci ora").done


# ---------------------------------------------------------------------- without all cards


def test_tricks_without_a_deal() -> None:
    """Cards are completed from the rest; impossible ones are refused."""
    entry = fresh()
    type_lines(entry, ["Anna", "chiamo passo passo", "3b", "give C: 3b to B"])
    assert entry.asks() == "Bruno takes from the monte (4)> "
    type_lines(entry, ["Ab 6d 3s 7s", "4c", "6b 5c 6d 5s", "3s 2s 4s"])
    assert last(entry) == " 1 B: 3s 2s 4s"
    assert "2s" not in entry.offer_completions("")
    assert {"7s", "Rb"} <= set(entry.offer_completions(""))
    assert entry.take("4s").said[0].startswith("CAL")


def test_cards_that_nobody_remembers() -> None:
    """A blank is a card."""
    entry = at_play()
    type_lines(entry, ["3s __ 4s"])
    assert last(entry) == " 1 B: 3s __ 4s"


# ---------------------------------------------------------------------- between hands


def test_lines_between_hands_are_whatever_the_notation_knows() -> None:
    """People who leave and come, outside payments, a match: taken and counted."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", "leave C", 'seat D "Dora" after A', "adjust A: -1 B: +1", "Anna"])
    assert 'end\n\nleave C\nseat D "Dora" after A\nadjust A: -1 B: +1\n\nhand 2\ndealer A\n' in entry.text
    (_, said) = type_lines(entry, ["undo", "leave F"])
    assert said[0].startswith("CAL")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("leave Carla", "leave C"),
        ("leave c", "leave C"),
        ("esce Carla", "leave C"),
        ('leave "Carla"', "leave C"),
        ("seat Dora", 'seat D "Dora"'),
        ("seat Dora after Anna", 'seat D "Dora" after A'),
        ("seat d Dora after a", 'seat D "Dora" after A'),
        ('entra "Maria Rosa" dopo Anna', 'seat D "Maria Rosa" after A'),
        ("seat B Egidio", 'seat B "Egidio"'),
        ("adjust Carla: +1 Anna: -1 coffee and cake", 'adjust C: +1 A: -1 "coffee and cake"'),
        ('adjust A: -2 "Bruno": +2 "Anna: two"', 'adjust A: -2 B: +2 "Anna: two"'),
        ("adjust Dora: +1 A: -1", "CAL121"),
        ("leave Dora", "CAL108"),
    ],
)
def test_people_are_named_as_they_are_called(line: str, written: str) -> None:
    """The line of the notation is made of it; an unknown name is refused as ever."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won"])
    before = entry.text
    (said,) = type_lines(entry, [line])
    if written.startswith("CAL"):
        assert said[0].startswith(written)
        assert entry.text == before
    else:
        assert entry.text == f"{before}\n{written}\n"


def test_who_has_left_is_named_and_comes_back_to_the_own_letter() -> None:
    """No other gets that letter as long as there are free ones."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", "leave Carla", "seat Dora after Anna", "adjust Carla: -1 Dora: +1"])
    assert last(entry) == 'adjust "Carla": -1 D: +1'
    (said,) = type_lines(entry, ["Carla solo won"])
    assert said == ("Carla sits at no seat now; `seat Carla` brings them back to the table.",)
    assert type_lines(entry, ["leave Dora", "seat Carla"]) == [("Dora leaves",), ("Carla sits down",)]
    assert last(entry) == 'seat C "Carla"'


@pytest.mark.parametrize("line", ["leave Carla", 'leave "Carla"', "esce carla", "leave C", "!leave Carla"])
def test_who_has_left_does_not_leave_again(line: str) -> None:
    """The message names the way to return; nothing is written, even if repeated."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", "leave Carla"])
    before = entry.text
    assert type_lines(entry, [line]) == [("Carla sits at no seat now; `seat Carla` brings them back to the table.",)]
    type_lines(entry, ["!"])
    assert entry.text == before


@pytest.mark.parametrize("line", ["leave Dora", "adjust Dora: +1 A: -1", "deal B: Cb 6b and so on", "end finally"])
def test_what_is_no_notation_is_never_written(line: str) -> None:
    """Neither as it happened nor at once; an older refusal is not written in its place."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", *([] if line[0] in "la" else ["", "deal C: 3b 3b"])])
    before = entry.text
    for each in (line, "!", f"!{line}", "!"):
        (said,) = type_lines(entry, [each])
        assert not said[-1].startswith("`!` writes it as it happened")
        assert entry.text == before


def test_the_table_changes_before_a_hand_that_has_only_begun() -> None:
    """The dealer is then asked again; in a hand with cards or words it is refused."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", ""])
    assert entry.asks().startswith("cards of Carla")
    assert type_lines(entry, ["leave Bruno", 'seat D "Dora" after A']) == [("Bruno leaves",), ("Dora sits down",)]
    assert entry.text.endswith('end\n\nleave B\nseat D "Dora" after A\n')
    assert entry.asks() == "hand 2: Dora deals> "
    type_lines(entry, ["", "passo"])
    for line in ("leave C", "seat Egidio", 'seat E "Egidio"', "adjust A: +1 C: -1"):
        before = entry.text
        assert type_lines(entry, [line]) == [("That is written between two hands, and hand 2 is not finished yet.",)]
        assert entry.text == before


def test_cards_and_bids_begin_the_hand_of_whoever_is_due() -> None:
    """A hand needs no announcement, and nonsense does not begin it."""
    for line in ("Cb6b2cAc5c4c2dCdRsCs6s5s", "chiamo passo", "C: Cb6b2cAc5c4c2dCdRsCs6s5s"):
        entry = fresh()
        type_lines(entry, ["Anna", "Bruno chiamo won", line])
        assert "\nhand 2\ndealer B\n" in entry.text
    entry = fresh(lang="it")
    type_lines(entry, ["Anna", "Bruno chiamo won"])
    before = entry.text
    for line in ("Bruno chiamo forse", "Cb 6b", "boh"):
        (said,) = type_lines(entry, [line])
        assert said
        assert entry.text == before
    assert "`Carla chiamo vinta`" in said[0]


def test_a_bonus_in_one_line() -> None:
    """Three times the stake by the rules; one that the points do not allow is refused."""
    entry = fresh()
    (_, said) = type_lines(entry, ["Anna", "Bruno solo won stramazzo"])
    assert said[0] == "Bruno wins solo: stramazzo."
    assert "result B: won\nscore B: +12 A: -6 C: -6\n" in entry.text
    (hand,) = parse_records(entry.text)
    judged = calarec.replay(hand)
    assert judged.account is not None
    assert judged.account.bonus == "stramazzo"
    before = entry.text
    assert type_lines(entry, ["Carla chiamo 18 cappotto"]) == [("A hand that ended so cannot have come to cappotto.",)]
    assert entry.text == before


@pytest.mark.parametrize("name", ["A. Rossi", '"A. Rossi"', "a. rossi", "B", "A. Rossi jr", '"A. Rossi jr"'])
def test_names_of_several_words_begin_an_entry(name: str) -> None:
    """Players with long names deal and declare; the longest fitting name counts."""
    head = HEAD.replace('"Bruno"', '"A. Rossi"').replace('"Carla"', '"A. Rossi jr"')
    seat = "C" if "jr" in name else "B"
    for line, written in (
        (name, f"dealer {seat}\n"),
        (f"{name} solo vinta", f"bid {seat}: solo\nresult {seat}: won\n"),
    ):
        entry = fresh(head)
        type_lines(entry, [line] if line == name else ["Anna", line])
        assert written in entry.text
    assert "solo" in fresh(head).offer_completions(f"{name} ")
    assert "won" not in fresh(head).offer_completions(f"{name} ")
    entry = fresh(head + "\nhand 1\n")
    for nobody in ('""', '" " solo', '"X Y" solo'):
        assert entry.take(nobody).said
    type_lines(entry, [name, f"{name} solo 24"])
    assert f"hand 1\ndealer {seat}\nbid {seat}: solo\nresult {seat}: 24\n" in entry.text


def test_offers_come_from_the_grammar() -> None:
    """Every verb that may be between hands is offered there."""
    from calarec.core.notation.single_lines import ANYWHERE_VERBS, EVENING_VERBS

    offered = set(fresh().offer_completions(""))
    assert (EVENING_VERBS | ANYWHERE_VERBS) - {"cal", "x-"} <= offered
    assert {"Anna", "Bruno", "Carla", "undo"} <= offered


def test_all_have_passed_in_one_word() -> None:
    """All seats pass, from the eldest hand on, and the deal passes on."""
    entry = fresh()
    type_lines(entry, ["Anna", "Bruno chiamo won", "passo"])
    assert "hand 2\ndealer B\nbid C: passo A: passo B: passo\n" in entry.text
    assert entry.asks() == "hand 3: Carla deals> "


def test_a_hand_whose_payments_nobody_can_tell_stays_open() -> None:
    """The reason is printed, and the possible lines."""
    rules = calarec.load_rules("gelli-terziglio")
    entry = Entry("", asked=rules)
    type_lines(entry, ["Anna, Bruno, Carla", "Anna"])
    contract = rules.rules.auction.ladder[0]
    (said,) = type_lines(entry, [f"Bruno {contract} won"])
    hand = split_record(entry.text).hand
    assert (not hand) == ("score" in entry.text)
    assert said


def test_a_new_record_asks_for_rules_and_people() -> None:
    """As many people as the ruleset has seats."""
    entry = Entry("", load=calarec.load_rules, day="2025-11-02")
    assert entry.asks() == "rules> "
    assert "pagat" in entry.offer_completions("pa")
    type_lines(entry, ["pagat"])
    assert entry.asks() == "who plays, in order of play> "
    assert entry.take("Anna, Anna, Carla").said[0].startswith("3 or 4 people play")
    type_lines(entry, ["Anna, Bruno, Carla"])
    assert entry.text == (
        'cal 1\nrules pagat@1.0.0 sha256:7fa4e8422223\ntag date "2025-11-02"\n\n'
        'seat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n'
    )


def test_a_hand_that_nobody_sits_behind_is_named_and_has_no_total() -> None:
    """Two play with three hands."""
    entry = Entry("", asked=calarec.load_rules("a-due"))
    type_lines(entry, ["Anna, Bruno", "Anna", "Bruno solo won"])
    assert '\nseat A "Anna"\nseat B "Bruno"\ndummy C\n' in entry.text
    assert entry.totals() == "Anna -4 · Bruno 4"


def test_a_record_that_names_no_ruleset_gets_one() -> None:
    """The people stay at the table."""
    entry = Entry(HEAD.replace("rules pagat@1.0.0 sha256:7fa4e8422223\n", ""), load=calarec.load_rules)
    assert entry.asks() == "rules> "
    type_lines(entry, ["pagat"])
    assert entry.text.endswith('seat C "Carla"\nrules pagat@1.0.0 sha256:7fa4e8422223\n')
    assert entry.asks() == "hand 1: who deals?> "


# ---------------------------------------------------------------------- any hand


@pytest.mark.parametrize(
    "rules", ["pagat", "tretre", "quintiglio", "treccani", "a-due", "settiglio", "gelli-terziglio"]
)
def test_simulated_hands_are_entered_without_a_refusal(rules: str) -> None:
    """Line by line as the record has them: nothing that is legal is refused, and every hand is closed as it was."""
    ruleset = calarec.load_rules(rules)
    written = calarec.write([made.hand for made in calarec.simulate(ruleset, hands=2, seed=11)])
    head, found, body = written.partition("\nhand ")
    entry = Entry(head + "\n", asked=ruleset)
    for line in filter(None, (found.strip() + " " + body).splitlines()):
        before = entry.text
        said = entry.take(line).said
        assert entry.text != before, (line, said)
    assert [each.lines for each in parse_records(entry.text)] == [each.lines for each in parse_records(written)]


@pytest.mark.mass
@pytest.mark.parametrize("rules", ["pagat", "tretre", "quintiglio", "treccani", "a-due"])
def test_simulated_hands_are_entered_by_cards_and_words(rules: str) -> None:
    """As they are typed at a table: cards, words and plays; the account is the same."""
    ruleset = calarec.load_rules(rules)
    for made in calarec.simulate(ruleset, hands=2, seed=5):
        written = calarec.write([made.hand])
        (hand,) = parse_records(written)
        entry = Entry(written.partition("\nhand ")[0] + "\n", asked=ruleset)
        for statement in hand.statements:
            line = short(statement)
            before = entry.text
            said = entry.take(line).said if line else ()
            assert not line or entry.text != before, (line, said)
        if split_record(entry.text).hand:
            entry.take("")
        judged = calarec.replay(parse_records(entry.text)[0])
        assert judged.account is not None
        assert made.account is not None
        assert judged.account.payments == made.account.payments


def short(statement: m.Statement) -> str:
    """A statement as it is typed; nothing if an empty line at the end writes it."""
    match statement:
        case m.Dealer():
            return f"dealer {statement.seat}"
        case m.Deal():
            return f"{statement.seat}: {' '.join(statement.cards)}"
        case m.Monte():
            return f"monte: {' '.join(statement.cards)}"
        case m.Bid() | m.Raise():
            return statement.word
        case m.Call():
            return statement.card
        case m.Give() | m.TableCard() | m.Take() | m.Discard() if statement.cards:
            return f"{statement.seat}: {' '.join(statement.cards)}"
        case m.Trick():
            return "".join(statement.cards)
        case m.Result() | m.Score() | m.Total() | m.End():
            return ""
    return statement_line(statement)


def test_a_total_of_one_player_is_answered_in_part() -> None:
    """Where it leaves the partner open, the ends that it fits are listed, and the totals that are missing."""
    entry = Entry("", asked=load_ruleset("quintiglio"))
    type_lines(entry, ["Anna, Bruno, Carla, Dora, Ezio", "Anna"])
    before = entry.text
    (answer,) = type_lines(entry, ["Bruno chiamo total B: 2"])
    assert answer[0] == "These totals do not show how chiamo ended."
    fitting = [
        f"Bruno +2 · {name} +1 · "
        + " · ".join(f"{other} -1" for other in ("Anna", "Carla", "Dora", "Ezio") if other != name)
        for name in ("Carla", "Dora", "Ezio", "Anna")
    ]
    assert answer[1] == f"They fit {'; '.join(fitting)}. The total of Anna, Carla, Dora or Ezio would show more."
    (contradicted,) = type_lines(entry, ["Bruno solo total A: -3 C: -6"])
    assert contradicted[1] == "Each of them is possible, but not all together."
    assert entry.text == before
    (settled,) = type_lines(entry, ["Bruno chiamo total B: 2 C: 1"])
    assert settled[0] == "Bruno and Carla win chiamo."


def test_totals_stand_for_the_outcome_of_a_hand_in_one_line() -> None:
    """People and seats, signed or not; what the totals leave open or contradict is not taken for a result."""
    entry = fresh()
    (_, won, lost) = type_lines(
        entry, ["Anna", "Bruno solo total Bruno 12 Anna: -6", "C dividete total A: +10 B: 28 C: -38"]
    )
    assert won[:2] == ("Bruno wins solo: stramazzo.", "Anna and Carla pay Bruno 6 each.")
    assert lost[:2] == ("Carla loses dividete: cappotto.", "Carla pays 16 each to Anna and Bruno.")
    assert "bid C: solissimo\nraise C: dividete\ntotal A: +10 B: 28 C: -38\n" in entry.text
    before = entry.text
    (mistaken,) = type_lines(entry, ["Anna solo total Bruno 29"])
    assert mistaken[0].startswith("CAL612 Bruno has 30 after this hand, not 29")
    ((refused, *_),) = type_lines(entry, ["Anna solo total Dora 3"])
    assert "total" in refused
    assert entry.text == before
