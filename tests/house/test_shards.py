"""Over eight commits every case of the mass tests is tried."""

from __future__ import annotations

import pytest

from tests.shards import SHARD, SHARDS, examples, of_shard


@pytest.mark.parametrize("number", [0, 1, 3, 8, 9, 100])
def test_eight_runs_try_every_case(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time an eighth, and at least one."""
    cases = range(number)
    tried = []
    for shard in range(SHARDS):
        monkeypatch.setenv(SHARD, str(shard))
        tried.append(list(of_shard(cases, "pagat")))
        assert len(tried[-1]) <= number // SHARDS + 1
        assert bool(tried[-1]) == bool(number)
    assert {case for some in tried for case in some} == set(cases)


def test_all_cases_are_tried_where_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make test-all`, and a test that is named by itself."""
    monkeypatch.setenv(SHARD, "all")
    assert list(of_shard(range(100))) == list(range(100))
    assert examples(400) == 400
    monkeypatch.setenv(SHARD, "3")
    assert (examples(400), examples(2)) == (50, 1)
