"""`calarec rules freeze`: a ruleset and all that it extends in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from calarec_tools.cli.output import CLEAN
from calarec_tools.rules.opening import FaultyError, opened

if TYPE_CHECKING:
    from calarec_tools.cli.output import Output


def run(out: Output, *, rules: str, output: str | None) -> int:
    """Writes the flat file; it is proved before to be the same ruleset."""
    from calarec.rulesets.compose import compose
    from calarec.rulesets.freeze import freeze
    from calarec.rulesets.lint.style import known_words
    from calarec.rulesets.vocabulary import MechanismVocabulary

    try:
        ruleset = opened(out, rules)
    except FaultyError as error:
        return error.status
    vocabulary = MechanismVocabulary()
    text = freeze(compose(rules, vocabulary), vocabulary, named=known_words(ruleset.rules))
    if output is None or output == "-":
        out.write(text)
    else:
        Path(output).write_text(text, encoding="utf-8", newline="\n")
    return CLEAN
