# SPDX-License-Identifier: MIT
"""The hopper interlock of type B: its short way to an answer is the answer of the long one."""

from __future__ import annotations

from itertools import product

import pytest
from blackbox import payable

from emulator import Cabinet
from emulator.vm.cpython import CPythonRuntime


@pytest.mark.parametrize("model", ["cierzo", "galacho"])
def test_b20_the_interlock_answers_as_coins_that_are_taken_out_one_prize_after_the_other(model: str) -> None:
    """B-20: around each number of coins at which an answer changes, and with next to none."""
    runtime = Cabinet(model, seed="00").board.chip._runtime
    assert isinstance(runtime, CPythonRuntime)
    credit, values = runtime._modules["credit"], runtime._modules["stock"].VALUES
    answers = set()
    for prizes, meter_cents, inserted_cents in product(
        (credit.SINGLE_PRIZES, credit.DOUBLE_PRIZES), (0, 130, 4_780), (0, 20, 380)
    ):
        most_cents = prizes[-1] + meter_cents + inserted_cents
        near = [
            sorted({0, 1, *range(8, 13), *range(most_cents // cents - 4, most_cents // cents + 2)})
            for cents in values
        ]
        for counts in product(*near):
            levels = dict(zip(values, counts, strict=True))
            debts = (meter_cents, inserted_cents, *credit.AWARD)
            wanted = all(payable(levels, (*debts, prize)) for prize in prizes)
            assert credit._all_payable(list(counts), meter_cents, inserted_cents, prizes) == wanted, counts
            answers.add(wanted)
    assert answers == {True, False}
