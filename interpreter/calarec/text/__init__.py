"""Places in texts, and characters that are not shown as they are: the ground floor for rule files and records alike."""

from calarec.text.escapes import STEERING, escaped, json_text
from calarec.text.spans import Excerpt, Span

__all__ = ["STEERING", "Excerpt", "Span", "escaped", "json_text"]
