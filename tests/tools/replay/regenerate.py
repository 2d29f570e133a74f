"""Write the golden files of `replay`: `python -m tests.tools.replay.regenerate`."""

from __future__ import annotations

import json

from tests.tools.replay.told import HERE, SAMPLES, run, told

FROZEN = ("pagat", "settiglio", "tretre", "spazzatura", "a-due")


def main() -> None:
    """Freeze the rulesets of the samples, then print every sample."""
    for name in FROZEN:
        run("rules", "freeze", name, "--output", str(HERE / "rules" / f"{name}.yaml"))
    (HERE / "told").mkdir(exist_ok=True)
    for sample in SAMPLES:
        sample.golden.write_text(told(sample), encoding="utf-8")
    plain = run("replay", "tests/tools/replay/plain.cal", "--rules", "tests/tools/replay/rules/pagat.yaml", "--json")
    text = json.dumps(json.loads(plain.out), indent=1, ensure_ascii=False)
    (HERE / "told" / "plain.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
