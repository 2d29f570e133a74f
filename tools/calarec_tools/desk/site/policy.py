"""The policy of the page for browsers, in a small module for a quick start."""

from __future__ import annotations

from typing import Final

POLICY: Final = "; ".join(
    (
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "connect-src 'self'",
        "style-src 'self'", "img-src 'self' data: blob:", "manifest-src 'self'", "base-uri 'none'",
        "form-action 'none'",
    )
)  # fmt: skip
"""The policy: the page may load only files beside it."""
HEADER_POLICY: Final = f"{POLICY}; frame-ancestors 'none'"
"""The policy as a header, the only place to forbid frames."""
