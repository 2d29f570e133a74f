"""`calarec identify`: find the ruleset of a record, and reasons against others."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.escapes import to_json_line
from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.cells import cells, visible
from calarec.core.wording.language import Phrase, Words
from calarec.core.wording.sources import rule_place
from calarec.rule_files.locate import ENDING, is_id, known_ids, rule_folders
from calarec_tools.archive.candidates import TogetherSaid, identify_evenings
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.kept_classes import keep_in_parts
from calarec_tools.archive.runs.shards import Shard
from calarec_tools.archive.runs.workers import useful_workers
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.over_files import OverFiles, ShownHow
from calarec_tools.cli.parameters import CREW, JSON, PATHS
from calarec_tools.cli.ruleset import named_ruleset
from calarec_tools.output.files.inputs import STDIN, size_of_files
from calarec_tools.output.files.streams import CLEAN, FINDINGS, REFUSED, Output, RefusalError
from calarec_tools.output.report.page import Page, cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.wording.language import Language
    from calarec.rulebook.comparison import Leaf
    from calarec_tools.archive.candidates import (
        HandAgainst,
        Identification,
        RulesEvidence,
        RulesOnTrial,
        SeparatingRule,
    )

FORMAT: Final = "calarec-identify/1"
_BYTES_PER_PROCESS: Final = 1 << 15
"""Bytes of records for each process: all candidates judge every hand."""
_THOROUGH: Final = 10
"""The number of files, and of evenings in each, that count for hopeless candidates.

