"""Mistakes on one line are named by their cause, and their fix gives a valid file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.wording.language import LANGUAGES
from calarec.rule_files.load import check_rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.findings import Edit, Finding

HEAD: Final = "ruleset: club\nversion: 1.0.0\nextends: pagat\nsource: house rule\n"
BODY: Final = "set:\n  match.until.points: 31\n"
WHY: Final = "because:\n  match.until.points: "
NBSP: Final = "\u00a0"

SLIPS: Final = (
    # wording, what is written, what the line should be
    ("apostrophe", "title: 'L'asso'\n" + BODY, "title: \"L'asso\""),
    ("apostrophe", "title: 'Un po' di tutto'\n" + BODY, "title: \"Un po' di tutto\""),
    ("apostrophe", "title: 'L'asso dell'oste'  # al bar\n" + BODY, "title: \"L'asso dell'oste\"  # al bar"),
    ("apostrophe", "title: 'L'asso: quello d'oro'\n" + BODY, "title: \"L'asso: quello d'oro\""),
    ("apostrophe", "title: 'L'asso \"pigliatutto\"'\n" + BODY, "title: 'L''asso \"pigliatutto\"'"),
    ("apostrophe", "title: 'L'asso\n" + BODY, "title: \"L'asso\""),
    ("apostrophe", BODY + WHY + "{why: 'L'assemblea'}\n", "  match.until.points: {why: \"L'assemblea\"}"),
    ("apostrophe", BODY + WHY + "{source: house rule, why: 'L'ha detto l'oste, e basta'}\n",
     "  match.until.points: {source: house rule, why: \"L'ha detto l'oste, e basta\"}"),
    ("apostrophe", BODY + WHY + "{why: {en: 'The host', it: 'L'oste'}}\n",
     "  match.until.points: {why: {en: 'The host', it: \"L'oste\"}}"),
    ("apostrophe", BODY + WHY + "{why: {it: 'L'oste', en: 'The host'}}\n",
     "  match.until.points: {why: {it: \"L'oste\", en: 'The host'}}"),
    ("apostrophe", BODY + "because:\n  match.until.points:\n    why: 'Com'era una volta'\n",
     "    why: \"Com'era una volta\""),
    ("apostrophe", BODY + "words:\n  bonus:\n    cappotto: 'l'intero'\n", "    cappotto: \"l'intero\""),
    ("apostrophe", BODY + "words:\n  bonus: {cappotto: 'l'intero', stramazzo: 'strame'}\n",
     "  bonus: {cappotto: \"l'intero\", stramazzo: 'strame'}"),
    ("quote", "title: 'ndrangheta e carte\n" + BODY, 'title: "ndrangheta e carte"'),
    ("quotes", 'title: "Detto "trentuno""\n' + BODY, "title: 'Detto \"trentuno\"'"),
    ("quotes", 'title: "Il "trentuno", poi"\n' + BODY, "title: 'Il \"trentuno\", poi'"),
    ("quotes", BODY + WHY + '{why: "detto "trentuno""}\n', "  match.until.points: {why: 'detto \"trentuno\"'}"),
    ("quotes", BODY + WHY + '{why: "il "31", poi"}\n', "  match.until.points: {why: 'il \"31\", poi'}"),
    ("quotes", BODY + WHY + '{why: "l\'oste dice "31""}\n', "  match.until.points: {why: 'l''oste dice \"31\"'}"),
    ("apostrophe_within", "title: 'Il circolo\n  dell'amicizia di\n  Cosenza'\n" + BODY, "  dell''amicizia di"),
    ("apostrophe_within", BODY + WHY + "{why: {en: 'The club\n   of Mario's friend', it: 'Votato'}}\n",
     "   of Mario''s friend', it: 'Votato'}}"),
    ("apostrophe_within", BODY + WHY + "{why: {en: 'The host's\n   friend', it: 'Votato'}}\n",
     "  match.until.points: {why: {en: 'The host''s"),
    ("quotes_within", 'title: "Il "Circolo" di\n  Cosenza"\n' + BODY, 'title: "Il \\"Circolo\\" di'),
    ("quotes_within", 'title: "Di Mario, detto\n  "il Baffo", e di sua\n  moglie"\n' + BODY,
     '  \\"il Baffo\\", e di sua'),
    ("quotes_within", 'title: "Detto\n  trentuno o\n  "trentuno""\n' + BODY, '  \\"trentuno\\""'),
    ("quotes_within", BODY + 'because:\n  match.until.points:\n    why: "Voted by\n      "all" in 2024"\n',
     '      \\"all\\" in 2024"'),
    ("quotes_within", BODY + WHY + '{why: {en: "The "best" club\n   of all", it: "sì"}}\n',
     '  match.until.points: {why: {en: "The \\"best\\" club'),
    ("quote", 'title: "Il circolo di\n  Cosenza\n' + BODY, '  Cosenza"'),
    ("text", BODY + WHY + "{why: Votato, a maggioranza}\n", '  match.until.points: {why: "Votato, a maggioranza"}'),
    ("text", BODY + WHY + "{why: Uno, due, tre, source: house rule}\n",
     '  match.until.points: {why: "Uno, due, tre", source: house rule}'),
    ("text", BODY + WHY + "{why: {it: Sì, certo, en: Yes}}\n",
     '  match.until.points: {why: {it: "Sì, certo", en: Yes}}'),
    ("text", BODY + WHY + "{why: Votato {a maggioranza}}\n", '  match.until.points: {why: "Votato {a maggioranza}"}'),
    ("text", BODY + WHY + "{why: Votato [nel 2024]}\n", '  match.until.points: {why: "Votato [nel 2024]"}'),
    ("text", BODY + WHY + "{why: Votato: a maggioranza}\n", '  match.until.points: {why: "Votato: a maggioranza"}'),
    ("text", "title: {Regole del club}\n" + BODY, 'title: "{Regole del club}"'),
    ("text", "title: {Regole, anzi leggi, del club}\n" + BODY, 'title: "{Regole, anzi leggi, del club}"'),
    ("text", "title: [Regole] del club\n" + BODY, 'title: "[Regole] del club"'),
    ("text", "title: {Regole} del club\n" + BODY, 'title: "{Regole} del club"'),
    ("text", "title: Regole: quelle del club\n" + BODY, 'title: "Regole: quelle del club"'),
    ("text", "title: @club\n" + BODY, 'title: "@club"'),
    ("text", "title: `club`\n" + BODY, 'title: "`club`"'),
    ("text", "title: > club\n" + BODY, 'title: "> club"'),
    ("text", BODY + "words:\n  bonus: {cappotto: tutto, ma proprio tutto}\n",
     '  bonus: {cappotto: "tutto, ma proprio tutto"}'),
    ("apostrophe", "title: {en: 'Mario's club, it: 'Circolo'}\n" + BODY,
     """title: {en: "Mario's club", it: 'Circolo'}"""),
    ("quote", "title: {en: 'The club, it: 'Circolo'}\n" + BODY, """title: {en: "The club", it: 'Circolo'}"""),
    ("quote", 'title: {en: "The club, it: "Circolo"}\n' + BODY, 'title: {en: "The club", it: "Circolo"}'),
    ("typographic", "title: {it: “Il circolo, di Mario”}\n" + BODY, 'title: {it: "Il circolo, di Mario"}'),
    ("typographic", "title: “Regole: del club”\n" + BODY, 'title: "Regole: del club"'),
    ("typographic", BODY + WHY + "{why: «Votato: sì»}\n", '  match.until.points: {why: "Votato: sì"}'),
    ("typographic", "set:\n  play.follow: “free”\n", '  play.follow: "free"'),
    ("typographic", "set:\n  “play.follow”: free\n", '  "play.follow": free'),
    ("typographic", "set:\n  play.follow: ‘free’\n", '  play.follow: "free"'),
    ("blank", f"set:\n{NBSP} match.until.points: 31\n", "  match.until.points: 31"),
    ("blank", f"set:\n{NBSP}{NBSP}match.until.points: 31\n", "  match.until.points: 31"),
    ("blank", f"set:\n  match.until.points:{NBSP}31\n", "  match.until.points: 31"),
    ("blank", f"set:\n  match.until.points: 31{NBSP}\n", "  match.until.points: 31 "),
    ("blank", f"set:\n  match.until.points: 31{NBSP}# trentuno\n", "  match.until.points: 31 # trentuno"),
    ("blank", f"set: {{match.until.points: 31,{NBSP}play.follow: free}}\n",
     "set: {match.until.points: 31, play.follow: free}"),
    ("blank", f"set:\n  settle.bonus.cappotto.when: {{tricks:{NBSP}0}}\n", "  settle.bonus.cappotto.when: {tricks: 0}"),
    ("blank", "set:\n  match.until.points:\u202f31\n", "  match.until.points: 31"),
    ("comment", BODY + "  contracts.solo.stake: 3 ; tre\n", "  contracts.solo.stake: 3 # tre"),
    ("comment", BODY + "  contracts.solo.stake: 3; tre\n", "  contracts.solo.stake: 3 # tre"),
    ("comment", BODY + "  contracts.solo.stake: 3 // tre\n", "  contracts.solo.stake: 3 # tre"),
    ("comment", BODY + "  contracts.solo.leader: declarer ;; chi gioca\n",
     "  contracts.solo.leader: declarer # chi gioca"),
    ("comment", "; le regole del club\n" + BODY, "# le regole del club"),
    ("comment", BODY + "; fine\n", "# fine"),
    ("comment", "set:\n  ; trentuno\n  match.until.points: 31\n", "  # trentuno"),
    ("comment", "set:\n  match.until.points: 31\n    ; trentuno\n", "    # trentuno"),
    ("comment", "// le regole: del club\n" + BODY, "# le regole: del club"),
    ("comment", BODY + "; nota: del club\n", "# nota: del club"),
    ("prose", BODY + "Si gioca fino a trentuno\n", "# Si gioca fino a trentuno"),
    ("prose", "Queste sono le regole del club.\n" + BODY, "# Queste sono le regole del club."),
    ("prose", "set:\n  Si gioca fino a trentuno\n  match.until.points: 31\n", "  # Si gioca fino a trentuno"),
    ("prose", BODY + "We play to thirty-one, not more\n", "# We play to thirty-one, not more"),
    ("prose", BODY + "L'asso vale tre, sempre\n", "# L'asso vale tre, sempre"),
    ("indented", BODY + "   play.follow: free\n", "  play.follow: free"),
    ("indented", BODY + " play.follow: free\n", "  play.follow: free"),
    ("indented", BODY + "because:\n  match.until.points:\n    source: house rule\n     why: Votato\n",
     "    why: Votato"),
    ("indented", " title: Club\n" + BODY, "title: Club"),
    ("indented", BODY + "   settle.bonus.cappotto:\n    when: {tricks: 0}\n    times: 3\n", "  settle.bonus.cappotto:"),
)  # fmt: skip


def _with_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text after edits, each within a line."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        line = lines[edit.span.line - 1]
        lines[edit.span.line - 1] = line[: edit.span.column - 1] + edit.text + line[edit.span.end_column - 1 :]
    return "\n".join(lines)


def _found(text: str) -> list[Finding]:
    return [each for each in check_rules("club.yaml", raw=text.encode()).findings if each.severity == "error"]


@pytest.mark.mass
@pytest.mark.parametrize(("wording", "written", "right"), SLIPS)
def test_a_slip_is_named_by_its_cause(wording: str, written: str, right: str) -> None:
    """One error, at the line that is wrong; with its fix nothing is wrong any more."""
    text = HEAD + written
    (finding,) = _found(text)
    assert (finding.code, finding.wording) == ("RUL010", wording)
    assert right not in text.split("\n")
    assert finding.fix is not None
    assert {(edit.span.line, edit.span.end_line) for edit in finding.fix.edits} == {(finding.span.line,) * 2}
    fixed = _with_edits(text, finding.fix.edits)
    assert fixed.split("\n")[finding.span.line - 1] == right
    assert _found(fixed) == []
    for lang in LANGUAGES:
        assert len(finding.message(lang)) <= 80
        assert "{" not in finding.help(lang).replace("{Regole", "").replace("{a maggioranza}", "")


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("set:\n\tmatch.until.points: 31\n\tplay.follow: free\n",
         "set:\n  match.until.points: 31\n  play.follow: free\n"),
        (BODY + "because:\n  match.until.points:\n  \tsource: house rule\n  \twhy: Votato\n",
         BODY + "because:\n  match.until.points:\n    source: house rule\n    why: Votato\n"),
        ("set:\n  match.until.points:\t31\n", "set:\n  match.until.points: 31\n"),
    ],
)  # fmt: skip
def test_tabs_become_spaces_in_the_whole_file(written: str, right: str) -> None:
    """YAML names the first; the fix is for all that begin a line."""
    (finding,) = _found(HEAD + written)
    assert (finding.code, finding.fix is None) == ("RUL007", False)
    assert finding.fix is not None
    assert _with_edits(HEAD + written, finding.fix.edits) == HEAD + right
    assert _found(HEAD + right) == []


SEVERAL: Final = (
    BODY + WHY + "{why: {en: 'It's so', it: 'L'oste'}}\n",
    "title: 'L'asso\n  e l'oste\n  d'oro'\n" + BODY,
    'title: "Il\n  "Circolo"\n  di "Cosenza""\n' + BODY,
    "title: 'L'asso'\nsummary: 'L'oste'\n" + BODY + "   play.follow: free\n; fine\n",
    "Queste sono le regole.\nSono del club.\n" + BODY + "Basta così per oggi\n",
    f"set:\n{NBSP} match.until.points:{NBSP}31\n{NBSP} play.follow: free\n   play.next_leader: winner\n",
)


@pytest.mark.parametrize("written", SEVERAL)
def test_several_slips_are_told_at_once(written: str) -> None:
    """Each at its own place in the text as it was written, and all fixes together mend it."""
    text = HEAD + written
    found = _found(text)
    assert len(found) > 1
    assert {each.code for each in found} == {"RUL010"}
    edits = [edit for finding in found if finding.fix is not None for edit in finding.fix.edits]
    assert _found(_with_edits(text, edits)) == []


RIGHT: Final = (
    'title: "Il \\"Circolo\\"\n  di Cosenza"\n' + BODY,
    "title: {en: 'The club\n    of ''Mario''', it: 'Il\n    circolo'}\n" + BODY,
    "title: Il club; e basta\n" + BODY,
    "title: «Il club»\n" + BODY,
    "title: “Il club”\n" + BODY,
    f"title: Il{NBSP}club,{NBSP}anzi{NBSP}il bar\n" + BODY,
    "title: L'asso\n" + BODY,
    "title: 'L''asso'\n" + BODY,
    "summary: >\n  Si gioca\n  ; sempre\n  fino a trentuno\n" + BODY,
    BODY + WHY + "{why: //club}\n",
    "summary: 004 ; p. 3\n" + BODY,
)


@pytest.mark.parametrize("written", RIGHT)
def test_what_is_right_is_left(written: str) -> None:
    """Free text may hold all of these."""
    assert _found(HEAD + written) == []
