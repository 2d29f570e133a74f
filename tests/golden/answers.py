"""The answers that are kept, and how they are made anew: `python -m tests.golden.answers`; read the difference.

- Beside each sample record is the output of its replay under its own ruleset (`records/**/*.expected.json`).
- `others.json` has for each sample record a digest of its findings under a ruleset that it was not played by.
- `findings/` has every finding of the corpus of damages, a file for each kind of damage: code, place, words in every
  language, labels and fix.
- `rule_files.txt` has every finding of the wrong rule files.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from calarec.core.judge.json import as_json
from calarec.core.notation import Text, read_records
from calarec.core.wording.language import LANGUAGES, text_in
from calarec.record_judge.session import RecordJudge
from calarec.rule_files.load import check_rules, load_ruleset
from tests.judge.damage.corpus import DAMAGES, cases
from tests.judge.damage.located_findings import findings_of
from tests.records.shelf import FILES, name, placeless
from tests.rulesets.corpus import cases as rule_files

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.wording.findings import Finding
    from tests.judge.damage.corpus import Case

HERE: Final = Path(__file__).parent
OTHERS: Final = HERE / "others.json"
FINDINGS: Final = HERE / "findings"
RULE_FILES: Final = HERE / "rule_files.txt"
KINDS: Final = tuple(damage.__name__ for damage in DAMAGES)
_RULESETS: Final = (
    "a-due", "american-1900", "aperta", "cavendish", "cavendish-right-leads", "chiamata-only", "foster",
    "gelli-bellora", "gelli-terziglio", "no-stramazzo", "pagat", "pagat-declarer-leads", "quadriglio",
    "quartiglio", "quintiglio", "sestiglio", "settiglio", "settiglio-monte-5", "settiglio-stripped", "short-11",
    "spazzatura", "terziglio-31", "thirty-five", "thirty-five-eldest-leads", "treccani", "tretre", "twenty-one",
)  # fmt: skip
"""The rulesets at the time of the first answers: later ones change no pairing."""


def other(record: str) -> str:
    """The ruleset under which a record is judged besides its own, always the same: each judges some twenty records."""
    return _RULESETS[int(hashlib.sha256(record.encode()).hexdigest(), 16) % len(_RULESETS)]


def judged_by_another(file: Path) -> str:
    """The other ruleset and a digest of its output for a record."""
    rules = other(name(file))
    session = RecordJudge(asked=load_ruleset(rules))
    said = [as_json(session.replay(hand)) for hand in read_records(Text(file.read_text("utf-8"), name(file)))]
    text = placeless(json.dumps(said, sort_keys=True))
    return f"{rules} {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def findings(kind: str) -> str:
    """Return the findings of all records damaged in one way, case by case."""
    lines = []
    for case in _cases():
        if case.name.endswith(f"-{kind}"):
            lines.append(f"== {case.name}")
            for each in findings_of(case.text, case.rules):
                lines += told(each)
    return "\n".join(lines) + "\n"


def describe_rule_file(file: Path, found: Iterable[Finding]) -> str:
    """Return the findings of a wrong rule file, below its name."""
    lines = [f"== {file.stem}", *(line for each in found for line in told(each))]
    return placeless("\n".join(lines) + "\n")


def kept_rule_files() -> dict[str, str]:
    """Return the kept answers on wrong rule files, by name."""
    text = RULE_FILES.read_text("utf-8")
    return {part[3:].partition("\n")[0]: part for part in re.split("(?m)^(?=== )", text) if part}


@cache
def _cases() -> list[Case]:
    return [*cases()]


def told(finding: Finding) -> list[str]:
    """A finding in lines: code and place, then its text in every language."""
    place = f"{finding.code} {finding.severity} {finding.span.line}:{finding.span.column}"
    lines = [f"{place} [{finding.rule.path}]" if finding.rule else place]
    for lang in LANGUAGES:
        lines += [
            f"  {lang}: {finding.message(lang)}",
            *([f"      {finding.help(lang)}"] if finding.help(lang) else []),
        ]
        lines += [f"      {each.span.line}:{each.span.column} {text_in(each.text, lang)}" for each in finding.labels]
    if finding.fix is not None:
        edits = [[f"{each.span.line}:{each.span.column}", each.text] for each in finding.fix.edits]
        lines.append(f"  {'safe' if finding.fix.safe else 'unsafe'}: {json.dumps(edits, ensure_ascii=False)}")
    return lines


def main() -> None:
    """Write all of it again."""
    OTHERS.write_text(_json({name(file): judged_by_another(file) for file in FILES}), "utf-8")
    FINDINGS.mkdir(exist_ok=True)
    for old in FINDINGS.iterdir():
        if old.stem not in KINDS:
            old.unlink()
    for kind in KINDS:
        (FINDINGS / f"{kind}.txt").write_text(findings(kind), "utf-8")
    files = [case.file for case in rule_files()]
    RULE_FILES.write_text("".join(describe_rule_file(file, check_rules(str(file)).findings) for file in files), "utf-8")


def _json(value: Any) -> str:
    return json.dumps(value, indent=0, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
