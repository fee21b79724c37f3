# SPDX-License-Identifier: MIT
"""The native module payout: it decides, and tells on a firmware that drops what it decided."""

from __future__ import annotations

import pytest
from board_helpers import IDLE, Recorder, make_board, run_ms

import cext
from emulator.board.board import Board
from emulator.board.payout import NOT_COMMITTED, TRIAL_COMMITTED, Payout

# Three reels of four stops; one line; a cycle of 16 entries, four of which pay 20 cents.
TABLES = cext.Tables(
    cext.pack_tables(
        cext.CycleGame(
            strips=[[0, 1, 0, 1]] * 3,
            rows=1,
            paylines=[[0, 0, 0]],
            pays=[((1, 1, 1), 20)],
            prizes_cents=[0, 20],
            strata=[[12, 4]],
            price_cents=20,
            simultaneous_max=2,
            hold=True,
        )
    )
)
STATE = cext.new_state(TABLES, bytes(32), 7)

# Plays once a tick; state.commits says whether it writes what it got.
PLAYER = (
    IDLE
    + """
import payout
from machine import I2C
state.play = b""
state.outcome = b""
state.commits = True
state.seen = None
bus = I2C(1)
def boot():
    state.play = bus.readfrom_mem(0x50, 0, 256, addrsize=16)
    state.seen = payout.describe(), payout.check(state.play), payout.check(bytes(256))
def tick():
    after, state.outcome = payout.step(state.play, 1, 0)
    if state.commits:
        bus.writeto_mem(0x50, 0, after, addrsize=16)
        state.play = after
    return 1000
"""
)


def player(source: str = PLAYER, entropy: bytes | None = None) -> Board:
    payout = Payout(TABLES, entropy=lambda: entropy)
    return make_board(source, STATE + bytes(32_768 - 256), payout=payout)


def test_firmware_gets_what_the_core_decides_and_the_board_tells_of_it() -> None:
    board = player()
    heard = Recorder(board)
    board.power_on()
    run_ms(board, 0)
    after, outcome = cext.step_bytes(TABLES, STATE, 1, 0)
    program = board.chip.save()["program"]
    assert (program["play"], program["outcome"]) == (after, outcome)
    assert program["seen"] == ((3, 20, 2, 1, bytes.fromhex(TABLES.digest)), True, False)
    fields = {"simultaneous": 1, "held": 0, "before": STATE, "after": after, "outcome": outcome}
    assert heard.events[-1] == (0, "step", fields)


def test_a_firmware_that_commits_every_step_is_not_flagged() -> None:
    board = player()
    board.power_on()
    run_ms(board, 12_000)
    assert board.flags == []


def test_a_firmware_that_drops_a_step_is_flagged_at_the_next() -> None:
    board = player(PLAYER.replace("state.commits = True", "state.commits = False"))
    heard = Recorder(board)
    board.power_on()
    run_ms(board, 0)
    assert board.flags == []
    run_ms(board, 1_000)
    assert board.flags == [NOT_COMMITTED]
    assert heard.kinds() == ["power", "step", NOT_COMMITTED, "step"]


def test_a_step_lost_with_the_power_is_no_ones_fault() -> None:
    board = player()
    board.power_on()
    board.cut_at_op(3)
    run_ms(board, 0)
    assert not board.powered
    board.power_on()
    run_ms(board, 3_000)
    assert board.flags == []


def test_a_step_lost_in_a_crash_is_flagged() -> None:
    source = PLAYER.replace(
        "    if state.commits:", "    if machine.reset_cause() == 1: machine.reset()\n    if True:"
    )
    board = player("import machine\n" + source)
    board.power_on()
    run_ms(board, 10)
    assert board.flags == [NOT_COMMITTED]


ABSORB = PLAYER.replace("payout.step(state.play, 1, 0)", "(payout.absorb(state.play), b'')")


def test_entropy_is_absorbed_and_told_when_the_run_has_some() -> None:
    board = player(ABSORB, entropy=bytes(range(32)))
    heard = Recorder(board)
    board.power_on()
    run_ms(board, 0)
    assert board.chip.save()["program"]["play"] == cext.absorb(STATE, bytes(range(32)))
    assert heard.events[-1][1:] == ("absorb", {"entropy": bytes(range(32))})


def test_a_run_without_entropy_keeps_its_state() -> None:
    board = player(ABSORB)
    board.power_on()
    run_ms(board, 0)
    assert board.chip.save()["program"]["play"] == STATE


