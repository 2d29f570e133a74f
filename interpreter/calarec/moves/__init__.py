"""The terms in which a hand is told: cards, actions, events, the state of a hand, offers and refusals.

Mechanisms speak in these terms and the engine walks them; nothing here knows either.
"""
