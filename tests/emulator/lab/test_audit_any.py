# SPDX-License-Identifier: MIT
"""
Whatever stands in a memory under the machine's own seal: the machine tilts by name, and no program breaks.

Rows of both copies of the record are changed and sealed anew with the key of the TEST machine. The cabinet
takes every such image, holds its coins to the cent, and no exception comes out of it or out of the firmware.
"""

from __future__ import annotations

import functools
import random
import struct
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from seal_rig import MAIN, MARKS, SEALS, rewritten

from emulator import Cabinet
from emulator.chapters.link import QUIET, join
from machines.firmware import events, nvram
from machines.memory.record import decode
from machines.model import load_model

MOST = {"B": 0xFF, "H": 0xFFFF, "I": 0xFFFFFFFF, "Q": 0xFFFFFFFFFFFFFFFF}
ROWS = {name: (code, count) for name, code, count, _ in nvram.LAYOUT[3:-2]}
TEXTS = ("", "audit", "memory", "hopper_10", "nobody", "x" * 12)
# What every type has: a cycle with a gamble, a link, draws with cards, and both games of skill.
MODELS = ("cierzo", "galacho", "bochorno", "aneto", "moncayo_tarjeta", "verbena", "ronda")
# Counters of money and plays of which one more or one less, alone, breaks an identity.
HELD = (
    "credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents", "coin_in_cents", "coin_out_cents",
    "staked_cents", "won_cents", "meter_paid_cents", "prize_paid_cents", "refunded_cents", "hand_paid_cents",
    "hand_won_cents", "note_in_cents", "notes_in", "card_in_cents", "card_out_cents", "plays", "starts",
    "coins_in", "coins_out", "queue_cents", "test_coins",
)  # fmt: skip


@functools.cache
def played(name: str) -> tuple[bytes, dict[str, Any]]:
    """A machine of this model after coins and a play."""
    cab = Cabinet(name, seed="00")
    join_quiet(cab)
    cab.run(ms=4_000)
    coins = cab.model.coins_cents
    if not coins:
        cab.insert_card(6_000)
        cab.run(ms=1_000)
        cab.press("hold_1")
        cab.run(ms=1_000)
    for _ in range(4 if coins else 0):
        cab.insert(max(coins))
        cab.run(ms=900)
    cab.press("start")
    cab.run(ms=9_000)
    assert cab.meters["book_plays"] >= 1 and not cab.tilt
    return cab.nvram, cab.physical()


def join_quiet(cab: Cabinet) -> None:
    if cab.model.link is not None:
        join(cab, QUIET, bytes(32))


@functools.cache
def record_of(name: str, record: Any = MAIN) -> Mapping[str, Any]:
    layout, form, slots = record
    values = nvram.unpack(layout, form, played(name)[0][slots[0] : slots[0] + struct.calcsize(form)])
    assert values is not None
    return values


def begun(name: str, changes: Mapping[str, Any], record: Any = MAIN) -> Cabinet:
    image, physical = played(name)
    return Cabinet(name, seed="00", nvram=rewritten(image, changes, SEALS, record), physical=physical)


def visited(cab: Cabinet) -> None:
    """Coin, play, money back, door; nothing breaks and no coin is lost or made."""
    join_quiet(cab)
    cab.run(ms=2_500)
    coins = [cents for cents in cab.model.coins_cents if cab.purse.get(cents)]
    if coins:
        cab.insert(max(coins))
    cab.run(ms=900)
    for button in ("start", "collect"):
        cab.press(button)
        cab.run(ms=2_500)
    cab.open_door()
    cab.run(ms=300)
    cab.close_door()
    cab.run(ms=300)
    assert cab.fault is None
    cab.ledger.audit()


def values_of(rng: random.Random, name: str, old: Any) -> Any:
    """Another value of a row: at an end of its range, a step away, or any."""
    if isinstance(old, str):
        return rng.choice(TEXTS)
    if isinstance(old, bytes):
        made = bytearray(old)
        for _ in range(rng.choice((1, 4))):
            made[rng.randrange(len(made))] = rng.randrange(256)
        return bytes(made)
    if isinstance(old, tuple | list):
        place = rng.randrange(len(old))
        return [values_of(rng, name, one) if at == place else one for at, one in enumerate(old)]
    most = MOST[ROWS[name][0]]
    by = rng.choice((1, 10, 20, 100, 2_000))
    ends = (0, 1, most, most >> 1, (most >> 1) + 1, max(0, old - by), min(most, old + by))
    return rng.choice((*ends, rng.randrange(most + 1), rng.randrange(256)))


