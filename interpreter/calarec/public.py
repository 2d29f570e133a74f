"""The functions of the public API; `import calarec` has them all at its top."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, overload

from calarec.core.base.arguments import wrong_kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.notation.reader import Records
    from calarec.core.notation.source import Source
    from calarec.core.records import Hand
    from calarec.record_judge.session import RecordJudge


def load_rules(rules: str | os.PathLike[str]) -> Ruleset:
    """Load the ruleset of an id or a path.

    An id is searched in the folders of CALAREC_RULES and among the shipped rulesets. A text with a `/` in it or with
    `.yaml` at its end is a path. RulesetError, with all findings, if it cannot be used; TypeError for anything else.
    """
    from calarec.rule_files.load import load_ruleset as load

    path = os.fspath(rules) if isinstance(rules, str | os.PathLike) else rules
    if not isinstance(path, str):
        raise wrong_kind("rules", "an id or a path as text", rules)
    return load(path)


def read(source: Source, *, encoding: str = "utf-8") -> Records:
    """Read the hands of a record, one after another, each with its findings.

    `source` is a path, `-` for standard input, an open file, or a `Text`. Packed files (gzip; zstd with
    the extra that brings its library) are unpacked on the way. Mistakes in a record are
    findings. An input that cannot be opened, or not be read to its end, raises UnreadableError (an
    OSError) when the iteration comes to that place. TypeError for anything else.
    """
    from calarec.core.notation.reader import Records
    from calarec.core.notation.source import Text

    named = source.text if isinstance(source, Text) else source
    opened = not isinstance(source, Text) and (isinstance(source, os.PathLike) or hasattr(source, "read"))
    if not isinstance(named, str) and not opened:
        raise wrong_kind("source", "a path, an open file or a Text", source)
    if not isinstance(encoding, str):
        raise wrong_kind("encoding", "the name of an encoding", encoding)
    return Records(source, encoding=encoding, strict=True)


@overload
def replay(
    hands: Hand, rules: Ruleset | str | os.PathLike[str] | None = None, *, odds: bool = False, seed: int = 1
) -> Judgement: ...
@overload
def replay(
    hands: Iterable[Hand], rules: Ruleset | str | os.PathLike[str] | None = None, *, odds: bool = False, seed: int = 1
) -> Iterator[Judgement]: ...
def replay(
    hands: Hand | Iterable[Hand],
    rules: Ruleset | str | os.PathLike[str] | None = None,
    *,
    odds: bool = False,
    seed: int = 1,
) -> Judgement | Iterator[Judgement]:
    """Replay hands under a ruleset: their verdicts, points, payments and rules.

    One hand gives one replay; several give an iterator that keeps the running score. Without `rules` each hand is
    replayed under the ruleset that its record names, and NoRulesError (a RulesetError) reports that there is none.
    TypeError for anything that is not a hand. With `odds` an unsettled hand has the odds of its ends, counted, or
    sampled with a `seed`: some seconds for each such hand.
    """
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records import Hand
    from calarec.record_judge.session import RecordJudge

    asked = rules if rules is None or isinstance(rules, Ruleset) else load_rules(rules)
    session = RecordJudge(asked, finds_ends=True, odds_seed=seed if odds else None)
    if isinstance(hands, Hand):
        return session.replay(hands)
    if isinstance(hands, str | bytes) or not isinstance(hands, Iterable):
        raise wrong_kind("hands", "a Hand or several, as `read` gives them", hands)
    return _replay_each(session, hands)


def _replay_each(session: RecordJudge, hands: Iterable[Hand]) -> Iterator[Judgement]:
    from calarec.bulk.wanted_hands import QuickScore
    from calarec.core.notation.reader import Records
    from calarec.core.records import Hand

    replay_hand = QuickScore(session).replay if isinstance(hands, Records) else session.replay
    for hand in hands:
        if not isinstance(hand, Hand):
            raise wrong_kind("each of the hands", "a Hand", hand)
        yield replay_hand(hand)
