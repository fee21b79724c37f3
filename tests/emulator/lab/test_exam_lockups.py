# SPDX-License-Identifier: MIT
"""Hand-pay lockups: right machines hold, a lock that opens or pays otherwise does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import at_work, examined, graded, must_hold, refused, spoil
from mutants import Mutant
from soon import spared

from emulator.lab.bench import search
from emulator.lab.checks import chance_hand_pay
from emulator.lab.exam.finding import Grade

FIRMWARE = "machines/firmware/"
TILTED = "tilt.report(state, settings.HOPPERS[hopper][1])"
FORGOTTEN = "state.queue_cents[0] = 0\n        owed.drop_paid(state)"
POWERED = "        state.power_ups += 1"
RELEASED = "        state.tilt = ''\n        state.queue_cents = [0] * len(state.queue_kinds)"
OTHERS = [
    pytest.param(one, marks=pytest.mark.long) for one in ("monegros", "galacho", "mudejar", "moncayo_fichas")
]


@pytest.mark.parametrize("machine", ["cierzo", "moncayo", *OTHERS])
def test_credits_beyond_the_hopper_lock_a_machine_that_ships(machine: str, tmp_path: Path) -> None:
    """G-55."""
    must_hold(examined("short_pay", machine, tmp_path), "G-55")


@pytest.mark.parametrize("machine", ["bochorno", pytest.param("veruela", marks=pytest.mark.long)])
def test_a_jackpot_of_the_link_is_not_examined(machine: str, tmp_path: Path) -> None:
    """G-55: nobody has seen it lock the machine."""
    assert graded(examined("short_pay", machine, tmp_path), Grade.NO_EXAMINADO) == {"G-55"}


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("payer.py", TILTED, f"{FORGOTTEN}\n        {TILTED}"),
        spared(("payer.py", TILTED, FORGOTTEN)),
        ("handpay.py", "    tilt.clear(state)\n", "    state.hand_paid_cents += 0\n"),
        ("main.py", POWERED, f"{POWERED}\n{RELEASED}"),
    ],
    ids=["forgets the remainder", "pays nothing", "the key releases nothing", "a cut releases it"],
)
def test_a_lock_that_does_otherwise_is_refused(
    file: str, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-55 of type B."""
    Mutant(FIRMWARE + file, old, new, "").spoil(monkeypatch)
    assert refused(examined("short_pay", "cierzo", tmp_path)) == {"G-55"}


def test_the_wrong_remainder_by_hand_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-55: the operator key goes on owing."""
    spoil(monkeypatch, "firmware", "pays by hand and goes on owing")
    assert refused(examined("short_pay", "cierzo", tmp_path)) == {"G-55"}


def test_a_prize_beyond_the_reserve_that_locks_nothing_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-55, C-14: the prize goes to the credits, whatever the reserve holds."""
    Mutant(FIRMWARE + "chance/credit.py", "(kept or stock.covers(state, total_cents))", "True", "").spoil(
        monkeypatch
    )
    assert refused(examined("chance_hand_pay", "moncayo", tmp_path)) == {"C-14", "G-55"}


@pytest.mark.long
def test_a_jackpot_beyond_the_reserve_locks_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-55: by a key that is known to hit it; where none is found it is not examined."""
    exam = at_work("chance_hand_pay", "aneto", tmp_path)
    known = search.search(exam.model, search.pot_next(1), search.Budget(4_000, 120), "00" * 16)
    assert known is not None
    monkeypatch.setattr("emulator.lab.bench.prepare.search", lambda *given: known)
    assert chance_hand_pay._progressive(exam).grade == Grade.CONFORME
    monkeypatch.setattr("emulator.lab.bench.prepare.search", lambda *given: None)
    assert chance_hand_pay._progressive(exam).grade == Grade.NO_EXAMINADO
