"""The site: pages have places in both languages, links work, codes have pages."""

from __future__ import annotations

import builtins
import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

import calarec
from calarec.core.base import version
from calarec.core.wording.language import LANGUAGES
from calarec.core.wording.messages import all_codes
from calarec.rulebook.book import make_rulebook
from calarec.rulebook.sentences import Grid
from calarec_tools.main import main
from calarec_tools.output.files.streams import Output
from calarec_tools.output.render.code_links import find_code_url
from calarec_tools.output.render.pretty import pretty
from calarec_tools.output.sheet.season_site import rulebook_html
from docs.site.check_links import find_broken_links
from docs.site.check_links import main as check_links
from docs.site.code_pages import add_code_pages
from docs.site.command_pages import add_command_pages
from docs.site.navigation import expand_navigation
from docs.site.reference_pages import add_reference_pages, find_definition
from docs.site.ruleset_pages import Family, RulesetPage, read_suite_hands, set_off_html
from docs.site.tree import ROOT, Place, SiteTree
from docs.site.witnesses import FILE, read_telling_hands
from tests.house.promises import current_promises

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from calarec.core.wording.language import Language

each_language = pytest.mark.parametrize("lang", LANGUAGES)


@pytest.fixture(scope="module")
def tree() -> SiteTree:
    """All pages but those of rulesets."""
    found = SiteTree()
    add_code_pages(found)
    add_command_pages(found)
    add_reference_pages(found)
    return found


def configuration(lang: Language) -> dict[str, Any]:
    """The configuration of a language."""
    text = (ROOT / "docs" / "site" / f"zensical.{lang}.toml").read_text("utf-8")
    project: dict[str, Any] = tomllib.loads(text)["project"]
    return project


def listed_pages(entries: list[Any]) -> Iterator[str]:
    """The pages that a navigation lists."""
    for entry in entries:
        for value in entry.values() if isinstance(entry, dict) else (entry,):
            if isinstance(value, str):
                yield value
            else:
                yield from listed_pages(value)


@each_language
def test_the_navigation_lists_every_page_that_somebody_wrote(lang: Language, tree: SiteTree) -> None:
    """Decisions are listed by their page; all other pages are in the navigation."""
    listed = set(listed_pages(configuration(lang)["nav"]))
    written = {
        place.name
        for source, place in tree.sources.items()
        if source.endswith(".md") and place.lang == lang and "/adr/" not in source
    }
    assert written - listed == set()
    rulesets = {f"reference/rulesets/{name}.md" for name in ("index", "book")}
    assert listed - written - rulesets <= {place.name for place in tree.generated if place.lang == lang}


def test_both_configurations_are_alike() -> None:
    """They differ in words, folders and pages; neither loads files from elsewhere."""
    english, italian = (configuration(lang) for lang in LANGUAGES)
    for project in (english, italian):
        assert project["theme"].pop("language") in LANGUAGES
        assert project["theme"]["font"] is False
        assert "repo_url" not in project
        for palette in project["theme"]["palette"]:
            palette["toggle"].pop("name")
    for name in ("theme", "markdown_extensions", "extra_css", "extra_javascript"):
        assert english[name] == italian[name]
    assert [entry["lang"] for entry in english["extra"]["alternate"]] == [*LANGUAGES]


