"""`calarec rules ask`, `rules new --ask` and `rules check --fix`: phrase to lines."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation import parse_records
from calarec.public import read, replay
from calarec.record_judge.examples import check_rule_file
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.examples import examples_of
from calarec.rule_files.load import check_rules, load_ruleset
from calarec_tools.cli.rules_fixing import fixed_text
from calarec_tools.main import main
from calarec_tools.output.docs.common_changes import common_changes, find_changes

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec_tools.output.docs.common_changes import FoundChanges

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_both_tables_have_the_same_rows() -> None:
    """The English and the Italian page name the same lines, row by row."""
    rows = common_changes()
    assert len(rows) >= 60
    assert all(row.set_lines or row.add_lines for row in rows)
    assert {tuple(row.texts) for row in rows} == {("en", "it")}


@cache
def _pagat() -> Ruleset:
    return load_ruleset("pagat")


def _find(phrase: str) -> FoundChanges:
    return find_changes(phrase, _pagat())


@pytest.mark.parametrize("lang", ["en", "it"])
def test_each_row_is_found_by_its_text(lang: str) -> None:
    for row in common_changes():
        found = _find(row.texts[lang])
        assert found.meant is row, row.texts[lang]
        assert found.nearest[0] is row, row.texts[lang]


AMOUNTS = {
    "en": "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty",
    "it": "uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|venti",
}
FACTORS = {"en": ("double|triple|twice|three times", "five times"), "it": ("doppio|triplo", "quintuplo")}
NUMBER = re.compile(rf"[0-9]+|\b(?:{AMOUNTS['en']}|seventeen)\b")
"""A number in lines, or an id that is one."""
UNFILLED = {
    # The lines have the number twice, or for a rank and for an amount.
    "three threes must bid", "only a three; with all four threes a two",
    "pack and hands depend on the number of players: at a table of four three fours are taken out, and each receives "
    "eleven cards",
    "three, two and ace of a suit, declared after the first trick, are worth three points of the match",
    "three, two and ace of trumps, declared by leading the ace, are worth three points of the match",
    "a hand without three, two and ace may be thrown in, the next deals",
    "three threes, twos or aces likewise, four for four of them",
    "three more for a cappotto against three threes", "a dealer who misdeals pays one into the pot and loses the deal",
    # Another line depends on it.
    "the last trick is worth two points", "up to five at the table, two sit out",
    "three players, no player sits out", "a player who has lost twenty is out, the others go on",
    "three points for the first of a match, one for the second", "a match of two hours",
    "eight points pay double, ten triple",
    # The number is not in the lines.
    "a player who calls a card of their own calls a second one", "everyone plays one solo, and no second one",
    "a player who says contro is the only one to double", "a lost solo doubles the pot",
    "the last round counts double",
    "all pass: played out; a player with all eleven points has none, each of the others has them",
    "the loser sits out at a table of four", "the opponent without a trick pays for both",
    "the monte is turned one card at a time, and the declarer may stop",
}  # fmt: skip


def _with_another_number(text: str, lang: str) -> list[tuple[str, str]]:
    """A text with each of its numbers changed, one at a time, and the new one in figures."""
    factors, factor = FACTORS[lang]
    amounts = f"{AMOUNTS[lang]}|[0-9]+"
    return [
        (text[: found.start()] + written + text[found.end() :], figures)
        for numbers, written, figures in ((amounts, "17", "17"), (factors, factor, "5"))
        for found in re.finditer(rf"(?<![\w`-])(?:{numbers})(?![\w`-])(?! times)", text)
    ]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_another_number_is_filled_in(lang: str) -> None:
    """No row is found for a number that it does not have; the number of the phrase is in the lines instead."""
    filled, unfilled = 0, set[str]()
    for row in common_changes():
        for phrase, figures in _with_another_number(row.texts[lang], lang):
            meant = _find(phrase).meant
            if meant is None:
                unfilled.add(row.texts["en"])
                continue
            assert figures in re.findall("[0-9]+", " ".join(meant.lines)), phrase
            assert [NUMBER.sub("", line) for line in meant.lines] == [NUMBER.sub("", line) for line in row.lines], (
                phrase
            )
            filled += 1
    assert unfilled <= UNFILLED, unfilled - UNFILLED
    assert filled >= 30


@pytest.mark.parametrize(
    ("phrase", "line"),
    [
        ("solissimo is worth 3", "contracts.solissimo.stake: 3"),
        ("il solissimo vale 3", "contracts.solissimo.stake: 3"),
        ("solo pays five", "contracts.solo.stake: 5"),
        ("solo is paid five", "contracts.solo.stake: 5"),
        ("solo counts 5", "contracts.solo.stake: 5"),
        ("il solo si paga cinque", "contracts.solo.stake: 5"),
        ("il solo conta cinque", "contracts.solo.stake: 5"),
        ("chiamo is worth one", "contracts.chiamo.stake: 1"),
        ("stramazzo pays four times as much", "settle.bonus.stramazzo.times: 4"),
        ("stramazzo is paid 4 times", "settle.bonus.stramazzo.times: 4"),
        ("lo stramazzo si paga il quadruplo", "settle.bonus.stramazzo.times: 4"),
        ("lo stramazzo vale quattro volte", "settle.bonus.stramazzo.times: 4"),
        ("stramazzo pays double", "settle.bonus.stramazzo.times: 2"),
        ("the dealer pays triple", "settle.roles.dealer: {pays: 3}"),
        ("niente cappotto", "settle.bonus.cappotto: off"),
        ("in solissimo the declarer needs eight points", "contracts.solissimo.won_if: {points_at_least: 8p}"),
        (
            "after two contracts lost in a row a player may not bid solo",
            "match.next.unlucky: {when: {lost_in_a_row: 2}, without: [solo]}",
        ),
        (
            "dopo tre contratti persi di fila non si può dichiarare il solissimo",
            "match.next.unlucky: {when: {lost_in_a_row: 3}, without: [solissimo]}",
        ),
        (
            "after four contracts lost in a row a player pays and receives triple",
            "match.next.streak: {when: {lost_in_a_row: 4}, times: 3}",
        ),
        ("chiude solo il dichiarante", "standing.claim.by: declarer"),
    ],
)
def test_names_numbers_and_verbs_of_a_phrase_are_those_of_the_line(phrase: str, line: str) -> None:
    found = _find(phrase)
    assert found.meant is not None
    assert found.meant.lines == (line,)
    assert found.nearest[0] == found.meant or "solo il" in phrase


def _nearest_lines(phrase: str) -> list[str]:
    found = _find(phrase)
    assert found.meant is None, found.meant
    return [line for row in found.nearest for line in row.lines]


@pytest.mark.parametrize("phrase", ["two contracts lost in a row", "due contratti persi di fila"])
def test_a_condition_alone_means_no_row(phrase: str) -> None:
    """Two rows are near, and have its number."""
    near = _nearest_lines(phrase)
    assert near[:2] == [
        "match.next.streak: {when: {lost_in_a_row: 2}, times: 2}",
        "match.next.unlucky: {when: {lost_in_a_row: 2}, without: [solo]}",
    ]


@pytest.mark.parametrize(
    ("phrase", "near"),
    [
        ("ace is discarded", "steps.bury.never: A"),
        ("the declarer claims", "standing.claim.by: declarer"),
        ("stramazzo pays ten", "settle.bonus.stramazzo.times: 3"),
        ("lo stramazzo paga dieci", "settle.bonus.stramazzo.times: 3"),
        ("solo pays double", "contracts.solo.stake: {of: chiamo, times: 2}"),
        ("the holder of the called card pays", "settle.roles.holder: {pays: 1/2}"),
    ],
)
def test_a_row_that_says_more_or_less_is_only_near(phrase: str, near: str) -> None:
    """`No`, `only`, a name or a number makes it another rule."""
    assert near in _nearest_lines(phrase)


def test_every_contract_and_bonus_of_a_parent_has_a_price() -> None:
    """The names are those of the ruleset, by id or by its words."""
    for parent in map(load_ruleset, ("pagat", "quadriglio", "twenty-one", "terziglio-31")):
        for contract in parent.rules.contracts:
            for name, verb in ((contract, "is worth"), (parent.name("contracts", contract).in_language("it"), "vale")):
                meant = find_changes(f"{name} {verb} 9", parent).meant
                assert meant is not None, (parent.id, name)
                assert meant.lines == (f"contracts.{contract}.stake: 9",)
        for bonus, params in parent.rules.settle.bonus.items():
            meant = find_changes(f"{bonus.replace('-', ' ')} pays five times as much", parent).meant
            lines = () if meant is None else meant.lines
            assert lines == ((f"settle.bonus.{bonus}.times: 5",) if params.times is not None else ()), parent.id


@pytest.mark.parametrize(
    ("phrase", "row"),
    [
        ("ultima presa due punti", "the last trick is worth two points"),
        ("last trick: 2 points", "the last trick is worth two points"),
        ("the last trick pays one more", "one more for the last trick"),
        ("senza stramazzo", "no stramazzo"),
        ("Senso orario", "played clockwise"),
        ("il mazziere paga il doppio", "the dealer pays double"),
        ("mezze poste", "half stakes"),
        ("un rifiuto perde", "a revoke loses the hand"),
        ("match to 31", "a match to 31"),
        ("una partita di 20 mani", "a match of 20 deals"),
        ("solo vale quattro", "solo is worth 4"),
        ("last trick: 3 points", ""),
        ("match of 3 hours", ""),
        ("cappotto triplo", "cappotto pays three times as much"),
        ("xyzzy", ""),
        ("", ""),
    ],
)
def test_a_phrase_means_one_row_or_none(phrase: str, row: str) -> None:
    """A number replaces a row's only one; ties and unknown words are not guessed."""
    found = _find(phrase)
    assert (found.meant.texts["en"] if found.meant else "") == row
    nearest = [each.texts["en"] for each in found.nearest]
    assert len(set(nearest)) == len(nearest) <= 3
    assert bool(nearest) == (phrase not in ("xyzzy", ""))


