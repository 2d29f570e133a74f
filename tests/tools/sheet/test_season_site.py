"""A season as a site: its pages, their links, removed and untouched files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from calarec.rule_files.load import load_ruleset
from calarec.rulebook.book import make_rulebook
from calarec_tools.main import main
from calarec_tools.output.sheet.evenings import read_evenings, standings
from calarec_tools.output.sheet.lines import SheetWords
from calarec_tools.output.sheet.season_site import (
    MAX_CURVES,
    MAX_EVENINGS_BESIDE,
    OWN_NAMES,
    SiteRules,
    _rules_names,
    season_curve,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

CLUB = Path(__file__).parents[3] / "docs" / "examples" / "club.cal"
EVENING = """cal 1
rules {rules}
tag event "{event}"
tag date "{date}"
seat A "Anna"
seat B "Bruno"
seat C "{name}"

hand 1
dealer A
bid B: {bid} C: passo A: passo
result B: {points}
end
"""


def write_evening(folder: Path, number: int, rules: str = "pagat", name: str = "Carla", event: str = "Circolo") -> str:
    """A record of one hand without cards, which Bruno wins."""
    file = folder / f"{number}.cal"
    date = f"2026-0{number}-01"
    file.write_text(EVENING.format(rules=rules, name=name, event=event, date=date, bid="solo", points=22))
    return str(file)


def run(*words: str) -> int:
    return main(["sheet", *words, "--lang", "en"])


def hrefs(folder: Path, page: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', (folder / page).read_text("utf-8"))


def test_every_page_is_reached_and_every_link_leads_to_a_page(tmp_path: Path) -> None:
    records = [write_evening(tmp_path, number) for number in (1, 2, 3)]
    site = tmp_path / "site"
    assert run(*records, "--site", str(site)) == 0
    pages = {file.name for file in site.glob("*.html")}
    assert pages == {"index.html", "evening-1.html", "evening-2.html", "evening-3.html", "rules-pagat.html"}
    linked = {target for page in pages for target in hrefs(site, page)}
    assert linked == pages
    assert set(hrefs(site, "index.html")) == pages - {"index.html"}
    assert hrefs(site, "evening-2.html") == ["index.html", "evening-1.html", "evening-3.html", "rules-pagat.html"]


def test_pages_hold_no_script_and_ask_nobody_for_anything(tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert run(write_evening(tmp_path, 1, name="<script>alert(1)</script>"), str(CLUB), "--site", str(site)) == 0
    for file in site.glob("*.html"):
        text = file.read_text("utf-8")
        assert "<script" not in text
        assert str(tmp_path) not in text
        assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text
        assert not re.findall(r'(?:src|href)="(?:[a-z]+:|//)', text)
    assert "&lt;script&gt;" in (site / "index.html").read_text("utf-8")


def test_a_later_site_removes_its_own_older_pages_alone(tmp_path: Path) -> None:
    records = [write_evening(tmp_path, number) for number in (1, 2)]
    site = tmp_path / "site"
    assert run(*records, "--site", str(site)) == 0
    (site / "notes.html").write_text("ours")
    listed = site / "calarec-site.txt"
    listed.write_text(f"{listed.read_text()}notes.html\n../1.cal\n")
    assert run(records[0], "--site", str(site)) == 0
    assert {file.name for file in site.iterdir()} == {
        "index.html", "evening-1.html", "rules-pagat.html", "calarec-site.txt", "notes.html",
    }  # fmt: skip
    assert (tmp_path / "1.cal").exists()


@pytest.mark.parametrize("made", ["folder", "file"])
def test_what_is_no_site_is_left_alone(tmp_path: Path, made: str, capsys: pytest.CaptureFixture[str]) -> None:
    record, site = write_evening(tmp_path, 1), tmp_path / "site"
    if made == "folder":
        site.mkdir()
        (site / "index.html").write_text("ours")
    else:
        site.write_text("ours")
    assert run(record, "--site", str(site)) == 2
    assert "holds something else" in capsys.readouterr().err
    assert (site / "index.html" if made == "folder" else site).read_text() == "ours"


@pytest.mark.parametrize(
    "other", [("--format", "html"), ("--json",), ("--curve",), ("--standings",), ("-o", "sheet.html")]
)
def test_a_site_goes_with_no_other_form(tmp_path: Path, other: Sequence[str]) -> None:
    assert run(write_evening(tmp_path, 1), "--site", str(tmp_path / "site"), *other) == 2
    assert not (tmp_path / "site").exists()


def test_rules_of_every_evening_have_their_rulebook(tmp_path: Path) -> None:
    records = [write_evening(tmp_path, 1), write_evening(tmp_path, 2, "no-stramazzo")]
    site = tmp_path / "site"
    assert run(*records, "--site", str(site)) == 1  # the second rules have another word for `passo`
    assert {file.name for file in site.glob("rules-*")} == {"rules-pagat.html", "rules-no-stramazzo.html"}
    assert "rules-no-stramazzo.html" in hrefs(site, "evening-2.html")
    assert "rules-pagat.html" not in hrefs(site, "evening-2.html")
    assert "<h1>Calabresella (Pagat)</h1>" in (site / "rules-pagat.html").read_text("utf-8")


def test_two_rulesets_of_one_id_have_two_pages(tmp_path: Path) -> None:
    """A club's own `pagat` beside the shipped one."""
    own = tmp_path / "own.yaml"
    own.write_text("ruleset: pagat\nversion: 9.0.0\nextends: pagat\ntitle: Ours\nset: {contracts.chiamo.stake: 4}\n")
    both = [load_ruleset("pagat"), load_ruleset(str(own))]
    names = _rules_names([SiteRules(each, make_rulebook(each)) for each in both])
    assert [names[each.digest] for each in both] == ["rules-pagat.html", f"rules-pagat-{both[1].digest[:12]}.html"]
    assert all(OWN_NAMES.fullmatch(name) for name in names.values())


