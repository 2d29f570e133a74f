"""Hostile input: files that grow when unpacked, long evenings, names as markup."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from base64 import b64encode, urlsafe_b64encode
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.wording.language import text_in
from calarec_tools.desk.site.page_words import PAGE_WORDS
from calarec_tools.main import main
from tests.browser.pages import (
    BUSY,
    HOSTILE,
    OPEN_FILE,
    PAGAT,
    READY,
    RECORDS,
    TABLE,
    Steps,
    begun,
    note,
    noted,
    opened,
    visits,
)
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from tests.browser.chromium import Visited

pytestmark = pytest.mark.walk

LONGEST: Final = 8000
"""Characters of a link, as `page/link.js` has it."""
RULES: Final = (ROOT / "tests/browser/ostile.yaml").read_text("utf-8")
RECORD: Final = (
    re.sub(r'seat A ".*"', f'seat A "{HOSTILE}"', PAGAT)
    .replace("rules pagat@1.0.0", f'rules ostile\ntag event "Event {HOSTILE}"\ntag date "Date {HOSTILE}"')
    .replace("hand 1", f'hand "Hand {HOSTILE}"')
    .replace("\nend", f'\nnote "Note {HOSTILE}"\nend\n\nadjust A: +1 B: -1 "Coffee {HOSTILE}"')
)
WRONG: Final = RECORD.replace("dealer A", f'dealr {HOSTILE}\nnote {HOSTILE}\ntag {HOSTILE} "x"\ndealer A')
ALERT: Final = ("wait", "document.querySelector('[role=alert]')?.textContent")
TOLD: Final = "document.querySelector('[role=alert]').textContent"
MARKUP: Final = "document.querySelectorAll('img, iframe, object, embed, script:not([src]), [onerror], [style]').length"
READ: Final = (
    "[...document.querySelectorAll('main *')].filter(each => !each.children.length)"
    ".filter(each => /onerror/.test(each.textContent || each.value)).length"
)
"""The number of elements that show such words."""


def link_of(data: object) -> str:
    """The part of an address that holds this."""
    deflate = zlib.compressobj(9, wbits=-15)
    packed = deflate.compress(json.dumps(data).encode()) + deflate.flush()
    return "r=" + urlsafe_b64encode(packed).decode().rstrip("=")


ODD: Final[dict[str, object]] = {
    "prototype": {"__proto__": {"text": PAGAT}},
    "constructor": {"constructor": {"text": PAGAT}, "text": {"toString": PAGAT}},
    "no_list": {"text": PAGAT, "rules": {"length": 1, "0": "ruleset: x"}},
    "numbers": {"text": PAGAT, "rules": [1]},
    "letters": "r=%25%25%00",
    "none_at_all": "r=",
    "hands": {"text": PAGAT.partition("hand 1")[0] + "hand\nend\n" * 200_000},
}
"""Contents of hostile links that are not an evening, or none for a page."""
BOMB: Final = link_of({"text": " " * 50_000_000})
"""Fifty million characters in a link that is not too long to be opened."""


NOWHERE: Final = {
    "constructor/x": "no_address",
    "unknown": "no_address",
    "rules/__proto__": "no_address",
    "rules/constructor": "no_address",
    "record/toString": "no_evening",
    "check/none": "no_evening",
    "replay/none//h1": "no_evening",
}
"""Addresses that lead to nothing, some by names that every object has, with the page's words for it."""
WAY_ON: Final = "document.querySelectorAll('main :is(a, input, select, textarea)').length > 0"


