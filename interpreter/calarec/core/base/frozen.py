"""Frozen classes and named tuples that cost next to nothing until they are used.

This module provides what calarec uses of the standard library's `dataclass` and `NamedTuple`; type checkers read it
as the library's own. The difference is when the code is made: the library writes and compiles several functions for
each class when its module is imported. Here a constructor is compiled when many objects of the class are made, and all
classes share the other functions. Importing `dataclasses` also imports `inspect`. The decision record is
docs/project/adr/2026-11-30-light-classes.md.

Terms. A class *owns* the constructor that was made for it; classes that inherit it share it.
"""

from __future__ import annotations

from collections import _tuplegetter  # type: ignore[attr-defined]
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from dataclasses import MISSING, dataclass, field, fields, replace
    from typing import NamedTuple


__all__ = ["MISSING", "FrozenMap", "NamedTuple", "dataclass", "field", "fields", "replace"]

_FIELDS = "__dataclass_fields__"
_OBJECTS_BEFORE_COMPILING = 20
"""The objects of a class that are made before its constructor is compiled.

Compiling takes as long as making 15 named tuples, or 21 objects of a class, without.
"""
_BUILTIN = frozenset(("__dict__", "__weakref__"))


_ABSENT: Any = type("MISSING", (), {"__doc__": "The absence of a default."})()
_FROM_FACTORY: Any = object()


class _Field:
    """A field that the standard library's dataclass functions accept."""

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


def _make_field(
    *, default: Any = _ABSENT, default_factory: Any = _ABSENT, metadata: Mapping[str, Any] | None = None
) -> _Field:
    return _Field(default, default_factory, metadata)


def _list_fields(owner: Any) -> tuple[_Field, ...]:
    return tuple(getattr(owner, _FIELDS).values())


def _replace_fields(value: Any, /, **changes: Any) -> Any:
    replace_method = getattr(type(value), "__replace__", None)
    if replace_method is not None:
        return replace_method(value, **changes)  # a stand-in for an object makes the other stand-in itself
    items = {name: getattr(value, name) for name in getattr(value, _FIELDS)}
    items.update(changes)
    return type(value)(**items)


# ---------------------------------------------------------------------- classes


def _make_dataclass(
    cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, kw_only: bool = False
) -> Any:
    if cls is None:
        return lambda decorated: _complete_class(decorated, frozen=frozen, slots=slots, kw_only=kw_only)
    return _complete_class(cls, frozen=frozen, slots=slots, kw_only=kw_only)


def _complete_class(cls: type, *, frozen: bool, slots: bool, kw_only: bool) -> type:
    class_fields = _collect_fields(cls, kw_only=kw_only)
    names = tuple(class_fields)
    methods: dict[str, Any] = {
        "__init__": _make_lazy_constructor(frozen=frozen),
        "__signature__": _LazySignature(),
        "__repr__": _format_object,
        "__eq__": _compare_objects,
        "__hash__": _hash_object if frozen else None,
        "__match_args__": tuple(name for name, class_field in class_fields.items() if not class_field.kw_only),
    }
    if frozen:
        methods |= {"__setattr__": _refuse_set, "__delattr__": _refuse_delete}
        methods |= {"__getstate__": _get_state, "__setstate__": _set_state} if slots else {}
    namespace = {name: value for name, value in methods.items() if name not in cls.__dict__}
    if "__eq__" in cls.__dict__ and "__hash__" not in cls.__dict__:
        namespace["__hash__"] = methods["__hash__"]
    namespace |= {_FIELDS: class_fields, "_values_of": staticmethod(attrgetter(*names) if names else lambda _: ())}
    if slots:
        cls = _rebuild_with_slots(cls, names, namespace)
    else:
        for name, value in namespace.items():
            setattr(cls, name, value)
        for class_field in class_fields.values():
            _set_default_attribute(cls, class_field)
    methods["__init__"].owner = methods["__signature__"].owner = cls
    return cls


