"""Places in texts: the ground floor for rule files and records alike."""

from calarec.text.spans import Excerpt, Span

__all__ = ["Excerpt", "Span"]
