"""A ruleset as the rest of calarec sees it: identity, rules, and their origins."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple, dataclass, field
from calarec.core.wording.findings import RuleRef
from calarec.core.wording.language import Translated
from calarec.core.wording.sources import cite_by_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from calarec.core.mechanisms.rules import Rules


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text that rules come from."""

    title: str
    by: str = ""
    where: str = ""
    seen: str = ""
    name: str = ""
    """The name that people use."""


def find_no_rulesets(_: str) -> tuple[Ruleset, ...]:
    """The rulesets beside one that was not found among others."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One ruleset, composed and checked against the schema."""

    id: str
    version: str
    digest: str
    """64 hex digits over only the rules; see `calarec.rule_files.digest`."""
    title: Translated
    summary: Translated
    sources: Mapping[str, SourceText]
    words: Mapping[str, Mapping[str, Translated]]
    """The names of things: kind → id → name.

    Kinds are suits, ranks, contracts, words, piles, bonus, faults, steps.
    """
    layers: tuple[str, ...]
    """The ids of the chain of `extends`, this one first."""
    file: str
    tree: Mapping[str, Any]
    """The flat tree as plain data, defaults filled in."""
    hashed: Mapping[str, Any]
    """The part of the tree that the digest covers: without later defaults."""
    leaves: Mapping[str, tuple[Plain, Origin]]
    """Dotted path of every leaf → value and origin."""
    removed: Mapping[str, Origin] = field(default_factory=dict)
    """Dotted path of each rule that the chain removed for good → its remover."""
    spoken: Mapping[str, str] = field(default_factory=dict)
    """Dotted path of each number with parts of a unit → the written number, `1/3p`."""
    rulesets_with_contract: Callable[[str], tuple[Ruleset, ...]] = find_no_rulesets
    """The neighbouring rulesets that have a contract of a name, which is not a typo."""

    def __hash__(self) -> int:
        return hash((self.id, self.version, self.digest))

    def __repr__(self) -> str:
        return f"<Ruleset {self.id} {self.version}, digest {self.digest[:12]}>"

    def _repr_html_(self) -> str | None:
        from calarec.core.base.displays import show_as_html

        return show_as_html(self)

    @cached_property
    def rules(self) -> Rules:
        """The typed model of what the digest names; built when it is first asked for."""
        from calarec.core.mechanisms.rules import build_rules

        return build_rules(self.hashed)

    @property
    def identity(self) -> dict[str, str]:
        """Identify the ruleset as plain data."""
        return {"id": self.id, "version": self.version, "digest": self.digest}

    def ref(self, path: str) -> RuleRef:
        """The rule at a path, with its place and source; for a branch, of its first leaf."""
        if not isinstance(path, str):
            from calarec.core.base.arguments import wrong_kind

            raise wrong_kind("path", "the path of a rule as text", path)
        known = self._known_rules.get(path)
        if known is None:
            origin, known = self.origin(path), RuleRef(path)
            if origin is not None:
                known = RuleRef(path, str(origin), origin.source, cite_by_name(origin.source, self.sources))
            self._known_rules[path] = known
        return known

    @cached_property
    def _known_rules(self) -> dict[str, RuleRef]:
        """The rules that were asked for, by their paths."""
        return {}

    def origin(self, path: str) -> Origin | None:
        """The origin of the rule at a path.

        For a branch, that of its first leaf; for a removed rule, that of its removal.
        """
        found = self.leaves.get(path)
        if found is None:
            found = next((leaf for at, leaf in self.leaves.items() if at.startswith(path + ".")), None)
        return found[1] if found else self.removed.get(path)

    def name(self, kind: str, key: str) -> Translated:
        """The name of a thing; its id where the ruleset gives no name."""
        words = self.words.get(kind, {})
        written, _, amount = key.rpartition("-")
        if key not in words and written in words and kind == "contracts":
            return Translated(tuple((lang, f"{text} {amount}") for lang, text in words[written].texts))
        return words.get(key) or Translated.from_texts(key.replace("-", " "))


Scalar: TypeAlias = str | int | bool | None
Plain: TypeAlias = "Scalar | dict[str, Plain] | list[Plain]"

UNKNOWN: Final = ""


class Origin(NamedTuple):
    """The origin of a node: the place in a file, the layer, the source and the reason.

    The place is that of the key (of the value itself for items of lists). `source` is as written, `"house rule"`,
    `"project default"`, or `""` where nothing is known.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    layer: str = ""
    source: str = UNKNOWN
    why: Translated | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.file else ""
