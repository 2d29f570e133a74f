"""The places of a ruleset: by id in CALAREC_RULES, shipped, or beside the record.

Or by digest.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import calarec
from calarec_tools.main import main
from tests.tools.replay.own_rules import OWN, UNPAID

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CALAREC_RULES", raising=False)
    monkeypatch.chdir(tmp_path)
    Path("evening").mkdir()


def rules(folder: str, stake: int, *, version: str = "1.0.0", name: str = "circolo") -> str:
    """Write a ruleset into a folder; return its digest."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    file = Path(folder) / f"{name}.yaml"
    file.write_text(OWN.format(version=version, stake=stake).replace("circolo", name), encoding="utf-8")
    return calarec.load_rules(str(file)).digest[:12]


def played(pin: str) -> tuple[int, list[str]]:
    """The stake of chiamo under the rules of a record in `evening`, and the findings."""
    Path("evening/game.cal").write_text(UNPAID.replace("rules pagat", f"rules {pin}"), encoding="utf-8")
    (replay,) = calarec.replay(calarec.read("evening/game.cal"))
    assert replay.account is not None
    return replay.account.stake, [each.code for each in replay.findings]


@pytest.mark.mass
@pytest.mark.parametrize("folder", ["evening", "evening/rules"])
@pytest.mark.parametrize("pin", ["circolo", "circolo@1.0.0", "circolo@1.0.0 sha256:{digest}"])
def test_the_rules_lie_beside_the_record(folder: str, pin: str) -> None:
    """As in the tutorial: nothing has to be set, and there is no message."""
    digest = rules(folder, 5)
    assert played(pin.format(digest=digest)) == (5, [])


def test_another_digest_beside_the_record_is_said() -> None:
    """As with CALAREC_RULES."""
    rules("evening", 5)
    assert played("circolo@1.0.0 sha256:0123456789ab") == (5, ["CAL801"])
    assert played("circolo@0.9.0") == (5, ["CAL801"])


def test_the_folders_of_calarec_rules_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the shipped ones: nothing beside a record changes what `pagat` means."""
    rules("mine", 7)
    rules("evening", 5)
    rules("evening", 9, name="pagat-declarer-leads")
    monkeypatch.setenv("CALAREC_RULES", "mine")
    assert played("circolo") == (7, [])
    assert played("pagat-declarer-leads")[0] == 1


def test_the_one_with_the_pinned_digest_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a later folder of CALAREC_RULES, and beside the record."""
    rules("first", 7)
    second = rules("second", 8)
    beside = rules("evening", 5)
    monkeypatch.setenv("CALAREC_RULES", os.pathsep.join(("first", "second")))
    assert played("circolo") == (7, [])
    assert played(f"circolo@1.0.0 sha256:{second}") == (8, ["CAL805"])
    assert played(f"circolo@1.0.0 sha256:{beside}") == (5, ["CAL805"])
    assert played("circolo@1.0.0 sha256:0123456789ab") == (7, ["CAL801"])


def test_the_one_with_the_named_version_wins_where_there_is_no_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version is less than a digest, and more than nothing."""
    rules("first", 7, version="2.0.0")
    rules("second", 8, version="1.0.0")
    monkeypatch.setenv("CALAREC_RULES", os.pathsep.join(("first", "second")))
    assert played("circolo@2.0.0") == (7, [])
    assert played("circolo@1.0.0") == (8, ["CAL805"])


def test_a_faulty_file_does_not_hide_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported only if no other file will do."""
    rules("first", 7)
    digest = rules("second", 8)
    Path("first/circolo.yaml").write_text("ruleset: circolo\nset: 1\n", encoding="utf-8")
    monkeypatch.setenv("CALAREC_RULES", os.pathsep.join(("first", "second")))
    assert played(f"circolo@1.0.0 sha256:{digest}") == (8, ["CAL805"])
    with pytest.raises(calarec.NoRulesError) as refused:
        played("circolo@1.0.0 sha256:0123456789ab")
    assert [each.code for each in refused.value.findings] == ["CAL807"]


