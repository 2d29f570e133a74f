"""`python -m calarec.conformance` beside programs that are right, wrong, silent, slow, broken."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest
from jsonschema import Draft202012Validator

from calarec.conformance import __main__ as conformance
from calarec.conformance import suite
from calarec.conformance.comparison import FACTS, Verdict, compare_hands
from calarec.conformance.program import AskedProgram, Failure
from tests.conformance.making import SUITE
from tests.conformance.schemas import schema_part

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

CALAREC: Final = ("--", sys.executable, "-m", "calarec.conformance.calarec")
HEAD: Final = """
import json, sys
def answer_request(request):
    from calarec.conformance.calarec import answer_request
    return answer_request(request)
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
"""
ANSWER: Final = "    print(json.dumps(answer), flush=True)\n"


@pytest.fixture
def small_suite(tmp_path: Path) -> Path:
    """Three records of pagat: a hand, something forbidden, a match."""
    folder = tmp_path / "suite" / "pagat"
    folder.mkdir(parents=True)
    held = json.loads((SUITE / "pagat" / suite.FACTS_FILE).read_text("utf-8"))
    held["records"] = [entry for entry in held["records"] if entry["name"] in ("chiamo-won", "revoke", "match")]
    (folder / suite.FACTS_FILE).write_text(json.dumps(held), "utf-8")
    for entry in held["records"]:
        text = (SUITE / "pagat" / f"{entry['name']}.cal").read_text("utf-8")
        (folder / f"{entry['name']}.cal").write_text(text, "utf-8")
    return folder.parent


def run(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str, *options: str
) -> tuple[int, str]:
    """Status and report of a program whose answers a few lines of Python make."""
    program = tmp_path / "program.py"
    program.write_text(HEAD + body, "utf-8")
    words = ["--suite", str(small_suite), "--lang", "en", *options, "--", sys.executable, str(program)]
    status = conformance.run_suite(words)
    return status, capsys.readouterr().out


def test_calarec_passes(small_suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the command that the page shows; nothing is reported but how much was right."""
    assert conformance.run_suite(["--suite", str(small_suite), "--lang", "en", *CALAREC]) == 0
    records, facts = capsys.readouterr().out.splitlines()
    assert (
        records == "3 records: 3 right, 0 with a wrong fact, 0 without an answer, 0 with facts that were not answered."
    )
    assert facts.endswith("0 wrong, 0 not answered.")


