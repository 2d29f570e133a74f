"""`calarec rules freeze`: a ruleset and all that it extends, in one file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Command
from calarec_tools.cli.parameters import ONE_RULESET, OUTPUT
from calarec_tools.cli.rules_opening import FaultyError, open_ruleset
from calarec_tools.output.files.replacing import replace_file
from calarec_tools.output.files.streams import CLEAN, RefusalError

if TYPE_CHECKING:
    from calarec_tools.output.files.streams import Output


_SOURCE: Final = Words("`{file}` is what is frozen, and would be written over; choose another name.")
_THERE: Final = Words("`{file}` is there already and says something else; it is not written over.")


def run_rules_freeze(out: Output, *, rules: str, output: str | None) -> int:
    """Write the flat file, after proving that it is the same ruleset."""
    from calarec.rule_files.compose import compose
    from calarec.rule_files.freeze import freeze_ruleset as flat
    from calarec.rule_files.lint.style import known_words
    from calarec.rule_files.vocabulary import MechanismVocabulary

    try:
        ruleset = open_ruleset(out, rules)
    except FaultyError as error:
        return error.status
    vocabulary = MechanismVocabulary()
    text = flat(compose(rules, vocabulary), vocabulary, named=known_words(ruleset.rules))
    if output is None or output == "-":
        out.write(text)
    else:
        _write_flat_file(text, output, ruleset.file)
    return CLEAN


def _write_flat_file(text: str, output: str, source: str) -> None:
    """Write the file; refuse to overwrite any other content."""

    if Path(output).is_file():
        if Path(output).read_bytes() == text.encode("utf-8"):
            return
        itself = os.path.exists(source) and os.path.samefile(source, output)  # noqa: PTH110, PTH121
        raise RefusalError(_SOURCE if itself else _THERE, file=output)
    replace_file(output, [text])


DECLARED = Command(
    run_rules_freeze,
    arguments=(ONE_RULESET,),
    options=(OUTPUT,),
    example="calarec rules freeze a-due",
)
