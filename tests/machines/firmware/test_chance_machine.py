# SPDX-License-Identifier: MIT
"""Machines of type C on the board: what they play is the core's, what they pay is exact, on both runtimes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from firmware_rig import record, restart
from menu_rig import clear, close_up

import cext
from emulator import Cabinet
from machines.firmware import nvram
from machines.model import load_model

MODELS = ("aneto", "moncayo", "mudejar")
PURSE = {200: 60, 100: 40}


def cabinet(model: str, **options: Any) -> Cabinet:
    cab = Cabinet(model, seed="00", purse=PURSE, **options)
    cab.run(ms=4_500)
    return cab


def pay_in(cab: Cabinet, cents: int = 600) -> None:
    for _ in range(cents // 200):
        cab.insert(200)
        cab.run(ms=700)


def play(cab: Cabinet) -> None:
    """One play to its end: first objects are picked, wins are kept."""
    cab.press("start")
    for _ in range(400):
        cab.run(ms=500)
        if record(cab)["phase"] == nvram.PHASE_IDLE and not record(cab)["pending_cents"]:
            return
        if cab.lamps["hold_3"]:
            cab.press("hold_1")
        elif cab.lamps["collect"]:
            cab.press("collect")
    raise AssertionError(cab.display)


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("model", MODELS)
def test_every_step_is_the_cores_and_is_shown_on_the_reels(model: str, runtime: str) -> None:
    """DESIGN: a step is a pure function of state and action; nothing else decides."""
    cab = cabinet(model, runtime=runtime)
    steps: list[Mapping[str, Any]] = []
    cab.listen(lambda kind, t_us, fields: steps.append(fields) if kind == "step" else None)
    tables = load_model(model).tables
    assert isinstance(tables, cext.ChanceTables)
    state = record(cab)["state"]
    for _ in range(3):
        pay_in(cab)
        play(cab)
        assert [reel.stop for reel in cab.reels] == list(record(cab)["stops"][: tables.reels])
    assert len(steps) >= 3
    for step in steps:
        state, outcome = cext.chance_step_bytes(tables, state, step["action"], step["choice"])
        assert outcome.hex() == step["outcome"]
    assert state == record(cab)["state"]
    assert record(cab)["plays"] == 3 and not cab.tilt and not cab.flags


def test_what_is_collected_is_what_the_credits_were() -> None:
    """C-12: prizes are credits, and can be collected at any time."""
    cab = cabinet("moncayo")
    while not record(cab)["won_cents"]:
        pay_in(cab)
        play(cab)
    cents = record(cab)["credits_cents"]
    assert cents == record(cab)["won_cents"]
    cab.press("collect")
    cab.run(ms=60_000)
    assert cab.tray_cents == cents
    assert (record(cab)["credits_cents"], record(cab)["coin_out_cents"]) == (0, cents)


def test_no_play_begins_before_the_shortest_time_is_over() -> None:
    """C-09: 2.5 s at least; the model says 3 s or leaves it to the law."""
    cab = cabinet("moncayo")
    pay_in(cab, 1200)
    began: list[int] = []
    cab.listen(lambda kind, t_us, fields: began.append(t_us) if kind == "step" else None)
    for _ in range(18):
        cab.press("start")
        cab.run(ms=300)
    assert len(began) == 2
    assert began[1] - began[0] >= 2_500_000, began


def test_a_prize_that_the_reserve_cannot_pay_is_paid_by_staff() -> None:
    """C-14: light at once, the machine waits until it is paid and released; the amount is exact."""
    cab = cabinet("moncayo", hoppers={100: 4})
    pay_in(cab)
    while not record(cab)["won_cents"]:
        play(cab)
        if not record(cab)["won_cents"]:
            pay_in(cab)
    cab.run(ms=2_000)
    owed = record(cab)["won_cents"]
    assert cab.tilt == "handpay" and cab.lamps["tower"]
    assert record(cab)["queue"] == [("hand", owed)]
    cab.press("start")
    cab.run(ms=3_000)
    assert cab.tilt == "handpay"
    cab.turn_key("operator", True)
    cab.run(ms=500)
    cab.turn_key("operator", False)
    cab.run(ms=500)
    assert (cab.tilt, record(cab)["hand_paid_cents"], record(cab)["queue"]) == ("", owed, [])


def test_a_power_cut_in_the_middle_of_a_play_changes_nothing_of_it() -> None:
    """K-13, K-16: the play goes on where it was, and is shown again."""
    whole = cabinet("mudejar")
    pay_in(whole)
    play(whole)
    for after_ms in (100, 900, 1_700, 2_500):
        cut = cabinet("mudejar")
        pay_in(cut)
        cut.press("start")
        cut.run(ms=after_ms)
        restart(cut, 500, 20_000)
        for name in ("state", "stops", "credits_cents", "won_cents", "plays", "prizes"):
            assert record(cut)[name] == record(whole)[name], (after_ms, name)


def test_a_play_that_was_cleared_is_played_to_its_end() -> None:
    """Its program may stand between two steps; only its prize is paid by hand."""
    cab = cabinet("moncayo")
    pay_in(cab)
    cab.press("start")
    cab.run(ms=400)
    before = record(cab)
    clear(cab)
    books = record(cab)
    assert (books["ram_clears"], books["phase"]) == (1, nvram.PHASE_ROLLING)
    assert (books["outcome"], books["state"]) == (before["outcome"], before["state"])
    close_up(cab)
    cab.run(ms=8_000)
    assert (record(cab)["phase"], cab.tilt, cab.flags) == (nvram.PHASE_IDLE, "", [])
