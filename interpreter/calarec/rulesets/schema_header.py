"""The parts of the schema that belong to every rule file: its header and its notes."""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]

RULESET_ID: Final = "^[a-z0-9][a-z0-9-]{0,63}$"

_TEXT: Final[Schema] = {
    "description": "A text, or one for each language.",
    "type": ["string", "object"],
    "properties": {
        "en": {"type": "string", "title": "English", "description": "The text in English."},
        "it": {"type": "string", "title": "Italian", "description": "The text in Italian."},
    },
    "additionalProperties": False,
    "minProperties": 1,
}
NOTES: Final[Schema] = {
    "source": {
        "type": "string",
        "title": "Source",
        "description": "A source by its id and a place in it, if you like; or `project default`.",
    },
    "why": {
        "title": "Why",
        **_TEXT,
        "description": "Why it is so; it answers a warning raised at this place.",
    },
}


def header() -> Schema:
    """What a rule file says of itself."""

    def text(title: str, about: str, pattern: str = "") -> Schema:
        return {"type": "string", "title": title, "description": about, **({"pattern": pattern} if pattern else {})}

    source = {
        "title": "Source",
        "description": "A text that rules come from.",
        "type": "object",
        "properties": {
            "title": text("Title", "What the text is called."),
            "by": text("By", "Who wrote it."),
            "where": text("Where", "Where it can be found."),
            "seen": text("Seen", "When it was read."),
        },
        "additionalProperties": False,
    }
    reason = {
        "title": "Because",
        "description": "Source and reason of the rules at a path.",
        "type": "object",
        "properties": dict(NOTES),
        "additionalProperties": False,
    }
    return {
        "ruleset": text("Ruleset", "The id of this ruleset; the file is called by it.", RULESET_ID),
        "version": text("Version", "Three numbers: a changed result, a new option, new words.", r"^\d+\.\d+\.\d+$"),
        "title": {"title": "Title", **_TEXT, "description": "What the game is called."},
        "summary": {"title": "Summary", **_TEXT, "description": "The game in a sentence or two."},
        "sources": {
            "title": "Sources",
            "description": "The texts that this file cites, by id.",
            "type": "object",
            "additionalProperties": source,
        },
        "source": {**NOTES["source"], "description": "The source of everything in this file that names no other."},
        "because": {
            "title": "Because",
            "description": "Path → source and reason, for single rules.",
            "type": "object",
            "additionalProperties": reason,
        },
        "words": {
            "title": "Words",
            "description": "What things are called: by kind (suits, ranks, contracts, piles, bonus …) and id.",
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": {**_TEXT}},
        },
        "extends": text(
            "Extends",
            "The ruleset that this one changes: its id, and its version after @ if it must be that.",
            r"^[a-z0-9][a-z0-9-]{0,63}(@\d+\.\d+\.\d+)?$",
        ),
    }