def bombs() -> Steps:
    """Links and files that are small only while packed; the page goes on after them."""
    steps: Steps = [READY, ALERT, note("unpacked", TOLD), ("hash", "r=" + "A" * 90_000), BUSY, ALERT]
    steps += [
        note("long", TOLD),
        ("hash", "r=AAAA"),
        ("wait", f"{TOLD} !== {json.dumps(said('link_large'))}"),
        note("none", TOLD),
        note("way", "document.querySelector('main a').getAttribute('href')"),
    ]
    steps += [("hash", link_of({"text": PAGAT, "rules": ["x"] * 21})), BUSY, ALERT, note("many", TOLD)]
    for name, data in ODD.items():
        steps += [("hash", "record"), BUSY, ("hash", data if isinstance(data, str) else link_of(data)), ALERT]
        steps += [note(name, TOLD)]
    steps += [("hash", link_of({"text": PAGAT.replace("Anna", "An\ud800na")})), TABLE, BUSY]
    steps += [note("half", "document.querySelector('.owed').innerText")]
    packed = b64encode(gzip.compress(b" " * 50_000_000)).decode()
    steps += [("hash", "check"), ("files", ".opening input", [{"name": "a.cal.gz", "text": packed, "kind": "base64"}])]
    steps += [
        ALERT,
        note("file", TOLD),
        note("kept", RECORDS),
        ("hash", "record"),
        *begun("pagat", "Anna", "Bruno", "Carla"),
    ]
    return [*steps, note("after", RECORDS)]


def long(many: str) -> Steps:
    """An evening of many hands is not put into a link."""
    steps = [*opened(many), ("tap", ".share"), ("wait", "document.querySelector('.said .save')")]
    steps += [
        note("told", "document.querySelector('.said').innerText"),
        note("fields", "document.querySelectorAll('.said input').length"),
    ]
    return [*steps, ("load", ".said .save")]


def hostile() -> Steps:
    """Every view of rules and of an evening whose words are all markup."""
    look = [note("markup", MARKUP), note("read", READ)]
    steps: Steps = [
        READY,
        ("hash", "rules/edit/ostile/pagat"),
        ("wait", "document.querySelector('.book h3')"),
        OPEN_FILE,
    ]
    steps += [
        ("fill", "textarea", RULES),
        ("wait", "document.querySelector('.book').textContent.includes('onerror')"),
        BUSY,
    ]
    steps += [("tap", ".use-rules"), *look, ("hash", "rules"), BUSY, *look]
    steps += [("hash", "rules/book/ostile"), ("wait", "document.querySelector('.book h3')"), BUSY, *look]
    steps += [("hash", "rules/compare/pagat/ostile"), ("wait", "document.querySelector('.compare td')"), BUSY, *look]
    steps += [*opened(RECORD, f"{HOSTILE}.cal"), ("wait", "document.querySelector('.debts')"), BUSY, *look]
    steps += [("click", ".more details:last-of-type summary"), *look, ("tap", ".act .begin"), BUSY, *look]
    steps += [
        ("tap", '.act [data-word="C solo"]'),
        *look,
        ("tap", ".share"),
        ("wait", "document.querySelector('.said input')"),
    ]
    steps += [
        note("link", "document.querySelector('.said input').value"),
        ("click", "nav a[href^='#replay/']"),
        TABLE,
        BUSY,
        *look,
    ]
    steps += [("click", "[data-go=last]"), *look, ("hash", "check"), ("fill", "textarea", WRONG)]
    steps += [("wait", "document.querySelector('.finding')"), BUSY, *look, ("click", ".bar .main"), BUSY, *look]
    bad = [{"name": f"{HOSTILE}.json", "text": "{"}]
    steps += [("files", ".opening input", bad), ("wait", "document.querySelector('.opening .bad')"), *look]
    steps += [("hash", "record"), ("wait", "document.querySelector('.evenings a')"), *look]
    steps += [("click", ".langs [lang=it]"), BUSY, *look, ("hash", "rules/book/ostile"), BUSY]
    steps += [
        ("wait", "document.querySelector('.book h3')"),
        *look,
        ("hash", f"rules/book/{HOSTILE}"),
        BUSY,
        ALERT,
        *look[:1],
    ]
    for number, each in enumerate(NOWHERE):
        steps += [("hash", "rules"), ("wait", "!document.querySelector('[role=alert]')?.textContent"), BUSY]
        steps += [("hash", each), ALERT, BUSY, note(f"odd_{number}", TOLD), note(f"way_{number}", WAY_ON)]
    shared = "location.href.split('#')[0] + '#" + link_of({"text": RECORD, "rules": [RULES]}) + "'"
    steps += [
        ("fresh", shared),
        READY,
        TABLE,
        BUSY,
        *look,
        note("before", "Object.keys(localStorage).filter(each => each.includes('rules:'))"),
    ]
    steps += [
        ("hash", "rules"),
        BUSY,
        note("left", "document.body.innerText.includes('ostile')"),
        ("fresh", shared),
        READY,
        TABLE,
        BUSY,
    ]
    steps += [("tap", ".keep"), ("wait", "document.querySelector('.debts')"), BUSY, *look]
    return [*steps, note("stays", "Object.keys(localStorage).filter(each => each.includes('rules:'))")]


