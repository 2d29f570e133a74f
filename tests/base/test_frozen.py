"""The light classes behave as the standard library's do."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import subprocess
import sys
import typing

import pytest

from calarec.core.base import frozen


@frozen.dataclass(frozen=True, slots=True)
class Point:
    """Positional, frozen, slotted."""

    x: int
    y: int = 2


@frozen.dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """By keyword alone, with a factory."""

    title: str
    said: list[str] = frozen.field(default_factory=list, metadata={"about": "words"})


@frozen.dataclass(slots=True)
class Reader:
    """Can be changed, and is inherited from."""

    name: str
    seen: int = 0


@frozen.dataclass(slots=True)
class Course(Reader):
    """Adds fields of its own."""

    happened: list[int] = frozen.field(default_factory=list)

    def go(self) -> int:
        """A method."""
        self.seen += 1
        return self.seen


@frozen.dataclass(frozen=True)
class Open:
    """Frozen, with a dictionary."""

    size: int = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """The standard library's `Point`."""

    x: int
    y: int = 2


class Card(frozen.NamedTuple):
    """A named tuple."""

    name: str
    points: int = 0

    @property
    def said(self) -> str:
        """A property."""
        return f"{self.name}{self.points}"


class TheirCard(typing.NamedTuple):
    """The standard library's `Card`."""

    name: str
    points: int = 0


def test_objects_are_made_as_the_library_makes_them() -> None:
    """By position, by keyword, by default, and not with too few or too many values."""
    for kind in (Point, Theirs):
        assert (kind(1).x, kind(1).y, kind(x=3, y=4).y) == (1, 2, 4)
        for wrong in ((), (1, 2, 3)):
            with pytest.raises(TypeError, match="positional argument"):
                kind(*wrong)
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            kind(1, z=3)  # type: ignore[call-arg]


def test_keywords_alone() -> None:
    """A class of keywords takes no positions, and each object gets a list of its own."""
    with pytest.raises(TypeError):
        Words("a")  # type: ignore[call-arg]
    one, other = Words(title="a"), Words(title="a")
    assert one == other
    assert one.said is not other.said


def test_a_constructor_does_the_same_before_and_after_it_is_compiled() -> None:
    """By position, keyword, default and factory; wrong arguments are refused by both."""

    class Suit(frozen.NamedTuple):
        letter: str
        rank: int = 7

    @frozen.dataclass(frozen=True, slots=True, kw_only=True)
    class Holding:
        suit: Suit
        seats: list[int] = frozen.field(default_factory=list)

    first = (Suit.__new__, Holding.__init__)
    for number in range(2 * frozen._OBJECTS_BEFORE_COMPILING):
        suits = (Suit("d", 7), Suit("d"), Suit(rank=7, letter="d"), Suit("d", rank=7))
        assert [tuple(suit[:]) for suit in suits] == [("d", 7)] * 4
        holdings = (Holding(suit=suits[0]), Holding(seats=[number], suit=suits[0]))
        assert [(holding.suit, holding.seats) for holding in holdings] == [(suits[0], []), (suits[0], [number])]
        assert holdings[0].seats is not Holding(suit=suits[0]).seats
    assert (Suit.__new__, Holding.__init__) != first
    suit, holding = typing.cast("type[typing.Any]", Suit), typing.cast("type[typing.Any]", Holding)
    for make in (lambda: suit("d", 7, 8), lambda: suit("d", letter="d"), lambda: suit(rank=7), holding):
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("arguments", [{}, {"letter": "d", "size": 1}, {"rank": 7}])
def test_wrong_arguments_are_refused_before_a_constructor_is_compiled(arguments: dict[str, object]) -> None:
    """Too few, and unknown ones beside all that are needed."""

    class Suit(frozen.NamedTuple):
        letter: str
        rank: int = 7

    with pytest.raises(TypeError):
        Suit(**arguments)  # type: ignore[arg-type]


def test_frozen_means_frozen() -> None:
    """Neither setting nor deleting is possible; what is not frozen can be changed."""
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        Point(1).x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'size'"):
        del Open().size
    reader = Reader("a")
    reader.seen = 4
    assert reader == Reader("a", 4)


def test_slots_are_slots() -> None:
    """A slotted class has no dictionary; fields that are inherited get no second slot."""
    assert not hasattr(Point(1), "__dict__")
    assert hasattr(Open(), "__dict__")
    assert vars(Course)["__slots__"] == ("happened",)
    with pytest.raises(AttributeError):
        Course("a").other = 1  # type: ignore[attr-defined]


def test_inheritance_keeps_the_order_of_fields() -> None:
    """Inherited fields come first."""
    course = Course("a", 2, [1])
    assert (course.name, course.seen, course.happened, course.go()) == ("a", 2, [1], 3)


def test_equality_hash_and_text() -> None:
    """Equal values are equal and hash alike; another class is never equal; the text names the fields."""
    assert Point(1) == Point(1, 2) != Point(2)
    assert Point(1) != Theirs(1)  # type: ignore[comparison-overlap]
    assert len({Point(1), Point(1, 2)}) == 1
    assert repr(Point(1)) == repr(Theirs(1)).replace("Theirs", "Point")
    with pytest.raises(TypeError, match="unhashable"):
        hash(Reader("a"))


