"""A rulebook as blocks of text in one language, as Markdown or for a terminal.

Terms. A *run* is a stretch of sentences in one block with the same notes and the same mark; its notes are at its end,
its mark is at its beginning.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.cells import cells, painter, visible, wrap_text
from calarec.core.wording.language import Listing, Phrase, Words, fill_words, text_in
from calarec.core.wording.sources import OWN, PROJECT_DEFAULT, cite_by_name, name_source, source_parts
from calarec.rule_files.digest import make_pin
from calarec.rule_files.examples import COMPOSED
from calarec.rulebook.sentences import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.wording.cells import Paint
    from calarec.core.wording.language import Language
    from calarec.rulebook.book import Book
    from calarec.rulebook.marks import CitedSource
    from calarec.rulebook.sentences import Chapter, Sentence, Told


CHANGED: Final = "◆"
_DEFAULT: Final = "*"
_EXTENDS: Final = Words("This is {title} (`{parent}`), changed as follows; in the text {mark} marks what is different.")
_EXTENDS_AS_IT_IS: Final = Words("This is {title} (`{parent}`): nothing of it is different.")
_INSTEAD: Final = Words("{new} (In `{parent}`: {old})")
_ADDED: Final = Words("{new} (New.)")
_DROPPED: Final = Words("No longer: {old}")
_RANKS: Final = Words("The ranks of the cards have other names, place by place: {pairs}.")
_RANK: Final = Words("{new} for {old}")
_DIFFERENT: Final = Words("What is different")
_NOTES: Final = Words("Notes")
_EXAMPLES: Final = Words("Examples")
_COMPOSED: Final = Words("composed for this file")
_SOURCES: Final = Words("Sources")
_LEGEND: Final = Words(
    "Numbers in brackets refer to the notes at the end; an asterisk marks what no source says and this project has "
    "filled in."
)


class PagePiece(NamedTuple):
    """A piece of a page: `head`, `text`, `item`, `step`, `grid` or `lines`."""

    kind: str
    text: str = ""
    level: int = 0
    number: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


def book_pieces(book: Book, lang: Language) -> Iterator[PagePiece]:
    """The whole book, block by block."""
    ruleset = book.ruleset
    yield PagePiece("head", text_in(ruleset.title, lang), 1)
    if text_in(ruleset.summary, lang):
        yield PagePiece("text", text_in(ruleset.summary, lang))
    yield PagePiece("text", f"`{make_pin(ruleset.id, ruleset.version, ruleset.digest)}`")
    if book.all_notes:
        yield PagePiece("text", text_in(_LEGEND, lang))
    yield PagePiece("head", text_in(book.opening.title, lang), book.opening.level)
    for _, told in _split_paragraphs(book.opening.told):
        yield PagePiece("text", " ".join(each.sentence_text(lang) for each in told))
    yield from _change_pieces(book, lang)
    for chapter in book.chapters:
        yield from _chapter(book, chapter, lang)
    yield from _example_pieces(book, lang)
    yield from _notes(book, lang)


def _change_pieces(book: Book, lang: Language) -> Iterator[PagePiece]:
    if book.parent is None:
        return
    parent = book.parent
    yield PagePiece("head", text_in(_DIFFERENT, lang), 2)
    told = _EXTENDS if book.ranks or book.changes else _EXTENDS_AS_IT_IS
    values: dict[str, object] = {"title": f"*{text_in(parent.title, lang)}*", "parent": parent.id, "mark": CHANGED}
    yield PagePiece("text", fill_words(told, lang, values))
    if book.ranks:
        pairs = (fill_words(_RANK, lang, {"old": parent.name("ranks", old), "new": book.ruleset.name("ranks", new)})
                 for old, new in book.ranks.items())  # fmt: skip
        yield PagePiece("item", fill_words(_RANKS, lang, {"pairs": Listing(tuple(pairs))}))
    for change in book.changes:
        old, new = (saying.saying_text(lang) if saying else "" for saying in (change.left, change.right))
        if old == new:
            continue
        old = _what_differs(old, new)
        template = (_INSTEAD if new else _DROPPED) if old else _ADDED
        old = old if new else f"{old[:1].lower()}{old[1:]}"
        yield PagePiece("item", fill_words(template, lang, {"old": old, "new": new, "parent": parent.id}))


_SHORT: Final = 6
"""The number of words up to which a text is shown as a whole."""


def _what_differs(old: str, new: str) -> str:
    """The old text, without a common start and end if they are most of it."""
    olds, news = old.split(), new.split()
    start = next(
        (place for place, (a, b) in enumerate(zip(olds, news, strict=False)) if a != b), min(len(olds), len(news))
    )
    rest = min(len(olds), len(news)) - start
    end = next((place for place in range(rest) if olds[-1 - place] != news[-1 - place]), rest)
    kept = olds[start : len(olds) - end]
    if start + end < len(olds) // 2 or not kept or len(olds) <= _SHORT:
        return old
    return " ".join((*(["…"] if start else []), *kept, *(["…"] if end else [])))


def _chapter(book: Book, chapter: Chapter, lang: Language) -> Iterator[PagePiece]:
    yield PagePiece("head", text_in(Phrase("capital", chapter.title), lang), chapter.level)
    number = 0
    for opening, told in _split_paragraphs(chapter.told):
        if isinstance(opening, Grid):
            rows = (opening.head, *opening.rows)
            yield PagePiece("grid", rows=tuple(tuple(text_in(cell, lang) for cell in row) for row in rows))
            continue
        kind = opening.style if opening.style in ("item", "step") else "text"
        number = number + 1 if kind == "step" else 0
        yield PagePiece(kind, _running(book, told, lang), number=number)


def _split_paragraphs(told: tuple[Told, ...]) -> Iterator[tuple[Told, list[Sentence]]]:
    """Group sentences into paragraphs and items; tables stay separate."""
    gathered: list[Sentence] = []
    for each in told:
        if gathered and (isinstance(each, Grid) or each.style):
            yield gathered[0], gathered
            gathered = []
        if isinstance(each, Grid):
            yield each, []
        else:
            gathered.append(each)
    if gathered:
        yield gathered[0], gathered


def _example_pieces(book: Book, lang: Language) -> Iterator[PagePiece]:
    examples = book.examples
    if not examples:
        return
    yield PagePiece("head", text_in(_EXAMPLES, lang), 2)
    for example in examples:
        title = text_in(example.title, lang) if example.title else f"`{example.id}`"
        composed = example.source == COMPOSED
        source = text_in(_COMPOSED, lang) if composed else cite_by_name(example.source, book.ruleset.sources)
        yield PagePiece("text", f"{title} [{source}]")
        yield PagePiece("lines", example.text.rstrip("\n"))


def _running(book: Book, told: list[Sentence], lang: Language) -> str:
    """The text of one block, with notes and marks."""
    runs = []
    for (changed, notes), group in groupby(_mark_sentences(book, told), lambda each: each[:2]):
        text = " ".join(each.sentence_text(lang) for _, _, each in group)
        mark, references = f"{CHANGED} " if changed else "", _references(book, notes, lang)
        colon = ":" if text.endswith(":") and references else ""
        runs.append(f"{mark}{text.removesuffix(colon)}{references}{colon}")
    return " ".join(runs)


def _mark_sentences(book: Book, told: list[Sentence]) -> list[tuple[bool, tuple[CitedSource, ...], Sentence]]:
    """Sentences with mark and notes.

    One without notes between two with the same ones shares theirs.
    """
    marked = [(book.marker.has_changed_rule(sentence), book.marker.notes_of(sentence), sentence) for sentence in told]
    for place, (changed, notes, each) in enumerate(marked[1:-1], 1):
        before, after = marked[place - 1], marked[place + 1]
        if not notes and before[1] == after[1]:
            marked[place] = (changed, before[1], each)
    return marked


def _references(book: Book, notes: tuple[CitedSource, ...], lang: Language) -> str:
    if not notes:
        return ""
    said = []
    for note in sorted(notes, key=book.marker.note_number):
        number = str(book.marker.note_number(note))
        if note.project_kind == PROJECT_DEFAULT:
            number += _DEFAULT
        elif note.project_kind:
            number += f" {text_in(OWN[note.project_kind], lang)}"
        said.append(number)
    return f" [{', '.join(said)}]"


def _notes(book: Book, lang: Language) -> Iterator[PagePiece]:
    if not book.all_notes:
        return
    yield PagePiece("head", text_in(_NOTES, lang), 2)
    cited: dict[str, None] = {}
    for number, note in enumerate(book.all_notes, 1):
        yield PagePiece("step", _note_text(book, note, lang), number=number)
        if note.source and not note.project_kind:
            cited[source_parts(note.source)[0]] = None
    known = [source_id for source_id in cited if source_id in book.ruleset.sources]
    if known:
        yield PagePiece("head", text_in(_SOURCES, lang), 2)
    for source_id in known:
        text = book.ruleset.sources[source_id]
        yield PagePiece(
            "item",
            f"{name_source(source_id, book.ruleset.sources)}: "
            + ", ".join(each for each in (f"*{text.title}*", text.by, text.where, text.seen) if each.strip("*"))
            + ".",
        )


def _note_text(book: Book, note: CitedSource, lang: Language) -> str:
    said = []
    if note.project_kind:
        said.append(text_in(Phrase("capital", OWN[note.project_kind]), lang) + ".")
    elif note.source:
        said.append(f"{cite_by_name(note.source, book.ruleset.sources)}.")
    if note.why:
        said.append(text_in(note.why, lang))
    return " ".join(said)


def book_as_markdown(book: Book, lang: Language) -> str:
    """The whole book, with blank lines between blocks except items of one list."""
    lines: list[str] = []
    before = ""
    for block in book_pieces(book, lang):
        if lines and not (block.kind == before and block.kind in ("item", "step")):
            lines.append("")
        lines.extend(_block_lines(block))
        before = block.kind
    return "\n".join(lines) + "\n"


def _block_lines(block: PagePiece) -> list[str]:
    match block.kind:
        case "head":
            return [f"{'#' * block.level} {block.text}"]
        case "item":
            return [f"- {block.text}"]
        case "step":
            return [f"{block.number}. {block.text}"]
        case "grid":
            rows = [f"| {' | '.join(cell.replace('|', '∣') for cell in row)} |" for row in block.rows]
            return [rows[0], "|" + " --- |" * len(block.rows[0]), *rows[1:]]
        case "lines":
            return ["```cal", *block.text.splitlines(), "```"]
    return [block.text]


WIDTH: Final = 80
_WIDEST: Final = 88
_SET_OFF: Final = re.compile(r"(?<!\w)\*([^*\s\]](?:[^*]*[^*\s])?)\*|`([^`]+)`")


def book_for_terminal(book: Book, lang: Language, *, width: int = 0, colour: bool = False) -> str:
    """The whole book, wrapped to `width` (0: to 80 columns)."""
    room = min(width or WIDTH, _WIDEST)
    paint = painter(enabled=colour)
    lines: list[str] = []
    before = ""
    for block in book_pieces(book, lang):
        if lines and not (block.kind == before and block.kind in ("item", "step")):
            lines.append("")
        lines.extend(_terminal_lines(block, room, paint))
        before = block.kind
    return "\n".join(lines) + "\n"


def plain_text(text: str) -> str:
    """A text without the marks that set names off."""
    return visible(_SET_OFF.sub(lambda found: found[1] or found[2], text))


def _terminal_lines(block: PagePiece, room: int, paint: Paint) -> list[str]:
    text = plain_text(block.text)
    match block.kind:
        case "head":
            under = {1: "=", 2: "-"}.get(block.level, "")
            return [paint(text, "strong"), *([under * cells(text)] if under else [])]
        case "item":
            return _hung("  - ", text, room)
        case "step":
            return _hung(f"{block.number:>3}. ", text, room)
        case "grid":
            return _grid(block.rows)
        case "lines":
            return [f"    {visible(line)}" for line in block.text.splitlines()]
    return wrap_text(text, room)


def _hung(mark: str, text: str, room: int) -> list[str]:
    first, *others = wrap_text(text, room - len(mark))
    return [mark + first, *(" " * len(mark) + line for line in others)]


def _grid(rows: tuple[tuple[str, ...], ...]) -> list[str]:
    texts = [[plain_text(cell) for cell in row] for row in rows]
    widths = [max(cells(row[place]) for row in texts) for place in range(len(rows[0]))]
    lines = [
        "  " + "  ".join(cell + " " * (wide - cells(cell)) for cell, wide in zip(row, widths, strict=True)).rstrip()
        for row in texts
    ]
    return [lines[0], "  " + "  ".join("-" * wide for wide in widths), *lines[1:]]
