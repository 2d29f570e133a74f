"""A sampled mutation run: `python -m tests.mutation FOLDER`, and again to go on; see docs/mutation.md."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

from tests.mutation.places import places, woven

_ROOMS: Final = ("engine", "mechanisms", "bulk", "judge", "notation", "rulesets")
_LEFT_OUT: Final = ("tests/house", "tests/mutation", "tests/fuzz")


def sample(
    interpreter: Path, mutants: int, seed: int, among: set[tuple[str, int]] | None = None
) -> list[dict[str, Any]]:
    """Mutants by lot, in the order in which they are drawn: a line (of these) that can be changed, then a change."""
    lines: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for room in _ROOMS:
        for file in sorted((interpreter / room).rglob("*.py")):
            name = file.relative_to(interpreter).as_posix()
            for place in places(file.read_text(encoding="utf-8")):
                about = {"file": name, "line": place.line, "index": place.index}
                about |= {"before": place.before, "after": place.after}
                if among is None or (name, place.line) in among:
                    lines.setdefault((name, place.line), []).append(about)
    lots = random.Random(seed)
    drawn = lots.sample(sorted(lines), min(mutants, len(lines)))
    return [{"number": at, **lots.choice(lines[line])} for at, line in enumerate(drawn, 1)]


def lines_since(top: Path, commit: str) -> set[tuple[str, int]]:
    """The lines of the interpreter that this commit has not, each by its file and its number."""
    room = "interpreter/calarec"
    command = ["git", "diff", "-U0", "--no-color", "--no-prefix", "--relative", commit, "--", "."]
    told = subprocess.run(command, cwd=top / room, check=True, capture_output=True, text=True).stdout
    new, name = set[tuple[str, int]](), ""
    for line in told.splitlines():
        if line.startswith("+++ "):
            name = line.removeprefix("+++ ")
        elif found := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", line):
            first, many = int(found[1]), int(found[2] or 1)
            new.update((name, number) for number in range(first, first + many))
    return new


def prepare(top: Path, folder: Path, mutants: int, seed: int, since: str = "") -> None:
    """A copy of the tree with all mutants in it, all asleep."""
    tree = folder / "tree"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=top, check=True, capture_output=True, text=True).stdout
    for name in filter(None, tracked.split("\0")):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(top / name, tree / name)
    interpreter = tree / "interpreter" / "calarec"
    drawn = sample(interpreter, mutants, seed, lines_since(top, since) if since else None)
    by_file: dict[str, dict[int, int]] = {}
    for each in drawn:
        by_file.setdefault(each["file"], {})[each["index"]] = each["number"]
    for name, numbers in by_file.items():
        file = interpreter / name
        file.write_text(woven(file.read_text(encoding="utf-8"), numbers), encoding="utf-8")
    shutil.copy2(Path(__file__).with_name("mutants.py"), interpreter / "mutants.py")
    (folder / "mutants.json").write_text(json.dumps(drawn, indent=1))


def told(folder: Path) -> str:
    """How many mutants got which verdict, then each that no test noticed."""
    mutants = {each["number"]: each for each in json.loads((folder / "mutants.json").read_text())}
    lines = (folder / "verdicts.jsonl").read_text().splitlines() if (folder / "verdicts.jsonl").exists() else []
    verdicts = [json.loads(line) for line in lines]
    counts = Counter(each["verdict"] for each in verdicts)
    out = [f"{len(verdicts)} of {len(mutants)}: " + ", ".join(f"{many} {what}" for what, many in counts.most_common())]
    for each in verdicts:
        if each["verdict"] in {"survived", "unreached", "broken"}:
            about = mutants[each["mutant"]]
            change = f"{about['before']} -> {about['after']}"
            out.append(f"{each['mutant']} {each['verdict']} {about['file']}:{about['line']} {change} ({each['tests']})")
    return "\n".join(out) + "\n"


def main() -> int:
    """Makes the copy if it is not there, and runs until every mutant is judged; or does what else is asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--since", default="", metavar="COMMIT", help="only lines that this commit has not")
    parser.add_argument("--seconds", type=float, default=30, help="of work of tests for one mutant")
    parser.add_argument("--jobs", type=int, default=1, help="mutants side by side")
    parser.add_argument("--told", action="store_true", help="say what is known so far, and end")
    parser.add_argument("--wake", type=int, metavar="NUMBER", help="run these tests, as they stand here, with a mutant")
    parser.add_argument("tests", nargs="*", default=["tests"])
    asked = parser.parse_intermixed_args()
    folder, top = asked.folder.resolve(), Path(__file__).parents[2]
    if asked.told:
        sys.stdout.write(told(folder))
        return 0
    if not (folder / "mutants.json").exists():
        prepare(top, folder, asked.mutants, asked.seed, asked.since)
    tree = folder / "tree"
    here = top if asked.wake else tree
    rooms = (tree / "interpreter", tree / "tools", here)
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(str(each) for each in rooms),
        "CALAREC_MUTATION": str(folder),
        "CALAREC_MUTATION_SECONDS": str(asked.seconds),
        "CALAREC_MUTATION_JOBS": str(asked.jobs),
        "CALAREC_CACHE": "off",
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    if asked.wake:
        environment["CALAREC_MUTANT"] = str(asked.wake)
    else:
        command += ["--tb=no", "-p", "tests.mutation.plugin", *(f"--ignore={each}" for each in _LEFT_OUT)]
    os.chdir(here)
    return os.execve(sys.executable, [*command, *asked.tests], environment)


if __name__ == "__main__":
    sys.exit(main())
