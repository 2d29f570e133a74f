"""What the schema asks for, in words: kinds of values, forms of texts, and where a key has its place."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from calarec.language import Both
from calarec.mechanisms.registry import SECTIONS, mechanism, names
from calarec.rulesets.fields import ID_PATTERN, params_of
from calarec.rulesets.schema import FAMILIES, Schema, sections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.base import Kind

BOOLEANS: Final = {
    "yes": "true", "y": "true", "on": "true", "true": "true", "si": "true", "sì": "true", "vero": "true",
    "no": "false", "n": "false", "off": "false", "false": "false", "falso": "false",
}  # fmt: skip
"""What people write for true and false."""

_KINDS: Final = {
    "boolean": Both("`true` or `false`", "`true` o `false`"),
    "integer": Both("a whole number", "un numero intero"),
    "string": Both("a text", "un testo"),
    "array": Both("a list", "un elenco"),
    "object": Both("a map", "una mappa"),
}

_FORMS: Final = {
    ID_PATTERN: Both(
        "small letters, digits, hyphens and underscores, a letter first",
        "lettere minuscole, cifre, trattini e trattini bassi, con una lettera all'inizio",
    ),
    "^[a-z][a-z0-9-]*$": Both(
        "one word of small letters, digits and hyphens, a letter first",
        "una parola sola di lettere minuscole, cifre e trattini, con una lettera all'inizio",
    ),
    "^[a-z]{1,8}$": Both(
        "one to eight small letters, one for each suit", "da una a otto lettere minuscole, una per seme"
    ),
    "^[0-9A-Z]{1,16}$": Both(
        "one to sixteen digits and capital letters, one for each rank (ten is `T`)",
        "da uno a sedici tra cifre e lettere maiuscole, uno per valore (il dieci è `T`)",
    ),
    "^[0-9A-Z]$": Both("one digit or one capital letter", "una cifra o una lettera maiuscola"),
    "^[0-9A-Za-z]$": Both("one digit or one letter", "una cifra o una lettera"),
    "^1(/[2-9])?$": Both("`1`, or a part such as `1/3`", "`1`, oppure una parte come `1/3`"),
    "^.{1,200}$": Both("a text of at most 200 characters", "un testo di non più di 200 caratteri"),
}


def wanted_kind(kinds: list[str]) -> Both:
    """What a value should be."""
    said = [_KINDS.get(kind, Both(kind, kind)) for kind in kinds]
    return Both(*(_joined([each[n] for each in said], either) for n, either in ((0, " or "), (1, " o "))))


def _joined(words: list[str], either: str) -> str:
    return either.join(words)


def found_kind(value: Any) -> Both:
    """What a value is."""
    if isinstance(value, bool):
        return Both(f"`{str(value).lower()}`", f"`{str(value).lower()}`")
    if value is None:
        return Both("nothing", "niente")
    if isinstance(value, int):
        return Both(f"the number {value}", f"il numero {value}")
    if isinstance(value, str):
        line = value.replace("\n", "\\n")
        text = line if len(line) <= 40 else line[:39] + "…"
        return Both(f"the text `{text}`", f"il testo `{text}`")
    return _KINDS["object"] if isinstance(value, dict) else _KINDS["array"]


def described(pattern: str) -> Both:
    """The form that a pattern asks for, in words."""
    return _FORMS.get(pattern) or Both(f"the pattern {pattern}", f"il modello {pattern}")


def mechanisms_with(kind: Kind, keys: dict[str, Any]) -> list[str]:
    """The mechanisms of a family that know every key of a map, the key `do` apart."""
    wanted = set(keys) - {"do"}
    return [
        name for name in names(kind) if wanted and wanted <= {p.name for p in params_of(mechanism(kind, name).part)}
    ]


def places_of(key: str) -> tuple[str, ...]:
    """Where in a rule file a key has its place, as paths."""
    return tuple(dict.fromkeys(_places().get(key, ())))


@cache
def _places() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, schema in sections(notes=False).items():
        if name in FAMILIES:
            for do in names(FAMILIES[name]):
                entry = name if name == "all_pass" else f"{name}.*"
                for each in params_of(mechanism(FAMILIES[name], do).part):
                    found.setdefault(each.name, []).append(f"{entry} (do: {do})")
        else:
            for place, key in _keys_in(schema, name):
                found.setdefault(key, []).append(place)
    for name in SECTIONS:
        found.setdefault(name, [])
    return found


def _keys_in(schema: Schema, path: str) -> Iterator[tuple[str, str]]:
    for key, child in schema.get("properties", {}).items():
        yield path, key
        if isinstance(child, dict):
            yield from _keys_in(child, f"{path}.{key}")
    for name in ("additionalProperties", "items"):
        child = schema.get(name)
        if isinstance(child, dict):
            yield from _keys_in(child, f"{path}.*")
