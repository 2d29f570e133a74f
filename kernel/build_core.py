"""The build of the compiled core; without a C compiler calarec is plain Python.

`CALAREC_CORE` selects the mode of a build. Unset: it compiles the core and continues without it if that fails;
`required`: a build without the core fails, as a release must; `none`: nothing is compiled. The reason for a missing
core is kept beside the package, where `calarec --version` and `calarec doctor` find it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "interpreter" / "calarec" / "core" / "base"
"""The folder from which `kernel.py` imports the core."""
REASON = "_kernel_missing.txt"
"""Why there is no core, beside the module that would import it."""
SOURCES = (*sorted((ROOT / "kernel" / "core").glob("*.c")), *sorted((ROOT / "kernel" / "module").glob("*.c")))
_FLAGS = {"msvc": ["/O2", "/std:c11"]}
_OTHER_FLAGS = ["-O3", "-std=c11", "-g0"]


class CoreNotBuiltError(Exception):
    """The core could not be built; the text is the reason."""


class CoreBuildHook(BuildHookInterface[Any]):
    """Puts the core into a wheel, or beside the sources of an editable installation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the core before the files of the wheel are collected."""
        wish = os.environ.get("CALAREC_CORE", "")
        if wish not in ("", "required", "none"):
            raise ValueError(f"CALAREC_CORE is `{wish}`; it can be `required` or `none`")
        self._folder = TemporaryDirectory()
        folder = PACKAGE if version == "editable" else Path(self._folder.name)
        try:
            if wish == "none":
                raise CoreNotBuiltError("it was built with CALAREC_CORE=none")
            built = [build_core(folder)]
        except CoreNotBuiltError as error:
            if wish == "required":
                raise
            self.app.display_warning(f"calarec is built without its compiled core: {error}")
            reason = folder / REASON
            reason.write_text(f"{error}\n", encoding="utf-8")
            built = [reason]
        else:
            build_data["pure_python"] = False
            build_data["tag"] = f"cp311-abi3-{_platform_tag()}"
            (PACKAGE / REASON).unlink(missing_ok=True)
        if version != "editable":
            build_data["force_include"].update(
                {str(file): f"{PACKAGE.relative_to(ROOT / 'interpreter')}/{file.name}" for file in built}
            )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Drop the folder in which the core was built."""
        del version, build_data, artifact_path
        self._folder.cleanup()


def build_core(folder: Path) -> Path:
    """Compile the core into a folder; raise CoreNotBuiltError with the reason."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise CoreNotBuiltError("this kind of Python has no limited API")
    try:
        from setuptools import Distribution, Extension
        from setuptools.command.build_ext import build_ext
        from setuptools.errors import BaseError, CCompilerError
    except ImportError as error:
        raise CoreNotBuiltError(f"setuptools, which finds the compiler, is missing ({error})") from error

    class BuildCore(build_ext):  # type: ignore[misc]
        """Chooses the flags when the compiler is known."""

        def build_extension(self, ext: Any) -> None:
            ext.extra_compile_args = _FLAGS.get(self.compiler.compiler_type, _OTHER_FLAGS)
            super().build_extension(ext)

    core = Extension(
        "_kernel", [str(file) for file in SOURCES], define_macros=[("CALAREC_FACE", str(read_face()))],
        py_limited_api=True,
    )  # fmt: skip
    with TemporaryDirectory() as temporary:
        command = BuildCore(Distribution({"name": "calarec", "ext_modules": [core]}))
        command.build_lib, command.build_temp = temporary, str(Path(temporary) / "objects")
        command.ensure_finalized()
        try:
            command.run()
        except (BaseError, CCompilerError, OSError) as error:
            raise CoreNotBuiltError(" ".join(str(error).split())) from error
        (output,) = command.get_outputs()
        # Replaced as a whole: a running calarec keeps the file that it has loaded.
        built = folder / Path(output).name
        draft = built.with_name(f"{built.name}.new")
        shutil.copyfile(output, draft)
        draft.replace(built)
    return built


def read_face() -> int:
    """The number by which calarec knows a core that was built from other sources."""
    text = (PACKAGE / "kernel.py").read_text(encoding="utf-8")
    found = re.search(r"^FACE: Final = (\d+)$", text, re.MULTILINE)
    if found is None:
        raise CoreNotBuiltError("base/kernel.py has no FACE")
    return int(found[1])


def _platform_tag() -> str:
    """The tag of a wheel for this system, as compilers of Python name it."""
    return re.sub(r"[^a-z0-9]", "_", sysconfig.get_platform().lower())
