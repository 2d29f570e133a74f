"""`calarec view`: one page that holds all it needs and lets nothing in, and pictures of what is asked for."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from calarec_tools.desk.viewing.page import link_of
from calarec_tools.main import main
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FIRST = "records/pagat/first.cal"
EVENING = "records/twenty-one/evening.cal"
HOSTILE = "</script><img src=x onerror=alert(1)>"


class Elements(HTMLParser):
    """The elements of a page, with their attributes; texts of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": []}
        self.open = ""
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.open = tag
        if tag in self.inside:
            self.inside[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self.open = ""

    def handle_data(self, data: str) -> None:
        if self.open in self.inside:
            self.inside[self.open][-1] += data
        else:
            self.text.append(data)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a name."""
        return [attributes for name, attributes in self.found if name == tag]


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records are called as people call them there."""
    monkeypatch.chdir(ROOT)


def _page(tmp_path: Path, *words: str, status: int = 0) -> Elements:
    file = tmp_path / "evening.html"
    assert main(["view", *words, "-o", str(file)]) == status
    return Elements(file.read_text("utf-8"))


def _hostile(tmp_path: Path) -> Path:
    """A record whose people have names that mean something in a page."""
    text = (ROOT / FIRST).read_text("utf-8")
    text = re.sub(r'seat A ".*"', f'seat A "{HOSTILE}"', text)
    text = re.sub(r'seat B ".*"', 'seat B "<b>&amp;Bruno"', text)
    text = re.sub(r'tag event ".*"', f'tag event "{HOSTILE}"', text)
    file = tmp_path / "hostile.cal"
    file.write_text(text, "utf-8")
    return file


def _harmless(page: Elements) -> None:
    """No element that loads, no attribute that acts, no style on an element; scripts are those of the project."""
    loading = {"img", "iframe", "object", "embed", "base", "form", "link", "audio", "video"}
    assert {name for name, _ in page.found}.isdisjoint(loading)
    for name, attributes in page.found:
        assert not [each for each in attributes if each.startswith("on") or each in ("style", "src", "action")], name
        assert not re.match(r"(?!#)", attributes.get("href") or "#"), attributes
    assert [each.get("type") for each in page.named("script")] == ["application/json", "module"]


def test_the_page_allows_its_own_scripts_and_styles_alone(tmp_path: Path) -> None:
    """By their hashes, before any of them; nothing else may be loaded, sent or framed."""
    page = _page(tmp_path, EVENING)
    [policy] = [each["content"] for each in page.named("meta") if each.get("http-equiv") == "Content-Security-Policy"]
    rules = {part.split(" ", 1)[0]: part.split(" ", 1)[1] for part in str(policy).split("; ")}
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"

    def hashed(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    assert set(rules["style-src"].split()) == {hashed(each) for each in page.inside["style"]}
    assert rules["script-src"] == hashed(page.inside["script"][1])
    assert set(rules) == {"default-src", "style-src", "script-src", "base-uri", "form-action"}
    _harmless(page)
    assert "http://" not in page.inside["script"][1].replace("http://www.w3.org/2000/svg", "")


def test_what_strangers_wrote_stays_text(tmp_path: Path) -> None:
    """In the page, in its data, and in pictures."""
    file = _hostile(tmp_path)
    page = _page(tmp_path, str(file))
    _harmless(page)
    assert any(HOSTILE in text for text in page.text)
    data = json.loads(page.inside["script"][0])
    assert data["hands"][0]["seats"][0]["name"] == HOSTILE
    assert "<" not in page.inside["script"][0]
    for words in (["--svg"], ["--svg", "--at", "7.2"], ["--svg", "--at", "deal", "--narrow"], ["--svg", "--curve"]):
        picture = tmp_path / "picture.svg"
        assert main(["view", str(file), *words, "-o", str(picture)]) == 0
        drawn = ElementTree.parse(picture).getroot()
        tags = {each.tag.rpartition("}")[2] for each in drawn.iter()}
        assert tags.isdisjoint({"script", "img", "a", "foreignObject"})


def test_what_a_rule_file_says_stays_text(tmp_path: Path) -> None:
    """Its title and its words, in the page and on its cards."""
    rules = tmp_path / "mine.yaml"
    said = json.dumps(HOSTILE)
    named = f"words:\n  suits:\n    d: {{en: {said}, it: {said}}}\n  contracts:\n    solo: {{en: {said}, it: {said}}}\n"
    head = f"ruleset: mine\nversion: 1.0.0\nextends: pagat\ntitle: {{en: {said}, it: {said}}}\n"
    rules.write_text(head + named, "utf-8")
    page = _page(tmp_path, FIRST, "--rules", str(rules))
    _harmless(page)
    data = json.loads(page.inside["script"][0])
    assert data["hands"][0]["rules"]["title"] == {"en": HOSTILE, "it": HOSTILE}
    assert [each for each in data["hands"][0]["stops"] if each.get("contract") == {"en": HOSTILE, "it": HOSTILE}]
    assert "<" not in page.inside["script"][0]
    # A suit that nobody knows has no sign: it gets its letter.
    assert "card-king-52-64" in data["hands"][0]["faces"]


def test_without_scripts_there_are_the_moves(tmp_path: Path) -> None:
    """Every stop of every hand is in the page under its link, in both languages."""
    page = _page(tmp_path, EVENING)
    data = json.loads(page.inside["script"][0])
    ids = [each["id"] for _, each in page.found if each.get("id")]
    assert len(ids) == len(set(ids))
    for number, hand in enumerate(data["hands"], 1):
        for stop in hand["stops"]:
            assert link_of(number, stop["names"][0]) in ids
            assert all(text in page.text for text in stop["said"][""].values())
        for line in hand["answer"]:
            assert all(text in page.text for text in line["text"].values())
    assert "sheet" in ids
    assert page.text.count("Who pays whom") == page.text.count("Chi paga a chi") == 1
    assert [each.get("class") for each in page.named("svg")] == ["pack", "calarec-curve", "calarec-curve"]


def test_all_links_lead_somewhere(tmp_path: Path) -> None:
    """Within the page, where each has its place."""
    page = _page(tmp_path, FIRST)
    ids = {f"#{each['id']}" for _, each in page.found if each.get("id")}
    assert {each["href"] for each in (*page.named("a"), *page.named("use"))} <= ids


def test_the_page_begins_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    """And the other is chosen in it."""
    for lang in ("en", "it"):
        page = _page(tmp_path, FIRST, "--lang", lang)
        assert page.named("html") == [{"lang": lang}]
        chosen = [each["value"] for each in page.named("input") if "checked" in each]
        assert chosen == [lang]
    assert "Italiano" in page.text
    assert "English" in page.text


def test_one_hand_of_several(tmp_path: Path) -> None:
    """Its moves alone; the sheet is that of the whole evening and stays away."""
    page = _page(tmp_path, EVENING, "--hand", "2")
    data: dict[str, Any] = json.loads(page.inside["script"][0])
    assert [each["name"] for each in data["hands"]] == ["2"]
    assert "sheet" not in [each.get("id") for _, each in page.found]


def test_a_record_with_a_slip_is_shown_and_told_by_the_status(tmp_path: Path) -> None:
    """The finding is in the page."""
    text = (ROOT / FIRST).read_text("utf-8")
    file = tmp_path / "slip.cal"
    file.write_text(re.sub(r"(?m)^end$", "result B: 10\nend", text), "utf-8")
    page = _page(tmp_path, str(file), status=1)
    assert "CAL610" in page.text


def test_pictures_of_every_step(tmp_path: Path) -> None:
    """From the deal to the end; by a player's name only what they knew."""
    for words in (["--at", "deal"], ["--at", "auction"], ["--at", "exchange"], ["--at", "7"], ["--at", "end"], []):
        file = tmp_path / "x.svg"
        assert main(["view", FIRST, "--svg", *words, "-o", str(file)]) == 0
        assert ElementTree.parse(file).getroot().get("role") == "img"
    assert main(["view", FIRST, "--svg", "--at", "1", "--view", "Carla", "-o", str(file)]) == 0
    assert file.read_text("utf-8").count('href="#card-back"') == 12 + 12 + 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([FIRST, "--at", "7"], "`--at` goes with `--svg`"),
        ([FIRST, "--narrow"], "`--narrow` goes with `--svg`"),
        ([FIRST, "--svg", "--at", "14"], "there is no step `14`"),
        ([FIRST, "--svg", "--at", "7", "--view", "Dora"], "no player is called `Dora`"),
        ([FIRST, "--hand", "9"], "there is no hand `9`"),
        ([EVENING, "--svg"], "there are 8 hands here"),
        (["records/pagat/score-only.cal", "--hand", "1", "--svg"], "there are no cards to be drawn"),
        (["nowhere.cal"], "nowhere.cal"),
    ],
)
def test_what_cannot_be_drawn_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, and nothing is written."""
    assert main(["view", *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert said in shown.err


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "`wrong.cal` has findings; `calarec check` lists them.\n"),
        ("it", "in `wrong.cal` ci sono segnalazioni: le elenca `calarec check`.\n"),
    ],
)
def test_a_page_of_a_wrong_hand_is_not_written_without_a_remark(
    lang: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status is 1, and the reason is on standard error; the page itself is in the file."""
    text = (ROOT / FIRST).read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.cal").write_text(text.replace(" 2 B: 3c", " 2 B: 3d"), encoding="utf-8")
    assert main(["view", "wrong.cal", "-o", "page.html", "--lang", lang]) == 1
    assert capsys.readouterr() == ("", said)
    assert (tmp_path / "page.html").stat().st_size
