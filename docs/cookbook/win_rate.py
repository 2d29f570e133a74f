"""Win rate of the declarer by contract, in pandas and polars, with a plot.

    python win_rate.py evenings/*.cal
    python win_rate.py

Without records of your own it plays 200 hands of bots.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import polars as pl

import calarec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

BAR_HEIGHT = 22


def list_contracts(hands: Iterable[calarec.Hand], rules: str | None) -> Iterator[dict[str, object]]:
    """Yield the contract of each hand that was played, and whether its declarer won."""
    for judgement in calarec.replay(hands, rules):
        account = judgement.account
        if account is not None and account.contract:
            yield {"contract": account.contract, "won": judgement.seats[account.declarer] in (judgement.won or ())}


def plot_rates(table: pd.DataFrame) -> str:
    """Draw a bar for each contract, as an SVG picture."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="480" height="{BAR_HEIGHT * len(table)}" font-size="13">']
    for number, (contract, rate, count) in enumerate(table.itertuples()):
        top = BAR_HEIGHT * number
        lines.append(f'<rect x="120" y="{top + 3}" width="{240 * rate:.1f}" height="16" fill="#4878a8"/>')
        lines.append(f'<text x="112" y="{top + 16}" text-anchor="end">{contract}</text>')
        lines.append(f'<text x="{126 + 240 * rate:.1f}" y="{top + 16}">{rate:.0%} of {count}</text>')
    return "\n".join([*lines, "</svg>", ""])


def main(arguments: Sequence[str], *, picture: str = "win-rate.svg", hands: int = 200) -> pd.DataFrame:
    """Print both tables and write the plot."""
    if arguments:
        rows = [row for path in arguments for row in list_contracts(calarec.read(path), None)]
    else:
        played = calarec.simulate("pagat", hands=hands, seed=1, bot={"A": "sensible", "B": "sensible", "C": "random"})
        rows = list(list_contracts((simulated.hand for simulated in played), "pagat"))
    groups = pd.DataFrame(rows).groupby("contract")["won"]
    table = pd.DataFrame({"mean": groups.mean(), "count": groups.count()})
    print(table)
    print(pl.DataFrame(rows).group_by("contract").agg(pl.col("won").mean(), pl.len()).sort("contract"))
    Path(picture).write_text(plot_rates(table), encoding="utf-8")
    return table


if __name__ == "__main__":
    main(sys.argv[1:])