@pytest.mark.parametrize(
    "call", ["payout.step(state.play, 3, 0)", "payout.step(bytes(256), 1, 0)", "payout.step(b'', 1, 0)"]
)
def test_a_step_that_the_core_refuses_is_a_value_error(call: str) -> None:
    board = player(PLAYER.replace("payout.step(state.play, 1, 0)", call))
    board.power_on()
    run_ms(board, 0)
    assert board.fault is not None and ": ValueError: " in board.fault and board.fault.startswith("main.py:")


def test_what_a_firmware_owes_its_fram_is_saved() -> None:
    board = player(PLAYER.replace("state.commits = True", "state.commits = False"))
    board.power_on()
    run_ms(board, 0)
    other = player(PLAYER.replace("state.commits = True", "state.commits = False"))
    other.load(board.save())
    run_ms(other, 1_000)
    assert other.flags == [NOT_COMMITTED]


@pytest.mark.parametrize("source", [PLAYER, ABSORB])
def test_a_listener_or_entropy_that_fails_is_heard_of_by_the_host(source: str) -> None:
    def fail(*_: object, **__: object) -> bytes:
        raise OSError(28, "no space left on device")

    board = make_board(source, STATE + bytes(32_768 - 256), payout=Payout(TABLES, entropy=fail))
    board.power_on()
    board.emit = fail
    with pytest.raises(OSError, match="no space left"):
        run_ms(board, 0)
    assert board.fault is None


# A test play once a tick, from a state of its own; state.keeps says whether it lies in the FRAM first.
TRIES = (
    IDLE
    + """
import payout
from machine import I2C
state.play = b""
state.outcome = b""
state.keeps = False
state.seen = None
bus = I2C(1)
def boot():
    state.play = payout.trial()
    state.seen = payout.check(state.play), payout.check(bus.readfrom_mem(0x50, 0, 256, addrsize=16))
def tick():
    if state.keeps:
        bus.writeto_mem(0x50, 0, state.play, addrsize=16)
    state.play, state.outcome = payout.step(state.play, 1, 0)
    return 1000
"""
)


def test_a_test_play_may_be_dropped_and_is_told_as_one() -> None:
    board = player(TRIES, entropy=bytes(32))
    heard = Recorder(board)
    board.power_on()
    run_ms(board, 3_000)
    assert heard.kinds() == ["power", "trial"] + ["trial_step"] * 4
    assert board.flags == []
    assert board.fram.data[:256] == STATE


def test_a_test_play_that_lies_in_the_fram_is_flagged() -> None:
    """Or a firmware could try a play first and commit it if it likes what it sees."""
    board = player(TRIES.replace("state.keeps = False", "state.keeps = True"))
    board.power_on()
    run_ms(board, 0)
    assert board.flags == [TRIAL_COMMITTED]


def test_a_machine_cannot_go_on_with_the_state_of_a_test_play() -> None:
    board = player(TRIES)
    board.power_on()
    assert board.chip.save()["program"]["seen"] == (False, True)


def test_dropping_a_real_step_is_flagged_beside_test_plays_too() -> None:
    board = player(
        PLAYER.replace("state.commits = True", "state.commits = False").replace(
            "    after, ", "    payout.step(payout.trial(), 1, 0)\n    after, "
        )
    )
    board.power_on()
    run_ms(board, 1_000)
    assert board.flags == [NOT_COMMITTED]


def test_a_test_play_knows_nothing_of_the_machines_own_plays() -> None:
    """Whatever the machine's key, cycle and play are, the test plays are the same."""

    def windows(first: bytes, entropy: bytes) -> list[bytes]:
        board = make_board(TRIES, first + bytes(32_768 - 256), payout=Payout(TABLES, entropy=lambda: entropy))
        heard = Recorder(board)
        board.power_on()
        run_ms(board, 30_000)
        return [fields["outcome"] for _, kind, fields in heard.events if kind == "trial_step"]

    another = cext.new_state(TABLES, bytes(range(32)), 9, cycle=5)
    assert windows(STATE, bytes(32)) == windows(another, bytes(32))
    assert windows(STATE, bytes(32)) != windows(STATE, bytes([1]) * 32)


def test_without_entropy_test_plays_are_those_of_the_time() -> None:
    seen = []
    for ms in (0, 7):
        board = player(TRIES)
        run_ms(board, ms)
        board.power_on()
        run_ms(board, 0)
        seen.append(board.chip.save()["program"]["play"])
    assert seen[0] != seen[1]
    for state in seen:
        assert cext.view_state(TABLES, state).machine >> 39 == 1
