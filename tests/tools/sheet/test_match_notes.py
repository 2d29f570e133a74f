"""Notes of a sheet on matches: last hand, hands outside, and uncounted hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec_tools.main import main

if TYPE_CHECKING:
    from pathlib import Path

HOUSE = "ruleset: house\nversion: 1.0.0\nextends: pagat\ntitle: {en: House}\nset:\n"
PASSES = {"A": "B: passo C: passo A: passo", "B": "C: passo A: passo B: passo", "C": "A: passo B: passo C: passo"}
ONE_ASKS = {"A": "B: chiamo C: passo A: passo", "B": "C: passo A: passo B: chiamo", "C": "A: passo B: chiamo C: passo"}


def evening(tmp_path: Path, match: str, *hands: str) -> list[str]:
    """An evening of hands that Bruno won (`won`), with open results, or thrown in."""
    (tmp_path / "house.yaml").write_text(f"{HOUSE}{match}", encoding="utf-8")
    lines = ["cal 1", "rules house", 'seat A "Anna"', 'seat B "Bruno"', 'seat C "Carla"']
    for number, ending in enumerate(hands, 1):
        dealer = "CAB"[number % 3]
        bids = PASSES if ending == "thrown in" else ONE_ASKS
        lines += ["", f"hand {number}", f"dealer {dealer}", f"bid {bids[dealer]}"]
        lines += ["result B: won"] if ending == "won" else []
        lines += ["end"]
    file = tmp_path / "evening.cal"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [str(file), "--rules", str(tmp_path / "house.yaml")]


def sheet_text(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the output of `sheet`, in lines that are not wrapped."""
    assert main(["sheet", *words]) == 0
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("COLUMNS", "400")


DEALS = "  match.until: {deals: 2}\n  match.tie: shared\n"


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_every_form_says_what_ended_the_match(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Hand 2 is dealt again (003: "se tutti i giocatori dicono passo, la smazzata si ripete"); 3 ends, 4 is outside."""
    file = evening(tmp_path, DEALS, "won", "thrown in", "won", "won")
    out = sheet_text(capsys, *file, "--format", form).replace("\\", "")
    assert "The match ended with hand 3, won by Bruno (match.until.deals house.yaml:6)." in out
    assert "Hand 4: outside the match, which had ended." in out
    assert "Hand 2: not a deal that the match counts (all_pass.do pagat:" in out


def test_italian(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same in Italian."""
    out = sheet_text(
        capsys, *evening(tmp_path, DEALS, "won", "thrown in", "thrown in", "won", "won", "won"), "--lang", "it"
    )
    assert "La partita è finita con la mano 4, vinta da Bruno (match.until.deals house.yaml:6)." in out
    assert "Mani 5, 6: fuori dalla partita, che era finita." in out
    assert "Mani 2, 3: la partita non le conta (all_pass.do pagat:" in out


def test_what_the_record_leaves_open_is_not_claimed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If hand 1 was thrown in, hand 2 did not end the match."""
    out = sheet_text(capsys, *evening(tmp_path, DEALS, "open", "won"))
    assert "Hand 1 could not be settled" in out
    assert "The match" not in out


def test_a_match_that_goes_on_has_no_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor is a hand that was thrown in named where no deals are counted."""
    out = sheet_text(capsys, *evening(tmp_path, "  match.until: {points: 100}\n", "won", "thrown in"))
    assert "Total" in out
    assert "The match" not in out
    assert "Hand 2" not in out


@pytest.mark.parametrize(("until", "rule"), [("deals: 2", "match.until.deals"), ("points: 6", "match.until.points")])
def test_an_abandoned_hand_leaves_open_whether_the_match_is_over(
    until: str, rule: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sheet and the text of each hand report it."""
    house = f"ruleset: house\nversion: 1.0.0\nextends: pagat\ntitle: {{en: house}}\nset:\n  match.until.{until}\n"
    (tmp_path / "house.yaml").write_text(house, encoding="utf-8")
    record = tmp_path / "evening.cal"
    record.write_text(
        "cal 1\nseat A\nseat B\nseat C\n"
        "\nhand 1\ndealer A\nbid B: solo C: passo A: passo\nresult B: won\nend\n"
        "\nhand 2\ndealer B\nbid C: solo A: passo B: passo\nend abandoned\n"
        "\nhand 3\ndealer B\nbid C: solo A: passo B: passo\nresult C: won\nend\n",
        encoding="utf-8",
    )
    options = [str(record), "--rules", str(tmp_path / "house.yaml"), "--lang", "en"]
    main(["sheet", *options])
    assert f"The record leaves open whether the match is over ({rule} " in capsys.readouterr().out
    main(["replay", *options])
    hands = capsys.readouterr().out.split("\nHand ")
    open_ends = ["The record leaves open whether the match is over." in hand for hand in hands]
    assert open_ends == [False, rule == "match.until.points", True]
