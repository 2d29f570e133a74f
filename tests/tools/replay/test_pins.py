"""The `rules` line: digests that differ, rules frozen beside a record, several rulesets in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calarec
from calarec.core.notation.reader import parse_records
from tests.tools.replay.own_rules import OWN, PLAIN, UNPAID
from tests.tools.replay.told import run

if TYPE_CHECKING:
    from pathlib import Path


def _record(folder: Path, pin: str) -> str:
    file = folder / "game.cal"
    file.write_text(UNPAID.replace("rules pagat", f"rules {pin}"), encoding="utf-8")
    return str(file)


def _codes(text: str, rules: str | None = None) -> list[str]:
    return [each.code for replay in calarec.replay(parse_records(text), rules) for each in replay.findings]


def test_a_pin_that_is_met_says_nothing(tmp_path: Path) -> None:
    """The digest is that of the ruleset."""
    digest = calarec.load_rules("pagat").digest[:12]
    answer = run("replay", _record(tmp_path, f"pagat@1.0.0 sha256:{digest}"))
    assert answer.status == 0
    assert "CAL8" not in answer.out


def test_another_digest_is_said(tmp_path: Path) -> None:
    """A warning: the hand is replayed under the rules that are here."""
    answer = run("replay", _record(tmp_path, "pagat@1.0.0 sha256:0123456789ab"))
    assert answer.status == 1
    assert "CAL801" in answer.out
    assert "0123456789ab" in answer.out
    assert "Bruno wins chiamo" in answer.out


def test_asked_for_rules_are_not_held_against_the_record(tmp_path: Path) -> None:
    """With `--rules` another ruleset is a note, with what differs if that can be found out."""
    answer = run("replay", _record(tmp_path, "pagat@1.0.0 sha256:0123456789ab"), "--rules", "pagat")
    assert answer.status == 0
    assert "CAL806" in answer.out
    own = tmp_path / "circolo.yaml"
    own.write_text(OWN.format(version="1.0.0", stake=7))
    answer = run("replay", _record(tmp_path, "pagat"), "--rules", str(own))
    assert answer.status == 0
    assert "`contracts.chiamo.stake` 1 → 7" in answer.out


def test_only_the_version_differs(tmp_path: Path) -> None:
    """The same digest gives a note, with any version."""
    digest = calarec.load_rules("pagat").digest[:12]
    assert _codes(PLAIN.replace("rules pagat", f"rules pagat@0.9.0 sha256:{digest}")) == ["CAL802"]
    assert _codes(PLAIN.replace("rules pagat", "rules pagat@0.9.0")) == ["CAL801"]


def test_an_unknown_ruleset_is_a_refusal_with_the_nearest_id(tmp_path: Path) -> None:
    """Status 2, and what shows all others."""
    answer = run("replay", _record(tmp_path, "pagatt"))
    assert (answer.status, answer.out) == (2, "")
    assert "is `pagat` meant?" in answer.err
    assert "`calarec rules list`" in answer.err


def test_a_ruleset_with_errors_that_a_record_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not used, and the first error is named."""
    (tmp_path / "circolo.yaml").write_text(OWN.format(version="1.0.0", stake="much"))
    monkeypatch.setenv("CALAREC_RULES", str(tmp_path))
    with pytest.raises(calarec.NoRulesError, match=r"circolo\.yaml:5:") as refused:
        _codes(PLAIN.replace("rules pagat", "rules circolo"))
    assert [each.code for each in refused.value.findings] == ["CAL807"]


def test_rules_frozen_beside_a_record_are_found_by_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old records stay replayable when rules are mended: the file may have any name, beside it or in `rules`."""
    old = tmp_path / "then.yaml"
    old.write_text(OWN.format(version="1.0.0", stake=5).replace("circolo", "then"))
    digest = calarec.load_rules(str(old)).digest[:12]
    current = tmp_path / "current"
    current.mkdir()
    (current / "circolo.yaml").write_text(OWN.format(version="2.0.0", stake=9))
    monkeypatch.setenv("CALAREC_RULES", str(current))
    for folder in (tmp_path / "evening", tmp_path / "evening" / "rules"):
        folder.mkdir()
        moved = folder / old.name
        moved.write_bytes(old.read_bytes())
        record = _record(tmp_path / "evening", f"circolo@1.0.0 sha256:{digest}")
        (replay,) = calarec.replay(calarec.read(record))
        assert replay.account is not None
        assert replay.account.stake == 5
        (finding,) = replay.findings
        assert (finding.code, finding.severity) == ("CAL805", "note")
        assert "`contracts.chiamo.stake` 5 → 9" in finding.message()
        moved.unlink()


def test_several_rulesets_in_one_file() -> None:
    """Each hand follows the line before it, the score goes on, and changes are noted."""
    second = UNPAID[UNPAID.index("hand 7") :].replace("hand 7", "hand 8")
    text = f"{PLAIN}\nrules no-stramazzo\n\n{second}"
    replays = list(calarec.replay(parse_records(text)))
    assert [each.game.ruleset.id for each in replays] == ["pagat", "no-stramazzo"]
    assert [each.code for each in replays[1].findings if each.code.startswith("CAL8")] == ["CAL804"]
    if replays[1].account is not None:
        assert replays[1].totals == {"A": 10, "B": 6, "C": 8}
