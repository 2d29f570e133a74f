"""Statements that name cards."""

from __future__ import annotations

from calarec.core.records import model as rec

CARDS = (
    rec.Deal,
    rec.Monte,
    rec.Trick,
    rec.Give,
    rec.Take,
    rec.Discard,
    rec.TableCard,
    rec.Show,
    rec.Signal,
    rec.Total,
)
