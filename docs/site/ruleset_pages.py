"""The rulebook of the family: a page for each ruleset, with grounds, and one book.

Terms. A sentence *rests* on leaves of its ruleset. Its *grounds* are those leaves: the line of YAML, the source, the
rulesets in which the same key has another value, and a hand of the conformance suite that is about the rule.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.base.resources import data_folder
from calarec.core.wording.language import LANGUAGES, SOURCE, Phrase, text_in
from calarec.core.wording.sources import PROJECT_DEFAULT, source_text
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids
from calarec.rule_files.writing import flow_text
from calarec.rulebook.book import make_rulebook
from calarec.rulebook.pages import CHANGED, book_as_markdown
from calarec.rulebook.sentences import Grid
from calarec_tools.output.sheet.season_site import rulebook_html
from docs.site.tree import ROOT
from docs.site.witnesses import read_telling_hands

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.mechanisms.ruleset import Origin, Ruleset
    from calarec.core.wording.language import Language
    from calarec.rulebook.book import Book
    from calarec.rulebook.sentences import Chapter, Sentence, Told
    from docs.site.tree import SiteTree
    from docs.site.witnesses import RulingOnHand, TellingHand

_TITLE: Final = {"en": "Rulesets", "it": "Regolamenti"}
_INTRODUCTION: Final = {
    "en": "These {count} rulesets come with calarec. Each page is a rulebook. Open a sentence to see the lines of the "
    "rule file, their sources, the rulesets that differ, and a hand about the rule. [Variants](../variants.md) "
    "compares all rulesets, [the book](book.md) has all rulebooks on one page, for printing.",
    "it": "Questi {count} regolamenti vengono con calarec. Ogni pagina è un regolamento in prosa. Aprendo una frase si "
    "vedono le righe del file di regole, le fonti, i regolamenti che fanno altrimenti e una mano su quella regola. La "
    "pagina delle [varianti](../variants.md) li confronta tutti; [il libro](book.md) li ha tutti in una pagina, da "
    "stampare.",
}
_HEAD: Final = {"en": "| ruleset | title | starts from |", "it": "| regolamento | titolo | di partenza |"}
_BOOK: Final = {"en": "The rulebook of the family", "it": "Il regolamento della famiglia"}
_BOOK_INTRODUCTION: Final = {
    "en": "All rulebooks on one page. Print it, or save it as PDF, from your browser.",
    "it": "Tutti i regolamenti in una pagina, che il browser stampa o salva come PDF.",
}
_ALL: Final = {"en": "All rulesets", "it": "Tutti i regolamenti"}
_DEFAULT: Final = {"en": "default of the vocabulary", "it": "valore predefinito del vocabolario"}
_DIFFER: Final = {"en": "Other rulesets:", "it": "Altri regolamenti:"}
_HAND: Final = {"en": "A hand about this rule:", "it": "Una mano su questa regola:"}
_TELLING: Final = {"en": "A hand that tells it from {id}:", "it": "Una mano che lo distingue da {id}:"}
_TELLING_HANDS: Final = {
    "en": "Hands that tell it from {id} ({count})",
    "it": "Mani che lo distinguono da {id} ({count})",
}
_ALLOWED: Final = {"en": "allowed", "it": "permessa"}
_NOT_ALLOWED: Final = {"en": "not allowed", "it": "non permessa"}
_PAYMENTS: Final = {"en": "payments", "it": "pagamenti"}
_FOLDER: Final = "reference/rulesets"
_INDEX: Final = f"{_FOLDER}/index.md"
_MAX_SHOWN_LEAVES: Final = 8
"""A sentence that rests on more leaves shows the first."""
_MAX_SHOWN_VALUES: Final = 5
_REASONED: Final = re.compile(r"^([^\s:]+): \{(?:source: [^{}]*, )?(?:why|en): .*\}$")
_SET_OFF: Final = re.compile(r"(?<!\w)\*(?P<title>[^*\s\]](?:[^*]*[^*\s])?)\*|`(?P<code>[^`]+)`")


class SuiteHand(NamedTuple):
    """A record of the conformance suite, and the rule that it is about."""

    rule: str
    title: str
    file: Path

    @property
    def record(self) -> str:
        """Its text without the header."""
        return self.file.read_text(encoding="utf-8").partition("\n\n")[2].strip("\n")


class Family:
    """The shipped rulesets with what all of their pages need."""

    def __init__(self) -> None:
        self.rulesets = [load_ruleset(name) for name in known_ids((str(data_folder("rules")),))]
        self.by_value: dict[str, dict[str, list[str]]] = {}
        """Path of a leaf → its value, as it is written → the rulesets that have it."""
        for ruleset in self.rulesets:
            for path in ruleset.leaves:
                self.by_value.setdefault(path, {}).setdefault(leaf_text(ruleset, path), []).append(ruleset.id)

    def find_parent(self, ruleset: Ruleset) -> Ruleset | None:
        """The ruleset that a file extends."""
        parent = ruleset.layers[1] if len(ruleset.layers) > 1 else ""
        return next((other for other in self.rulesets if other.id == parent), None)


def leaf_text(ruleset: Ruleset, path: str) -> str:
    """The value of a leaf as a rule file has it, with its unit."""
    return ruleset.spoken.get(path) or flow_text(ruleset.leaves[path][0])


def read_suite_hands(ruleset: Ruleset) -> list[SuiteHand]:
    """The records of the conformance suite for a ruleset, the short ones first."""
    folder = ROOT / "records" / "conformance" / ruleset.id
    if not (folder / "facts.json").is_file():
        return []
    records = json.loads((folder / "facts.json").read_text(encoding="utf-8"))["records"]
    hands = [
        SuiteHand(source["rule"], record["title"], folder / f"{record['name']}.cal")
        for record in records
        for source in record["sources"]
        if len(record["hands"]) == 1
    ]
    return sorted(hands, key=lambda hand: (hand.file.stat().st_size, hand.file.name))


def add_ruleset_pages(tree: SiteTree) -> None:
    """Add the list, the book and a page for each ruleset, in every language."""
    family = Family()
    for lang in LANGUAGES:
        tree.add_page(lang, _INDEX, "\n".join(_list_lines(family, lang)) + "\n")
        tree.add_page(lang, f"{_FOLDER}/book.md", "\n".join(_book_lines(family, lang)) + "\n", _INDEX)
    for place, ruleset in enumerate(family.rulesets):
        book = make_rulebook(ruleset, family.find_parent(ruleset))
        page = RulesetPage(family, book, read_suite_hands(ruleset))
        neighbours = family.rulesets[max(place - 1, 0) : place], family.rulesets[place + 1 : place + 2]
        for lang in LANGUAGES:
            tree.add_page(lang, f"{_FOLDER}/{ruleset.id}.md", page.write_page(lang, *neighbours), _INDEX)


def _list_lines(family: Family, lang: Language) -> Iterator[str]:
    yield f"# {_TITLE[lang]}\n\n{_INTRODUCTION[lang].format(count=len(family.rulesets))}\n"
    yield f"{_HEAD[lang]}\n| --- | --- | --- |"
    for ruleset in family.rulesets:
        parent = family.find_parent(ruleset)
        link = f"[`{parent.id}`]({parent.id}.md)" if parent else ""
        yield f"| [`{ruleset.id}`]({ruleset.id}.md) | {text_in(ruleset.title, lang)} | {link} |"


def _book_lines(family: Family, lang: Language) -> Iterator[str]:
    yield f"---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n\n# {_BOOK[lang]}\n\n{_BOOK_INTRODUCTION[lang]}\n"
    yield '<div class="contents" markdown>\n'
    for ruleset in family.rulesets:
        yield f"- [{text_in(ruleset.title, lang)}](#{ruleset.id})"
    yield "\n</div>"
    for ruleset in family.rulesets:
        yield f'\n<section class="rulebook" id="{ruleset.id}">'
        yield from rulebook_html(make_rulebook(ruleset, family.find_parent(ruleset)), lang)
        yield "</section>\n"


class RulesetPage:
    """The page of one ruleset."""

    def __init__(self, family: Family, book: Book, hands: Sequence[SuiteHand]) -> None:
        self.family = family
        self.book = book
        self.ruleset = book.ruleset
        self.hands = hands
        self.telling = read_telling_hands(book.parent, book.ruleset) if book.parent is not None else []
        self._files: dict[str, list[str]] = {}

    def write_page(self, lang: Language, before: Sequence[Ruleset], after: Sequence[Ruleset]) -> str:
        """Write the whole page: the rulebook, with the grounds of each sentence."""
        head, *sections = re.split(r"(?m)^(?=## )", book_as_markdown(self.book._replace(chapters=()), lang))
        opening = 2 if self.book.parent is not None else 1
        links = [
            *(f"[‹ {text_in(ruleset.title, lang)}]({ruleset.id}.md)" for ruleset in before),
            f"[{_ALL[lang]}](index.md)",
            *(f"[{text_in(ruleset.title, lang)} ›]({ruleset.id}.md)" for ruleset in after),
        ]
        way = " · ".join(links) + "\n"
        chapters = [self._write_chapter(chapter, lang) for chapter in self.book.chapters]
        title, _, summary = head.partition("\n")
        told = (*sections[:opening], self._write_telling_hands(lang), *chapters, *sections[opening:])
        return "\n".join((title, "", way, summary, *told, way))

    def _write_telling_hands(self, lang: Language) -> str:
        """List all hands that distinguish the ruleset from its parent."""
        if not self.telling or self.book.parent is None:
            return ""
        parts = []
        for hand in self.telling:
            rules = ", ".join(f"<code>{escape(rule)}</code>" for rule in hand.rules[:_MAX_SHOWN_VALUES])
            parts += [f"<p>{rules}</p>", *_telling_html(hand, self.book.parent.id, lang)]
        summary = _TELLING_HANDS[lang].format(id=f"<code>{self.book.parent.id}</code>", count=len(self.telling))
        return f'<div class="rules new"><details><summary>{summary}</summary>{"".join(parts)}</details></div>\n'

    def _write_chapter(self, chapter: Chapter, lang: Language) -> str:
        title = text_in(Phrase("capital", chapter.title), lang)
        return "\n".join((f"{'#' * chapter.level} {title}\n", *self._chapter_lines(chapter.told, lang), ""))

    def _chapter_lines(self, told: Sequence[Told], lang: Language) -> Iterator[str]:
        number = 0
        inside = False
        for sentence in told:
            if isinstance(sentence, Grid):
                yield ("</div>\n" if inside else "") + _write_grid(sentence, lang)
                inside = False
                continue
            number = number + 1 if sentence.style == "step" else number if sentence.style == "" else 0
            if sentence.style or not inside:
                yield ("</div>\n" if inside else "") + f'<div class="rules {sentence.style or "new"}">'
                inside = True
            mark = f"{number}. " if sentence.style == "step" else ""
            yield self._write_sentence(sentence, mark, lang)
        if inside:
            yield "</div>\n"

    def _write_sentence(self, sentence: Sentence, mark: str, lang: Language) -> str:
        changed = f"{CHANGED} " if self.book.marker.has_changed_rule(sentence) else ""
        text = escape(mark + changed) + set_off_html(sentence.sentence_text(lang)) + escape(self._references(sentence))
        grounds = "".join(self._grounds_html(sentence, lang))
        if not grounds:
            return f"<p>{text}</p>"
        return f"<details><summary>{text}</summary>{grounds}</details>"

    def _references(self, sentence: Sentence) -> str:
        notes = sorted(self.book.marker.notes_of(sentence), key=self.book.marker.note_number)
        numbers = [
            f"{self.book.marker.note_number(note)}{'*' if note.project_kind == PROJECT_DEFAULT else ''}"
            for note in notes
        ]
        return f" [{', '.join(numbers)}]" if numbers else ""

    def _grounds_html(self, sentence: Sentence, lang: Language) -> Iterator[str]:
        paths = self._leaves_of(sentence.own or sentence.also)
        if not paths:
            return
        rows = []
        for path in paths[:_MAX_SHOWN_LEAVES]:
            origin = self.ruleset.leaves[path][1]
            value = escape(f"{path}: {leaf_text(self.ruleset, path)}")
            rows.append(
                f"<li><code>{value}</code> {self._origin_html(origin, lang)}{self._others_html(path, lang)}</li>"
            )
        if len(paths) > _MAX_SHOWN_LEAVES:
            rows.append("<li>…</li>")
        yield f"<ul>{''.join(rows)}</ul>"
        telling = next((hand for hand in self.telling if set(hand.rules) & set(paths)), None)
        if telling is not None and self.book.parent is not None:
            yield from _telling_html(telling, self.book.parent.id, lang)
            return
        hand = self._find_hand(paths)
        if hand is not None:
            # The suite has its titles in English only.
            title = f" {set_off_html(hand.title)}" if lang == SOURCE else ""
            yield f"<p>{_HAND[lang]}{title}</p><pre><code>{escape(hand.record)}</code></pre>"

    def _leaves_of(self, paths: Sequence[str]) -> list[str]:
        return [leaf for leaf in self.ruleset.leaves if any(f"{leaf}.".startswith(f"{path}.") for path in paths)]

    def _find_hand(self, paths: Sequence[str]) -> SuiteHand | None:
        return next(
            (hand for hand in self.hands if any(f"{path}.".startswith(f"{hand.rule}.") for path in paths)), None
        )

    def _origin_html(self, origin: Origin, lang: Language) -> str:
        if not origin.file:
            return f"<em>{_DEFAULT[lang]}</em>"
        place = Path(origin.file).relative_to(data_folder("rules")).as_posix()
        line = self._line_of(origin)
        cited = text_in(source_text(origin.source, self.ruleset.sources), lang) if origin.source else ""
        source = f"{cited[:1].upper()}{cited[1:]}." if cited else ""
        reasons = f"{source} {text_in(origin.why, lang) if origin.why else ''}".strip()
        return f"<br>rules/{place}:{origin.line} <code>{escape(line)}</code><br>{set_off_html(reasons)}"

    def _line_of(self, origin: Origin) -> str:
        if origin.file not in self._files:
            self._files[origin.file] = Path(origin.file).read_text(encoding="utf-8").splitlines()
        line = self._files[origin.file][origin.line - 1].strip()
        # What a line of `because` says follows in the language of the page.
        return _REASONED.sub(r"\1: …", line)

    def _others_html(self, path: str, lang: Language) -> str:
        own = leaf_text(self.ruleset, path)
        values = self.family.by_value[path]
        if len(values) < 2:
            return ""
        others = sorted((item for item in values.items() if item[0] != own), key=lambda item: -len(item[1]))
        told = [f"<code>{escape(value)}</code> ({', '.join(ids)})" for value, ids in others[:_MAX_SHOWN_VALUES]]
        if len(others) > _MAX_SHOWN_VALUES:
            told.append("…")
        return f"<br>{_DIFFER[lang]} {'; '.join(told)}"


def _telling_html(hand: TellingHand, parent: str, lang: Language) -> Iterator[str]:
    yield f"<p>{_TELLING[lang].format(id=f'<code>{parent}</code>')}</p><ul>"
    yield from (f"<li><code>{ruling.ruleset}</code>: {_ruling_text(ruling, lang)}</li>" for ruling in hand.rulings)
    shown = hand.record.partition("\n\n")[2].strip("\n")
    yield f"</ul><pre><code>{escape(shown)}</code></pre>"


def _ruling_text(ruling: RulingOnHand, lang: Language) -> str:
    if ruling.errors:
        return f"{_NOT_ALLOWED[lang]} ({', '.join(ruling.errors)})"
    if not ruling.payments:
        return _ALLOWED[lang]
    return f"{_ALLOWED[lang]}; {_PAYMENTS[lang]} {', '.join(f'{seat} {amount:+}' for seat, amount in ruling.payments)}"


def _write_grid(grid: Grid, lang: Language) -> str:
    rows = [[text_in(cell, lang).replace("|", "∣") for cell in row] for row in (grid.head, *grid.rows)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(("", lines[0], "|" + " --- |" * len(rows[0]), *lines[1:], ""))


def set_off_html(text: str) -> str:
    """A text of a rulebook as HTML, with titles and words of rule files set off."""
    parts = []
    end = 0
    for match in _SET_OFF.finditer(text):
        kind = "em" if match["title"] else "code"
        parts += [escape(text[end : match.start()]), f"<{kind}>{escape(match['title'] or match['code'])}</{kind}>"]
        end = match.end()
    return "".join((*parts, escape(text[end:])))
