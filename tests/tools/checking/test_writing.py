"""`fmt`, `convert`, `new` and `pin` over whole folders, and back again."""

from __future__ import annotations

from pathlib import Path

import pytest

from calarec.core.notation import parse_records
from calarec.core.notation.formatter import fmt
from calarec_tools.main import main
from tests.tools.evenings import evening, with_slips

pytestmark = pytest.mark.usefixtures("empty_folder")


def text(name: str) -> str:
    """A file as it is."""
    return Path(name).read_bytes().decode()


def test_a_folder_is_formatted(capsys: pytest.CaptureFixture[str]) -> None:
    """Every record below it, and only those that need it are written."""
    Path("club/2025").mkdir(parents=True)
    Path("club/a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    Path("club/2025/b.cal").write_text(evening("pagat", 2).replace(": ", ":  "), encoding="utf-8")
    before = Path("club/a.cal").stat().st_mtime_ns, Path("club/a.cal").stat().st_ino
    assert main(["fmt", "--check", "club"]) == 1
    assert capsys.readouterr().out == "club/2025/b.cal is not in canonical form\n"
    assert main(["fmt", "club"]) == 0
    assert capsys.readouterr().err == "club/2025/b.cal formatted\n1 formatted, 1 left as it was.\n"
    assert text("club/2025/b.cal") == evening("pagat", 2)
    assert (Path("club/a.cal").stat().st_mtime_ns, Path("club/a.cal").stat().st_ino) == before
    assert main(["fmt", "--check", "club"]) == 0


@pytest.mark.parametrize("rules", ["pagat", "treccani", "tretre"])
def test_filling_gives_what_was_left_out(rules: str) -> None:
    """Results, scores and totals come back as the simulation wrote them, and everything filled in holds."""
    whole = evening(rules, 12)
    Path("a.cal").write_text(
        "".join(f"{line}\n" for line in whole.split("\n")[:-1] if not line.startswith(("result", "score", "total"))),
        encoding="utf-8",
    )
    assert main(["fmt", "--fill", "a.cal"]) == 0
    assert main(["check", "a.cal"]) == 0
    asserted = [line for line in text("a.cal").split("\n") if line.startswith(("result", "score", "total"))]
    wanted = [line for line in whole.split("\n") if line.startswith(("result", "score", "total"))]
    assert [line for line in asserted if line in wanted] == wanted


@pytest.mark.parametrize("form", ["json", "jsonl", "packed"])
def test_there_and_back(form: str) -> None:
    """Content that another format can hold comes back unchanged."""
    whole = "\n".join(line for line in evening("pagat", 12).split("\n") if not line.startswith("show "))
    Path("a.cal").write_text(whole, encoding="utf-8")
    assert main(["convert", "a.cal", "b", "--to", form]) == 0
    assert main(["convert", "b", "c.cal", "--from", form]) == 0
    assert main(["fmt", "c.cal"]) == 0
    assert [hand.statements for hand in parse_records(text("c.cal"))] == [
        hand.statements for hand in parse_records(whole)
    ]
    assert text("c.cal") == fmt(whole)


def test_json_keeps_what_is_broken() -> None:
    """Comments and broken lines too."""
    whole = fmt(with_slips("pagat", 10).replace("\nend\n", "\nend  ; over\n", 3).replace("dealer ", "deeler ", 1))
    Path("a.cal").write_text(whole, encoding="utf-8")
    assert main(["convert", "a.cal", "b.json"]) == 0
    assert main(["convert", "b.json", "c.cal"]) == 0
    assert text("c.cal") == whole


def test_a_folder_is_converted(capsys: pytest.CaptureFixture[str]) -> None:
    """With its folders; one that is refused does not keep the others."""
    Path("club/2025").mkdir(parents=True)
    Path("club/a.cal").write_text(evening("pagat", 2), encoding="utf-8")
    Path("club/2025/b.cal").write_text(evening("pagat", 2).replace("\ndealer", "\ndeeler", 1), encoding="utf-8")
    assert main(["convert", "club", "packed", "--to", "packed"]) == 2
    assert Path("packed/a.calpack").exists()
    assert not Path("packed/2025/b.calpack").exists()
    assert "club/2025/b.cal:8: CAL101" in capsys.readouterr().err


def test_a_score_sheet_becomes_a_record_that_can_be_checked() -> None:
    """From the club's table to a clean check."""
    Path("a.csv").write_text(
        "dealer,declarer,bid,outcome,Anna,Bruno,Carla\nAnna,Bruno,solo,won,-2,4,-2\nBruno,Carla,chiamo,lost,1,1,-2\n",
        encoding="utf-8",
    )
    assert main(["convert", "a.csv", "a.cal", "--rules", "pagat"]) == 0
    assert text("a.cal").startswith("cal 1\nrules pagat@1.0.0 sha256:")
    assert main(["check", "a.cal"]) == 0


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_new_evening_is_clean(lang: str) -> None:
    """The template is a record: canonical, and nothing is wrong with it."""
    words = ["new", "--rules", "pagat", "--players", "Anna, Bruno,Carla", "--hands", "3", "-o", "a.cal", "--lang", lang]
    assert main(words) == 0
    assert main(["check", "a.cal"]) == 0
    assert main(["fmt", "--check", "a.cal"]) == 0
    assert [hand.name for hand in parse_records(text("a.cal"))] == ["1", "2", "3"]


def test_pinning() -> None:
    """A bare `rules` line gets version and digest; a pin that holds stays; another one is never forgotten unasked."""
    whole = evening("pagat", 2)
    pinned = whole.split("\n")[1]
    Path("a.cal").write_text(whole.replace(pinned, "rules pagat  ; ours"), encoding="utf-8")
    assert main(["pin", "a.cal"]) == 0
    assert text("a.cal") == whole.replace(pinned, f"{pinned}  ; ours")
    assert main(["pin", "a.cal"]) == 0
    other = whole.replace(pinned, "rules pagat@1.0.0 sha256:000000000000")
    Path("a.cal").write_text(other, encoding="utf-8")
    assert main(["pin", "a.cal"]) == 1
    assert text("a.cal") == other
    assert main(["pin", "--update", "a.cal"]) == 0
    assert text("a.cal") == whole


@pytest.mark.parametrize("digest", ["", " sha256:7fa4e8422223"])
def test_a_record_of_other_rules_is_not_pinned_to_these(digest: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two rulesets differ by name, with and without a digest; no name is dropped."""
    Path("circolo.yaml").write_text(
        "ruleset: circolo\nversion: 1.0.0\nextends: pagat\ntitle: Circolo\nset: {contracts.chiamo.stake: 3}\n",
        encoding="utf-8",
    )
    whole = evening("pagat", 2)
    whole = whole.replace(whole.split("\n")[1], f"rules pagat@1.0.0{digest}")
    Path("a.cal").write_text(whole, encoding="utf-8")
    assert main(["pin", "a.cal", "--rules", "circolo.yaml"]) == 1
    assert text("a.cal") == whole
    said = capsys.readouterr().err
    named = f"`pagat` ({digest.partition(':')[2]})" if digest else "`pagat`"
    assert f"the record names {named}, not `circolo` (" in said
    assert main(["pin", "a.cal", "--rules", "circolo.yaml", "--update"]) == 0
    assert text("a.cal").split("\n")[1].startswith("rules circolo@1.0.0 sha256:")


def test_a_pin_is_put_in(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a `rules` line, `--rules` names the ruleset."""
    whole = evening("pagat", 2)
    pinned = whole.split("\n")[1]
    Path("a.cal").write_text(whole.replace(f"{pinned}\n", ""), encoding="utf-8")
    assert main(["pin", "a.cal"]) == 2
    assert "there is no `rules` line" in capsys.readouterr().err
    assert main(["pin", "a.cal", "--rules", "pagat"]) == 0
    assert text("a.cal") == whole
