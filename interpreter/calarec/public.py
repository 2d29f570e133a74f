"""The functions of the package's public face; `import calarec` has them all at its top."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from calarec.judge.judgement import Judgement
    from calarec.mechanisms.ruleset import Ruleset
    from calarec.notation.reader import Records
    from calarec.notation.source import Source
    from calarec.records import Hand


def load_rules(rules: str | os.PathLike[str]) -> Ruleset:
    """The ruleset of an id, looked for in the folders of CALAREC_RULES and among those shipped, or of a path.

    What has a `/` in it or ends in `.yaml` is a path. RulesetError, with all findings, if it cannot be used.
    """
    from calarec.rulesets.load import load_rules as load

    return load(os.fspath(rules))


def read(source: Source, *, encoding: str = "utf-8") -> Records:
    """The hands of a record, one after another, each with its findings.

    `source` is a path, `-` for standard input, an open file, or a `Text`. Packed files (gzip; zstd with
    the extra that brings its library) are unpacked on the way. What is wrong within a record is said in
    findings. An input that cannot be opened, or not be read to its end, raises UnreadableError (an
    OSError) when the iteration comes to that place.
    """
    from calarec.notation.reader import Records

    return Records(source, encoding=encoding, strict=True)


@overload
def replay(hands: Hand, rules: Ruleset | str | os.PathLike[str] | None = None) -> Judgement: ...
@overload
def replay(hands: Iterable[Hand], rules: Ruleset | str | os.PathLike[str] | None = None) -> Iterator[Judgement]: ...
def replay(
    hands: Hand | Iterable[Hand], rules: Ruleset | str | os.PathLike[str] | None = None
) -> Judgement | Iterator[Judgement]:
    """Replays hands under a ruleset: what was legal, what it was worth, who pays whom, and by which rule.

    One hand gives one replay; several give an iterator that keeps the running score. Without `rules` each
    hand is replayed under the ruleset that its record names, and RulesetError says that there is none.
    """
    from calarec.judge.session import RecordJudge
    from calarec.mechanisms.ruleset import Ruleset
    from calarec.records import Hand

    asked = rules if rules is None or isinstance(rules, Ruleset) else load_rules(rules)
    session = RecordJudge(asked)
    if isinstance(hands, Hand):
        return session.replay(hands)
    return (session.replay(hand) for hand in hands)