def any_changes(seed: object, name: str, count: int) -> Iterator[dict[str, Any]]:
    rng = random.Random(f"{seed}")
    old = record_of(name)
    for _ in range(count):
        rows = rng.choices(list(ROWS), k=rng.choice((1, 1, 1, 2, 3, 6)))
        yield {row: values_of(rng, row, old[row]) for row in rows}


@pytest.mark.parametrize("name", MODELS)
def test_no_memory_under_the_right_seal_breaks_a_program(name: str) -> None:
    for changes in any_changes(name, name, 25):
        visited(begun(name, changes))


@pytest.mark.long
@pytest.mark.parametrize("name", MODELS)
def test_no_memory_of_a_thousand_breaks_a_program(name: str) -> None:
    for changes in any_changes(f"{name} long", name, 1_000):
        visited(begun(name, changes))


def each_counter() -> Iterator[tuple[str, int | None]]:
    for row, (code, count) in ROWS.items():
        if code in MOST:
            yield from ((row, place if count > 1 else None) for place in range(count))


def with_value(name: str, row: str, place: int | None, value: int) -> dict[str, Any]:
    old = record_of(name)[row]
    return {row: value if place is None else [value if at == place else one for at, one in enumerate(old)]}


@pytest.mark.parametrize(
    "name", ["cierzo", *(pytest.param(name, marks=pytest.mark.long) for name in MODELS[1:])]
)
def test_every_counter_at_its_end_leaves_the_machine_to_itself(name: str) -> None:
    for row, place in each_counter():
        visited(begun(name, with_value(name, row, place, MOST[ROWS[row][0]])))


@pytest.mark.parametrize("row", HELD)
def test_a_counter_that_is_one_off_stops_the_machine(row: str) -> None:
    old = record_of("cierzo")[row]
    for place in range(ROWS[row][1]) if ROWS[row][1] > 1 else (None,):
        value = old if place is None else old[place]
        for other in {value + 1, max(0, value - 1)} - {value}:
            cab = begun("cierzo", with_value("cierzo", row, place, other))
            cab.run(ms=2_000)
            assert (cab.tilt, cab.fault) == ("audit", None), (row, place, other)


def test_marks_that_are_one_ahead_stop_the_machine() -> None:
    given = record_of("cierzo", MARKS)["given"]
    owed = load_model("cierzo").meter_units.owed(record_of("cierzo"))
    for place in range(4):
        more = [owed[at] + 1 if at == place else count for at, count in enumerate(given)]
        cab = begun("cierzo", {"given": more}, record=MARKS)
        visited(cab)
        assert cab.tilt == "audit"


@pytest.mark.parametrize("row", [*nvram.COUNTED])
def test_a_counter_that_is_about_to_run_over_locks_the_machine(row: str) -> None:
    """It would end the program at its next write; no machine lives so long, and no copy with it is whole."""
    place = None if ROWS[row][1] == 1 else 0
    cab = begun("cierzo", with_value("cierzo", row, place, nvram.COUNT_MOST + 1))
    visited(cab)
    assert cab.tilt == "memory"
    assert decode(cab.nvram) is None


def test_a_counter_may_come_as_far_as_that() -> None:
    image, physical = played("cierzo")
    row = bytearray(events.pack(nvram.COUNT_MOST - 3, 0, events.POWER_UP, 1, SEALS))
    at = events.place(nvram.COUNT_MOST - 3)
    made = bytearray(rewritten(image, {"events": nvram.COUNT_MOST - 3}, SEALS))
    made[at : at + len(row)] = row
    cab = Cabinet("cierzo", seed="00", nvram=bytes(made), physical=physical)
    cab.run(ms=2_500)
    assert (cab.tilt, cab.fault) == ("", None)


OUTCOME = record_of("cierzo")["outcome"]
# Each breaks a program that trusts it.
TRUSTED: dict[str, dict[str, Any]] = {
    "a counter at its end": {"events": MOST["I"]},
    "nine entries": {"outcome": bytes([9]) + OUTCOME[1:]},
    "lights that are not there": {"outcome": OUTCOME[:1] + bytes([250]) * (len(OUTCOME) - 1)},
}


@pytest.mark.parametrize("memory", TRUSTED)
def test_a_memory_that_must_not_be_trusted_breaks_no_program(memory: str) -> None:
    visited(begun("cierzo", TRUSTED[memory]))


def test_more_entries_than_a_play_has_stop_the_machine() -> None:
    assert begun("cierzo", {"outcome": bytes([3]) + OUTCOME[1:]}).tilt == "audit"
