"""Odds in the page of an evening, and on request in the page for typing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.session import RecordJudge
from calarec_tools.desk.calls.boundary import answer_call
from calarec_tools.desk.calls.files import RulesId
from calarec_tools.desk.calls.sheets import replay_record
from calarec_tools.desk.viewing.hand_data import hand_data
from calarec_tools.main import main
from tests.witnesses.half_remembered import HALF_REMEMBERED

if TYPE_CHECKING:
    from pathlib import Path

_SETTLED = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: solo\nresult B: 20 A+C: 15\nend\n"


def _ask_odds(text: str, number: int, lang: str) -> dict[str, Any]:
    arguments = {"text": text, "rules": "", "number": str(number), "lang": lang}
    found: dict[str, Any] = json.loads(answer_call("odds", json.dumps(arguments)))
    return found


@pytest.mark.parametrize("odds", [True, False])
def test_the_page_of_an_evening_has_odds_if_they_are_asked_for(tmp_path: Path, *, odds: bool) -> None:
    """Certain facts are always there, before the odds."""
    file, page = tmp_path / "a.cal", tmp_path / "a.html"
    file.write_text(HALF_REMEMBERED, encoding="utf-8")
    assert main(["view", *(["--odds"] if odds else []), "--output", str(page), str(file)]) == 0
    html = page.read_text(encoding="utf-8")
    assert ('<section class="odds">' in html) is odds
    assert "Rosa has 5 1/3 to 8 points (16 to 24 thirds); 6 points (18 thirds) needed." in html
    assert "Rosa ha da 5 1/3 a 8 punti (da 16 a 24 terzi); ne servono 6 punti (18 terzi)." in html
    if odds:
        assert html.index("(18 thirds) needed.") < html.index("Odds, estimated") < html.index("<summary>")
        assert "Probabilità, stimate" in html


def test_a_picture_has_no_odds(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """They are text."""
    file = tmp_path / "a.cal"
    file.write_text(HALF_REMEMBERED, encoding="utf-8")
    assert main(["view", "--svg", "--odds", "--lang", "en", str(file)]) == 2
    assert "leave out `--svg`" in capfd.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_asks_for_the_odds_of_one_hand(lang: str) -> None:
    """Open hands are marked; the answer is a ruling with odds, in the page's language."""
    text = HALF_REMEMBERED + _SETTLED[_SETTLED.index("\nhand") :]
    hands = replay_record(text=text, rules=RulesId(""), lang=lang)["hands"]
    assert [(hand["open"], hand["odds"]) for hand in hands] == [(True, None), (False, None)]
    answer = _ask_odds(text, 0, lang)["answer"]
    (first, _) = _judge_with_odds(text)
    assert answer["title"] == first["odds"]["title"][lang]
    assert answer["lines"] == [line[lang] for line in first["odds"]["lines"]]
    assert any("%" in line and "Rosa" in line for line in answer["lines"])


def _judge_with_odds(text: str) -> list[dict[str, Any]]:
    judge = RecordJudge(None, finds_ends=True, odds_seed=1)
    return [hand_data(judge.replay(hand)) for hand in parse_records(text)]


def test_a_settled_hand_and_one_that_is_gone_have_none() -> None:
    """One sentence is answered, or the call is refused."""
    answer = _ask_odds(_SETTLED, 0, "en")["answer"]
    assert answer["title"] == ""
    assert len(answer["lines"]) == 1
    assert "refused" in _ask_odds(_SETTLED, 1, "en")