def _collect_fields(cls: type, *, kw_only: bool) -> dict[str, _Field]:
    """The fields of a class, inherited ones first."""
    class_fields: dict[str, _Field] = {}
    for base in cls.__mro__[-1:0:-1]:
        class_fields |= base.__dict__.get(_FIELDS, {})
    for name, annotation in cls.__dict__.get("__annotations__", {}).items():  # noqa: RUF063 - that imports inspect
        if annotation.startswith(("ClassVar", "typing.ClassVar")):
            continue
        default = cls.__dict__.get(name, _ABSENT)
        class_field = default if isinstance(default, _Field) else _Field(default, _ABSENT, None)
        class_field.name, class_field.type, class_field.kw_only = name, annotation, kw_only
        class_fields[name] = class_field
    return class_fields


def _set_default_attribute(cls: type, class_field: _Field) -> None:
    """In a class without slots a default is also an attribute of the class."""
    if isinstance(cls.__dict__.get(class_field.name), _Field):
        if class_field.default is _ABSENT:
            delattr(cls, class_field.name)
        else:
            setattr(cls, class_field.name, class_field.default)


def _rebuild_with_slots(cls: type, names: tuple[str, ...], namespace: dict[str, Any]) -> type:
    """A copy of the class with slots for its fields."""
    inherited = {slot for base in cls.__mro__[1:-1] for slot in base.__dict__.get("__slots__", ())}
    body = {name: value for name, value in cls.__dict__.items() if name not in names and name not in _BUILTIN}
    body |= namespace
    body["__slots__"] = tuple(name for name in names if name not in inherited)
    slotted_class = type(cls)(cls.__name__, cls.__bases__, body)
    slotted_class.__qualname__ = cls.__qualname__
    return slotted_class


class _LazySignature:
    """The answer of `inspect.signature` for a class, built on request.

    The constructor may not be compiled yet.
    """

    __slots__ = ("owner",)
    owner: Any

    def __get__(self, instance: Any, cls: Any) -> Any:
        has_own_constructor = cls.__init__ is not self.owner.__init__ or cls.__new__ is not self.owner.__new__
        if instance is not None or has_own_constructor:
            # A callable object has the signature of `__call__`, and a class with its own constructor that one's.
            raise AttributeError("__signature__")
        return _build_signature(self.owner)


class _FactoryDefault:
    """A placeholder in a signature: a factory makes this default for each object."""

    def __repr__(self) -> str:
        return "<factory>"


def _build_signature(owner: Any) -> Any:
    from inspect import Parameter, Signature

    class_fields = [*getattr(owner, _FIELDS, {}).values()] or [_make_tuple_field(owner, name) for name in owner._fields]
    class_fields.sort(key=attrgetter("kw_only"))
    return Signature(
        [
            Parameter(
                class_field.name,
                Parameter.KEYWORD_ONLY if class_field.kw_only else Parameter.POSITIONAL_OR_KEYWORD,
                default=_find_shown_default(class_field, Parameter.empty),
                annotation=class_field.type,
            )
            for class_field in class_fields
        ],
        return_annotation=None if hasattr(owner, _FIELDS) else Signature.empty,
    )


def _find_shown_default(class_field: _Field, empty: Any) -> Any:
    if class_field.default_factory is not _ABSENT:
        return _FactoryDefault()
    return empty if class_field.default is _ABSENT else class_field.default


def _make_tuple_field(owner: Any, name: str) -> _Field:
    tuple_field = _Field(owner._field_defaults.get(name, _ABSENT), _ABSENT, None)
    tuple_field.name, tuple_field.type = name, owner.__annotations__[name]
    return tuple_field


def _make_lazy_constructor(*, frozen: bool) -> Callable[..., None]:
    """A constructor that compiles its successor after many calls.

    It also does so for arguments that do not fit.
    """
    calls = 0

    def __init__(self: Any, /, *args: Any, **values: Any) -> None:  # noqa: N807 - it becomes that method
        nonlocal calls
        owner = __init__.owner  # type: ignore[attr-defined]
        calls += 1
        if calls <= _OBJECTS_BEFORE_COMPILING and _set_fields(
            self, getattr(owner, _FIELDS), args, values, frozen=frozen
        ):
            return
        compiled_constructor = _compile_constructor(owner, frozen=frozen)
        owner.__init__ = compiled_constructor
        compiled_constructor(self, *args, **values)

    return __init__


