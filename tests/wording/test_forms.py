"""Findings for machines: concise, JSON, SARIF and annotations."""

from __future__ import annotations

import json
import re
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calarec.core.base.spans import Span
from calarec.core.wording.findings import Edit, Finding, Fix, Label, RuleRef
from calarec.core.wording.language import Translated
from calarec_tools.output.render import FORMS, render
from tests.shards import examples
from tests.wording.sample import finding, text

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.usefixtures("sample_codes")
on_fixture = settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])

WHOLE: dict[str, Any] = {
    "labels": (
        Label(Span.from_column("a.cal", 24, 7, 2), Translated.from_texts({"en": "the lead", "it": "l'attacco"})),
    ),
    "rule": RuleRef("play.follow", "rules/x.yaml:57:3", "004 The Play"),
    "fix": Fix((Edit(Span.from_column("a.cal", 24, 13, 2), "2b"),), safe=True),
}
WARNING = Finding(code="CAL799", span=Span.from_column("b.cal", 0, 0, 0), args={"what": "100%"})


def test_concise_is_a_line_that_editors_understand() -> None:
    """`file:line:column: CODE message`, or only the file without a line."""
    assert text([finding(), WARNING], "concise") == (
        "a.cal:24:13: CAL599 Carla must follow suit\nb.cal: CAL799 warning: 100% is untidy\n"
    )
    assert text([finding()], "concise", "it") == "a.cal:24:13: CAL599 Carla deve rispondere al seme\n"


def test_annotations() -> None:
    """Workflow commands with their own escapes; the end column is the last one marked."""
    odd = finding(span=Span.from_column("a,b:c.cal", 24, 13, 2))
    assert text([odd, WARNING], "github").splitlines() == [
        "::error file=a%2Cb%3Ac.cal,line=24,col=13,endLine=24,endColumn=14,title=CAL599"
        "::Carla must follow suit%0Alegal here: 2b",
        "::warning file=b.cal,title=CAL799::100%25 is untidy",
    ]


def test_json_has_every_field() -> None:
    """One array; a finding a line; nothing is left to be guessed."""
    written = text([finding(**WHOLE), WARNING], "json")
    first, second = json.loads(written)
    assert first == {
        "format": "calarec-findings/1",
        "code": "CAL599",
        "severity": "error",
        "file": "a.cal",
        "line": 24,
        "column": 13,
        "end_line": 24,
        "end_column": 15,
        "message": "Carla must follow suit",
        "help": "legal here: 2b",
        "rule": "play.follow",
        "rule_at": "rules/x.yaml:57:3",
        "source": "004 The Play",
        "labels": [{"file": "a.cal", "line": 24, "column": 7, "end_line": 24, "end_column": 9, "text": "the lead"}],
        "fix": {
            "safe": True,
            "edits": [{"file": "a.cal", "line": 24, "column": 13, "end_line": 24, "end_column": 15, "text": "2b"}],
        },
    }
    assert (second["severity"], second["rule"], second["fix"], second["labels"]) == ("warning", None, None, [])
    assert len(written.splitlines()) == 4
    assert json.loads(text([], "json")) == []


def _sarif(*findings: Finding) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(text(findings, "sarif"))
    return log


def test_sarif_names_what_it_uses() -> None:
    """Version 2.1.0, one run, results that point into the tool's rules, regions in code points."""
    log = _sarif(finding(**WHOLE), WARNING, finding())
    (run,) = log["runs"]
    assert (log["version"], run["columnKind"], run["language"]) == ("2.1.0", "unicodeCodePoints", "en")
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["CAL599", "CAL799"]
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1, 0]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    first, second, _ = run["results"]
    region = {"startLine": 24, "startColumn": 13, "endLine": 24, "endColumn": 15}
    assert first["level"] == "error"
    assert first["message"]["text"] == "Carla must follow suit\nlegal here: 2b"
    assert first["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "a.cal"}, "region": region}}]
    assert first["relatedLocations"][0]["message"]["text"] == "the lead"
    assert first["fixes"][0]["artifactChanges"] == [
        {
            "artifactLocation": {"uri": "a.cal"},
            "replacements": [{"deletedRegion": region, "insertedContent": {"text": "2b"}}],
        }
    ]
    assert second["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "b.cal"}}}]


def test_sarif_of_nothing() -> None:
    """An empty run is a run: no results, no rules."""
    (run,) = _sarif()["runs"]
    assert run["results"] == []
    assert run["tool"]["driver"] == {"name": "calarec", "version": run["tool"]["driver"]["version"], "rules": []}


@pytest.mark.parametrize(
    ("file", "uri"),
    [
        ("serata 1.cal", "serata%201.cal"),
        ("a:b/c.cal", "a%3Ab/c.cal"),
        ("../però.cal", "../per%C3%B2.cal"),
        ("/dati/a b.cal", "file:///dati/a%20b.cal"),
        ("x\udcff.cal", "x%FF.cal"),
        ("-", "-"),
    ],
)
def test_sarif_writes_names_as_uris(file: str, uri: str) -> None:
    """A relative name stays relative; blanks, colons, accents and bytes that are not text are encoded."""
    (run,) = _sarif(finding(span=Span.from_column(file, 1, 1), excerpt=None))["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


@on_fixture
@given(st.text(max_size=20), st.text(max_size=20))
def test_data_keeps_every_character(name: str, word: str) -> None:
    """Characters of the file arrive unchanged, though the output is ASCII."""
    whole = finding(span=Span.from_column("a.cal", 1, 1), args={"who": name, "cards": word})
    written = text([whole], "json")
    assert written.replace("\n", "").isascii()
    assert "\x1b" not in written
    (read,) = json.loads(written)
    assert (read["message"], read["help"]) == (f"{name} must follow suit", f"legal here: {word}")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_streams(form: str) -> None:
    """A finding is written before the next is asked for; no archive is in memory."""
    asked: list[int] = []

    def endless() -> Iterator[Finding]:
        for number in count(1):
            asked.append(number)
            yield finding()

    pieces = list(islice(render(endless(), form), 50))
    assert len(pieces) == 50
    assert len(asked) <= 51


def test_an_unknown_form_is_refused() -> None:
    """A caller's mistake is reported at once."""
    with pytest.raises(ValueError, match="no form 'xml'"):
        render([], "xml")


def test_gcc_is_what_problem_matchers_read() -> None:
    """File, line, column, severity in English, message, code: in any language."""
    pattern = re.compile(r"^(.+?):(\d+):(\d+): (error|warning|note): (.+) \[([A-Z]{3}\d+)\]$")
    for lang in ("en", "it"):
        (line,) = "".join(render([finding()], "gcc", lang=lang)).splitlines()
        read = pattern.match(line)
        assert read is not None
        assert read[4] == finding().severity.value
        assert (read[6], int(read[2])) == (finding().code, finding().span.line)


def test_gitlab_is_a_report_of_code_quality() -> None:
    """Each issue with description, name, place and gravity; its print stays when the language changes."""
    prints = set()
    for lang in ("en", "it"):
        (issue,) = json.loads("".join(render([finding()], "gitlab", lang=lang)))
        assert issue["check_name"] == finding().code
        assert issue["severity"] in ("info", "minor", "major")
        assert issue["location"] == {"path": finding().span.file, "lines": {"begin": finding().span.line}}
        prints.add(issue["fingerprint"])
    assert len(prints) == 1
    one, other = json.loads("".join(render([finding(), finding(span=Span.from_column("b.cal", 9, 1))], "gitlab")))
    assert one["fingerprint"] != other["fingerprint"]
