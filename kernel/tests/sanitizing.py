"""Options to compile the core under sanitizers."""

from __future__ import annotations

SANITIZED = (
    "-g",
    "-O1",
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
)
