# SPDX-License-Identifier: MIT
"""Packing and opening tables: every bound has its message, and no damage gets past the core."""

from __future__ import annotations

import hashlib
import pickle
import random
from dataclasses import asdict
from typing import Any

import pytest
from core_checks import KEY, SMALL, resign, tables_of

import cext

BLOB = cext.pack_tables(cext.CycleGame(**asdict(SMALL)))


def changed(**fields: Any) -> bytes:
    return cext.pack_tables(cext.CycleGame(**{**asdict(SMALL), **fields}))


def test_tables_show_what_was_packed() -> None:
    tables = cext.Tables(BLOB)
    assert tables.blob == BLOB
    assert tables.digest == hashlib.sha256(BLOB[:-32]).hexdigest() == BLOB[-32:].hex()
    assert (tables.reels, tables.rows, tables.stops) == (3, 3, (5, 4, 4))
    assert tables.prizes_cents == tuple(SMALL.prizes_cents)
    assert tables.strata == tuple(map(tuple, SMALL.strata))
    assert tables.cycle_plays == 26
    assert (tables.price_cents, tables.simultaneous_max, tables.hold) == (20, 2, True)
    assert pickle.loads(pickle.dumps(tables)).digest == tables.digest
    assert repr(tables) == f"Tables(B, 3 reels, {tables.digest[:16]})"


def test_packing_repeats_to_the_byte() -> None:
    assert cext.pack_tables(cext.CycleGame(**asdict(SMALL))) == BLOB


def test_the_middle_row_shows_the_stop_and_the_next_stop_stands_above() -> None:
    strip = [0, 1, 2, 3]
    for row, symbol in ((0, 2), (1, 1), (2, 0)):
        tables = cext.Tables(
            changed(
                strips=[strip], paylines=[[row]], pays=[([symbol], 20)], prizes_cents=[0, 20], strata=[[1, 1]]
            )
        )
        assert tables.windows(1) == [(1,)]


def test_the_largest_pay_of_a_line_counts_and_lines_add_up() -> None:
    tables = cext.Tables(
        changed(
            strips=[[0, 1, 0, 2]], rows=3, paylines=[[0], [1], [1]], pays=[([-1], 10), ([0], 100), ([0], 40)],
            prizes_cents=[0, 30, 120, 210, 300], strata=[[0, 0, 1, 1, 0]],
        )
    )  # fmt: skip
    assert [tables.window_class((stop,)) for stop in range(4)] == [3, 2, 3, 2]


