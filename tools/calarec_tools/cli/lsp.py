"""`calarec lsp`: the language server, for editors, on standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.wording.language import Words
from calarec_tools.cli.declare import Command, Option
from calarec_tools.output.files.streams import CLEAN, RefusalError

if TYPE_CHECKING:
    from calarec_tools.output.files.streams import Output

_NO_EXTRA: Final = Words("editors are served with the extra `editor`: `pip install 'calarec[editor]'`.")


def run_lsp(out: Output, *, stdio: bool) -> int:  # noqa: ARG001 - editors ask for what is the only way
    """Serve an editor until it disconnects."""
    from importlib.util import find_spec

    if find_spec("pygls") is None:
        raise RefusalError(_NO_EXTRA)
    from calarec_tools.desk.editor.server import serve_editor

    serve_editor(out.lang)
    return CLEAN


DECLARED = Command(
    run_lsp,
    options=(
        Option(
            "stdio",
            ("--stdio",),
            Words("Use standard input and output. This is the only way; some editors ask for it."),
            kind="flag",
        ),
    ),
    example="calarec lsp",
)
