"""Self-contained pages: the policy allows only their styles and scripts, by hash.

The contents are markup: the caller must escape texts. Data is in a script element of another type, which no text of it
can end.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from calarec_tools.output.pictures.xml import element, text_element

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@cache
def asset(name: str) -> str:
    """The text of a file that goes to a browser as it is."""
    return files("calarec_tools.output.browser").joinpath("assets", name).read_text("utf-8")


def data_block(key: str, data: Any) -> str:
    """Data for the scripts of a page."""
    return "".join(data_block_in_pieces(key, [data_text(data)]))


def data_text(data: Any) -> str:
    """Data as a text for a page.

    No `<` is in it, so no text can close the element or open a comment.
    """
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def data_block_in_pieces(key: str, texts: Iterable[str]) -> Iterator[str]:
    """The same of data whose text is there, in pieces."""
    yield f'<script type="application/json" id="{key}">'
    yield from texts
    yield "</script>"


def document(
    title: str, lang: str, body: Iterable[str], *, styles: Sequence[str], inner: Sequence[str] = (), script: str = ""
) -> str:
    """Return the page; `inner` are the styles within its pictures."""
    return "".join(document_in_pieces(title, lang, body, styles=styles, inner=inner, script=script))


def document_in_pieces(
    title: str, lang: str, body: Iterable[str], *, styles: Sequence[str], inner: Sequence[str] = (), script: str = ""
) -> Iterator[str]:
    """The same in pieces: a page may be long."""
    policy = {
        "default-src": "'none'",
        "style-src": " ".join(map(_hash, dict.fromkeys([*styles, *inner]))),
        **({"script-src": _hash(script)} if script else {}),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    said = "; ".join(f"{name} {value}" for name, value in policy.items())
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{said}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        text_element("title", title),
        *(f"<style>{style}</style>" for style in styles),
    ]
    yield f'<!DOCTYPE html>\n<html lang="{lang}">{element("head", head)}<body>'
    yield from body
    if script:
        yield f'<script type="module">{script}</script>'
    yield "</body></html>\n"


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