def _set_fields(
    target: Any, class_fields: dict[str, _Field], args: tuple[Any, ...], values: dict[str, Any], *, frozen: bool
) -> bool:
    """Give a new object its fields; False if the arguments do not fit."""
    positions = [name for name, class_field in class_fields.items() if not class_field.kw_only]
    items = _bind_arguments(positions, args, values)
    if items is None:
        return False
    for name in class_fields.keys() - items.keys():
        class_field = class_fields[name]
        if class_field.default_factory is not _ABSENT:
            items[name] = class_field.default_factory()
        elif class_field.default is not _ABSENT:
            items[name] = class_field.default
    if items.keys() != class_fields.keys():
        return False
    set_field = object.__setattr__ if frozen else setattr
    for name, value in items.items():
        set_field(target, name, value)
    return True


def _bind_arguments(positions: Sequence[str], args: tuple[Any, ...], values: dict[str, Any]) -> dict[str, Any] | None:
    """All arguments by their names; None if there are too many or one is there twice."""
    items = dict(zip(positions, args, strict=False)) | values
    return items if len(items) == len(args) + len(values) else None


def _compile_constructor(owner: type, *, frozen: bool) -> Callable[..., None]:
    namespace: dict[str, Any] = {"_set": object.__setattr__, "_absent": _FROM_FACTORY}
    positional: list[str] = []
    keyword_only: list[str] = []
    body: list[str] = []
    for name, class_field in getattr(owner, _FIELDS).items():
        parameters = keyword_only if class_field.kw_only else positional
        value = name
        if class_field.default_factory is not _ABSENT:
            namespace[f"_make_{name}"] = class_field.default_factory
            parameters.append(f"{name}=_absent")
            value = f"_make_{name}() if {name} is _absent else {name}"
        elif class_field.default is not _ABSENT:
            namespace[f"_default_{name}"] = class_field.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    star = ["*"] if keyword_only else []
    head = ", ".join(["self", *positional, *star, *keyword_only])
    exec(f"def __init__({head}):\n " + "\n ".join(body or ["pass"]), namespace)
    constructor: Callable[..., None] = namespace["__init__"]
    constructor.__qualname__ = f"{owner.__qualname__}.__init__"
    return constructor


def _format_object(self: Any) -> str:
    items = ", ".join(f"{name}={getattr(self, name)!r}" for name in getattr(self, _FIELDS))
    return f"{type(self).__qualname__}({items})"


def _compare_objects(self: Any, other: Any) -> Any:
    if type(self) is not type(other):
        return NotImplemented
    return self._values_of(self) == self._values_of(other)


def _hash_object(self: Any) -> int:
    try:
        return hash((type(self), self._values_of(self)))
    except TypeError:
        return hash((type(self), *(_hash_field(getattr(self, name)) for name in getattr(self, _FIELDS))))


def _hash_field(value: Any) -> int:
    """The hash of a field; equal mappings, which have none, have equal keys."""
    if isinstance(value, dict):
        return hash(frozenset(value))
    if isinstance(value, tuple):
        return hash(tuple(_hash_field(item) for item in value[:]))
    return hash(value)


def _refuse_set(_self: Any, name: str, _value: object) -> None:
    raise _make_frozen_error(f"cannot assign to field {name!r}")


def _refuse_delete(_self: Any, name: str) -> None:
    raise _make_frozen_error(f"cannot delete field {name!r}")


def _make_frozen_error(message: str) -> Exception:
    from dataclasses import FrozenInstanceError

    return FrozenInstanceError(message)


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in getattr(self, _FIELDS)]


def _set_state(self: Any, state: Iterable[Any]) -> None:
    for name, value in zip(getattr(self, _FIELDS), state, strict=True):
        object.__setattr__(self, name, value)


# ---------------------------------------------------------------------- named tuples


_new_tuple = tuple.__new__
_equal_items = tuple.__eq__
_unequal_items = tuple.__ne__


