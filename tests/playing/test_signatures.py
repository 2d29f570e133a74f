"""A public class shows the parameters that it takes before its first object is made."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from contextlib import suppress
from typing import Any

import calarec

_PROGRAM = """
import inspect, json, calarec
signatures = {}
for name in calarec.__all__:
    public = getattr(calarec, name)
    if isinstance(public, type) and (hasattr(public, "_fields") or hasattr(public, "__dataclass_fields__")):
        signatures[name] = [
            [parameter.name, parameter.kind.name, parameter.default is not parameter.empty, parameter.annotation]
            for parameter in inspect.signature(public).parameters.values()
        ]
print(json.dumps(signatures))
"""


def _find_constructor(light_class: Any) -> Any:
    """The compiled constructor: the first call compiles it, even if arguments are missing."""
    with suppress(TypeError):
        light_class()
    return light_class.__new__ if hasattr(light_class, "_fields") else light_class.__init__


def _list_annotations(light_class: Any) -> list[str]:
    """Return the annotations of the fields in the class statement."""
    if hasattr(light_class, "_fields"):
        return [light_class.__annotations__[name] for name in light_class._fields]
    return [class_field.type for class_field in light_class.__dataclass_fields__.values()]


def test_a_public_class_shows_its_parameters_before_the_first_object() -> None:
    """Each with its kind, whether it has a default, and its annotation."""
    finished = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    shown = json.loads(finished.stdout)
    assert {"Account", "Finding", "Hand", "Judgement", "Reason", "State", "Text"} <= set(shown)
    for name, parameters in shown.items():
        light_class = getattr(calarec, name)
        _, *taken = inspect.signature(_find_constructor(light_class)).parameters.values()
        expected = [[each.name, each.kind.name, each.default is not each.empty] for each in taken]
        assert [parameter[:3] for parameter in parameters] == expected, name
        assert [parameter[3] for parameter in parameters] == _list_annotations(light_class), name
