"""Any record is judged, the fast way and the explaining way alike; what is spoilt spoils only what it touches."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from calarec.bulk.filter import Unruled, Verifier
from calarec.bulk.running import Passed
from calarec.core.judge.json import as_json
from calarec.core.notation.hand_reader import HandReader
from calarec.core.notation.preamble import PreambleBuilder
from calarec.core.notation.reader import parse_records
from calarec.core.notation.source import Text, read_chunks
from calarec.record_judge.session import NoRulesError, RecordJudge
from tests.bulk.damage import damaged
from tests.fuzz.commands import called
from tests.fuzz.materials import evening, mangled, record, records
from tests.fuzz.target import Drawn, Target
from tests.judge.damage import damaged_lines as local
from tests.judge.damage.money_sums import adds_up, lie_once

if TYPE_CHECKING:
    from random import Random

    from calarec.core.judge.judgement import Judgement


def draw(rng: Random) -> Drawn:
    """An evening in which lines are changed, or a record, spoilt."""
    if rng.random() < 0.6:
        text = evening(rng)
        for _ in range(rng.randint(1, 3)):
            text = damaged(text, rng, every=rng.randint(1, 3))
        return Drawn(text)
    return Drawn(mangled(record(rng), rng, records()))


def hold(drawn: Drawn) -> None:
    """Judge each hand both ways; then compare what `replay` prints."""
    session = RecordJudge()
    explained: list[Judgement | None] = []
    for hand in parse_records(drawn.text, "x.cal"):
        try:
            explained.append(session.replay(hand))
        except NoRulesError:
            explained.append(None)
    for judged in explained:
        if judged is not None:
            _told(judged)
    verifier = Verifier(HandReader("x.cal", PreambleBuilder("x.cal")), RecordJudge())
    found = list(verifier.verify(read_chunks(Text(drawn.text, "x.cal"), "utf-8", [])))
    assert len(found) == len(explained)
    for fast, slow in zip(found, explained, strict=True):
        _same(fast, slow)


def _told(judged: Judgement) -> None:
    adds_up(judged)
    lie_once(judged)
    json.dumps(as_json(judged), ensure_ascii=True)
    for one in judged.findings:
        assert one.span.line >= 1, one
        assert one.span.column >= 1, one
        for lang in ("en", "it"):
            assert one.message(lang), one
            one.help(lang)
    if judged.account is not None:
        assert sum(judged.account.payments) == 0


def _same(fast: Passed | Judgement | Unruled, slow: Judgement | None) -> None:
    if isinstance(fast, Unruled) or slow is None:
        assert isinstance(fast, Unruled)
        assert slow is None
    elif isinstance(fast, Passed):
        assert fast.notes == slow.findings
        assert (slow.verdict, slow.knowledge) == ("legal", "complete")
        assert slow.account is not None
        assert slow.totals is not None
        assert fast.payments == slow.account.payments
        assert fast.totals == tuple(slow.totals.values())
        assert fast.stated == slow.stated
    else:
        assert fast.findings == slow.findings
        assert (fast.verdict, fast.totals, fast.standing) == (slow.verdict, slow.totals, slow.standing)


def draw_told(rng: Random) -> Drawn:
    """A damaged record and how it is asked for."""
    steps = ("", "deal", "auction", "exchange", "1", "5", "12", "99")
    return Drawn(draw(rng).text, (rng.choice(("", *"ABCDZ")), rng.choice(steps), rng.choice(("en", "it"))))


def hold_told(drawn: Drawn) -> None:
    """Print a report and JSON, for all or for one seat, whole or up to a step."""
    view, until, lang = (str(each) for each in drawn.more)
    words = ["replay", "-", "--lang", lang]
    words += [f"--view={view}"] if view else []
    words += [f"--until={until}"] if until else []
    ends = [called([*words, *more], drawn.raw) for more in ((), ("--json",))]
    assert {ended.status for ended in ends} <= {0, 1, 2}
    for line in ends[1].out.decode().splitlines():
        json.loads(line)
    for ended in ends:
        said = (ended.out + ended.err).decode()
        assert not [each for each in said if not each.isprintable() and each != "\n"]


def draw_local(rng: Random) -> Drawn:
    """A line in the place of one of two evenings."""
    rules = rng.choice(local.RULES)
    lines = local.evenings(rules).rstrip("\n").split("\n")
    at = rng.choice([number for number, line in enumerate(lines, 1) if line])
    line = rng.choice(local.WAYS)(lines[at - 1], rng)
    if rng.random() < 0.5:
        line = mangled(lines[at - 1], rng, records(), times=2).replace("\n", " ").replace("\r", " ")
    return Drawn(line, (rules, at))


def hold_local(drawn: Drawn) -> None:
    """Findings in what the line touches alone, and every other ruling the same to the byte."""
    rules, at = str(drawn.more[0]), int(drawn.more[1])
    if re.split("[ ;]", drawn.text.lstrip())[0] in ("hand", "cal", "end", "match", "rules", "seat", "carried"):
        return  # a line that is none of these becomes one: what it then says, it says
    local.hold(rules, at, drawn.text)


JUDGED = Target(
    "judged",
    "Any record is judged without a traceback; payments sum to zero, no account has more or fewer points than the "
    "pack, no card lies in two places; the fast way and the explaining way say the same of every hand.",
    draw,
    hold,
    25,
)
TOLD = Target(
    "told",
    "`replay` tells any record, for any seat, up to any step, in both languages, as text and as JSON: no traceback, a "
    "status of 0, 1 or 2, JSON that can be read, and no control character.",
    draw_told,
    hold_told,
    14,
)
LOCAL = Target(
    "local",
    "One line of text never damages the findings or the rulings of hands that it does not touch.",
    draw_local,
    hold_local,
    40,
)
