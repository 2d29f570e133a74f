"""Texts of the player's buttons and labels, in every language."""

from __future__ import annotations

from typing import Final

from calarec.core.wording.language import LANGUAGES, Words, text_in

PLAYER_WORDS: Final = {
    "seen": Words("Cards of"),
    "all": Words("all players"),
    "steps": Words("Steps"),
    "first": Words("To the beginning"),
    "back": Words("One step back"),
    "next": Words("One step on"),
    "last": Words("To the end"),
    "deal": Words("The deal"),
    "auction": Words("The auction"),
    "exchange": Words("The exchange"),
    "end": Words("The end"),
    "trick": Words("Trick {number}", number="{number}"),
}


def player_words() -> dict[str, dict[str, str]]:
    """By key and language."""
    return {key: {lang: text_in(words, lang) for lang in LANGUAGES} for key, words in PLAYER_WORDS.items()}
