"""All tests here need the compiled kernel: without it the run fails."""

from __future__ import annotations

import os

import pytest

from calarec.core.base.kernel import find_unused_kernel, kernel_in_use

os.environ["CALAREC_KERNEL"] = "compiled"


def pytest_sessionstart() -> None:
    """Stop at once where the plain kernel would be held against itself."""
    if not kernel_in_use().startswith("compiled"):
        pytest.exit(f"there is no compiled kernel: {find_unused_kernel()}", returncode=1)
