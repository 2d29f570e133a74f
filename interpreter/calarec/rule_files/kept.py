"""A ruleset as plain JSON for the cache or another process, and back.

It is accepted only if it has the form of a ruleset, its digest names the hashed rules, and its tree contains all of
them. Anything else counts as "not there", like any error of a cache: the rule file is read again.
"""

from __future__ import annotations

import copyreg
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from calarec.core.mechanisms.ruleset import Origin, Ruleset, SourceText, find_no_rulesets
from calarec.core.wording.language import Translated
from calarec.rule_files.digest import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")
_FLAT = "flat_text"


def flat_text(ruleset: Ruleset) -> str:
    """A ruleset with all that it extends as one text, made once; it leads to no file."""
    known: str | None = ruleset.__dict__.get(_FLAT)
    if known is None:
        known = ruleset.__dict__[_FLAT] = json.dumps(to_payload(ruleset), ensure_ascii=False)
    return known


@lru_cache(256)
def from_flat_text(
    text: str, rulesets_with_contract: Callable[[str], tuple[Ruleset, ...]] = find_no_rulesets
) -> Ruleset:
    """The ruleset of a flat text, the same object each time; ValueError if it is none."""
    found = from_payload(json.loads(text), rulesets_with_contract)
    if found is None:
        raise ValueError(text[:60])
    return found


def _travelling(ruleset: Ruleset) -> tuple[Any, tuple[Any, ...]]:
    return from_flat_text, (flat_text(ruleset), ruleset.rulesets_with_contract)


copyreg.pickle(Ruleset, _travelling)


def to_payload(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as plain JSON."""
    return {
        "id": ruleset.id,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "title": ruleset.title,
        "summary": ruleset.summary,
        "sources": {
            key: [source.title, source.by, source.where, source.seen, source.name]
            for key, source in ruleset.sources.items()
        },
        "words": ruleset.words,
        "layers": ruleset.layers,
        "file": ruleset.file,
        "tree": ruleset.tree,
        "hashed": ruleset.hashed,
        "leaves": [[path, value, origin] for path, (value, origin) in ruleset.leaves.items()],
        "removed": ruleset.removed,
        "spoken": ruleset.spoken,
    }


def from_payload(
    kept: Any, rulesets_with_contract: Callable[[str], tuple[Ruleset, ...]] = find_no_rulesets
) -> Ruleset | None:
    """The ruleset that was kept; None for whatever is none."""
    try:
        if kept["digest"] != digest_of(kept["hashed"]) or not _has_all_hashed(kept["tree"], kept["hashed"]):
            return None
        return Ruleset(
            id=_a(str, kept["id"]),
            version=_a(str, kept["version"]),
            digest=_a(str, kept["digest"]),
            title=_read_translated(kept["title"]),
            summary=_read_translated(kept["summary"]),
            sources={key: SourceText(*_texts(each)) for key, each in _a(dict, kept["sources"]).items()},
            words={
                kind: {key: _read_translated(each) for key, each in said.items()}
                for kind, said in kept["words"].items()
            },
            layers=tuple(_texts(kept["layers"])),
            file=_a(str, kept["file"]),
            tree=_a(dict, kept["tree"]),
            hashed=_a(dict, kept["hashed"]),
            leaves={_a(str, path): (value, _read_origin(origin)) for path, value, origin in kept["leaves"]},
            removed={path: _read_origin(origin) for path, origin in kept["removed"].items()},
            spoken={_a(str, path): _a(str, said) for path, said in kept["spoken"].items()},
            rulesets_with_contract=rulesets_with_contract,
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _has_all_hashed(tree: Any, hashed: Any) -> bool:
    """Check whether a tree contains all that is hashed."""
    if isinstance(hashed, dict):
        return isinstance(tree, dict) and all(key in tree and _has_all_hashed(tree[key], hashed[key]) for key in hashed)
    if isinstance(hashed, list):
        return isinstance(tree, list) and len(tree) == len(hashed) and all(map(_has_all_hashed, tree, hashed))
    return type(tree) is type(hashed) and bool(tree == hashed)


def _a(kind: type[_T], value: Any) -> _T:
    if not isinstance(value, kind):
        raise TypeError(kind)
    return value


def _texts(values: Any) -> list[str]:
    return [_a(str, each) for each in _a(list, values)]


def _read_translated(kept: Any) -> Translated:
    (texts,) = _a(list, kept)
    return Translated(tuple((_a(str, lang), _a(str, text)) for lang, text in _a(list, texts)))


def _read_origin(kept: Any) -> Origin:
    file, line, column, layer, source, why = kept
    if not (type(file) is type(layer) is type(source) is str and type(line) is type(column) is int):
        raise TypeError(kept)
    return Origin(file, line, column, layer, source, _read_translated(why) if why else None)
