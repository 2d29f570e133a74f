"""Frozen classes and named tuples that cost next to nothing until they are used: start-up is most of a short run.

What the standard library's `dataclass` and `NamedTuple` give is given here too, as far as calarec uses it, and
type checkers are told that it is theirs. The difference is when: the library writes and compiles several
functions for each class when its module is imported; here a constructor is compiled when the first object is
made, and the other functions are shared by all classes. Importing `dataclasses` also imports `inspect`.

Terms. A class *owns* the constructor that was made for it; classes that inherit it share it.
"""

from __future__ import annotations

from collections import _tuplegetter  # type: ignore[attr-defined]
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import MISSING, dataclass, field, fields, replace
    from typing import NamedTuple

__all__ = ["MISSING", "NamedTuple", "dataclass", "field", "fields", "replace"]

_FIELDS = "__dataclass_fields__"
_BUILTIN = frozenset(("__dict__", "__weakref__"))


_ABSENT: Any = type("MISSING", (), {"__doc__": "The absence of a default."})()
_FROM_FACTORY: Any = object()


class _Field:
    """One field; the standard library's functions for dataclasses take it for one of theirs."""

    __slots__ = ("compare", "default", "default_factory", "hash", "init", "kw_only", "metadata", "name", "repr", "type")

    def __init__(self, default: Any, default_factory: Any, metadata: Mapping[str, Any] | None) -> None:
        self.name = self.type = ""
        self.default = default
        self.default_factory = default_factory
        self.metadata: Mapping[str, Any] = metadata or {}
        self.kw_only = False
        self.init = self.repr = self.compare = True
        self.hash = None

    @property
    def _field_type(self) -> Any:
        import dataclasses

        return dataclasses._FIELD  # type: ignore[attr-defined]


def _field(
    *, default: Any = _ABSENT, default_factory: Any = _ABSENT, metadata: Mapping[str, Any] | None = None
) -> _Field:
    return _Field(default, default_factory, metadata)


def _fields(part: Any) -> tuple[_Field, ...]:
    return tuple(getattr(part, _FIELDS).values())


def _replace(thing: Any, /, **changes: Any) -> Any:
    own = getattr(type(thing), "__replace__", None)
    if own is not None:
        return own(thing, **changes)  # what only stands in for a part knows how to be another
    values = {name: getattr(thing, name) for name in getattr(thing, _FIELDS)}
    values.update(changes)
    return type(thing)(**values)


# ---------------------------------------------------------------------- classes


def _dataclass(
    given: type | None = None, /, *, frozen: bool = False, slots: bool = False, kw_only: bool = False
) -> Any:
    if given is None:
        return lambda cls: _made(cls, frozen=frozen, slots=slots, kw_only=kw_only)
    return _made(given, frozen=frozen, slots=slots, kw_only=kw_only)


def _made(cls: type, *, frozen: bool, slots: bool, kw_only: bool) -> type:
    known = _own_fields(cls, kw_only=kw_only)
    names = tuple(known)
    own: dict[str, Any] = {
        "__init__": _constructor(frozen=frozen),
        "__signature__": _Signature(),
        "__repr__": _repr,
        "__eq__": _eq,
        "__hash__": _hash if frozen else None,
        "__match_args__": tuple(each.name for each in known.values() if not each.kw_only),
    }
    if frozen:
        own |= {"__setattr__": _refuse_set, "__delattr__": _refuse_delete}
        own |= {"__getstate__": _state, "__setstate__": _set_state} if slots else {}
    namespace = {name: value for name, value in own.items() if name not in cls.__dict__}
    if "__eq__" in cls.__dict__ and "__hash__" not in cls.__dict__:
        namespace["__hash__"] = own["__hash__"]
    namespace |= {_FIELDS: known, "_values_of": staticmethod(attrgetter(*names) if names else lambda _: ())}
    if slots:
        cls = _slotted(cls, names, namespace)
    else:
        for name, value in namespace.items():
            setattr(cls, name, value)
        for each in known.values():
            _settle_default(cls, each)
    own["__init__"].owner = own["__signature__"].owner = cls
    return cls


