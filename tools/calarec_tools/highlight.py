"""A Pygments lexer for records, `cal`, for documentation and editors."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from calarec.core.notation.expectations import fixed_words
from calarec.core.notation.keywords import VERBS

_VERBS = "|".join(sorted(VERBS, key=len, reverse=True))
_KEYWORDS = "|".join(fixed_words())


class CalLexer(RegexLexer):
    """Colours keywords, seats, cards, bids, numbers and comments by their shape."""

    name = "calarec record"
    aliases: ClassVar = ["cal", "calarec"]
    filenames: ClassVar = ["*.cal"]
    mimetypes: ClassVar = ["text/x-cal"]
    version_added = ""

    tokens: ClassVar = {
        "root": [
            (r"\s+", Whitespace),
            (r";.*", Comment.Single),
            (rf"({_VERBS})(?=[\s;]|$)", Keyword, "line"),
            (r"x-[a-z0-9-]+(?=[\s;]|$)", Keyword.Pseudo, "line"),
            (r"[0-9]+(?=\s)", Number.Integer, "line"),
            (r"[^\s;]+", Error, "line"),
        ],
        "line": [
            (r"\n", Whitespace, "#pop"),
            (r"[^\S\n]+", Whitespace),
            (r";.*", Comment.Single),
            (r'("(?:[^"\\\n]|\\.)*")(:)', bygroups(String.Double, Punctuation)),  # type: ignore[no-untyped-call]
            (r'"(?:[^"\\\n]|\\.)*"', String.Double),
            (r"([A-Z](?:\+[A-Z])*)(:)", bygroups(Name.Entity, Punctuation)),  # type: ignore[no-untyped-call]
            (r"[A-Z](?=[\s;]|$)", Name.Entity),
            (r"([0-9A-Z_][a-z_])([!?]{0,2})(?=[\s;]|$)", bygroups(Name.Constant, Operator)),  # type: ignore[no-untyped-call]
            (rf"({_KEYWORDS})(?=[\s;]|$)", Keyword.Reserved),
            (r"[0-9]{4}-[0-9]{2}-[0-9]{2}\S*", Number),
            (r"[+-]?[0-9]+p?(?=[\s;]|$)", Number.Integer),
            (r"sha256:[0-9a-f]+|[a-z]+:[0-9a-f]{12,}", Number.Hex),
            (r"[a-z0-9][a-z0-9-]*@[0-9.]+", Name.Namespace),
            (r"[a-z][a-z0-9-]*(?=[\s;]|$)", Name.Function),
            (r">", Operator),
            (r"\S", Text),
        ],
    }