def test_a_faulty_file_beside_the_record_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """With the command that shows its errors."""
    rules("evening", 5)
    Path("evening/circolo.yaml").write_text("ruleset: circolo\nset: 1\n", encoding="utf-8")
    Path("evening/game.cal").write_text(UNPAID.replace("rules pagat", "rules circolo"), encoding="utf-8")
    assert main(["check", "evening"]) == 1
    assert "`calarec rules check evening/circolo.yaml` shows them" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["circolo", "then"])
def test_frozen_rules_are_found_in_a_folder_beside_the_record(name: str) -> None:
    """As the tutorial makes them; no deeper, and not in hidden folders."""
    rules("evening", 9)
    digest = rules("evening/kept", 5, name=name)
    assert played(f"circolo@1.0.0 sha256:{digest}") == (5, ["CAL805"])
    (replay,) = calarec.replay(calarec.read("evening/game.cal"))
    assert "since then `circolo` has changed: `contracts.chiamo.stake` 5 → 9" in replay.findings[0].message()
    deep = rules("evening/kept/older", 4)
    hidden = rules("evening/.kept", 3)
    assert played(f"circolo@1.0.0 sha256:{deep}") == (9, ["CAL801"])
    assert played(f"circolo@1.0.0 sha256:{hidden}") == (9, ["CAL801"])


def test_no_folder_is_read_while_the_first_ruleset_is_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a name is looked up; folders are listed when that was not enough."""
    digest = rules("mine", 7)
    monkeypatch.setenv("CALAREC_RULES", "mine")
    listed: list[str] = []

    def folders(record: str) -> Iterator[str]:
        listed.append(record)
        return iter(())

    monkeypatch.setattr("calarec.record_judge.pins._folders_beside", folders)
    assert played(f"circolo@1.0.0 sha256:{digest}") == (7, [])
    assert played("circolo") == (7, [])
    assert listed == []
    assert played("circolo@1.0.0 sha256:0123456789ab") == (7, ["CAL801"])
    assert listed


@pytest.mark.parametrize("ending", [".yml", ".yaml.txt", ".txt"])
def test_a_rule_file_with_another_ending_is_named(ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Editors give files endings of their own."""
    rules("evening", 5)
    Path("evening/circolo.yaml").rename(f"evening/circolo{ending}")
    Path("evening/game.cal").write_text(UNPAID.replace("rules pagat", "rules circolo"), encoding="utf-8")
    assert main(["check", "--lang", "it", "evening/game.cal"]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert f"`evening/circolo{ending}` non finisce in `.yaml`" in said
    assert "rinominarlo in `circolo.yaml`" in said


def test_pin_and_what_is_said_of_another_digest_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """The command that CAL801 names does what it promises."""
    digest = rules("evening", 5)
    Path("evening/game.cal").write_text(
        UNPAID.replace("rules pagat", "rules circolo@1.0.0 sha256:0123456789ab"), encoding="utf-8"
    )
    assert main(["check", "evening/game.cal"]) == 1
    said = " ".join(capsys.readouterr().out.split())
    at = said.index("`calarec pin") + 1
    command = said[at : said.index("`", at)].split()
    assert main([*command[1:], "evening/game.cal"]) == 0
    assert f"rules circolo@1.0.0 sha256:{digest}\n" in Path("evening/game.cal").read_text(encoding="utf-8")
    assert main(["check", "evening/game.cal"]) == 0


def test_a_file_that_is_misnamed_is_not_said_to_have_errors(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`rules list` reports the reason."""
    rules("mine", 5)
    Path("mine/circolo.yaml").rename("mine/altro.yaml")
    monkeypatch.setenv("CALAREC_RULES", "mine")
    assert main(["rules", "list"]) == 1
    said = capsys.readouterr().err
    assert "altro cannot be used: the file `altro.yaml` says that it is `circolo`" in said
    assert "rename the file" in said
