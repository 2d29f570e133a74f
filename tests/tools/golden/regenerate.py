"""Write the golden outputs again; read them before you commit them."""

from __future__ import annotations

from tests.tools.golden.runs import HERE, RUNS, output

if __name__ == "__main__":
    for run in RUNS:
        (HERE / f"{run.name}.txt").write_text(output(run), encoding="utf-8", newline="\n")