def test_the_library_takes_them_for_its_own() -> None:
    """`dataclasses.fields`, `replace`, `asdict` and patterns work."""
    assert [each.name for each in dataclasses.fields(Words)] == ["title", "said"]
    assert dataclasses.fields(Words)[1].metadata == {"about": "words"}
    assert dataclasses.replace(Point(1), y=9) == frozen.replace(Point(1), y=9) == Point(1, 9)
    assert dataclasses.asdict(Words(title="a")) == {"title": "a", "said": []}
    match Point(1, 5):
        case Point(x, y):
            assert (x, y) == (1, 5)


def test_objects_can_be_pickled() -> None:
    """Jobs in other processes send them back."""
    for thing in (Point(1), Words(title="a", said=["b"]), Course("a", 1, [2]), Open(4), Card("3b", 1)):
        assert pickle.loads(pickle.dumps(thing)) == thing


def test_named_tuples() -> None:
    """Named tuples are made, unpacked, changed, compared and shown as the library's."""
    card = Card("3b", points=1)
    assert card == Card("3b", 1) == Card._make(["3b", 1])
    assert tuple(card) == ("3b", 1)
    assert (card.name, card.points, card[0], card.said) == ("3b", 1, "3b", "3b1")
    assert card._replace(points=4) == Card("3b", 4)
    assert card._asdict() == {"name": "3b", "points": 1}
    assert (Card._fields, Card._field_defaults) == (TheirCard._fields, TheirCard._field_defaults)
    assert repr(card) == repr(TheirCard("3b", 1)).replace("TheirCard", "Card")
    assert typing.get_type_hints(Card) == typing.get_type_hints(TheirCard)
    assert isinstance(card, tuple)
    with pytest.raises(TypeError):
        Card()  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="unexpected field names"):
        card._replace(other=1)  # type: ignore[call-arg]
    match card:
        case Card(name, points):
            assert (name, points) == ("3b", 1)


class Meld(frozen.NamedTuple):
    """A named tuple with the fields of `Card`."""

    name: str
    points: int = 0


class Anything:
    """Equals whatever it is compared with, as `unittest.mock.ANY` does."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False


def test_named_tuples_of_different_classes_are_never_equal() -> None:
    """Nor is one a plain tuple of its items, on either side, in a collection or as a key."""
    card: object = Card("3b", 1)
    others: list[object] = [("3b", 1), Meld("3b", 1), ["3b", 1], Card("3b", 2), None]
    assert [(card == other, other == card) for other in others] == [(False, False)] * len(others)
    assert [(card != other, other != card) for other in others] == [(True, True)] * len(others)
    assert card not in others
    assert (card, 1) != (("3b", 1), 1)
    assert {card: "card", ("3b", 1): "items"} == {("3b", 1): "items", Card("3b", 1): "card"}
    assert len({Card("3b", 1), Card("3b", 1), Meld("3b", 1), ("3b", 1)}) == 3


def test_a_named_tuple_leaves_what_it_does_not_know_to_the_other_side() -> None:
    """As every class should: an object that equals anything equals it too."""
    assert Card("3b", 1) == Anything()
    assert not Card("3b", 1) != Anything()  # noqa: SIM202 - `!=` is a method of its own


def test_named_tuples_are_ordered_by_their_items() -> None:
    """Equality by class leaves the order as it was."""
    assert sorted([Card("b", 1), Card("a", 2), Card("a", 1)]) == [Card("a", 1), Card("a", 2), Card("b", 1)]
    assert Card("a", 1) <= Card("a", 1) < Card("b")
    assert max(Card("a", 1), Card("a", 2)).points == 2


def test_a_named_tuple_is_hashed_without_python() -> None:
    """A lookup enters Python only where two keys hash alike and are not the same object."""
    assert Card.__hash__ is tuple.__hash__
    assert hash(Card("3b", 1)) == hash(("3b", 1))


@frozen.dataclass(frozen=True, kw_only=True)
class _Late:
    last: str
    first: list[str] = frozen.field(default_factory=list)


def test_a_signature_is_right_before_the_first_object_is_made() -> None:
    """As the library's, of the class; what inherits it and takes something else, and what is called, has its own."""

    @frozen.dataclass(frozen=True, slots=True)
    class Ours:
        x: int
        y: int = 2

    class Named(frozen.NamedTuple):
        name: str
        points: int = 0

    class Own(Ours):
        def __init__(self, z: int) -> None:
            super().__init__(z)

        def __call__(self, other: int) -> int:
            return other

    expected = str(inspect.signature(Theirs))
    assert str(inspect.signature(Ours)) == expected
    assert str(inspect.signature(Named)) == "(name: 'str', points: 'int' = 0)"
    assert str(inspect.signature(_Late)) == "(*, last: 'str', first: 'list[str]' = <factory>) -> None"
    assert str(inspect.signature(Own)) == "(z: 'int') -> 'None'"
    assert str(inspect.signature(Own(1))) == "(other: 'int') -> 'int'"
    Ours(1)
    assert str(inspect.signature(Ours)) == expected


def test_it_imports_little() -> None:
    """Neither `dataclasses` nor `inspect` is imported for these classes to be made and used."""
    code = (
        "import sys; from calarec.core.engine.account import Side; from calarec.core.engine.state import WonTrick; "
        "Side((0,), 1, 2, 3, 4, 5, None); WonTrick(0, (1,), 2); "
        "print(sorted({'dataclasses', 'inspect'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
