"""Questions to an archive: SQL files of the folder `questions`, with their texts.

The files become `SqlQuestion`s in the order of `FIRST`, then of their names. The texts are comments at the head of a
file. A new file is a new question.

    -- en: Who wins                     the title, in each language
    -- column share en: % gained        the heading of a column
    -- picture: person share            the column that names a bar, and its length: shares (in percent)
    -- picture: person gained -lost     or amounts; losses are drawn to the left
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import dataclass, field
from calarec.core.wording.language import SOURCE

if TYPE_CHECKING:
    from calarec.core.wording.language import Language
    from calarec_tools.archive.database import QueryAnswer
    from calarec_tools.output.pictures.svg_bars import Bar

FIRST: Final = ("season", "winners", "contracts", "seats", "bonuses", "streaks", "slips", "identified")
_SHARE: Final = "share"
_ENDING: Final = ".sql"
_FOLDER: Final = os.path.join(os.path.dirname(os.path.abspath(__file__)), "questions")  # noqa: PTH100, PTH118, PTH120


@dataclass(slots=True)
class SqlQuestion:
    """A question with its words."""

    name: str
    sql: str
    titles: dict[str, str] = field(default_factory=dict)
    columns: dict[tuple[str, str], str] = field(default_factory=dict)
    """The heading of a column, by its name and the language."""
    picture: tuple[str, ...] = ()

    def question_title(self, lang: Language) -> str:
        """The title in a language; otherwise in English, otherwise the file name."""
        return self.titles.get(lang) or self.titles.get(SOURCE) or self.name

    def heads(self, answer: QueryAnswer, lang: Language) -> list[str]:
        """Return the headings of the columns of an answer."""
        return [
            self.columns.get((column, lang)) or self.columns.get((column, SOURCE)) or column
            for column in answer.columns
        ]

    def answer_bars(self, answer: QueryAnswer) -> tuple[Bar, ...]:
        """Return bars for an answer, named by the columns before the first drawn one."""
        from calarec_tools.output.pictures.svg_bars import Bar

        if not self.picture:
            return ()
        named, *drawn = self.picture
        columns = [(answer.columns.index(each.lstrip("-")), each) for each in drawn]
        last = answer.columns.index(named)
        values = [[float(row[at] or 0) * (-1 if name[0] == "-" else 1) for at, name in columns] for row in answer.rows]
        shares = drawn == [_SHARE]
        largest = 100.0 if shares else max((abs(each) for row in values for each in row), default=0.0) or 1.0
        found = []
        for row, own in zip(answer.rows, values, strict=True):
            name = " ".join(str(row[at]) for at in (*range(last), last))
            for (at, column), value in zip(columns, own, strict=True):
                sign = f" {'−' if column[0] == '-' else '+'}" if len(columns) > 1 else ""
                part = value / largest
                found.append(Bar(name + sign, part, part, part, f"{row[at]}%" if shares else f"{row[at]}"))
        return tuple(found)


def question_of(name: str, text: str) -> SqlQuestion:
    """A question from its file."""
    found = SqlQuestion(name, text)
    for line in text.splitlines():
        if not line.startswith("-- "):
            break
        head, _, said = line[3:].partition(": ")
        words = head.split()
        if words == ["picture"]:
            found.picture = tuple(said.split())
        elif len(words) == 3 and words[0] == "column":
            found.columns[words[1], words[2]] = said
        elif len(words) == 1:
            found.titles[words[0]] = said
    return found


@cache
def questions() -> dict[str, SqlQuestion]:
    """All of them, by name."""
    names = [name.removesuffix(_ENDING) for name in os.listdir(_FOLDER) if name.endswith(_ENDING)]  # noqa: PTH208
    names.sort(key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name))
    return {name: question_of(name, _question_text(name)) for name in names}


def _question_text(name: str) -> str:
    with open(os.path.join(_FOLDER, name + _ENDING), encoding="utf-8") as stream:  # noqa: PTH118, PTH123
        return stream.read()


def plain_json_value(value: Any) -> Any:
    """A value as JSON has it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [plain_json_value(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain_json_value(each) for key, each in value.items()}
    return str(value)
