"""The sample records, and the rulings beside them.

`python -m tests.records.shelf` writes the rulings anew after a change that is meant; read the difference.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calarec.core.base.resources import data_folder
from calarec.core.judge.json import as_json
from calarec.core.notation import Text, read_records
from calarec.record_judge.session import RecordJudge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Judgement

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "records"
FILES = tuple(sorted(RECORDS.glob("*/*.cal")))


def name(file: Path) -> str:
    """A record as it is called from the root: `records/pagat/first.cal`."""
    return file.relative_to(ROOT).as_posix()


def ruling_of(file: Path) -> Path:
    """The file beside a record with the output of its replay."""
    return file.with_suffix(".expected.json")


def replays(file: Path) -> Iterator[Judgement]:
    """The hands of a record, replayed under the rulesets that it names."""
    session = RecordJudge()
    for hand in read_records(Text(file.read_text("utf-8"), name(file))):
        yield session.replay(hand)


def objects(file: Path) -> list[dict[str, Any]]:
    """Return the output of `calarec replay --json`, without places of this machine."""
    found: list[dict[str, Any]] = json.loads(placeless(json.dumps([as_json(each) for each in replays(file)])))
    return found


def placeless(text: str) -> str:
    """A text without the paths of this machine, wherever the shipped rules are."""
    shipped = data_folder("rules").as_posix()
    return text.replace(f"{shipped}/", "rules/").replace(f"{ROOT.as_posix()}/", "")


def lines(found: list[dict[str, Any]]) -> str:
    """The objects of a record, one a line."""
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in found)


if __name__ == "__main__":
    for record in FILES:
        ruling_of(record).write_text(lines(objects(record)), "utf-8")