def test_an_amount_that_is_no_class_is_never_shown() -> None:
    tables = cext.Tables(changed(prizes_cents=[0, 20, 60], strata=[[5, 1, 1]]))
    listed = {stops for cls in range(3) for stops in tables.windows(cls)}
    unlisted = [stops for stops, cents in SMALL.windows() if cents not in (0, 20, 60)]
    assert unlisted
    assert not listed & set(unlisted)
    assert {tables.window_class(stops) for stops in unlisted} == {None}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"strips": []}, r"number of strips must be 1 to 6 reels \(got 0\)"),
        ({"strips": [[0, 1]] * 7}, r"number of strips must be 1 to 6 reels \(got 7\)"),
        ({"strips": [[0], [0, 1, 2], [0, 1, 2]]}, r"stops of strips\[0\] must be 3 to 255 stops \(got 1\)"),
        ({"strips": [[255, 0, 1]] * 3}, r"strips\[0\]\[0\] must be 0 to 254 \(got 255\)"),
        ({"strips": [[0] * 41] * 3}, r"product of the stops must be 2 to 65536 windows \(got 68921\)"),
        ({"rows": 0}, r"rows must be 1 to 5 rows \(got 0\)"),
        ({"rows": 6}, r"rows must be 1 to 5 rows \(got 6\)"),
        ({"paylines": []}, r"number of paylines must be 1 to 32 lines \(got 0\)"),
        ({"paylines": [[0, 0]]}, r"paylines\[0\] must have 3 values \(got 2\)"),
        ({"paylines": [[0, 3, 0]]}, r"paylines\[0\]\[1\] must be 0 to 2 \(got 3\)"),
        ({"pays": []}, r"number of pays must be 1 to 64 pays \(got 0\)"),
        ({"pays": [([0, 0], 20)]}, r"pays\[0\] must have 3 values \(got 2\)"),
        ({"pays": [([0, 0, -2], 20)]}, r"pays\[0\]\[2\] must be -1 to 254 \(got -2\)"),
        ({"pays": [([0, 0, 0], 0)]}, r"prize of pays\[0\] must be 1 to 16777215 cents \(got 0\)"),
        ({"prizes_cents": [0]}, r"number of prizes_cents must be 2 to 32 classes \(got 1\)"),
        ({"prizes_cents": [20, 0, 60, 80, 400]}, r"prizes_cents\[0\] must be 0 to 0 cents \(got 20\)"),
        (
            {"prizes_cents": [0, 20, 20, 80, 400]},
            r"prizes_cents\[2\] must be 21 to 4294967295 cents \(got 20\)",
        ),
        ({"prizes_cents": [0, 20.0, 60, 80, 400]}, r"prizes_cents\[1\] must be .* \(got 20.0\)"),
        ({"strata": []}, r"number of strata must be 1 to 64 strata \(got 0\)"),
        ({"strata": [[1, 1]]}, r"strata\[0\] must have 5 values \(got 2\)"),
        ({"strata": [[0] * 5]}, r"sum of strata\[0\] must be 1 to 65535 entries \(got 0\)"),
        (
            {"strata": [[60000, 6000, 0, 0, 0]]},
            r"sum of strata\[0\] must be 1 to 65535 entries \(got 66000\)",
        ),
        ({"prizes_cents": [0, 20, 60, 80, 401]}, "a prize that no window shows"),
        ({"price_cents": 0}, r"price_cents must be 1 to 1000000 cents \(got 0\)"),
        ({"simultaneous_max": 3}, r"simultaneous_max must be 1 to 2 entries \(got 3\)"),
        ({"machine_type": "C"}, r"machine_type must be 'B' \(got 'C'\)"),
    ],
)
def test_packing_names_what_is_out_of_range(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(cext.CoreError, match=message) as caught:
        changed(**fields)
    assert caught.value.code < 0


def test_a_blob_that_ends_early_or_late_is_refused() -> None:
    for size in range(len(BLOB)):
        with pytest.raises(cext.CoreError):
            cext.Tables(BLOB[:size])
        if size > 32:
            with pytest.raises(cext.CoreError):
                cext.Tables(resign(BLOB[:size]))
    with pytest.raises(cext.CoreError):
        cext.Tables(resign(BLOB + b"\0"))


def test_every_row_of_a_signed_blob_is_checked_and_not_only_the_first() -> None:
    """Order of the sections: cext/src/core.h, beside ``core_tables_compile``."""
    classes, strata, reels = len(SMALL.prizes_cents), len(SMALL.strata), len(SMALL.strips)
    pays = 64 + 4 * classes + 4 * (classes + 1) + 2 * classes * strata
    lines = pays + 12 * len(SMALL.pays)
    strips = lines + reels * len(SMALL.paylines)
    assert list(BLOB[lines : lines + reels]) == SMALL.paylines[0], "the sections lie as told"

    def refused(at: int, forged: bytes, message: str) -> None:
        with pytest.raises(cext.CoreError, match=message):
            cext.Tables(resign(BLOB[:at] + forged + BLOB[at + len(forged) :]))

    for row in range(len(SMALL.pays)):
        for at, forged in ((0, bytes(4)), (0, b"\xff" * 4), (4 + reels, b"\1"), (10, b"\1"), (11, b"\1")):
            refused(pays + 12 * row + at, forged, "paylines or pays out of bounds")
    for cell in range(lines, strips):
        refused(cell, bytes([SMALL.rows]), "paylines or pays out of bounds")
    for symbol in range(strips, strips + sum(map(len, SMALL.strips))):
        refused(symbol, b"\xff", "reels, rows, stops or symbols out of bounds")


def test_signed_damage_is_refused_or_plays_within_bounds() -> None:
    """A digest made to fit leaves the bounds to catch the damage: an error or a machine, never a crash."""
    opened = 0
    chance = random.Random(3)
    for at in range(len(BLOB) - 32):
        for value in {0, 1, 255, BLOB[at] ^ 128, chance.randrange(256)} - {BLOB[at]}:
            blob = resign(BLOB[:at] + bytes([value]) + BLOB[at + 1 :])
            try:
                tables = cext.Tables(blob)
            except cext.CoreError:
                continue
            opened += 1
            state = cext.new_state(tables, KEY)
            for n in range(4):
                state, outcome = cext.step(tables, state, 1 + n % tables.simultaneous_max)
                for entry in outcome.entries:
                    assert tables.window_class(entry.stops) == entry.prize_class
    assert opened > 100


def test_damaged_states_never_step() -> None:
    """Random bytes over a state: refused, or a state whose numbers agree with each other."""
    tables = tables_of(cext, SMALL)
    chance = random.Random(4)
    state, _ = cext.campaign(tables, KEY, 0, 17)
    for _ in range(4000):
        damaged = bytearray(state)
        for _ in range(chance.randrange(1, 4)):
            damaged[chance.randrange(256)] = chance.randrange(256)
        try:
            view = cext.view_state(tables, bytes(damaged))
        except cext.CoreError:
            with pytest.raises(cext.CoreError):
                cext.step(tables, bytes(damaged))
            continue
        assert sum(view.left) == view.remaining
        assert all(a <= b for a, b in zip(view.left, tables.strata[view.stratum], strict=True))
        cext.step(tables, bytes(damaged))


def test_a_stop_off_its_strip_is_named() -> None:
    tables = cext.Tables(BLOB)
    with pytest.raises(cext.CoreError, match=r"stops\[1\] must be 0 to 3 stops \(got 4\)"):
        tables.window_class((0, 4, 0))
    with pytest.raises(cext.CoreError, match=r"stops must have 3 values \(got 2\)"):
        tables.window_class((0, 0))
    with pytest.raises(cext.CoreError, match=r"cls must be 0 to 4 \(got 5\)"):
        tables.windows(5)


def test_an_outcome_of_wrong_bytes_is_refused() -> None:
    for raw in (b"", bytes(48), bytes([3, 3]) + bytes(46), bytes([1, 7]) + bytes(46)):
        with pytest.raises(cext.CoreError):
            cext.unpack_outcome(raw)
