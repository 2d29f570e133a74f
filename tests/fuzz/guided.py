"""Readers fuzzed by coverage: `python -m tests.fuzz.guided readers`, by atheris.

For this alone atheris must be installed: `pip install -e ".[fuzz]"`. It begins with the texts that the target is made
of and goes on until it is interrupted, or for `-max_total_time=600` seconds; what fails is shown as `tests.fuzz` does.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.fuzz.minimise import Minimiser
from tests.fuzz.target import Drawn, failure

# What else a target draws, and the texts that it begins with, by their names in `tests.fuzz.materials`: nothing here
# may import calarec before atheris looks on, for what is imported by then counts nothing.
GUIDED = {
    "readers": ((), "records"), "judged": ((), "records"), "rules": ((), "rule_files"), "back": (("json",), "records"),
}  # fmt: skip


def main() -> None:
    """Hands a target to atheris, which ends the process itself."""
    import atheris

    name, *options = sys.argv[1:]
    more, begins_with = GUIDED[name]
    with atheris.instrument_imports(include=["calarec", "calarec_tools"]):
        from tests.fuzz import materials
        from tests.fuzz.targets import TARGETS
    target, texts = TARGETS[name], getattr(materials, begins_with)

    def one(raw: bytes) -> None:
        drawn = Drawn(raw.decode("utf-8", "surrogateescape"), more)
        found = failure(target, drawn)
        if found is None:
            return

        def fails(text: str) -> bool:
            again = failure(target, Drawn(text, more))
            return again is not None and again.same == found.same

        small = Drawn(Minimiser(fails).smaller(drawn.text), more)
        sys.stderr.write(f"{found.told}\n    ({target.name!r}, {small.text!r}, {small.more!r}),\n")
        raise AssertionError(f"{target.name}: {found.kind} at {found.place}")

    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts()):
            Path(folder, str(number)).write_bytes(text.encode("utf-8", "surrogateescape"))
        atheris.Setup([sys.argv[0], folder, *options], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
