# SPDX-License-Identifier: MIT
"""What .ci/check-dieharder makes of a table: a failure stays one, a weak p-value gets other streams."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from typing import Any

import pytest
from places import ROOT

SCRIPT = ROOT / ".ci" / "check-dieharder"
TABLE = """
#=============================================================================#
#            dieharder version 3.31.1 Copyright 2003 Robert G. Brown          #
#=============================================================================#
   rng_name    |rands/second|   Seed   |
stdin_input_raw|  3.73e+07  |2258670118|
#=============================================================================#
        test_name   |ntup| tsamples |psamples|  p-value |Assessment
#=============================================================================#
   diehard_birthdays|   0|       100|     100|0.75543358|  {first}
          sts_serial|  16|    100000|     100|0.00696600|  {second}
"""


@pytest.fixture
def script() -> Any:
    loader = SourceFileLoader("check_dieharder", str(SCRIPT))
    spec = spec_from_loader("check_dieharder", loader)
    assert spec is not None
    made = module_from_spec(spec)
    loader.exec_module(made)
    return made


def table(script: Any, first: str, second: str) -> Any:
    return script.rows_of(TABLE.format(first=first, second=second))


def test_rows_of_the_table_are_read(script: Any) -> None:
    rows = table(script, "PASSED  ", "WEAK  ")
    assert [tuple(row) for row in rows] == [
        ("diehard_birthdays 0", 0.75543358, "PASSED"),
        ("sts_serial 16", 0.006966, "WEAK"),
    ]


@pytest.mark.parametrize(
    ("turns", "passes", "runs"),
    [
        ([("PASSED", "PASSED")], True, 1),
        ([("PASSED", "FAILED")], False, 1),
        ([("WEAK", "FAILED")], False, 1),
        ([("WEAK", "PASSED"), ("PASSED", "PASSED")], True, 2),
        ([("WEAK", "PASSED"), ("PASSED", "WEAK")], True, 2),
        ([("WEAK", "PASSED"), ("WEAK", "WEAK"), ("PASSED", "WEAK")], True, 3),
        ([("WEAK", "PASSED"), ("FAILED", "PASSED")], False, 2),
        ([("WEAK", "PASSED")] * 3, False, 3),
    ],
)
def test_a_test_passes_fails_or_is_tried_again(
    script: Any, monkeypatch: pytest.MonkeyPatch, turns: list[tuple[str, str]], passes: bool, runs: int
) -> None:
    seeds: list[str] = []

    def run(azar: str, seed: str, options: str) -> Any:
        seeds.append(seed)
        return table(script, *turns[len(seeds) - 1])

    monkeypatch.setattr(script, "run", run)
    assert script.judge("azar", "ab", "-d 0") is passes
    assert seeds == ["ab00", "ab01", "ab02"][:runs]


def test_any_failure_ends_with_status_1(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "install", lambda: None)
    monkeypatch.setattr(script, "judge", lambda azar, seed, options: options != "-d 9")
    monkeypatch.setattr("sys.argv", ["check-dieharder", "--seed", "00"])
    with pytest.raises(SystemExit) as ended:
        script.main()
    assert "dieharder fails: -d 9" in str(ended.value)


def test_a_table_without_verdict_is_no_pass(script: Any) -> None:
    assert script.rows_of(TABLE.format(first="", second="")) == []
