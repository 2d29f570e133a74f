"""Files of the user, opened in the page as records."""

from __future__ import annotations

import sys
from base64 import b64decode
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any, Final

from calarec_tools.cli.convert import run_convert
from calarec_tools.desk.calls.files import NotACallError, RulesId, as_file, language_of, without_folder
from calarec_tools.output.files.output_files import read_all_bytes
from calarec_tools.output.files.streams import Output

_ENDINGS: Final = (".cal", ".txt")


def open_upload(*, name: str, data: str, rules: RulesId, lang: str) -> dict[str, Any]:
    """Return an uploaded file (base64) as the text of a record, with remarks.

    Other formats are converted.
    """
    out = Output(language_of(lang))
    try:
        raw = b64decode(data)
    except ValueError:
        raise NotACallError("open: data") from None
    with as_file(name, raw) as file:
        if file.removesuffix(".gz").endswith(_ENDINGS):
            return {"text": read_all_bytes(file).decode("utf-8-sig", "replace"), "said": []}
        written = TextIOWrapper(BytesIO(), "utf-8")
        with redirect_stdout(written), redirect_stderr(StringIO()) as said:
            run_convert(
                out, source=file, destination="-", from_=None, to="cal", rules=rules or None, plays=False, encoding=None
            )
            sys.stdout.flush()
        text = written.buffer.getvalue().decode()
        return {"text": text, "said": without_folder(said.getvalue()).splitlines()}