def _own_fields(cls: type, *, kw_only: bool) -> dict[str, _Field]:
    """The fields of a class, inherited ones first."""
    known: dict[str, _Field] = {}
    for base in cls.__mro__[-1:0:-1]:
        known |= base.__dict__.get(_FIELDS, {})
    for name, kind in cls.__dict__.get("__annotations__", {}).items():  # noqa: RUF063 - that imports inspect
        if kind.startswith(("ClassVar", "typing.ClassVar")):
            continue
        default = cls.__dict__.get(name, _ABSENT)
        each = default if isinstance(default, _Field) else _Field(default, _ABSENT, None)
        each.name, each.type, each.kw_only = name, kind, kw_only
        known[name] = each
    return known


def _settle_default(cls: type, each: _Field) -> None:
    """In a class without slots a default stands as an attribute."""
    if isinstance(cls.__dict__.get(each.name), _Field):
        if each.default is _ABSENT:
            delattr(cls, each.name)
        else:
            setattr(cls, each.name, each.default)


def _slotted(cls: type, names: tuple[str, ...], namespace: dict[str, Any]) -> type:
    """The class made anew with slots for its fields."""
    inherited = {slot for base in cls.__mro__[1:-1] for slot in base.__dict__.get("__slots__", ())}
    body = {name: value for name, value in cls.__dict__.items() if name not in names and name not in _BUILTIN}
    body |= namespace
    body["__slots__"] = tuple(name for name in names if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, body)
    made.__qualname__ = cls.__qualname__
    return made


class _Signature:
    """What `inspect.signature` gives for a class, made when it is asked for: the constructor is not compiled yet."""

    __slots__ = ("owner",)
    owner: Any

    def __get__(self, thing: Any, cls: Any) -> Any:
        own = cls.__init__ is self.owner.__init__ and cls.__new__ is self.owner.__new__
        if thing is not None or not own:
            # An object that can be called takes something else, and so does a class with a constructor of its own.
            raise AttributeError("__signature__")
        return _signature(self.owner)


class _Factory:
    """What stands in a signature for a default that is made anew for each object."""

    def __repr__(self) -> str:
        return "<factory>"


def _signature(owner: Any) -> Any:
    from inspect import Parameter, Signature

    known = [*getattr(owner, _FIELDS, {}).values()] or [_tuple_field(owner, name) for name in owner._fields]
    known.sort(key=attrgetter("kw_only"))
    return Signature(
        [
            Parameter(
                each.name,
                Parameter.KEYWORD_ONLY if each.kw_only else Parameter.POSITIONAL_OR_KEYWORD,
                default=_shown_default(each, Parameter.empty),
                annotation=each.type,
            )
            for each in known
        ],
        return_annotation=None if hasattr(owner, _FIELDS) else Signature.empty,
    )


def _shown_default(each: _Field, empty: Any) -> Any:
    if each.default_factory is not _ABSENT:
        return _Factory()
    return empty if each.default is _ABSENT else each.default


def _tuple_field(owner: Any, name: str) -> _Field:
    each = _Field(owner._field_defaults.get(name, _ABSENT), _ABSENT, None)
    each.name, each.type = name, owner.__annotations__[name]
    return each


def _constructor(*, frozen: bool) -> Callable[..., None]:
    """A constructor that makes way for a compiled one when it is first used."""

    def __init__(self: Any, /, *args: Any, **values: Any) -> None:  # noqa: N807 - that is what it is
        owner = __init__.owner  # type: ignore[attr-defined]
        compiled = _compiled(owner, frozen=frozen)
        owner.__init__ = compiled
        compiled(self, *args, **values)

    return __init__


def _compiled(owner: type, *, frozen: bool) -> Callable[..., None]:
    known = getattr(owner, _FIELDS)
    world: dict[str, Any] = {"_set": object.__setattr__, "_absent": _FROM_FACTORY}
    said: dict[bool, list[str]] = {False: [], True: []}
    body: list[str] = []
    for name, each in known.items():
        value = name
        if each.default_factory is not _ABSENT:
            world[f"_make_{name}"] = each.default_factory
            said[each.kw_only].append(f"{name}=_absent")
            value = f"_make_{name}() if {name} is _absent else {name}"
        elif each.default is not _ABSENT:
            world[f"_default_{name}"] = each.default
            said[each.kw_only].append(f"{name}=_default_{name}")
        else:
            said[each.kw_only].append(name)
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    star = ["*"] if said[True] else []
    head = ", ".join(["self", *said[False], *star, *said[True]])
    exec(f"def __init__({head}):\n " + "\n ".join(body or ["pass"]), world)
    made: Callable[..., None] = world["__init__"]
    made.__qualname__ = f"{owner.__qualname__}.__init__"
    return made