They are enough to tell people about candidates that do not fit; evenings after them only say which fits.
"""
_MAX_EXPLAINED_CANDIDATES: Final = 5
"""The number of candidates that are explained; the others are named."""

_NO_FOLDER: Final = Words("`{folder}`: there is no ruleset in this folder (a file ending in .yaml).")
_TITLE: Final = Words("{file}, line {line}: {hands}")
_HANDS: Final = Words("hand|hands")
_ALL: Final = Words("All {evenings} together: {hands}")
_EVENINGS: Final = Words("evening|evenings")
_FITS: Final = Words("{id} fits: every hand is legal and true.")
_NEAREST: Final = Words("No ruleset fits. {id} comes nearest, with {right} of {tried} in order.")
_NONE_IS_NEAR: Final = Words("No ruleset fits: under each of them, no hand is in order. Under {id}:")
_NOTHING: Final = Words("None of these hands can be judged, so they do not show which rules were in force.")
_ALSO: Final = Words("These hands cannot tell it apart from: {ids}.")
_AGAINST: Final = Words("{id}: {right} of {tried} in order{more}.")
_NOT_ALL: Final = Words("; then it was given up")
_SHOWN: Final = Words("hand {hand}, line {line}: {code} {said}")
_SHOWN_IN: Final = Words("{file}, hand {hand}, line {line}: {code} {said}")
_DIFFER: Final = Words("{rule}: {value} ({place}); {other_rule} of {best}: {other} ({other_place})")
_DIFFER_ONE: Final = Words("{rule}: {value} ({place}); {best} has no such rule")
_DIFFER_OTHER: Final = Words("there is no {rule}; {best}: {other} ({other_place})")
_SLIPS: Final = Words("If these are typos: `calarec repair FILE --rules {id}` shows what may have been meant.")
_OTHERS: Final = Words("Further from it: {ids}.")
_FILE: Final = Words("File")
_PLACE: Final = Words("Line")
_COUNT: Final = Words("Hands")
_RULES: Final = Words("Rules")
_ALIKE: Final = Words("Not distinguished from it")
_UNTOLD: Final = Words("nothing tells")
_UNFIT: Final = Words("none ({id}: {right} of {tried})")
_UNFIT_BY_FAR: Final = Words("none")


def run_identify(
    out: Output,
    *,
    paths: tuple[str, ...],
    rules: tuple[str, ...],
    all_: bool,
    jobs: int,
    scheduler: str | None,
    parts: str | None,
    json: bool,
) -> int:
    """Report for each evening which rulesets fit; status 1 if none fits one of them."""
    rulesets = _asked_candidates(rules)
    over = OverFiles(out, paths)
    if not over.files:
        return REFUSED
    status = CLEAN
    told: list[ToldEvening] = []
    together = TogetherSaid(rulesets)
    shows = ShownHow(out.lang, out.width, out.has_colour, json=json)
    thorough = None if json else frozenset(over.files[:_THOROUGH])
    alone = len(over.files) == 1
    ask = partial(_of_shard, rulesets=tuple(rulesets), every=all_, shows=shows, alone=alone, thorough=thorough)
    with crew(jobs, scheduler, parts, useful=useful_workers(size_of_files(over.files), _BYTES_PER_PROCESS)) as who:
        hands_in = None if json else _count_hands
        for answer in over.answers_of_runs(ask, who, hands_in=hands_in):
            status = status if answer.fits else FINDINGS
            if answer.said:
                together.add_evening_evidence(answer.hands, answer.said)
            if json:
                out.write_line(answer.told)
            else:
                told.append(answer._replace(said=()))
    if len(told) == 1 and not told[0].told and STDIN not in over.files:
        # It is the only one of several files: it is asked once more, to be told as if it were alone.
        told = list(_of_shard(Shard(told[0].file), rulesets=tuple(rulesets), every=all_, shows=shows, alone=True))
    several = together.found.evenings > 1
    if several and json:
        out.write_line(to_json_line(identification_data(together.found.with_ranked_candidates(), out.lang)))
    elif several:
        out.write(_identified_text(shows, together.found.with_ranked_candidates()) + "\n")
    if len(told) == 1 and told[0].told:
        out.write(told[0].told)
    elif told:
        _print_table(out, told)
    return over.status or status


def _count_hands(evening: ToldEvening) -> int:
    return evening.hands


class ToldEvening(NamedTuple):
    """The report on one evening.

    `told` is its JSON, or the full text if it is the only evening.
    """

    file: str
    line: int
    hands: int
    fits: bool
    answer: Words | str
    alike: str
    told: str = ""
    said: tuple[RulesEvidence, ...] = ()
    """The evidence of its hands for each candidate; empty for the only evening."""


keep_in_parts(ToldEvening)


def _of_shard(
    shard: Shard,
    *,
    rulesets: tuple[Ruleset, ...],
    every: bool,
    shows: ShownHow,
    alone: bool,
    thorough: frozenset[str] | None = None,
) -> Iterator[ToldEvening]:
    """The unit of work.

    `thorough` has the files whose first evenings are judged until candidates are given up; None: all evenings.
    """
    evenings = None if thorough is None else _THOROUGH if shard.file in thorough else 0
    answers = list(identify_evenings(shard, rulesets, every=every, thorough=evenings))
    alone = alone and shard.first and shard.last and len(answers) == 1
    for answer in answers:
        text = ""
        if shows.json:
            text = to_json_line(identification_data(answer, shows.lang))
        elif alone:
            text = _identified_text(shows, answer)
        alike = _ids(answer.undecided_candidates)
        said = () if alone else answer.said_of(rulesets)
        yield ToldEvening(
            answer.file,
            answer.line,
            answer.hands,
            answer.best_candidate.is_fitting,
            _answer_sentence(answer),
            alike,
            text,
            said,
        )


def _asked_candidates(asked: Sequence[str]) -> list[Ruleset]:
    """Return the rulesets named or in named folders; otherwise all that have an id."""
    if not asked:
        return [named_ruleset(each) for each in known_ids(rule_folders())]
    found: dict[str, None] = {}
    for each in asked:
        if not os.path.isdir(each):  # noqa: PTH112
            found[each] = None
            continue
        names = sorted(name for name in os.listdir(each) if name.endswith(ENDING) and is_id(name[: -len(ENDING)]))  # noqa: PTH208
        if not names:
            raise RefusalError(_NO_FOLDER, folder=each)
        found |= dict.fromkeys(os.path.join(each, name) for name in names)  # noqa: PTH118
    return [named_ruleset(each) for each in found]


# ---------------------------------------------------------------------- told to people


def _identified_text(shows: ShownHow, found: Identification) -> str:
    return "\n".join(_evening_page(Page(shows.lang, width=shows.width, colour=shows.colour), found).lines) + "\n"


def _evening_page(page: Page, found: Identification) -> Page:
    best = found.best_candidate
    title = _TITLE.with_values(file=visible(found.file), line=found.line, hands=_count_of_hands(found.hands))
    if found.evenings > 1:
        title = _ALL.with_values(
            evenings=Phrase("figures", found.evenings, _EVENINGS), hands=_count_of_hands(found.hands)
        )
    page.print_spans([(page.localized_text(title), "strong")], indent=0)
    if best.is_fitting:
        page.print_sentence(_FITS, id=best.ruleset.id)
    elif best.said.tried:
        right = _count_right_hands(best)
        page.print_sentence(
            _NEAREST if right else _NONE_IS_NEAR,
            id=best.ruleset.id, right=right, tried=_count_of_hands(best.said.tried),
        )  # fmt: skip
        for shown in best.said.against:
            _print_shown_hand(page, found, shown)
        if right >= len(best.said.wrong):
            page.print_sentence(_SLIPS, id=best.ruleset.id)
    else:
        page.print_sentence(_NOTHING)
        return page
    alike = found.undecided_candidates
    if alike:
        page.fit_spans(page.filled_spans(_ALSO, ids=_ids(alike)))
    others = [candidate for candidate in found.candidates[1:] if candidate not in alike]
    for other in others[:_MAX_EXPLAINED_CANDIDATES]:
        _print_objections(page, found, other)
    if others[_MAX_EXPLAINED_CANDIDATES:]:
        page.blank()
        page.fit_spans(page.filled_spans(_OTHERS, ids=_ids(others[_MAX_EXPLAINED_CANDIDATES:])))
    return page


def _print_objections(page: Page, found: Identification, candidate: RulesOnTrial) -> None:
    """Print the hands against a candidate, and the rule that separates it."""
    page.blank()
    more = _NOT_ALL if candidate.said.given_up else ""
    page.print_sentence(
        _AGAINST, id=candidate.ruleset.id, right=_count_right_hands(candidate),
        tried=_count_of_hands(candidate.said.tried), more=more
    )  # fmt: skip
    apart = found.separating(candidate)
    if apart is None:
        return
    _print_shown_hand(page, found, apart.shown)
    if apart.difference is not None:
        page.print_sentence(_differing_rules_words(apart, found.best_candidate.ruleset.id), indent=4)


def _print_shown_hand(page: Page, found: Identification, shown: HandAgainst) -> None:
    """Print a hand that does not fit, and the finding."""
    page.print_sentence(
        _SHOWN if found.file else _SHOWN_IN, indent=4, file=visible(shown.hand.file), hand=visible(shown.hand.name),
        line=shown.hand.line, code=shown.finding.code, said=visible(shown.finding.message(page.lang)),
    )  # fmt: skip


def _differing_rules_words(apart: SeparatingRule, best: str) -> Words:
    assert apart.difference is not None
    own, other = apart.difference.left, apart.difference.right
    values = [_rule_value_text(value) for value in apart.difference.both_values]
    if own is None:
        assert other is not None
        return _DIFFER_OTHER.with_values(rule=other.path, best=best, other=values[1], other_place=_leaf_place(other))
    if other is None:
        return _DIFFER_ONE.with_values(rule=own.path, value=values[0], place=_leaf_place(own), best=best)
    return _DIFFER.with_values(
        rule=own.path, value=values[0], place=_leaf_place(own), other_rule=other.path, best=best, other=values[1],
        other_place=_leaf_place(other),
    )  # fmt: skip


def _rule_value_text(value: Any) -> str:
    from calarec.rule_files.writing import flow_text

    return flow_text(value)


def _leaf_place(leaf: Leaf) -> str:
    return rule_place(str(leaf.origin)) or leaf.origin.source


def _count_of_hands(count: int) -> Phrase:
    return Phrase("figures", count, _HANDS)


def _count_right_hands(candidate: RulesOnTrial) -> int:
    return candidate.said.tried - len(candidate.said.wrong)


def _ids(candidates: Sequence[RulesOnTrial]) -> str:
    return ", ".join(candidate.ruleset.id for candidate in candidates)


def _print_table(out: Output, told: Sequence[ToldEvening]) -> None:
    """Print a line for each evening; if that is too long, common parts are below it."""
    page = Page(out.lang, width=out.width, colour=out.has_colour)
    head = [page.localized_text(each) for each in (_FILE, _PLACE, _COUNT, _RULES, _ALIKE)]
    rows = [
        [
            visible(evening.file), str(evening.line), str(evening.hands), page.localized_text(evening.answer),
            evening.alike,
        ]
        for evening in told
    ]  # fmt: skip
    widest = max(12, page.room // 3)
    rows = [[cut(row[0], widest), *row[1:]] for row in rows]
    wide = [max(cells(row[place]) for row in (head, *rows)) for place in range(4)]
    for number, row in enumerate((head, *rows)):
        start = "  ".join(cell + " " * (room - cells(cell)) for cell, room in zip(row, wide, strict=False))
        last = row[4]
        if cells(start) + 2 + cells(last) <= page.room:
            page.print_row([(f"{start}  {last}", "" if number else "strong")])
            continue
        page.print_row([(start, "" if number else "strong")])
        if number:
            page.fit_spans([(last, "")], indent=4)
    out.write("\n".join(page.lines) + "\n")


def _answer_sentence(found: Identification) -> Words | str:
    best = found.best_candidate
    if best.is_fitting:
        return best.ruleset.id
    if not best.said.tried:
        return _UNTOLD
    right = _count_right_hands(best)
    return _UNFIT.with_values(id=best.ruleset.id, right=right, tried=best.said.tried) if right else _UNFIT_BY_FAR


# ---------------------------------------------------------------------- for programs


def identification_data(found: Identification, lang: Language) -> dict[str, Any]:
    """An evening's answer as plain data."""
    return {
        "format": FORMAT,
        "file": found.file,
        "line": found.line,
        "hands": found.hands,
        **({"evenings": found.evenings} if found.evenings > 1 else {}),
        "candidates": [_candidate(found, candidate, lang) for candidate in found.candidates],
        "undecided": [undecided_candidate.ruleset.id for undecided_candidate in found.undecided_candidates],
    }