def test_the_curve_ends_where_the_standings_do(tmp_path: Path) -> None:
    """Each step is the sum so far; each line begins before its player's first evening."""
    files = [write_evening(tmp_path, 1, name="Carla"), write_evening(tmp_path, 2, name="Dora")]
    sheets = [sheet for file in files for sheet in read_evenings(file, None, {})]
    curve = season_curve(SheetWords(sheets, "en"))
    found = standings(sheets)
    values = {line.name: line.values for line in curve.lines}
    assert {who: line[-1] for who, line in values.items()} == found.amounts
    assert values["Bruno"] == (0, found.each[0]["Bruno"], found.amounts["Bruno"])
    assert values["Dora"] == (None, 0, found.amounts["Dora"])
    assert curve.steps == ("0", "1", "2")


def test_of_many_people_the_first_are_drawn(tmp_path: Path) -> None:
    files = [write_evening(tmp_path, number, name=f"P{number}") for number in range(1, 10)]
    sheets = [sheet for file in files for sheet in read_evenings(file, None, {})]
    many = [sheet for turn in range(2) for sheet in sheets]
    assert len(season_curve(SheetWords(many, "en")).lines) == 11 <= MAX_CURVES


def test_the_site_speaks_italian(tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert main(["sheet", write_evening(tmp_path, 1), str(CLUB), "--site", str(site), "--lang", "it"]) == 0
    home = (site / "index.html").read_text("utf-8")
    assert "<h1>La stagione</h1>" in home
    assert "Le regole" in home
    assert '<html lang="it">' in home


@pytest.mark.parametrize(("evenings", "beside"), [(2, True), (MAX_EVENINGS_BESIDE + 1, False)])
def test_lists_are_beside_the_standings_of_a_few_evenings(tmp_path: Path, evenings: int, *, beside: bool) -> None:
    """A column for each evening needs the room of the lists."""
    files = [write_evening(tmp_path, number + 1) for number in range(evenings)]
    assert run(*files, "--site", str(tmp_path / "site")) == 0
    home = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert ('<main class="season">' in home) is beside
    assert home.count("<section>") == 2
