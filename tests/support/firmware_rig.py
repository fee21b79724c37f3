# SPDX-License-Identifier: MIT
"""Cabinets in any state that a test needs: money in the buckets, prizes about to come, hoppers as filled."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cext
from emulator import Cabinet
from emulator.support.seed import chip_key_of
from machines.memory import factory
from machines.memory.balanced import balance
from machines.memory.chip import seals_of
from machines.memory.record import decode
from machines.model import Model, load_model

HOPPERS = {10: 300, 100: 200}
PURSE = {10: 60, 20: 60, 50: 30, 100: 30, 200: 30}
SEED = "00"
SERIAL = 1
# Of the chip of that seed and number.
SEALS = seals_of(chip_key_of(SEED), SERIAL)
# From power on until the reels have found home, and until the first play may start.
HOME_MS = 4_000
READY_MS = 5_100


@functools.cache
def model() -> Model:
    """The shipped machine."""
    return load_model("cierzo")


@functools.cache
def state_before(prizes_cents: tuple[int, ...], hold: bool = False) -> bytes:
    """
    A state of the play program whose next play wins exactly these prizes, one an entry.

    Args:
        prizes_cents: prize of each entry; two of them make a double play.
        hold: the play must offer a hold.
    """
    tables = model().tables
    state = cext.new_state(tables, bytes(32), SERIAL)
    for _ in range(2 * tables.cycle_plays):
        after, outcome = cext.step(tables, state, len(prizes_cents))
        won = tuple(entry.prize_cents for entry in outcome.entries)
        if won == prizes_cents and (not hold or outcome.hold_offer):
            return state
        state = cext.step(tables, state)[0] if len(prizes_cents) > 1 else after
    raise LookupError(f"no play of two cycles wins {prizes_cents}")


def image(
    *,
    coming: Sequence[int] = (),
    hold: bool = False,
    hoppers: Mapping[int, int] = HOPPERS,
    change: Callable[[dict[str, Any]], None] | None = None,
    **fields: Any,
) -> bytes:
    """
    The NVRAM of a machine with these fields, its books balanced and its meters up to date.

    Args:
        coming: prizes of the next play, one an entry.
        hold: that play offers a hold.
        hoppers: coins in the hoppers, cents -> count.
        change: last changes to the record, after the books were balanced.
        fields: rows of nvram.LAYOUT that differ from a new machine's.
    """
    state = state_before(tuple(coming), hold) if coming else cext.new_state(model().tables, bytes(32), SERIAL)
    values = factory.blank(state, SERIAL, tuple(hoppers[cents] for cents in (10, 100)))
    values.update(fields)
    balance(model(), values)
    given = model().meter_units.owed(values)
    if change is not None:
        change(values)
    return factory.image_of(values, given, SEALS)


def machine(
    *,
    ready: bool = True,
    hoppers: Mapping[int, int] = HOPPERS,
    physical_hoppers: Mapping[int, int] | None = None,
    firmware: Mapping[str, str] | None = None,
    runtime: str = "cpython",
    **fields: Any,
) -> Cabinet:
    """
    A cabinet that starts from ``image(**fields)``.

    Args:
        ready: let it boot and wait until the first play may start.
        hoppers: what the books believe to be in the hoppers.
        physical_hoppers: what is in them, if that differs.
        firmware: other sources than ours.
        runtime: what runs them.
    """
    cab = Cabinet(
        model(),
        seed=SEED,
        serial=SERIAL,
        nvram=image(hoppers=hoppers, **fields),
        hoppers=physical_hoppers or hoppers,
        purse=PURSE,
        firmware=firmware,
        trust_firmware=True,
        runtime=runtime,
    )
    if ready:
        cab.run(ms=READY_MS)
        assert cab.fault is None
    return cab


def embezzled() -> Cabinet:
    """Books that do not add up, on the board alone: a cabinet's own balance would not let them pass."""
    rig = machine(ready=False)
    rig.power_off()

    def embezzle(values: dict[str, Any]) -> None:
        values["credits_cents"] += 20

    rig.board.after_event = None
    rig.board.fram.data[:] = image(credits_cents=40, change=embezzle)
    rig.board.power_on()
    rig.board.advance(rig.now_us + 6_000_000)
    return rig


def record(cab: Cabinet) -> dict[str, Any]:
    """What the machine has committed."""
    found = decode(cab.nvram)
    assert found is not None
    return found


def heard(cab: Cabinet, *kinds: str) -> list[tuple[int, str, dict[str, Any]]]:
    """A list that grows with every event of these kinds: (ms, kind, fields)."""
    events: list[tuple[int, str, dict[str, Any]]] = []

    def listen(kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind in kinds:
            events.append((t_us // 1000, kind, dict(fields)))

    cab.listen(listen)
    return events


def said(cab: Cabinet) -> str:
    """The message without its TEST mark."""
    return cab.display.message.removeprefix("TEST ").strip()


def attend(cab: Cabinet, open_ms: int = 500, ms: int = 100, door: str = "main") -> None:
    """Open a door and close it again, as whoever mends a machine does."""
    cab.open_door(door)
    cab.run(ms=open_ms)
    cab.close_door(door)
    cab.run(ms=ms)


def restart(cab: Cabinet, off_ms: int, ms: int) -> None:
    """Take the supply away for a time and bring it back."""
    cab.power_off()
    cab.run(ms=off_ms)
    cab.power_on()
    cab.run(ms=ms)


def run_until(cab: Cabinet, happened: Callable[[], bool], limit_ms: int = 60_000, step_ms: int = 1) -> None:
    """Let time pass in steps until something is true; AssertionError if it never is."""
    for _ in range(limit_ms // step_ms):
        if happened():
            return
        cab.run(ms=step_ms)
    raise AssertionError(f"nothing within {limit_ms} ms; {cab.display} tilt {cab.tilt!r} fault {cab.fault!r}")


def money(cab: Cabinet) -> int:
    """Cents that the visitor has, or has coming: purse, tray, coins to be returned and all balances."""
    books = record(cab)
    owed = sum(
        books[name] for name in ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents")
    )
    places = ("purse", "tray", "returning", "paying", "slot")
    return owed + sum(cents for _, cents in books["queue"]) + sum(cab.ledger.total(place) for place in places)