def said(key: str) -> str:
    """A word of the page."""
    return text_in(PAGE_WORDS[key], "en")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An evening of sixty hands."""
    file = tmp_path_factory.mktemp("many") / "many.cal"
    assert main(["simulate", "--rules", "pagat", "--hands", "60", "--seed", "1", "-o", str(file)]) == 0
    return file.read_text("utf-8")


@pytest.fixture(scope="module")
def walks(many: str) -> dict[str, Visited]:
    """All visits, in one browser."""
    steps: dict[str, dict[str, object]] = {
        "bombs": {"steps": bombs(), "at": f"#{BOMB}"},
        "long": {"steps": long(many)},
        "hostile": {"steps": hostile()},
    }
    return visits(steps, module=__name__)


def test_what_grows_when_it_is_unpacked(walks: dict[str, Visited]) -> None:
    """It is dropped before it is whole, with a message, and the page goes on."""
    assert len(BOMB) < 10 * LONGEST
    seen = noted(walks["bombs"])
    assert seen["unpacked"] == seen["long"] == said("link_large")
    assert seen["none"] == seen["many"] == said("link_bad")
    odd = {name: seen[name] for name in ODD}
    assert odd.pop("hands").startswith("This has more hands (200000) than the page steps through (1000)")
    assert odd == dict.fromkeys(odd, said("link_bad"))
    assert "An\ufffdna" in seen["half"]
    assert seen["file"] == f"a.cal.gz: {said('too_large')}"
    assert seen["kept"] == []
    assert len(seen["after"]) == 1


def test_an_evening_too_long_for_a_link(walks: dict[str, Visited], many: str) -> None:
    """It is offered as a file, which is the record byte for byte; no link is shown."""
    assert len(link_of({"text": many, "rules": []})) > LONGEST
    seen = noted(walks["long"])
    assert said("too_long_to_share") in seen["told"]
    assert seen["fields"] == 0
    assert [each for each in walks["long"].seen if isinstance(each, list)] == [["evening.cal", many]]


def test_words_that_are_markup_are_read(walks: dict[str, Visited]) -> None:
    """They appear in every view as they were written, and make no element."""
    markup = [each["markup"] for each in walks["hostile"].seen if isinstance(each, dict) and "markup" in each]
    read = [each["read"] for each in walks["hostile"].seen if isinstance(each, dict) and "read" in each]
    assert markup == [0] * len(markup)
    assert len(read) == len(markup) - 1
    assert all(read), read


def test_rules_that_a_link_brings(walks: dict[str, Visited]) -> None:
    """They are there while its evening is looked at, and kept when that is kept."""
    seen = noted(walks["hostile"])
    assert len(seen["link"]) < LONGEST
    assert (seen["before"], seen["left"]) == ([], False)
    assert seen["stays"] == ["calarec:rules:ostile"]


def test_addresses_that_name_no_part(walks: dict[str, Visited]) -> None:
    """They are reported in a sentence, with a way on."""
    seen = noted(walks["hostile"])
    assert [seen[f"odd_{number}"] for number in range(len(NOWHERE))] == [
        text_in(PAGE_WORDS[key], "it") for key in NOWHERE.values()
    ]
    assert all(seen[f"way_{number}"] for number in range(len(NOWHERE)))
    assert noted(walks["bombs"])["way"] == "#record"