def _candidate(found: Identification, candidate: RulesOnTrial, lang: Language) -> dict[str, Any]:
    ruleset = candidate.ruleset
    apart = found.separating(candidate) if candidate is not found.best_candidate else None
    own = candidate.said.against
    rows = [_objection_data(found, each, lang) for each in own if apart is None or each is not apart.shown]
    if apart is not None:
        first = _objection_data(found, apart.shown, lang)
        if apart.difference is not None:
            first["apart"] = {"own": _leaf_data(apart.difference.left), "best": _leaf_data(apart.difference.right)}
        rows.insert(0, first)
    return {
        "rules": ruleset.identity,
        "fits": candidate.is_fitting,
        "tried": candidate.said.tried,
        "legal": candidate.said.legal,
        "true": candidate.said.true,
        "false": candidate.said.false,
        "right": _count_right_hands(candidate),
        "against": rows,
    }


def _objection_data(found: Identification, shown: HandAgainst, lang: Language) -> dict[str, Any]:
    finding = shown.finding
    return {
        **({} if found.file else {"file": shown.hand.file}),
        "hand": shown.hand.name,
        "line": shown.hand.line,
        "code": finding.code,
        "rule": finding.rule.path if finding.rule else "",
        "at": finding.rule.at if finding.rule else "",
        "says": finding.message(lang),
    }


def _leaf_data(leaf: Leaf | None) -> dict[str, Any] | None:
    return None if leaf is None else {"rule": leaf.path, "value": leaf.value, "at": str(leaf.origin)}


DECLARED = Command(
    run_identify,
    arguments=(PATHS,),
    options=(
        Option(
            "rules",
            ("--rules", "-r"),
            Words("A candidate: an id, a path or a folder of rule files. Repeatable."),
            usual=Words("all rulesets"),
            many=True,
            metavar="CANDIDATE",
            complete="rulesets",
        ),
        Option(
            "all_",
            ("--all",),
            Words("Continue with candidates that twenty hands contradict."),
            kind="flag",
        ),
        *CREW,
        JSON,
    ),
    example="calarec identify notebook.cal",
    paged=True,
    late=True,
)