@each_language
def test_each_code_has_the_page_that_findings_name(
    lang: Language, tree: SiteTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its title; while the site has no address, findings name none."""
    assert find_code_url("CAL512", lang) == (version.SITE and find_code_url("CAL512", lang))
    monkeypatch.setattr(version, "SITE", "https://example.org/calarec")
    urls = {f"https://example.org/calarec/{place.url}" for place in tree.generated}
    assert [code for code in all_codes() if find_code_url(code, lang) not in urls] == []
    assert tree.generated[Place(lang, "reference/codes/cal512.md")].startswith("# CAL512: ")


def test_a_finding_names_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SARIF has the URL once there is a site, and no other key without one."""
    file = tmp_path / "evening.cal"
    file.write_text("cal 1\nnonsense\n", encoding="utf-8")

    def sarif() -> str:
        printed: list[str] = []
        monkeypatch.setattr("sys.stdout.write", lambda text: printed.append(text))
        main(["check", str(file), "--format", "sarif"])
        return "".join(printed)

    monkeypatch.setattr(version, "SITE", "")
    assert "helpUri" not in sarif()
    monkeypatch.setattr(version, "SITE", "https://example.org/")
    assert '"helpUri": "https://example.org/reference/codes/cal101/"' in sarif()


def test_a_code_is_a_link_where_there_is_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once there is a site; the text without its marks stays as it was."""
    (finding,) = next(iter(calarec.read(calarec.Text("cal 1\nhand 1\ndealer A\nnonsense\nend\n")))).findings
    link = re.compile(r"\x1b]8;;(.*?)\x1b\\")

    def print_finding(*, colour: bool) -> str:
        return "".join(pretty([finding], "it", width=80, colour=colour))

    monkeypatch.setattr(version, "SITE", "")
    plain, coloured = print_finding(colour=False), print_finding(colour=True)
    assert not link.search(coloured)
    monkeypatch.setattr(version, "SITE", "https://example.org")
    assert print_finding(colour=False) == plain
    page = f"https://example.org/it/reference/codes/{finding.code.lower()}/"
    assert link.findall(print_finding(colour=True)) == [page, ""]
    assert link.sub("", print_finding(colour=True)) == coloured


def test_links_of_the_repository_become_links_of_the_site(tree: SiteTree) -> None:
    """To pages of both languages, of codes, to files; others are plain text."""
    page = Place("it", "guides/sheet.md")
    text = (
        "[a](../start/evening.it.md#x) [b](sheet.md) [c](../project/referees.md) ![d](../examples/club.svg) "
        "[e](../../interpreter/calarec/core/wording/it/codes/cal8.md#cal801) `[f](gone.md)` [g](https://example.org)"
    )
    assert tree.rewrite_links(text, "docs/guides/sheet.it.md", page) == (
        "[a](../start/evening.md#x) [b](../../guides/sheet/) [c](../../project/referees/) "
        "![d](../../examples/club.svg) [e](../reference/codes/cal801.md) `[f](gone.md)` [g](https://example.org)"
    )
    english = Place("en", "index.md")
    assert tree.rewrite_links("[i](docs/start/install.it.md)", "README.md", english) == "[i](it/start/install/)"
    if not version.REPOSITORY:
        assert tree.rewrite_links("[t](tests/shards.py)", "README.md", english) == "t"
    with pytest.raises(ValueError, match=r"there is no docs/gone\.md"):
        tree.rewrite_links("[x](docs/gone.md)", "README.md", english)


def test_a_link_to_a_page_has_words(tree: SiteTree) -> None:
    """Not the name of its file, which readers of the site do not know."""
    link = re.compile(r"\[`?[\w./-]+\.md`?\]\([^)]*\)")
    pages = [source for source in tree.sources if source.endswith(".md")]
    assert len(pages) > 50
    found = {source: link.findall((ROOT / source).read_text("utf-8")) for source in pages}
    assert {source: links for source, links in found.items() if links} == {}


def test_the_api_page_defines_what_it_names(tree: SiteTree) -> None:
    """Public names with inherited members, the types of signatures, and all errors."""
    page = tree.generated[Place("en", "reference/api.md")]
    headings = re.findall(r"(?m)^#+ `([\w.]+)`$", page)
    assert len(headings) == len(set(headings))
    results = ("payments", "points", "score", "won")
    with_results = ("Judgement", "HandInPlay", "Simulated")
    promised = [name.removeprefix("python calarec.") for name in current_promises() if name.startswith("python ")]
    assert [name for name in promised if name not in headings and "__" not in name] == []
    assert {f"{name}.{result}" for name in with_results for result in results} <= {*headings}
    assert {f"{name}.svg" for name in ("Hand", "HandInPlay", "SeatView")} <= {*headings}
    assert {"Eyes", "SeatBot", "BotName", "Debt", "CallMove", "Verdict"} <= {*headings}
    errors = {*re.findall(r"\b\w+Error\b", page)}
    assert {name for name in errors if not hasattr(builtins, name)} <= {*headings}
    assert "Eyes = int" in page
    assert "won: tuple[str, ...] | None" in page


def test_a_name_in_a_signature_is_found_where_it_is_defined() -> None:
    """Through renamed imports and imports for checkers; foreign names have no place."""
    assert find_definition("calarec.simulation.run", "rec.Hand") == ("calarec.core.records.model", "Hand")
    assert find_definition("calarec.simulation.run", "SeatBot") == ("calarec.simulation.own_bots", "SeatBot")
    assert find_definition("calarec.core.engine.views", "Eyes") == ("calarec.core.engine.events", "Eyes")
    assert find_definition("calarec.core.records.model", "Kind") is None
    assert find_definition("calarec.simulation.run", "Iterator") is None


@pytest.mark.slow
def test_every_page_can_be_written(tree: SiteTree) -> None:
    """No page of the repository has a link to a file that is not there."""
    assert len(tree.list_pages()) == len(tree.generated) + sum(name.endswith(".md") for name in tree.sources)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pagat", "tressette-in-due"])
def test_a_rulebook_on_the_site(name: str) -> None:
    """It has each sentence of the rulebook, with the lines of the rule file below."""
    family = Family()
    ruleset = next(ruleset for ruleset in family.rulesets if ruleset.id == name)
    book = make_rulebook(ruleset, family.find_parent(ruleset))
    page = RulesetPage(family, book, read_suite_hands(ruleset)).write_page("en", (), ())
    sentences = [told for chapter in book.chapters for told in chapter.told if not isinstance(told, Grid)]
    assert len(sentences) > 30
    assert [told for told in sentences if set_off_html(told.sentence_text("en")) not in page] == []
    shown = re.findall(r"<br>(rules/[\w./-]+):(\d+) <code>(.*?)</code>", page)
    assert len(shown) > 30
    for file, line, text in shown:
        written = (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1].strip()
        if text.endswith(": …"):
            assert written.startswith(text.removesuffix("…"))
            assert "why: " in written or "en: " in written
            continue
        assert text == written.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace(
            '"', "&quot;"
        ).replace("'", "&#x27;")
    assert "A hand about this rule:" in page
    assert ("Hands that tell it from <code>tressette</code>" in page) == (name == "tressette-in-due")


@pytest.mark.slow
def test_hands_that_tell_rulesets_apart() -> None:
    """Each is ruled otherwise by both rulesets, and names rules that differ."""
    family = Family()
    told = 0
    for ruleset in family.rulesets:
        parent = family.find_parent(ruleset)
        if parent is None:
            continue
        for hand in read_telling_hands(parent, ruleset):
            assert hand.is_ruled_otherwise, (ruleset.id, hand.record)
            assert [ruling.ruleset for ruling in hand.rulings] == [ruleset.layers[1], ruleset.id]
            for path in hand.rules:
                assert ruleset.leaves.get(path, (None,))[0] != parent.leaves.get(path, (None,))[0], path
            told += 1
    assert told == sum(map(len, json.loads(FILE.read_text("utf-8")).values())) > 20


def test_broken_links_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing page, an anchor, a file as a folder, a way out, a foreign script."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "index.html").write_text('<a href="nowhere">', encoding="utf-8")
    sound = '<p id="top"><a href="../#here">x</a> <img src="x.svg" alt=""> <a href="https://example.org">y</a></p>'
    (tmp_path / "a" / "index.html").write_text(sound, encoding="utf-8")
    home = '<h1 id="here">h</h1><a href="a/#top">x</a><a href="#here">y</a><link rel="canonical" href="https://e.org">'
    (tmp_path / "index.html").write_text(home, encoding="utf-8")
    assert list(find_broken_links(tmp_path, without=("play",))) == []
    assert check_links([str(tmp_path), "play"]) == 0
    broken = (
        '<a href="b/">1</a><a href=\'a/#gone\'>2</a><img src="a/x.svg/"><a href="../x">4</a>'
        '<script src="https://example.org/x.js"></script><a title="1 > 0" href="c.html">6</a><a href="a">7</a>'
    )
    (tmp_path / "index.html").write_text(home + broken, encoding="utf-8")
    assert list(find_broken_links(tmp_path, without=("play",))) == [
        "index.html: is loaded from elsewhere: https://example.org/x.js",
        "index.html: leads nowhere: b/",
        "index.html: there is no such anchor: a/#gone",
        "index.html: leads nowhere: a/x.svg/",
        "index.html: leads out of the site: ../x",
        "index.html: leads nowhere: c.html",
        "index.html: leads nowhere: a",
    ]
    assert check_links([str(tmp_path)]) == 1
    assert "play/index.html: leads nowhere: nowhere" in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_generated_page_is_in_the_side_navigation(lang: Language, tree: SiteTree) -> None:
    """Codes below their range, the rest below its index; the other entries stay as the configuration has them."""
    text = (ROOT / "docs" / "site" / f"zensical.{lang}.toml").read_text("utf-8")
    written = set(listed_pages(tomllib.loads(text)["project"]["nav"]))
    listed = list(listed_pages(tomllib.loads(expand_navigation(text, tree, lang))["project"]["nav"]))
    assert len(listed) == len(set(listed))
    assert set(listed) == written | {place.name for place in tree.generated if place.lang == lang}
    below_codes = tree.groups[Place(lang, "reference/codes/index.md")]
    assert [place.name for place in below_codes][:2] == ["reference/codes/cal0.md", "reference/codes/cal1.md"]
    assert Place(lang, "reference/codes/cal512.md") in tree.groups[Place(lang, "reference/codes/cal5.md")]


def test_the_line_that_explains_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal only: the command without a site, the URL with one, nothing where the codes are links."""
    out = Output("en")
    monkeypatch.setattr(version, "SITE", "")
    monkeypatch.setattr(Output, "width", 80)
    monkeypatch.setattr(Output, "has_colour", True)
    assert out.explain_advice("", has_links=False) == ""
    command = "`calarec explain CAL512` explains a code, with an example."
    assert out.explain_advice("CAL512", has_links=True) == command
    monkeypatch.setattr(version, "SITE", "https://example.org")
    assert out.explain_advice("CAL512", has_links=True) == ""
    url = "https://example.org/reference/codes/cal512/ explains CAL512, with an example."
    assert out.explain_advice("CAL512", has_links=False) == url
    monkeypatch.setattr(Output, "has_colour", False)
    assert out.explain_advice("CAL512", has_links=True) == url
    monkeypatch.setattr(Output, "width", 0)
    assert out.explain_advice("CAL512", has_links=False) == ""


def test_examples_of_a_rulebook_keep_their_lines() -> None:
    """Each example is a block with its own lines, in the book and on the pages of a season."""
    book = make_rulebook(calarec.load_rules("pagat"))
    shown = "".join(rulebook_html(book, "en"))
    assert len(book.examples) > 1
    for example in book.examples:
        assert f"<pre>{example.text.rstrip()}</pre>".replace('"', "&quot;") in shown


def test_a_rulebook_on_the_site_has_the_reasons_of_its_language_only() -> None:
    """Neither the two languages of a reason as YAML nor the English titles of the suite's hands."""
    family = Family()
    ruleset = next(shipped for shipped in family.rulesets if shipped.id == "a-due")
    book = make_rulebook(ruleset, family.find_parent(ruleset))
    page = RulesetPage(family, book, read_suite_hands(ruleset)).write_page("it", (), ())
    assert "why: {en" not in page
    assert "La pagina parla di mani morte" in page
    assert "Una mano su questa regola:</p>" in page or "Una mano su questa regola:" not in page
