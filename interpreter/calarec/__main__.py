"""`python -m calarec` is the command `calarec`."""

from __future__ import annotations

from calarec_tools.main import main

if __name__ == "__main__":
    raise SystemExit(main())
