"""The colours of a record."""

from __future__ import annotations

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Error, Keyword, Name, Number, String

from calarec_tools.highlight import CalLexer
from tests.notation import corpus


def test_the_lexer_is_registered() -> None:
    """Documentation finds it by its name."""
    assert isinstance(get_lexer_by_name("cal"), CalLexer)


def test_no_valid_record_has_an_error_token() -> None:
    """And every character of it comes out again."""
    for path in corpus.VALID:
        text = corpus.text(path).replace("\r", "").replace("\ufeff", "")
        tokens = list(CalLexer(stripnl=False, ensurenl=False).get_tokens(text))
        assert "".join(value for _kind, value in tokens) == text
        assert not [value for kind, value in tokens if kind is Error], path.name


def test_the_parts_of_the_sample_have_their_colours() -> None:
    """Verbs, seats, cards, bids, numbers, texts and comments have their colours."""
    text = corpus.text(corpus.HERE / "valid" / "sample.cal")
    kinds = {(kind, value) for kind, value in CalLexer().get_tokens(text)}
    wanted = {
        (Keyword, "deal"),
        (Name.Entity, "B"),
        (Name.Constant, "3b"),
        (Name.Function, "chiamo"),
        (Number.Integer, "12"),
        (Number.Integer, "+2"),
        (String.Double, '"Anna"'),
        (Comment.Single, "; a comment belongs to its line"),
        (Keyword.Reserved, "open"),
    }
    assert wanted <= kinds