class _LightTuple(tuple[Any, ...]):
    """The common base of all named tuples."""

    __slots__ = ()
    if TYPE_CHECKING:
        # Of each class; an annotation here would be a type hint of all of them.
        _fields: ClassVar[tuple[str, ...]]
        _positions: ClassVar[dict[str, int]]

    def __eq__(self, other: object) -> Any:
        # Values of different classes mean different things, even with the same items. A plain tuple has no class to
        # compare, so it is never equal either.
        if type(self) is type(other):
            return _equal_items(self, other)
        return False if isinstance(other, tuple) else NotImplemented

    def __ne__(self, other: object) -> Any:
        if type(self) is type(other):
            return _unequal_items(self, other)
        return True if isinstance(other, tuple) else NotImplemented

    # It stays C: a lookup must not enter Python to hash its key. Equal values hash alike, as they must.
    __hash__ = tuple.__hash__

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        items = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({items})"

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        value = _new_tuple(cls, values)
        if len(value) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(value)}")
        return value

    def _replace(self, /, **values: Any) -> Any:
        items = [*self[:]]  # a slice is a plain tuple, which is copied at once
        positions = self._positions
        try:
            for name, value in values.items():
                items[positions[name]] = value
        except KeyError as error:
            unknown = [name for name in values if name not in positions]
            raise ValueError(f"Got unexpected field names: {unknown!r}") from error
        return _new_tuple(type(self), items)

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))


class _TupleMaker(type):
    """Makes a class of named tuples from a class statement."""

    def __new__(meta, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(meta, name, bases, body)
        names = tuple(body.get("__annotations__", ()))
        defaults = {field_name: body[field_name] for field_name in names if field_name in body}
        for position, field_name in enumerate(names):
            body[field_name] = _tuplegetter(position, None)
        positions = {field_name: position for position, field_name in enumerate(names)}
        body |= {
            "__slots__": (),
            "_fields": names,
            "_positions": positions,
            "_field_defaults": defaults,
            "__match_args__": names,
            "__new__": _make_lazy_tuple_constructor(positions, defaults),
            "__signature__": _LazySignature(),
        }
        tuple_class = type(name, (_LightTuple,), body)
        body["__new__"].owner = body["__signature__"].owner = tuple_class
        return tuple_class


class _TupleBase(metaclass=_TupleMaker):
    """The base that a class statement names."""


def _make_lazy_tuple_constructor(positions: dict[str, int], defaults: dict[str, Any]) -> Callable[..., Any]:
    """A constructor that compiles its successor after many calls.

    It also does so for arguments that do not fit.
    """
    names = tuple(positions)
    calls = 0

    def __new__(cls: type, /, *args: Any, **values: Any) -> Any:  # noqa: N807 - it becomes that method
        nonlocal calls
        calls += 1
        if calls <= _OBJECTS_BEFORE_COMPILING:
            if len(args) == len(names) and not values:
                return _new_tuple(cls, args)
            given = _bind_arguments(names, args, values)
            if given is not None and (given := defaults | given).keys() == positions.keys():
                return _new_tuple(cls, [given[name] for name in names])
        parameters = ", ".join(names)
        namespace = {"_new_tuple": tuple.__new__, "__builtins__": {}, "__name__": cls.__module__}
        items = f"({parameters}{',' if parameters else ''})"
        compiled_constructor = eval(f"lambda _cls, {parameters}: _new_tuple(_cls, {items})", namespace)
        compiled_constructor.__defaults__ = tuple(defaults.values()) or None
        __new__.owner.__new__ = staticmethod(compiled_constructor)  # type: ignore[attr-defined]
        return compiled_constructor(cls, *args, **values)

    return __new__


if not TYPE_CHECKING:
    MISSING = _ABSENT
    NamedTuple = _TupleBase
    dataclass = _make_dataclass
    field = _make_field
    fields = _list_fields
    replace = _replace_fields


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class FrozenMap(dict[_Key, _Value]):
    """A dictionary that refuses changes.

    Unlike `types.MappingProxyType` it can be pickled and copied.
    """

    __slots__ = ()

    def _refuse_change(self, *_args: Any, **_values: Any) -> NoReturn:
        raise TypeError("this mapping cannot be changed")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse_change

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)