def _repr(self: Any) -> str:
    inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in getattr(self, _FIELDS))
    return f"{type(self).__qualname__}({inner})"


def _eq(self: Any, other: Any) -> Any:
    if type(self) is not type(other):
        return NotImplemented
    return self._values_of(self) == self._values_of(other)


def _hash(self: Any) -> int:
    return hash((type(self), self._values_of(self)))


def _refuse_set(_self: Any, name: str, _value: object) -> None:
    raise _frozen(f"cannot assign to field {name!r}")


def _refuse_delete(_self: Any, name: str) -> None:
    raise _frozen(f"cannot delete field {name!r}")


def _frozen(said: str) -> Exception:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(said)


def _state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in getattr(self, _FIELDS)]


def _set_state(self: Any, state: Iterable[Any]) -> None:
    for name, value in zip(getattr(self, _FIELDS), state, strict=True):
        object.__setattr__(self, name, value)


# ---------------------------------------------------------------------- named tuples


class _TupleMaker(type):
    """Makes a subclass of tuple out of a class statement."""

    def __new__(meta, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(meta, name, bases, body)
        names = tuple(body.get("__annotations__", ()))
        defaults = {each: body[each] for each in names if each in body}
        for place, each in enumerate(names):
            body[each] = _tuplegetter(place, None)
        body |= {
            "__slots__": (),
            "_fields": names,
            "_places": {each: place for place, each in enumerate(names)},
            "_field_defaults": defaults,
            "__match_args__": names,
            "__new__": _tuple_constructor(names, defaults),
            "__signature__": _Signature(),
            "_make": classmethod(_tuple_make),
            "_replace": _tuple_replace,
            "_asdict": _tuple_as_dict,
            "__getnewargs__": lambda self: tuple(self),
        }
        body.setdefault("__repr__", _tuple_repr)
        made = type(name, (tuple,), body)
        made.__new__.owner = made.__dict__["__signature__"].owner = made  # type: ignore[attr-defined]
        return made


class _TupleBase(metaclass=_TupleMaker):
    """What a class statement names as its base."""


def _tuple_constructor(names: tuple[str, ...], defaults: dict[str, Any]) -> Callable[..., Any]:
    """A constructor that makes way for a compiled one when it is first used."""

    def __new__(cls: type, /, *args: Any, **values: Any) -> Any:  # noqa: N807 - that is what it is
        said = ", ".join(names)
        world = {"_new": tuple.__new__, "__builtins__": {}, "__name__": cls.__module__}
        made = eval(f"lambda _cls, {said}: _new(_cls, ({said}{',' if said else ''}))", world)
        made.__defaults__ = tuple(defaults.values()) or None
        __new__.owner.__new__ = staticmethod(made)  # type: ignore[attr-defined]
        return made(cls, *args, **values)

    return __new__


def _tuple_make(cls: Any, values: Iterable[Any]) -> Any:
    made = tuple.__new__(cls, values)
    if len(made) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
    return made


_new = tuple.__new__


def _tuple_replace(self: Any, /, **values: Any) -> Any:
    made = [*self[:]]  # a slice is a plain tuple, which is copied at once
    places = self._places
    try:
        for name, value in values.items():
            made[places[name]] = value
    except KeyError as error:
        raise ValueError(f"Got unexpected field names: {[name for name in values if name not in places]!r}") from error
    return _new(type(self), made)


def _tuple_as_dict(self: Any) -> dict[str, Any]:
    return dict(zip(self._fields, self, strict=True))


def _tuple_repr(self: Any) -> str:
    inner = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
    return f"{type(self).__name__}({inner})"


if not TYPE_CHECKING:
    MISSING = _ABSENT
    NamedTuple = _TupleBase
    dataclass = _dataclass
    field = _field
    fields = _fields
    replace = _replace
