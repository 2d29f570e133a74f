"""What the page may load, as its policy says it to a browser; small, for the server that answers at once."""

from __future__ import annotations

from typing import Final

POLICY: Final = "; ".join(
    (
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "connect-src 'self'",
        "style-src 'self'", "img-src 'self' data: blob:", "manifest-src 'self'", "base-uri 'none'",
        "form-action 'none'",
    )
)  # fmt: skip
"""What the page may load: what is beside it, and nothing else."""
HEADER_POLICY: Final = f"{POLICY}; frame-ancestors 'none'"
"""The same as a header, by which no page may frame it: a browser takes that from no other place."""
