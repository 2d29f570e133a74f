"""Commands over collections: a question for each shard, and refused files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from calarec.core.base.frozen import NamedTuple
from calarec.core.wording.language import Words
from calarec.record_judge.session import NoRulesError
from calarec_tools.archive.runs.driver import run_in_order
from calarec_tools.archive.runs.kept_classes import keep_in_parts
from calarec_tools.archive.runs.shards import Shard, evening_shards, whole_shard
from calarec_tools.archive.runs.workers import ALONE, LOST, LostTask
from calarec_tools.output.files.apply_fixes import refusing
from calarec_tools.output.files.inputs import find_inputs, is_read_once
from calarec_tools.output.files.output_files import text_of_any
from calarec_tools.output.files.progress import HANDS_DONE, Progress
from calarec_tools.output.files.streams import NO_HAND, REFUSED, FatalRefusalError, Output, RefusalError, system_refusal
from calarec_tools.output.files.unruled import no_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from calarec.core.wording.language import Language
    from calarec_tools.archive.runs.workers import Crew

Answer = TypeVar("Answer")
_TOLD = Words("{hands:# shard|# shards} done {file}")


class ShownHow(NamedTuple):
    """Display settings for answers that another process writes."""

    lang: Language
    width: int
    colour: bool
    json: bool


class ShardAnswers(NamedTuple):
    """The answers for a shard, and the refusal that ended them."""

    found: tuple[Any, ...]
    refusal: RefusalError | None = None


keep_in_parts(ShardAnswers)


class OverFiles:
    """The files that paths mean; `status` is 2 if some could not be used."""

    def __init__(self, out: Output, paths: Iterable[str]) -> None:
        self.out = out
        found = find_inputs(paths, out)
        self.files = found.files
        self.status = found.status
        self.refused: set[str] = set()
        """Files that could not be used, or not to their end."""

    def answers_of_runs(
        self,
        ask: Callable[[Shard], Iterable[Answer]],
        crew: Crew = ALONE,
        *,
        whole: bool = False,
        files: Sequence[str] | None = None,
        hands_in: Callable[[Answer], int] | None = None,
    ) -> Iterator[Answer]:
        """Yield answers for each run of evenings (`whole`: each file), in order, at once.

        `hands_in` counts the hands of an answer, if nothing is written before the last one: then hands are the progress
        that is shown, and stay shown.
        """
        progress = Progress(self.out.lang, _TOLD if hands_in is None else HANDS_DONE)
        empty = True
        refused = ""
        shards = self._shards(self.files if files is None else files, whole=whole)
        done = run_in_order(shards, partial(answers_of, ask), crew, send=Shard.to_be_sent, bundled=True)
        try:
            for number, (shard, found) in enumerate(done):
                if hands_in is None:
                    progress.show_progress(number, file=shard.file)
                if isinstance(found, LostTask):
                    progress.clear_progress_line()
                    refused = shard.file
                    self._report_refusal(
                        RefusalError(LOST, file=shard.file, line=shard.line, reason=found.reason), shard.file
                    )
                    continue
                if refused == shard.file and not shard.first:
                    continue
                empty = empty and not found.found
                if hands_in is not None:
                    progress.count_hands(sum(map(hands_in, found.found)), shard.file)
                if (found.found and hands_in is None) or found.refusal:
                    progress.clear_progress_line()
                yield from found.found
                if found.refusal is not None:
                    refused = shard.file
                    self._report_refusal(found.refusal, shard.file)
                elif shard.last and empty:
                    progress.clear_progress_line()
                    self.out.remark(NO_HAND, file=shard.file)
                empty = empty or shard.last
        finally:
            progress.clear_progress_line()

    def _shards(self, files: Sequence[str], *, whole: bool) -> Iterator[Shard]:
        for file in files:
            if is_read_once(file):
                try:
                    with refusing(file):
                        yield Shard(file, text=text_of_any(file))
                except RefusalError as refusal:
                    self._report_refusal(refusal, file)
            elif whole:
                yield whole_shard(file)
            else:
                try:
                    yield from evening_shards(file)
                except OSError as error:
                    self._report_refusal(system_refusal(error, file), file)

    def _report_refusal(self, refusal: RefusalError, file: str) -> None:
        self.out.complain(refusal)
        self.status = REFUSED
        self.refused.add(file)


def answers_of(ask: Callable[[Shard], Iterable[Any]], shard: Shard) -> ShardAnswers:
    """The unit of work: everything that is answered of a shard."""
    found: list[Any] = []
    try:
        with refusing(shard.file):
            try:
                found.extend(ask(shard))
            except NoRulesError as error:
                raise no_rules(error) from None
    except FatalRefusalError:
        raise
    except RefusalError as refusal:
        return ShardAnswers(tuple(found), refusal)
    return ShardAnswers(tuple(found))
