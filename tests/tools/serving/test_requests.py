"""Requests as strangers send them: plainly one that the page makes, or refused."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calarec_tools.desk.serving.messages import BadRequestError, RequestReader, parsed_head

GOOD = b"POST /call/check?page=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2"
BAD = {
    "method": b"PUT / HTTP/1.1\r\nHost: a",
    "version": b"GET / HTTP/1.0\r\nHost: a",
    "absolute": b"GET http://a/ HTTP/1.1\r\nHost: a",
    "space": b"GET /a b HTTP/1.1\r\nHost: a",
    "two hosts": b"GET / HTTP/1.1\r\nHost: a\r\nHost: b",
    "two lengths": GOOD + b"\r\nContent-Length: 3",
    "chunked": GOOD + b"\r\nTransfer-Encoding: chunked",
    "folded": b"GET / HTTP/1.1\r\nHost: a\r\n b",
    "blank before colon": b"GET / HTTP/1.1\r\nHost : a",
    "negative": b"POST / HTTP/1.1\r\nContent-Length: -1",
    "no number": "POST / HTTP/1.1\r\nContent-Length: \u0661".encode(),
    "body of a get": b"GET / HTTP/1.1\r\nContent-Length: 2",
    "many": b"GET / HTTP/1.1" + b"\r\nA: b" * 65,
    "empty": b"",
}


@pytest.mark.parametrize("head", BAD.values(), ids=BAD)
def test_refused(head: bytes) -> None:
    """Unclear requests are refused."""
    with pytest.raises(BadRequestError):
        parsed_head(head)


def test_read() -> None:
    """Two requests in one piece, the second in parts."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(GOOD + b"\r\n\r\n{}" + b"GET /x HTTP/1.1\r\nHost")
        reader = RequestReader(ours)
        first = reader.next_request()
        theirs.sendall(b": a\r\n\r\n")
        second = reader.next_request()
        theirs.close()
        assert reader.next_request() is None
    assert first is not None
    assert second is not None
    assert (first.method, first.path, first.query, first.body) == ("POST", "/call/check", "page=1", b"{}")
    assert (second.method, second.path, second.headers) == ("GET", "/x", {"host": "a"})


def test_too_large() -> None:
    """A body is refused before it is read, a head as soon as it is too long."""
    with pytest.raises(BadRequestError) as refused:
        parsed_head(b"POST / HTTP/1.1\r\nContent-Length: 99999999")
    assert refused.value.status == 413
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"GET / HTTP/1.1\r\nA: " + b"x" * 20_000)
        with pytest.raises(BadRequestError) as refused:
            RequestReader(ours).next_request()
    assert refused.value.status == 413


@given(st.one_of(st.binary(max_size=200), st.sampled_from([GOOD, *BAD.values()]).flatmap(
    lambda head: st.integers(0, max(len(head) - 1, 0)).flatmap(
        lambda at: st.binary(max_size=3).map(lambda new: head[:at] + new + head[at + 1 :])))))  # fmt: skip
def test_any_bytes(head: bytes) -> None:
    """They are a request or refused; what is read holds no line end and has one length."""
    try:
        request, length = parsed_head(head)
    except BadRequestError:
        return
    assert request.path.startswith("/")
    assert not any({"\r", "\n"} & set(each) for each in (request.path, request.query, *request.headers.values()))
    assert 0 <= length <= 9_000_000
