"""One spelling for each rule: limits move to the older key for one number.

`tricks: {at_least: 2}` becomes `tricks_at_least: 2`, as `6p` becomes 18: so a rule has one digest, however it was
written. If a file states both, both hold, and both stay.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.rule_files.tree import BareNumbers, Node, Path, StatedLimit, from_plain, rewrite_tree
from calarec.rule_files.units import units_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.rule_files.units import Units

_LIMITS: Final = ("at_least", "at_most", "above", "below")


class _OlderKeys(NamedTuple):
    """The older keys of a figure, each with one limit; empty: there is none."""

    at_least: str = ""
    below: str = ""
    at_most: str = ""


_CONDITION_KEYS: Final[Mapping[str, _OlderKeys]] = {
    "tricks": _OlderKeys(at_least="tricks_at_least"),
    "trick_points": _OlderKeys(below="card_points_in_tricks_below"),
    "card_points": _OlderKeys(below="card_points_below"),
    "points": _OlderKeys(below="points_below"),
    "counted": _OlderKeys(),
}
_WON_IF_KEYS: Final[Mapping[str, _OlderKeys]] = {
    **dict.fromkeys(_CONDITION_KEYS, _OlderKeys()),
    "counted": _OlderKeys(at_least="points_at_least", at_most="points_at_most"),
}
_OPPONENT_KEYS: Final[Mapping[str, _OlderKeys]] = dict.fromkeys(("tricks", "trick_points", "card_points"), _OlderKeys())
_LEAD_KEYS: Final[Mapping[str, _OlderKeys]] = {"trick": _OlderKeys()}
_SECTIONS: Final = ("settle", "all_pass")


def to_one_spelling(found: BareNumbers) -> BareNumbers:
    """The tree with every limit under the key that the digest knows it by."""
    spelt, units = dict(found.spelt), units_in(found.root)
    stated_limits: dict[Path, StatedLimit] = {}

    def change(path: Path, node: Node) -> Node:
        if isinstance(node.value, dict):
            for key, older in _keys_at(path).items():
                node = _respell_limits(node, key, older, path, spelt, stated_limits, units)
        return node

    root = found.root
    sections: dict[str, Node] = {
        name: rewrite_tree(root.entries[name], change, (name,))
        for name in (*_SECTIONS, "contracts", "play") if name in root.entries
    }  # fmt: skip
    if not sections or not isinstance(root.value, dict):
        return found
    return found._replace(root=root._replace(value={**root.value, **sections}), spelt=spelt, limits=stated_limits)


def split_condition_lists(root: Node) -> Node:
    """The tree with the first of a list as `when` and the others as `also`."""

    def split_list(_: Path, node: Node) -> Node:
        stated = node.entries.get("when") if isinstance(node.value, dict) else None
        if stated is None or not isinstance(stated.value, list):
            return node
        also = node.entries.get("also")
        first, *rest = stated.value or [from_plain({})]
        if also is not None and isinstance(also.value, list):
            rest += also.value
        entries = dict(node.entries) | {"when": first._replace(key_span=stated.key_span)}
        return node._replace(value=entries | {"also": (also or from_plain([]))._replace(value=rest)})

    entries = {
        name: rewrite_tree(section, split_list, (name,)) if name in _SECTIONS else section
        for name, section in root.entries.items()
    }
    return root if all(map(is_, entries.values(), root.entries.values())) else root._replace(value=entries)


def _keys_at(path: Path) -> Mapping[str, _OlderKeys]:
    """The figures of a condition at a path, with their older keys; else nothing."""
    if path[:2] == ("play", "leads") and path[-1] == "when":
        return _LEAD_KEYS
    if path[-1] == "won_if" and (path[0] == "contracts" or len(path) == _SETTLE_LENGTH):
        return _WON_IF_KEYS
    if len(path) > _TABLE_LENGTH and path[1] == "each" and _is_in_condition_list(path):
        return _OPPONENT_KEYS
    return _CONDITION_KEYS if _is_condition(path) else {}


_SETTLE_LENGTH: Final = 2
_TABLE_LENGTH: Final = 3


def _is_condition(path: Path) -> bool:
    return len(path) > _TABLE_LENGTH and path[1] == "bonus" and _is_in_condition_list(path)


def _is_in_condition_list(path: Path) -> bool:
    return path[3] in ("when", "also") and (path[-1] == "when" or path[-2] in ("also", "one_of"))


def _respell_limits(
    node: Node,
    key: str,
    older: _OlderKeys,
    path: Path,
    spelt: dict[Path, str],
    stated_limits: dict[Path, StatedLimit],
    units: Units,
) -> Node:
    """Respell the limits of one figure for the digest; a written unit stays."""
    stated = node.entries.get(key)
    if stated is None or not isinstance(stated.value, dict):
        return node
    limits = {name: entry for name, entry in stated.entries.items() if entry.value is not None}
    if not limits or not all(name in _LIMITS and type(limit.value) is int for name, limit in limits.items()):
        return node  # what is wrong with it is reported at its place
    low, high = _tightest(limits, "at_least", "above", 1), _tightest(limits, "at_most", "below", -1)
    written = {name: spelt.pop((*path, key, name), "") for name in limits}
    entries, texts = dict(node.entries), dict[Path, Node]()
    if low is not None and high is not None and low.value == high.value:
        entries[key] = low._replace(key_span=stated.key_span)
        texts[(*path, key)] = low
    elif _can_use_older_keys(node, older, low, high):
        entries[key] = from_plain(None)
        named = {older.at_least: low, older.at_most: high}
        older_limits = {name: limit for name, limit in named.items() if limit is not None}
        entries |= older_limits
        texts |= {(*path, name): limit for name, limit in older_limits.items()}
    elif high is not None and low is None and _is_free(node, older.below):
        assert isinstance(high.value, int)
        entries[older.below] = high._replace(value=high.value + 1)
        entries[key] = from_plain(None)
        texts[(*path, older.below)] = entries[older.below]
    else:
        kept: dict[str, Node] = {name: from_plain(None) for name in stated.entries}
        kept |= {name: each for name, each in (("at_least", low), ("at_most", high)) if each is not None}
        entries[key] = stated._replace(value=kept)
        texts |= {(*path, key, name): kept[name] for name in ("at_least", "at_most") if kept[name].value is not None}
    if any(written.values()):
        spelt |= {path: units.format_number(int(str(text.value)), "points") for path, text in texts.items()}
    as_stated = {limit.span: StatedLimit((*path, key, name), int(str(limit.value))) for name, limit in limits.items()}
    stated_limits |= {at: as_stated[text.span] for at, text in texts.items()}
    return node._replace(value=entries)


def _can_use_older_keys(node: Node, older: _OlderKeys, low: Node | None, high: Node | None) -> bool:
    """Check whether older keys with inclusive limits can state these."""
    return (
        (low is not None or high is not None)
        and (low is None or (low.value != 0 and _is_free(node, older.at_least)))
        and (high is None or _is_free(node, older.at_most))
    )


def _tightest(limits: Mapping[str, Node], inclusive: str, exclusive: str, step: int) -> Node | None:
    """The tighter of two limits of one direction, as the inclusive one."""
    found = [limits[inclusive]] if inclusive in limits else []
    if exclusive in limits:
        value = limits[exclusive].value
        assert isinstance(value, int)
        found.append(limits[exclusive]._replace(value=value + step))
    return max(found, key=lambda each: step * int(str(each.value)), default=None)


def _is_free(node: Node, key: str) -> bool:
    return bool(key) and (key not in node.entries or node.entries[key].value is None)
