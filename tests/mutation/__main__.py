"""A sampled mutation run: `python -m tests.mutation FOLDER`, and again to go on; see docs/mutation.md."""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.mutation.places import places, woven

_ROOMS: Final = ("engine", "mechanisms", "bulk", "judge", "notation", "rulesets")
_LEFT_OUT: Final = ("tests/house", "tests/mutation", "tests/fuzz")


def sample(interpreter: Path, mutants: int, seed: int) -> list[dict[str, object]]:
    """Mutants by lot: a line on which something can be changed, then one of the changes on it."""
    lines: dict[tuple[str, int], list[dict[str, object]]] = {}
    for room in _ROOMS:
        for file in sorted((interpreter / room).rglob("*.py")):
            name = file.relative_to(interpreter).as_posix()
            for place in places(file.read_text(encoding="utf-8")):
                about: dict[str, object] = {"file": name, "line": place.line, "index": place.index}
                about |= {"before": place.before, "after": place.after}
                lines.setdefault((name, place.line), []).append(about)
    lots = random.Random(seed)
    chosen = sorted(lots.sample(sorted(lines), min(mutants, len(lines))))
    return [{"number": at, **lots.choice(lines[line])} for at, line in enumerate(chosen, 1)]


def prepare(top: Path, folder: Path, mutants: int, seed: int) -> None:
    """A copy of the tree with all mutants in it, all asleep."""
    tree = folder / "tree"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=top, check=True, capture_output=True, text=True).stdout
    for name in filter(None, tracked.split("\0")):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(top / name, tree / name)
    interpreter = tree / "interpreter" / "calarec"
    chosen = sample(interpreter, mutants, seed)
    by_file: dict[str, dict[int, int]] = {}
    for each in chosen:
        by_file.setdefault(str(each["file"]), {})[int(str(each["index"]))] = int(str(each["number"]))
    for name, numbers in by_file.items():
        file = interpreter / name
        file.write_text(woven(file.read_text(encoding="utf-8"), numbers), encoding="utf-8")
    shutil.copy2(Path(__file__).with_name("mutants.py"), interpreter / "mutants.py")
    (folder / "mutants.json").write_text(json.dumps(chosen, indent=1))


def main() -> int:
    """Makes the copy if it is not there, and runs until every mutant is judged."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=60, help="of tests for one mutant")
    parser.add_argument("tests", nargs="*", default=["tests"])
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    if not (folder / "mutants.json").exists():
        prepare(Path(__file__).parents[2], folder, asked.mutants, asked.seed)
    tree = folder / "tree"
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(str(tree / each) for each in ("interpreter", "tools", ".")),
        "CALAREC_MUTATION": str(folder),
        "CALAREC_MUTATION_SECONDS": str(asked.seconds),
        "CALAREC_CACHE": "off",
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
    }
    left_out = [f"--ignore={each}" for each in _LEFT_OUT]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutation.plugin", *left_out, *asked.tests]
    return subprocess.run(command, cwd=tree, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