@pytest.mark.parametrize(
    "phrase",
    [
        # The row has the names or the numbers the other way round.
        "chiamo is worth twice what solo is",
        "il chiamo vale il doppio del solo",
        "dieci punti pagano il doppio, otto il triplo",
        "one point for the first of a match, three for the second",
        # Another player pays.
        "the winner pays one more",
        "the winners pay one more for each ace",
        # The row is about fewer cases, or about one of two.
        "the opponents' hands are open",
        "le mani degli avversari si scoprono",
        "three more for a cappotto",
        "tre in più per un cappotto",
        "when all pass the hand is played out",
        "the called card is handed over",
        "no ace is led",
        "non si esce con un asso",
        "three, two and ace are worth three points of the match",
        # The row is about more cases.
        "cappotto soltanto nel solo",
    ],
)
def test_a_row_that_says_something_else_is_not_claimed(phrase: str) -> None:
    assert _find(phrase).meant is None


@pytest.mark.parametrize(
    ("phrase", "lines"),
    [
        ("il mazziere paga e riceve il doppio", ("settle.roles.dealer: {pays: 2, receives: 2}",)),
        ("ten points pay triple, eight double", None),
        ("nine points pay double, eleven triple", None),
    ],
)
def test_a_row_says_who_pays_and_how_much(phrase: str, lines: tuple[str, ...] | None) -> None:
    """Bonuses in an order keep it: the greater number of points comes first."""
    meant = _find(phrase).meant
    assert meant is not None
    if lines is not None:
        assert meant.lines == lines
        return
    bonuses = re.findall(r"settle\.bonus\.(\w+): .*at_least: ([0-9]+)p.*times: ([0-9])", "\n".join(meant.lines))
    order = re.findall(r"\w+", meant.lines[0])[2:4]
    assert [name for name, _, _ in sorted(bonuses, key=lambda bonus: -int(bonus[1]))] == order
    assert [times for _, _, times in sorted(bonuses, key=lambda bonus: int(bonus[1]))] == ["2", "3"]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_the_parent_has_is_reported(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ask", "stramazzo triplo", "--lang", lang]) == 0
    said = {"en": "`pagat` has this already", "it": "`pagat` lo prevede già"}[lang]
    assert capsys.readouterr().out.endswith(f"\n{said}: `settle.bonus.stramazzo.times: 3`.\n")
    for phrase, is_held in (("stramazzo triplo", True), ("stramazzo doppio", False), ("xyzzy", False)):
        main(["rules", "ask", phrase, "--json"])
        answer = json.loads(capsys.readouterr().out)
        assert answer["held"] is is_held
        assert bool(answer["sentences"]) == (phrase == "stramazzo doppio")


def _write_evening(*played: tuple[str, str, bool]) -> str:
    """An evening of hands of which declarer, contract and result are known."""
    text = "cal 1\nseat A\nseat B\nseat C\n"
    for number, (declarer, contract, has_won) in enumerate(played):
        dealer = "CAB"[number % 3]
        order = ["ABC"[("ABC".index(dealer) + step) % 3] for step in (1, 2, 3)]
        bids = " ".join(f"{seat}: {contract if seat == declarer else 'passo'}" for seat in order)
        others = [seat for seat in "ABC" if seat != declarer]
        points = (18, 17) if has_won else (17, 18)
        paid = (2 if contract == "solo" else 1) * (1 if has_won else -1)
        text += f"\nhand {number + 1}\ndealer {dealer}\nbid {bids}\n"
        text += f"result {declarer}: {points[0]} {'+'.join(others)}: {points[1]}\n"
        text += f"score {declarer}: {2 * paid:+} {others[0]}: {-paid:+} {others[1]}: {-paid:+}\nend\n"
    return text


@pytest.mark.parametrize(("bid", "refused"), [("chiamo", []), ("solo", [4, 5])])
def test_lost_in_a_row_is_of_one_declarer_and_holds_until_a_win(bid: str, refused: list[int]) -> None:
    """Any contracts count, B's solo between them does not; a third loss keeps the change, a win ends it."""
    (change,) = [row for row in common_changes() if "match.next.unlucky" in "".join(row.add_lines)]
    text = "\n".join(["ruleset: club", "version: 1.0.0", "extends: pagat", *change.section_lines(), ""])
    loaded = check_rules("club.yaml", raw=text.encode())
    assert loaded.ruleset is not None
    evening = begin_totals(Game.from_ruleset(loaded.ruleset))
    played = [("A", "chiamo", False), ("B", "solo", True), ("A", "solo", False)]
    played += [("A", bid, False), ("A", bid, True), ("A", "solo", False)]
    judged = [evening.replay(hand) for hand in parse_records(_write_evening(*played))]
    errors = [
        number
        for number, each in enumerate(judged, start=1)
        if any(finding.severity == "error" for finding in each.findings)
    ]
    assert errors == refused
    if not refused:
        stated = [(as_json(each)["carry"] or {}).get("match", []) for each in judged]
        assert [[term["seats"] for term in terms] for terms in stated] == [[], [], [], [["A"]], [["A"]], []]


def test_an_answer_has_lines_sentence_and_example(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The output is a rule file without its head; its example fails under the parent."""
    assert main(["rules", "ask", "ultima presa", "due punti", "--lang", "it"]) == 0
    printed = capsys.readouterr().out
    assert "  set:\n    pack.last_trick: 2p\n    settle.won_if.points_at_least: 7p\n" in printed
    assert "L'ultima presa vale 2 punti in più." in printed
    head = "version: 1.0.0\ntitle: x\nextends: pagat\n"
    lines = "set:\n  pack.last_trick: 2p\n  settle.won_if.points_at_least: 7p\n"
    examples = printed[printed.index("examples:\n") :]
    results = []
    for name, changed in (("club", lines), ("same", "")):
        (tmp_path / f"{name}.yaml").write_text(f"ruleset: {name}\n{head}{changed}{examples}", encoding="utf-8")
        results.append([each for each in check_rule_file(f"{name}.yaml").findings if each.severity != "note"])
    assert results[0] == []
    assert results[1]


@pytest.mark.parametrize(
    ("phrase", "name"), [("chi è in ritardo paga", "chi-e-in-ritardo"), ('3 "wines" \\ spilt', "house-rule")]
)
def test_what_cannot_be_expressed_is_kept_by_hand(phrase: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The lines that are offered are a rule file, whose words are the phrase."""
    assert main(["rules", "ask", phrase, "--lang", "it"]) == 1
    printed = capsys.readouterr().out
    lines = printed[printed.rindex("  add:\n") :].split("\n")
    assert lines[2] == f'  adjust A: -1 B: +1 "{name}"'
    text = "ruleset: club\nversion: 1.0.0\nextends: pagat\n" + "\n".join(line[2:] for line in lines[:2]) + "\n"
    checked = check_rules("club.yaml", raw=text.encode())
    assert not [finding for finding in checked.findings if finding.severity == "error"]
    assert checked.ruleset is not None
    assert checked.ruleset.rules.agreed[name].it == phrase


def test_a_row_kept_by_hand_shows_the_line_of_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """Such a line before the first hand gives points in advance."""
    assert main(["rules", "ask", "handicap"]) == 0
    printed = capsys.readouterr().out
    assert "calarec does not apply it." in printed
    assert printed.endswith('\n  adjust A: -1 B: +1 "handicap"\n')
    assert "No hand was found" not in printed
    assert main(["rules", "ask", "handicap", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["by_hand"] == ['adjust A: -1 B: +1 "handicap"']
    (row,) = [row for row in common_changes() if any("agreed.handicap" in line for line in row.add_lines)]
    rules = "\n".join(["ruleset: club", "version: 1.0.0", "extends: pagat", *row.section_lines(), ""])
    checked = check_rules("club.yaml", raw=rules.encode())
    assert checked.ruleset is not None
    hand = "hand 1\ndealer A\nbid B: solo C: passo A: passo\nresult B: lost\n"
    evening = f'cal 1\nseat A\nseat B\nseat C\n\nadjust C: +5 "handicap"\n\n{hand}total A: 2 B: -4 C: 7\nend\n'
    totals = begin_totals(Game.from_ruleset(checked.ruleset))
    (judged,) = [totals.replay(each) for each in parse_records(evening)]
    assert not judged.findings


def test_an_unknown_phrase_gets_the_three_nearest_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ask", "match of 3 hours"]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("No change of the rules is called `match of 3 hours`.")
    assert printed.count("  set:\n") == 3
    assert "    match.until.minutes: 120\n" in printed


def test_a_phrase_that_is_like_no_row_gets_none(capsys: pytest.CaptureFixture[str]) -> None:
    """One word of four that a row has, too, makes no row near."""
    assert main(["rules", "ask", "a player who spills wine pays"]) == 1
    printed = capsys.readouterr().out
    said = "No change of the rules is called `a player who spills wine pays`, and none is near it."
    assert " ".join(printed.split()).startswith(said)
    assert "  set:\n" not in printed
    assert printed.count("  add:\n") == 1


def test_a_rule_on_the_next_dealer_has_no_hand_that_is_settled_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    """An example states payments, so it would show nothing."""
    assert main(["rules", "ask", "the winner deals next"]) == 0
    said = capsys.readouterr().out
    assert "match.dealer: winner" in said
    assert "examples:" not in said
    assert said.endswith("No hand was found that is settled otherwise under `pagat`.\n")


@pytest.mark.parametrize("phrase", ["the last round counts double", "last trick two points"])
def test_an_example_is_paid_otherwise_under_the_parent(
    phrase: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Neither an end of the match nor another number of points alone is another payment."""
    assert main(["rules", "ask", phrase]) == 0
    printed = capsys.readouterr().out
    hand = printed[printed.index("    hand: |\n") :].partition("\n")[2]
    scored = [line.split(maxsplit=1)[1] for line in hand.splitlines() if line.strip().startswith("score ")]
    record = tmp_path / "a.cal"
    stated = ("carry ", "result ", "score ", "total ")
    played = [line.strip() for line in hand.splitlines() if not line.strip().startswith(stated)]
    record.write_text("\n".join(["cal 1", "seat A", "seat B", "seat C", *played, ""]), encoding="utf-8")
    (judged,) = replay(read(record), "pagat")
    assert judged.account is not None
    paid = zip("ABC", judged.account.payments, strict=True)
    assert " ".join(f"{seat}: {amount:+d}" for seat, amount in paid) != scored[-1]


def test_a_row_that_does_not_fit_another_parent(capsys: pytest.CaptureFixture[str]) -> None:
    """`tressette` has no stramazzo."""
    assert main(["rules", "ask", "no stramazzo", "--from", "tressette"]) == 2
    assert "do not fit `tressette`" in capsys.readouterr().err


def test_a_new_file_has_what_was_asked_for(tmp_path: Path) -> None:
    """Both changes, and an example that holds."""
    assert main(["rules", "new", "club", "--ask", "no stramazzo", "--ask", "ultima presa due punti"]) == 0
    loaded = check_rule_file("club.yaml")
    assert loaded.findings == ()
    assert loaded.ruleset is not None
    assert len(examples_of(loaded.ruleset)) == 1
    assert loaded.ruleset.tree["pack"]["last_trick"] == 6
    assert "stramazzo" not in loaded.ruleset.tree["settle"]["bonus"]
    assert main(["rules", "new", "other", "--ask", "xyzzy"]) == 2
    assert not (tmp_path / "other.yaml").exists()


WRONG = """\
ruleset: club
version: 1.0
titel: {Regole del club}
extends: pagat
set:
  contract.solo.stak: 3 ; comment
  settle.roundng: none
Si gioca fino a trentuno
"""
RIGHT = """\
ruleset: club
version: 1.0.0
title: "{Regole del club}"
extends: pagat
set:
  contracts.solo.stake: 3 # comment
  settle.rounding: none
# Si gioca fino a trentuno
"""


def test_fixes_are_made_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Fixes of unreadable lines uncover the others."""
    (tmp_path / "club.yaml").write_text(WRONG, encoding="utf-8")
    assert main(["rules", "check", "club.yaml", "--fix", "--hands", "0"]) == 0
    assert (tmp_path / "club.yaml").read_text(encoding="utf-8") == RIGHT
    assert "fixes made" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["contracts.solo.stake: 1/2", "pack.last_trick: 2", "match.until.points: 31"])
def test_what_a_fix_would_not_mend_stays(line: str) -> None:
    """A fix that leads to another error is not made; two readings are not chosen between."""
    text = f"ruleset: club\nversion: 1.0.0\ntitle: x\nextends: pagat\nset:\n  {line}\n"
    assert fixed_text("club.yaml", text) == (text, 0)


def test_only_files_that_are_named_are_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "check", "--fix"]) == 2
    assert "which files?" in capsys.readouterr().err
    assert main(["rules", "check", "pagat", "--fix", "--hands", "0"]) == 0


@pytest.mark.parametrize("phrase", ["", "  ", "?!"])
def test_a_phrase_without_a_word_is_wrong_use(phrase: str, capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing to look for, and no nearest row."""
    assert main(["rules", "ask", phrase, "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.startswith("calarec: a house rule has at least one word")) == ("", True)
