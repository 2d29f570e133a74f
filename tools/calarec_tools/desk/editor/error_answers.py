"""Errors for an editor: the mistake in its message, never the folder of calarec."""

from __future__ import annotations

import logging
import os
import sys
from json import JSONDecodeError
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method

from calarec.core.base.errors import PortableError
from calarec.core.wording.language import Words, text_in
from calarec_tools.desk.editor.message_input import MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.wording.language import Language

_MISTAKE: Final = Words("a mistake in calarec itself ({kind}, at {place})")
_NO_JSON: Final = Words("this message is not JSON")
_NO_REQUEST: Final = Words("this message is neither a request nor a notification")
_WRONG_PARAMS: Final = Words("the parameters of `{method}` are not what the protocol states")
_TOO_EARLY: Final = Words("`initialize` has to come first")
_NO_HEADER: Final = Words("this header does not state one `Content-Length`")
_TOO_LARGE: Final = Words("this message is too large: at most {count} bytes are read", count=MAX_MESSAGE_BYTES)
_BEYOND: Final = Words("line {line} is beyond the end of the file, which has {count:# line|# lines}")


_ANSWERED: Final = (JsonRpcException, JSONDecodeError, UnicodeDecodeError, RecursionError)
"""Errors of messages that get an error as answer."""


class UnreadableMessageError(PortableError, JsonRpcException):
    """A message that cannot be handled, with its number if it has one."""

    def __init__(self, error: JsonRpcException, number: int | str | None = None, method: str = "") -> None:
        super().__init__(error.message, error.code)
        self.number, self.method = number, method


def describe_mistake(error: BaseException, lang: Language) -> str:
    """Describe a bug of calarec: kind and line of code, without folders or its text."""
    frames, place = error.__traceback__, "?"
    while frames is not None:
        place = f"{os.path.split(frames.tb_frame.f_code.co_filename)[1]}:{frames.tb_lineno}"
        frames = frames.tb_next
    return text_in(_MISTAKE.with_values(kind=type(error).__name__, place=place), lang)


def beyond_the_end(line: int, count: int, lang: Language) -> JsonRpcInvalidParams:
    """A position that is nowhere in a file; lines are counted from 1."""
    return JsonRpcInvalidParams(text_in(_BEYOND.with_values(line=line, count=count), lang))


def unreadable_frame(reason: str, lang: Language) -> JsonRpcException:
    """Bytes that could not be read as a message."""
    if reason == "size":
        return JsonRpcInvalidRequest(text_in(_TOO_LARGE, lang))
    return JsonRpcParseError(text_in(_NO_HEADER, lang))


class ErrorProtocol(LanguageServerProtocol):
    """The protocol with answers to unreadable messages, and errors without folders."""

    _was_initialized = False

    @property
    def lang(self) -> Language:
        """The language of the editor, as far as it is known."""
        return str(getattr(self._server, "lang", "en"))

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message in its types; an error knows to which request it is the answer."""
        try:
            return super().structure_message(data)
        except Exception:
            if ("id" in data and _number_of(data) is None) or not isinstance(data.get("method", ""), str):
                neither = JsonRpcInvalidRequest(text_in(_NO_REQUEST, self.lang))
                raise UnreadableMessageError(neither, _number_of(data)) from None
            method = str(data.get("method", ""))
            error = JsonRpcInvalidParams(text_in(_WRONG_PARAMS.with_values(method=method), self.lang))
            raise UnreadableMessageError(error, _number_of(data), method) from None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> Iterator[Any]:
        """Pass changes on unprocessed.

        pygls knows more line ends than editors do, and moves positions for them.
        """
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    def handle_message(self, message: Any) -> None:
        """Hands a message on if it is one, and if it is its turn."""
        number = _number_of(message if isinstance(message, dict) else {"id": getattr(message, "id", None)})
        if not self._is_whole(message):
            raise UnreadableMessageError(JsonRpcInvalidRequest(text_in(_NO_REQUEST, self.lang)), number)
        method = getattr(message, "method", None)
        if method == lsp.INITIALIZE:
            self._was_initialized = True
        elif method not in (None, lsp.EXIT) and not self._was_initialized:
            if number is None:
                return  # as the protocol has it
            raise UnreadableMessageError(
                JsonRpcServerNotInitialized(text_in(_TOO_EARLY, self.lang)), number, str(method)
            )
        if method == lsp.CANCEL_REQUEST and not isinstance(getattr(message.params, "id", None), (int, str)):
            return  # no request has such a number, and a notification is not answered
        super().handle_message(message)

    def _is_whole(self, message: Any) -> bool:
        """Check whether a message has the right version, a method name and a valid id."""
        method, number = getattr(message, "method", ""), getattr(message, "id", 0)
        is_answer = not hasattr(message, "method") and number is None
        is_numbered = is_answer or isinstance(number, (int, str))
        return getattr(message, "jsonrpc", None) == self.VERSION and isinstance(method, str) and is_numbered

    def answer_unreadable(self, error: Exception) -> None:
        """Answer a message that failed; for a notification, show a message instead."""
        if not isinstance(error, UnreadableMessageError):
            if isinstance(error, (ValueError, RecursionError)):
                error = UnreadableMessageError(JsonRpcParseError(text_in(_NO_JSON, self.lang)))
            else:
                error = UnreadableMessageError(JsonRpcInternalError(describe_mistake(error, self.lang)))
        if error.number is None and error.method:
            shown = lsp.ShowMessageParams(lsp.MessageType.Error, error.message)
            self.notify(lsp.WINDOW_SHOW_MESSAGE, shown)
        else:
            # An answer to nobody has `null` for a number; the protocol's own types would leave it out.
            answer = {"code": error.code, "message": error.message}
            self._send_data({"jsonrpc": self.VERSION, "id": error.number, "error": answer})

    def _send_response(
        self, msg_id: int | str, result: Any | None = None, error: lsp.ResponseError | None = None
    ) -> None:
        mistake = sys.exc_info()[1]
        if error is not None and error.code == JsonRpcInternalError.CODE:
            text = error.message if mistake is None else describe_mistake(mistake, self.lang)
            error = lsp.ResponseError(error.code, text)
        super()._send_response(msg_id, result, error)


def _number_of(message: dict[str, Any]) -> int | str | None:
    number = message.get("id")
    return number if isinstance(number, (int, str)) and not isinstance(number, bool) else None


def quiet_logs(lang: Language) -> None:
    """Log one line for a bug and none for an answered error.

    With CALAREC_DEBUG the protocol's log is complete.
    """
    if os.environ.get("CALAREC_DEBUG"):
        return
    log, handler = logging.getLogger("pygls"), logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine(lang))
    handler.setLevel(logging.WARNING)
    handler.addFilter(_is_mistake)
    log.addHandler(handler)
    log.propagate = False


def _is_mistake(record: logging.LogRecord) -> bool:
    """Check whether a log entry is a bug: not an answered error, nor continued typing."""
    return record.exc_info is not None and not isinstance(record.exc_info[1], _ANSWERED)


class _OneLine(logging.Formatter):
    def __init__(self, lang: Language) -> None:
        super().__init__()
        self.lang = lang

    def format(self, record: logging.LogRecord) -> str:
        """The mistake, without its traceback."""
        error = record.exc_info[1] if record.exc_info else None
        return f"calarec: {describe_mistake(error, self.lang)}" if error is not None else ""
