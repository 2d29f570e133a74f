"""One file after the other, as commands over collections take them: what cannot be used is said and passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from calarec.judge.session import NoRulesError
from calarec_tools.cli.ruleset import no_rules
from calarec_tools.runs.apply_fixes import refusing
from calarec_tools.runs.inputs import find
from calarec_tools.runs.output_files import complain
from calarec_tools.runs.streams import CLEAN, NO_HAND, REFUSED, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Answer = TypeVar("Answer")


class OverFiles:
    """The files that paths mean; `status` says at the end whether all of them could be used."""

    def __init__(self, out: Output, paths: Iterable[str]) -> None:
        self.out = out
        found = find(paths, out)
        self.files = found.files
        self.status = CLEAN
        for refusal in found.missing:
            self._refused(refusal)

    def answers(self, ask: Callable[[str], Iterable[Answer]]) -> Iterator[Answer]:
        """What is answered of each file, in order, as it comes."""
        for file in self.files:
            empty = True
            try:
                with refusing(file):
                    try:
                        for each in ask(file):
                            empty = False
                            yield each
                    except NoRulesError as error:
                        raise no_rules(error) from None
            except RefusalError as refusal:
                self._refused(refusal)
            else:
                if empty:
                    self.out.remark(NO_HAND, file=file)

    def _refused(self, refusal: RefusalError) -> None:
        complain(self.out, refusal)
        self.status = REFUSED
