"""Measures of the style guide for text: of our pages, messages and docstrings, and of packages installed beside them.

    python -m tests.wording.prose                # the measures, per 1,000 words
    python -m tests.wording.prose docs/guides/page.md   # each sentence of a page that a measure counts
    python -m tests.wording.prose --write        # writes the list of exceptions again

Terms. A *passage* is a text with its place: a page, a message, a `Words("…")`, the docstrings of a module. A *remark*
is a measure that counts a sentence. A *title* is a heading, or a label of a few words without a full stop.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.house.naming import package_of
from tests.house.tree import ALONE, ROOT, python_files, shown, text_of
from tests.wording.sentences_of_code import sentences_of_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

PEERS: Final = ("chess", "rich", "click", "typer", "attrs", "lark", "packaging", "pygments")
EXCEPTIONS: Final = ROOT / "tests" / "wording" / "exceptions.txt"
MAX_SENTENCE_WORDS: Final = 35
_MAX_TITLE_WORDS: Final = 6
_MAX_EXCERPT_CHARACTERS: Final = 70
_CODES: Final = ROOT / "interpreter" / "calarec" / "core" / "wording" / "en" / "codes"

_PEOPLE: Final = re.compile(r"\b(?:nobody|somebody|everybody|whoever)\b", re.IGNORECASE)
_HEADLESS: Final = re.compile(
    r"(?:^|\b(?:of|for|by|with|from|than|to|on|as|but|only|one) )who\b(?!ever)", re.IGNORECASE
)
_FRONTED: Final = re.compile(r"^(?:Of|What|Who|Where|Whether)\b")
_TERMS: Final[Mapping[str, re.Pattern[str]]] = {
    "the actor": _PEOPLE,
    "report, print, show": re.compile(r"\b(?:told|is said to|are said to|tells? of)\b", re.IGNORECASE),
    "is, appears, follows": re.compile(r"(?<!card )(?<!cards )\b(?:stands?(?! for| up)|lies|stood)\b", re.IGNORECASE),
    "after": re.compile(r"\bbehind\b", re.IGNORECASE),
    "only": re.compile(
        r"(?<!play )(?<!plays )(?<!played )(?<!player )\balone\b(?!,? (?:against|or with))", re.IGNORECASE
    ),
    "again": re.compile(r"\banew\b", re.IGNORECASE),
    "fix, repair": re.compile(r"\b(?:mend(?:s|ed|ing)?|puts? right)\b", re.IGNORECASE),
    "separate": re.compile(r"\bparted\b", re.IGNORECASE),
    "is not a": re.compile(
        r"(?<!there )\b(?:is|are|was|were) no (?!longer|more|higher|trump|difference|reason)\w", re.IGNORECASE
    ),
    "a number of": re.compile(r"\b(?:so many|how-manieth)\b", re.IGNORECASE),
    "without a finding": re.compile(r"\bwithout a word\b", re.IGNORECASE),
    "automatically": re.compile(r"\bby (?:itself|themselves)\b", re.IGNORECASE),
    "more hands": re.compile(r"\ba (?:hand|card|point|stake|deal|trick) more\b", re.IGNORECASE),
    "space, blank line, unknown card": re.compile(r"\bblanks?\b(?! lines?\b)", re.IGNORECASE),
    "mistake, typo": re.compile(r"\bslips?\b(?! of paper)", re.IGNORECASE),
    "finding": re.compile(r"\b(?:diagnostics?|complaints?)\b", re.IGNORECASE),
    "rule file": re.compile(r"\brules files?\b", re.IGNORECASE),
    "declarer": re.compile(r"\bsoloists?\b", re.IGNORECASE),
    "59%": re.compile(r"\d %"),
    "straight or curly quotes": re.compile("[«»]"),
}
"""Expressions to avoid, as far as a machine recognises them, by the better word."""


class Passage(NamedTuple):
    """A text and its place; its sentences without code, links and tables."""

    place: str
    sentences: tuple[str, ...]


class Remark(NamedTuple):
    """A sentence that breaks the guide: where it is, by which measure, and how it begins."""

    place: str
    measure: str
    sentence: str

    def as_line(self) -> str:
        """The line of the list of exceptions."""
        return f"{self.place}\t{self.measure}\t{self.sentence[:_MAX_EXCERPT_CHARACTERS].rstrip()}"


def plain_sentences(markdown: str) -> tuple[str, ...]:
    """The sentences of Markdown: of paragraphs, items of lists and cells of tables; code is one word."""
    text = re.sub(r"(?ms)^( *)(```|~~~).*?^\1\2 *$", "\n\n", markdown)
    text = re.sub(r"(?s)<!--.*?-->", "", text)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)|\[!\[.*?\]\([^)]*\)", "", text)
    text = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "X", text, flags=re.DOTALL)
    text = re.sub(r"\[([^\]]*)\]\([^)\s]*\)", r"\1", text)
    text = re.sub(r"\{\w*(?::[^}]*)?\}", "X", text)
    text = re.sub(r"(?m)^ *\|?[ :|-]*-{3}[ :|-]*$", "", text)
    text = re.sub(r"(?m)^(\|.*)$", lambda row: "\n\n" + row[0].strip(" |").replace("|", "\n\n"), text)
    text = text.replace("<br>", "\n\n")
    text = re.sub(r"(?m)^ *(?:[-*+]|\d+\.) +", "\n\n", text)
    text = re.sub(r"(?m)^(#+ .*)$", r"\n\n\1\n\n", text)
    text = re.sub(r"(?<![\w*])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\w*])", "", text)
    paragraphs = (" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
    return tuple(sentence for paragraph in paragraphs for sentence in split_sentences(paragraph))


def split_sentences(paragraph: str) -> list[str]:
    """Its sentences; one ends before a capital letter, a digit or a quote."""
    parts = re.split(r"(?<!e\.g\.)(?<!i\.e\.)(?<=[.?!])[)”\"]? +(?=[A-ZÀ-Ý(“\"{\d]|calarec\b)|: *$", paragraph)
    return [part.strip() for part in parts if part and re.search(r"[^\W\d_]{2}", part)]


def remarks_on(passage: Passage) -> Iterator[Remark]:
    """Yield the remarks of the measures on a passage."""
    for sentence in passage.sentences:
        for measure in measures_of(sentence):
            yield Remark(passage.place, measure, sentence)


def measures_of(sentence: str) -> Iterator[str]:
    """The measures that count a sentence."""
    bare = re.sub(r"^#+ ", "", sentence)
    words = count_words(bare)
    is_title = bare != sentence or (words <= _MAX_TITLE_WORDS and not bare.endswith((".", ":")))
    is_question = bare.endswith("?")
    if not is_question and not is_title and _FRONTED.search(bare):
        yield "begins with Of, What, Who, Where or Whether"
    elif not is_question and not is_title and _HEADLESS.search(bare):
        yield "who without a noun"
    if words > MAX_SENTENCE_WORDS:
        yield f"more than {MAX_SENTENCE_WORDS} words"
    for better, term in _TERMS.items():
        if term.search(bare):
            yield f"write: {better}"


def count_words(sentence: str) -> int:
    """Words, with code and placeholders for one each."""
    return len(re.findall(r"[^\W_][\w'’.,-]*|\{\w*\}", sentence))


def pages() -> Iterator[Passage]:
    """The English pages of the repository."""
    for file in (*(ROOT / name for name in ALONE if name.endswith(".md")), *sorted((ROOT / "docs").rglob("*.md"))):
        if not file.name.endswith(".it.md"):
            yield Passage(shown(file), plain_sentences(text_of(file)))


def messages() -> Iterator[Passage]:
    """Titles, messages, help and pages of the codes."""
    for file in sorted(_CODES.glob("*.md")):
        for section in re.split(r"(?m)^## ", text_of(file))[1:]:
            code, _, body = section.partition("\n")
            sentences = []
            for block in re.findall(r"(?ms)^```toml\n(.*?)^```", body):
                table = tomllib.loads(block)
                for part in (table, *(part for part in table.values() if isinstance(part, dict))):
                    sentences += [part[name] for name in ("message", "help") if isinstance(part.get(name), str)]
            plain = (sentence for text in dict.fromkeys(sentences) for sentence in plain_sentences(text))
            yield Passage(f"{shown(file)} {code.strip()}", (*plain, *plain_sentences(body)))


def program_sentences() -> Iterator[Passage]:
    """Each `Words("…")` of the code, under the file that has it first."""
    by_file: dict[str, list[str]] = {}
    for (_, template), place in sentences_of_code().items():
        by_file.setdefault(place.partition(":")[0], []).append(template)
    for file, templates in sorted(by_file.items()):
        plain = (sentence for template in templates for sentence in plain_sentences(template))
        yield Passage(f"{file} Words", tuple(plain))


def docstrings(files: Iterable[tuple[str, str]]) -> Iterator[Passage]:
    """The docstrings of modules, by their place and text."""
    for place, code in files:
        found = [
            ast.get_docstring(node) or ""
            for node in ast.walk(ast.parse(code))
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        sentences = (sentence for text in found for sentence in plain_sentences(_without_examples(text)))
        if passage := tuple(sentences):
            yield Passage(f"{place} docstrings", passage)


def _without_examples(text: str) -> str:
    return re.sub(r"(?m)^(?: {4,}.*| *>>>.*\n(?:(?! *$).*\n?)*)$", "", text)


def own_passages() -> dict[str, list[Passage]]:
    """All of our text, by kind."""
    own_files = ((shown(file), text_of(file)) for file in python_files("interpreter", "tools"))
    return {
        "pages": list(pages()),
        "messages": list(messages()),
        "sentences": list(program_sentences()),
        "docstrings": list(docstrings(own_files)),
    }


def peer_passages(peer: str) -> list[Passage]:
    """The docstrings of an installed package, and its description where the installation has one."""
    spec = find_spec(peer)
    if spec is None or not spec.submodule_search_locations:
        return []
    [folder, *_] = map(Path, spec.submodule_search_locations)
    described = [*folder.parent.glob(f"{peer}-*.dist-info/METADATA")]
    found = list(docstrings((file.name, text_of_peer(file)) for file in sorted(folder.rglob("*.py"))))
    for file in described:
        found.append(Passage(file.parent.name, plain_sentences(text_of_peer(file).partition("\n\n")[2])))
    return found


def text_of_peer(file: Path) -> str:
    """The text of a file of an installed package."""
    return file.read_text("utf-8", errors="replace")


def figures(passages: Sequence[Passage]) -> dict[str, float]:
    """The measures of passages: terms per 1,000 words, sentences in per cent."""
    sentences = [sentence for passage in passages for sentence in passage.sentences]
    words = sum(map(count_words, sentences)) or 1
    counted: Counter[str] = Counter()
    for sentence in sentences:
        for measure in measures_of(sentence):
            counted["terms" if measure.startswith("write: ") else measure] += 1
        counted["people"] += len(_PEOPLE.findall(sentence))
        counted["who"] += len(re.findall(r"\bwho\b", sentence, re.IGNORECASE))
        counted["you"] += len(re.findall(r"\byou(?:rs?)?\b", sentence, re.IGNORECASE))
    share = 100 / (len(sentences) or 1)
    return {
        "words": words,
        "nobody, somebody, everybody, whoever, per 1,000 words": round(1000 * counted["people"] / words, 1),
        "who, per 1,000 words": round(1000 * counted["who"] / words, 1),
        "you, per 1,000 words": round(1000 * counted["you"] / words, 1),
        "sentences with a term to avoid, per 1,000 words": round(1000 * counted["terms"] / words, 1),
        "sentences with `who` without a noun, %": round(share * counted["who without a noun"], 1),
        "sentences that begin with Of, What, Who, Where or Whether, %": round(
            share * counted["begins with Of, What, Who, Where or Whether"], 1
        ),
        f"sentences with more than {MAX_SENTENCE_WORDS} words, %": round(
            share * counted[f"more than {MAX_SENTENCE_WORDS} words"], 1
        ),
    }


def exceptions(own: Mapping[str, Sequence[Passage]]) -> list[str]:
    """The lines of the list, as they would be for this text: each sentence, and how many docstrings of a package."""
    written = (passage for kind, passages in own.items() if kind != "docstrings" for passage in passages)
    lines = {remark.as_line() for passage in written for remark in remarks_on(passage)}
    counted = Counter(
        (package_of_file(remark.place), remark.measure)
        for passage in own["docstrings"]
        for remark in remarks_on(passage)
    )
    lines |= {f"{package} docstrings\t{measure}\t{count}" for (package, measure), count in counted.items()}
    return sorted(lines)


def package_of_file(place: str) -> str:
    """The package that the docstrings of a module are counted for."""
    return package_of(".".join(Path(place.removesuffix(" docstrings")).with_suffix("").parts[1:]))


def main(words: Sequence[str]) -> int:
    """Print the measures or the remarks on some places, or write the list; the exit status."""
    own = own_passages()
    everything = [passage for passages in own.values() for passage in passages]
    if words == ["--write"]:
        EXCEPTIONS.write_text("".join(f"{line}\n" for line in exceptions(own)), "utf-8", newline="\n")
        return 0
    if words:
        asked = [passage for passage in everything if passage.place.startswith(tuple(words))]
        sys.stdout.writelines(
            f"{remark.place}: {remark.measure}: {remark.sentence}\n"
            for passage in asked
            for remark in remarks_on(passage)
        )
        return 0
    table = {f"our {kind}": figures(passages) for kind, passages in own.items()}
    table |= {peer: figures(passages) for peer in PEERS if (passages := peer_passages(peer))}
    for name, values in table.items():
        sys.stdout.write(f"{name}\n" + "".join(f"  {value:>9g}  {figure}\n" for figure, value in values.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