def test_a_wrong_program_is_told_which_facts_differ_and_by_which_source(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Record, rule, source, hand, fact, right and wrong answer; status 1."""
    body = """    answer = answer_request(request)
    for hand in answer["hands"]:
        if "payments" in hand:
            hand["payments"] = {seat: -amount for seat, amount in hand["payments"].items()}
        if "wrong_line" in hand:
            hand["wrong_line"] += 1
"""
    status, said = run(small_suite, tmp_path, capsys, body + ANSWER)
    assert status == 1
    lines = said.splitlines()
    assert "pagat/chiamo-won: chiamo is won: each opponent pays" in lines
    assert any(line.startswith("  contracts.chiamo.stake (004 Scoring, line 7") for line in lines)
    assert any(line.startswith("  hand 1, payments: {") and " is right, {" in line for line in lines)
    assert any(line.startswith("  hand 1, wrong_line: ") for line in lines)
    assert not any("trick_winners" in line for line in lines)
    assert lines[-2].startswith("3 records: 0 right, 3 with a wrong fact")


def test_facts_that_are_not_answered_are_not_wrong(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are counted, listed on request, and do not fail the run."""
    body = """    answer = {"hands": [{"legal": hand["legal"]} for hand in answer_request(request)["hands"]]}\n"""
    status, said = run(small_suite, tmp_path, capsys, body + ANSWER)
    assert status == 0
    assert said.splitlines()[0].endswith("3 with facts that were not answered.")
    status, said = run(small_suite, tmp_path, capsys, body + ANSWER, "--unanswered")
    assert status == 0
    assert "  not answered: wrong_line, wrong_rule" in said.splitlines()


def test_a_program_that_knows_nothing_does_not_pass(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No fact at all is not a success."""
    status, said = run(small_suite, tmp_path, capsys, "    answer = {'hands': []}\n" + ANSWER)
    assert status == 1
    assert " 0 right, 0 wrong, " in said


def test_a_program_that_hangs_is_reported(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The time limit holds for each answer."""
    status, said = run(small_suite, tmp_path, capsys, "    sys.stdin.read()\n", "--seconds", "0.2")
    assert status == 1
    assert said.splitlines().count("  no answer after 0.2 seconds") == 3
    assert "3 without an answer" in said


def test_after_a_program_that_hung_a_new_process_answers(tmp_path: Path) -> None:
    """The one that did not answer in time is ended."""
    body = "    if request['id'] == 'hangs':\n        sys.stdin.read()\n    answer = {'hands': [{'legal': True}]}\n"
    (tmp_path / "program.py").write_text(HEAD + body + ANSWER, "utf-8")
    program = AskedProgram([sys.executable, str(tmp_path / "program.py")], 0.2)
    assert program.ask({"id": "hangs"}) == Failure("late")
    program.seconds = 60.0
    assert program.ask({"id": "answers"}) == [{"legal": True}]
    program.stop()


def test_a_program_that_crashes_is_told_its_last_words(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last line that it printed about itself, without escape sequences."""
    body = """    if request["id"] == "pagat/revoke":
        sys.exit("out of \\x1b[31mcards")
    answer = answer_request(request)
"""
    status, said = run(small_suite, tmp_path, capsys, body + ANSWER)
    assert status == 1
    assert "  the program ended without an answer; it wrote: out of \\u001b[31mcards" in said.splitlines()
    assert "1 without an answer" in said


@pytest.mark.parametrize(
    ("garbage", "reported"),
    [
        ("hello", "  the answer is not JSON with `hands`: hello"),
        ("[1, 2]", "  the answer is not JSON with `hands`: [1, 2]"),
        ('{"hands": [1]}', '  the answer is not JSON with `hands`: {"hands": [1]}'),
        ("[" * 50_000, f"  the answer is not JSON with `hands`: {'[' * 200}"),
        ('{"id": "another", "hands": []}', "  the answer is about another record: another"),
    ],
)
def test_garbage_is_shown(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], garbage: str, reported: str
) -> None:
    """An invalid answer is shown in short."""
    status, said = run(small_suite, tmp_path, capsys, f"    print({garbage!r}, flush=True)\n")
    assert status == 1
    assert reported in said.splitlines()
    assert "3 without an answer" in said


def test_a_program_that_ends_after_every_answer_is_started_again(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One process a record is as good as one for all."""
    body = "    answer = answer_request(request)\n" + ANSWER + "    break\n"
    status, said = run(small_suite, tmp_path, capsys, body)
    assert (status, "3 records: 3 right" in said) == (0, True)


def test_after_five_records_without_an_answer_the_rest_is_not_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program that speaks something else is not waited for hundreds of times."""
    status, said = run(SUITE, tmp_path, capsys, "    print('no')\n    break\n")
    assert status == 1
    assert said.count("the answer is not JSON") == 5
    assert "records were not asked about: the program answered nothing." in said


def test_names_that_are_no_facts_are_reported(
    small_suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A typing mistake would otherwise only be missing."""
    body = "    answer = {'hands': [{'legal': True, 'payment': {}}]}\n"
    _, said = run(small_suite, tmp_path, capsys, body + ANSWER)
    assert "These names in answers are not facts: `payment`." in said.splitlines()


def test_requests_are_as_the_schema_says(small_suite: Path) -> None:
    """The facts are not among the data for a program."""
    from calarec.conformance.asking import request_about

    for entry in suite.read_suite(small_suite):
        request = request_about(entry)
        Draft202012Validator(schema_part("request")).validate(request)
        assert not set(request) & {*FACTS}


# ------------------------------------------------------------------ wrong use


def test_a_folder_without_a_suite_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also one with a file of facts that cannot be read."""
    assert conformance.run_suite(["--suite", str(tmp_path), "--lang", "en", *CALAREC]) == 2
    assert f"there is no suite that can be read in `{tmp_path}`" in capsys.readouterr().err
    (tmp_path / "pagat").mkdir()
    (tmp_path / "pagat" / "facts.json").write_text('{"format": "calarec-conformance/2"}', "utf-8")
    assert conformance.run_suite(["--suite", str(tmp_path), "--lang", "it", *CALAREC]) == 2
    assert "facts.json" in capsys.readouterr().err


def test_an_installed_copy_says_where_the_suite_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wheel has the runner and no records."""
    monkeypatch.setattr(conformance, "find_suite", lambda: None)
    assert conformance.run_suite(["--lang", "en", *CALAREC]) == 2
    assert "name it with `--suite`" in capsys.readouterr().err


def test_a_program_that_is_not_there_is_refused(small_suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the system's reason."""
    assert conformance.run_suite(["--suite", str(small_suite), "--lang", "en", "no-such-program-anywhere"]) == 2
    assert "`no-such-program-anywhere` cannot be started" in capsys.readouterr().err


def test_without_a_command_the_usage_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2, as for every wrong use."""
    with pytest.raises(SystemExit) as ended:
        conformance.run_suite([])
    assert ended.value.code == 2
    assert "python -m calarec.conformance" in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_a_time_that_is_none_is_refused(small_suite: Path, seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No answer would ever be in time, or a program that hangs would be waited for without end."""
    assert conformance.run_suite(["--suite", str(small_suite), "--lang", "en", "--seconds", seconds, *CALAREC]) == 2
    assert f"is a number of seconds above 0, not {float(seconds):g}" in capsys.readouterr().err


def test_a_ruleset_without_records_is_named(small_suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The suite can be read: it is the ruleset that is missing."""
    assert conformance.run_suite(["--suite", str(small_suite), "--lang", "en", "--rules", "tretre", *CALAREC]) == 2
    assert "the suite has no record of `tretre`" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "..", "a/b", ""])
def test_records_are_read_beside_their_facts_alone(
    small_suite: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A suite may be a stranger's."""
    (small_suite / "secret.cal").write_text("cal 1\n", "utf-8")
    facts = small_suite / "pagat" / suite.FACTS_FILE
    held = json.loads(facts.read_text("utf-8"))
    held["records"][0]["name"] = name
    facts.write_text(json.dumps(held), "utf-8")
    assert conformance.run_suite(["--suite", str(small_suite), "--lang", "en", *CALAREC]) == 2
    assert "there is no suite that can be read" in capsys.readouterr().err


# ------------------------------------------------------------------ comparing


@pytest.mark.parametrize(
    ("fact", "right", "answered", "verdict"),
    [
        ("payments", {"A": 2, "B": -1, "C": -1, "D": 0}, {"C": -1, "B": -1, "A": 2}, Verdict.RIGHT),
        ("payments", {"A": 1, "B": -1}, {"A": True, "B": -1}, Verdict.WRONG),
        ("payments", {"A": 1, "B": -1}, None, Verdict.WRONG),
        ("legal", True, 1, Verdict.WRONG),
        ("partner", None, None, Verdict.RIGHT),
        ("match_winners", ["A", "C"], ["C", "A"], Verdict.RIGHT),
        ("possible_winners", [["A"], ["B", "C"]], [["C", "B"], ["A"]], Verdict.RIGHT),
        ("possible_payments", [{"A": 1}, {"A": -1}], [{"A": -1, "B": 0}, {"A": 1}], Verdict.RIGHT),
        ("possible_payments", [{"A": 1, "B": -1}], [{"A": 1, "B": -1}, {"A": -1, "B": 1}], Verdict.WRONG),
        ("sides", [{"seats": ["A", "C"], "points": 1}], [{"points": 1, "seats": ["C", "A"]}], Verdict.RIGHT),
        ("sides", [{"seats": ["A"], "points": 1}], [{"seats": ["A"], "points": True}], Verdict.WRONG),
        ("sides", [{"seats": ["A"], "points": 1}], [{"points": 1}], Verdict.WRONG),
        ("sides", [{"seats": ["A", "C"], "points": 1}], [{"seats": "CA", "points": 1}], Verdict.WRONG),
        ("sides", [{"seats": ["A"], "points": 1}], [{"seats": ["A"], "points": "1"}], Verdict.WRONG),
        ("sides", [{"seats": ["A"], "wins": None}], [{"seats": ["A"], "wins": "None"}], Verdict.WRONG),
        ("match_winners", ["A", "C"], "AC", Verdict.WRONG),
        ("possible_winners", [["A"]], ["A"], Verdict.WRONG),
        ("trick_winners", ["A", "B"], ["B", "A"], Verdict.WRONG),
    ],
)  # fmt: skip
def test_what_does_not_matter_is_not_compared(fact: str, right: Any, answered: Any, verdict: Verdict) -> None:
    """The order of sides, seats and payments, and seats that pay nothing; kinds count."""
    (compared,) = compare_hands(({fact: right},), [{fact: answered}])
    assert compared.verdict is verdict
