"""A game so small that its value can be read by hand."""

from __future__ import annotations

from typing import Final

SMALL: Final = """ruleset: small
version: 1.0.0
title: Small
extends: pagat
set:
  pack.suits: bs
  pack.ranks: 32A74
  pack.points: {"3": 1, "2": 1, A: 3}
  pack.aliases: {}
  deal.hand: 2
  deal.packets: 1
  settle.won_if.points_at_least: 6
"""
