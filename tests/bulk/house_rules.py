"""House rules with words that no shipped ruleset has, as files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ATTESTED: Final = Path(__file__).parents[1] / "rulesets" / "attested"

HOUSES = {
    "the declarer wins the monte": ("pagat", "set:\n  piles.monte.won_by: declarer\n"),
    "the declarer wins the monte, differences": ("cavendish", "set:\n  piles.widow.won_by: declarer\n"),
    "nobody wins the monte": ("pagat", "set:\n  piles.monte.won_by: nobody\n"),
    "nobody wins the monte, each for himself": ("spazzatura", "set:\n  piles.monte.won_by: nobody\n"),
    "only winners count": ("pagat", "set:\n  match.counts: winners_only\n  match.until: {points: 15}\n"),
    "only the declarer counts": ("twenty-one", "set:\n  match.counts: declarer_only\n  match.until: {deals: 7}\n"),
    "points count, the declarer wins the monte": (
        "treccani", "set:\n  piles.monte.won_by: declarer\n  match.until: {points: 60}\n",
    ),
    "points count, each for himself": ("spazzatura", "set:\n  match.counts: card_points\n  match.until: {deals: 5}\n"),
    "points count, and who deals rests": (
        "twenty-one", "set:\n  table.seats: [4]\n  match.counts: card_points\n  match.until: {points: 60}\n",
    ),
    "thirds of a stake up to some stakes": (
        "pagat", "set:\n  settle.pay: difference\n  settle.pay_unit: 1/3\n  match.until: {points: 8}\n",
    ),
    "differences of whole points": ("pagat", "set:\n  settle.pay: difference\n  settle.pay_unit: 1/3\n"),
    "fractions count": ("pagat", "set:\n  settle.rounding: none\n"),
    "ties of a match": ("pagat", "set:\n  match.tie: shared\n  match.until: {deals: 3}\n"),
    "the last trick pays": ("spazzatura", "set:\n  all_pass.pays: last_trick\n  all_pass.leader: dealer\n"),
    "nobody pays a tie": ("spazzatura", "set:\n  settle.rounding: down\n  all_pass.ties: nobody_pays\n"),
    "rounded, each for himself": ("spazzatura", "set:\n  settle.rounding: down\n  all_pass.stake: 3\n"),
    "bonuses of every party": (
        "pagat",
        "set:\n  settle.bonus:\n"
        "    taken: {when: {of: declarer, tricks_at_least: 6}, times: 2}\n"
        "    few: {when: {of: opponents, points_below: 15}, times: 5}\n"
        "    rich: {when: {of: winners, cards: {ranks: A, at_least: 4, where: won}}, instead: 9}\n"
        "    poor: {when: {of: losers, tricks: 3}, times: 7}\n"
        "  settle.bonus_order: [rich, taken, few, poor]\n",
    ),
    "bonuses of some contracts": (
        "pagat",
        "set:\n  settle.bonus:\n"
        "    alone: {when: {of: declarer, tricks_at_least: 4, contracts: [solo, solissimo]}, times: 2}\n"
        "    called: {when: {of: opponents, tricks_at_least: 4, contracts: [chiamo]}, instead: 11}\n"
        "    any: {when: {of: losers, card_points_below: 9}, times: 3}\n"
        "  settle.bonus_order: [alone, called, any]\n",
    ),
    "bonuses without a declarer": (
        "spazzatura",
        "set:\n  all_pass.bonus:\n"
        "    much: {when: {of: others, points_below: 20}, times: 4}\n"
        "    aces: {when: {of: others, cards: {ranks: A, at_most: 3, where: dealt}}, instead: 6}\n"
        "  all_pass.bonus_order: [aces, much]\n",
    ),
    "declared from the deal on": (
        "twenty-one",
        "add:\n"
        "  standing.few: {do: declare, hand: {ranks: 32A, at_most: 2}, begins: deal, until_trick: 0, match: 1}\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, begins: deal, until_trick: 0, "
        "match: 2, match_more: 1}\n"
        '  standing.run: {do: declare, meld: {ranks: "32", of: suit}, begins: deal, until_trick: 3, played: false, '
        "match: 1, match_more: 2}\n",
    ),
    "declared by one side, with a dummy": (
        "a-due",
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, until_trick: 2, match: 2}\n"
        '  standing.low: {do: declare, meld: {ranks: "765", of: suit}, until_trick: 3, by: opponents, points: 2p}\n'
        "  standing.court: {do: declare, meld: {ranks: RCF, of: rank, least: 2}, until_trick: 3, by: declarer, "
        "points: 1p, points_more: 1}\n",
    ),
    "declared with a partner": (
        "quintiglio",
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, until_trick: 2, by: opponents, "
        "points: 1}\n"
        '  standing.low: {do: declare, meld: {ranks: "765", of: suit}, until_trick: 3, by: declarer, match: 2}\n'
        '  standing.high: {do: declare, meld: {ranks: "32", of: suit}, after_trick: 1, until_trick: 3, '
        "played: false, points: 2, match: 1}\n",
    ),
    "declared for the match where only winners count": (
        "gelli-terziglio",
        "set:\n  match.counts: winners_only\n  match.until: {points: 20}\n"
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, begins: deal, until_trick: 2, "
        "match: 2, match_more: 3}\n"
        "  standing.court: {do: declare, meld: {ranks: RCF, of: suit}, until_trick: 4, by: opponents, points: 1p}\n",
    ),
    "declared points in a bonus": (
        "pagat",
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, until_trick: 1, points: 3p}\n"
        "  settle.bonus.poor: {when: {of: losers, points_below: 15}, plus_stakes: 2}\n"
        "  settle.bonus.rich: {when: {of: declarer, points_below: 30}, times: 3}\n",
    ),
    "declared points in a bonus, each for himself": (
        "spazzatura",
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, until_trick: 1, points: 3p}\n"
        "  all_pass.bonus.poor: {when: {of: others, points_below: 30}, plus_stakes: 2}\n",
    ),
    "declared behind a step that is passed over": (
        "cavendish",
        "set:\n  match.counts: declarer_only\n  match.until: {points: 20}\n"
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, until_trick: 2, match: 2}\n"
        "  standing.court: {do: declare, meld: {ranks: KQJ, of: suit}, until_trick: 4, by: declarer, points: 2}\n",
    ),
    "declared, and each for himself": (
        "spazzatura",
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, after_trick: 1, until_trick: 2, "
        "points: 2}\n"
        '  standing.high: {do: declare, meld: {ranks: "32", of: suit}, after_trick: 1, until_trick: 3, match: 1}\n',
    ),
}  # fmt: skip

UNBID = {
    "what is left goes to the last trick": ("rovescino", "set:\n  settle.leftover: last_trick\n"),
    "what is left goes to the side with the last trick": (
        "tressette-31",
        "set:\n  settle.leftover: last_trick\n  pack.last_trick: 4\n",
    ),
    "what is left counts before who pays is seen": (
        "rovescino",
        "set:\n  settle.leftover: last_trick\n  all_pass.pays: fewest_points\n  all_pass.stake: 2\n"
        "  match.counts: payments\n",
    ),
    "declared before it is seen what is left": (
        "rovescino",
        "set:\n  settle.leftover: last_trick\n"
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, until_trick: 2, points: 2, "
        "match_more: 1}\n",
    ),
    "declared before who pays is seen": (
        "rovescino",
        "set:\n  settle.leftover: last_trick\n  all_pass.pays: fewest_points\n  all_pass.stake: 2\n"
        "  match.counts: payments\n"
        "add:\n"
        "  standing.pair: {do: declare, meld: {ranks: 32A, of: rank, least: 2}, until_trick: 2, points: 4, match: 1}\n",
    ),
}
"""Games without bids."""

ALL_HOUSES = HOUSES | UNBID


def house_file(name: str, folder: Path) -> str:
    """The file of a house, written."""
    return rules_file(*ALL_HOUSES[name], folder)


def rules_file(parent: str, changes: str, folder: Path) -> str:
    """A file that changes a ruleset."""
    path = folder / "house.yaml"
    path.write_text(f"ruleset: house\nversion: 1.0.0\ntitle: House\nextends: {parent}\n{changes}", "utf-8")
    return str(path)
