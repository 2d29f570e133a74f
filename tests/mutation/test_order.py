"""Which tests a mutant goes through."""

from __future__ import annotations

from tests.mutation.order import Seen, few, in_order

_SEEN = {
    "a.py::slow": Seen(9.0, frozenset({1}), failed=False),
    "a.py::quick": Seen(0.1, frozenset({1, 2}), failed=False),
    "a.py::beside": Seen(0.1, frozenset(), failed=False),
    "b.py::far": Seen(0.1, frozenset({3}), failed=False),
    "b.py::broken": Seen(0.1, frozenset({1, 2, 3}), failed=True),
}
_TESTS = [
    "a.py::slow", "a.py::quick[1]", "a.py::quick[2]", "a.py::quick[3]", "a.py::beside", "a.py::new", "b.py::far",
    "b.py::broken",
]  # fmt: skip


def test_cheap_ones_come_first_and_many_of_one_function_later() -> None:
    """Those of the same file that do not reach it come as well; those that fail by themselves do not."""
    assert list(in_order(_TESTS, _SEEN, 2, seconds=30)) == [
        "a.py::quick[1]", "a.py::quick[2]", "a.py::quick[3]", "a.py::beside", "a.py::slow",
    ]  # fmt: skip
    assert list(in_order(_TESTS, _SEEN, 1, seconds=30)) == [
        "a.py::quick[1]", "a.py::quick[2]", "a.py::quick[3]", "a.py::beside", "a.py::slow",
    ]  # fmt: skip
    assert list(in_order(_TESTS, _SEEN, 3, seconds=30)) == ["b.py::far"]
    assert in_order(_TESTS, _SEEN, 4, seconds=30) == {}


def test_together_they_take_no_longer_than_allowed() -> None:
    """What no longer fits is left out, what is shorter still fits."""
    quick = [f"a.py::quick[{number}]" for number in range(1, 4)]
    assert in_order(_TESTS, _SEEN, 1, seconds=9.25) == dict.fromkeys([*quick, "a.py::beside"], 0.1)
    assert in_order(["a.py::slow", "a.py::beside"], _SEEN, 1, seconds=9.25) == {"a.py::beside": 0.1, "a.py::slow": 9.0}


def test_a_few_of_each_function_always_the_same() -> None:
    """Each function has its lot, whatever other tests there are."""
    tests = [f"a.py::many[{number}]" for number in range(50)]
    chosen = few([*tests, "a.py::one"], 2)
    assert len(chosen) == 3
    assert chosen[-1] == "a.py::one"
    assert few(["b.py::other", *tests], 2)[1:] == chosen[:-1]
