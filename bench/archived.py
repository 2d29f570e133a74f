"""What an archive costs beside a check, and what is left of builds that were struck down: `python -m bench.archived`.

    python -m bench.archived --hands 20000 --kills 20

Told is processor time, which a busy machine lengthens less than the clock.
"""

from __future__ import annotations

import argparse
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from calarec_tools.archive.archive_tables import TABLES
from calarec_tools.archive.database import library, to_be_asked

if TYPE_CHECKING:
    from collections.abc import Sequence

_FILES = 20
"""Files of the collection."""


def called(*words: str) -> float:
    """Seconds of processor that a command takes, all its processes together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "calarec_tools.main", *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def content(archive: str) -> dict[str, list[Any]]:
    """The sum of all rows of each table."""
    with to_be_asked(archive) as connection:
        return {
            each.name: connection.execute(f"SELECT count(*), bit_xor(hash(t)) FROM {each.name} t").fetchone()
            for each in TABLES
        }


def killed(season: str, archive: str, times: int, takes: float) -> None:
    """Strikes builds down at random moments; says whether the last one holds the same."""
    called("archive", "build", season, "-o", archive)
    whole = content(archive)
    Path(archive).unlink()
    chance = random.Random(14)
    for _ in range(times):
        words = [sys.executable, "-m", "calarec_tools.main", "archive", "build", season, "-o", archive]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, takes))
        process.send_signal(signal.SIGKILL)
        process.wait()
    called("archive", "build", season, "-o", archive)
    print(f"struck down {times} times: {'the same' if content(archive) == whole else 'NOT THE SAME'}")


def main(words: Sequence[str] | None = None) -> int:
    """Measures and tells."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rules", default="pagat")
    asked = parser.parse_args(words)
    library()
    with tempfile.TemporaryDirectory() as folder:
        season, archive = f"{folder}/season", f"{folder}/season.duckdb"
        Path(season).mkdir()
        each = str(asked.hands // _FILES)
        for number in range(_FILES):
            file = f"{season}/{number}.cal"
            called("simulate", "--rules", asked.rules, "--hands", each, "--seed", str(number), "-o", file)
        empty = called("--version")
        for name, more in (
            ("check", ["check", season, "-j", "1"]),
            ("archive build", ["archive", "build", season, "-o", archive, "-j", "1"]),
            ("archive build again", ["archive", "build", season, "-o", archive, "-j", "1"]),
            ("archive build --tricks", ["archive", "build", season, "-o", f"{folder}/t.duckdb", "-j", "1", "--tricks"]),
            ("stats", ["stats", archive]),
        ):
            spent = called(*more) - empty
            print(f"{name}: {spent:.2f} s, {asked.hands / spent:,.0f} hands a second")
        print(f"{Path(archive).stat().st_size / asked.hands:.0f} bytes a hand")
        begun = time.monotonic()
        called("archive", "build", season, "-o", f"{folder}/u.duckdb")
        if asked.kills:
            killed(season, f"{folder}/k.duckdb", asked.kills, time.monotonic() - begun)
    return 0


if __name__ == "__main__":
    sys.exit(main())
