# SPDX-License-Identifier: MIT
"""Self tests at boot and while running: random numbers, plays, ROM and FRAM records, each broken in turn."""

from __future__ import annotations

from typing import Any

import pytest

import cext
from emulator import Cabinet
from emulator.board import selftest
from emulator.board.payout import Payout
from machines.firmware import nvram

READY_MS = 5_100
MINUTE_MS = 61_000


def machine() -> Cabinet:
    return Cabinet("cierzo", seed="00")


def newest(cab: Cabinet, slots: tuple[int, ...], layout: Any, form: str, size: int) -> int:
    """Where the copy lies that counts."""
    found = [nvram.unpack(layout, form, cab.nvram[at : at + size]) for at in slots]
    numbers = [-1 if record is None else record["sequence"] for record in found]
    return slots[numbers.index(max(numbers))]


def test_the_known_answer_is_the_one_of_the_rfc() -> None:
    assert selftest.SelfTest.rng_answers()
    assert (
        cext.keystream(selftest.RFC_KEY, selftest.RFC_STREAM, selftest.RFC_BLOCK + 1, 64)
        != selftest.RFC_BYTES
    )


def test_a_sound_machine_stays_sound_for_an_hour() -> None:
    cab = machine()
    cab.run(ms=3_600_000)
    assert (cab.tilt, cab.flags, cab.fault) == ("", [], None)


def test_wrong_random_numbers_stop_the_machine_at_boot(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = cext.keystream
    monkeypatch.setattr(
        cext, "keystream", lambda key, stream, block, size: honest(key, stream, block ^ 1, size)
    )
    cab = machine()
    cab.run(ms=READY_MS)
    assert cab.tilt == "program"
    assert cab.display.message.startswith("TEST AVERÍA: PROGRAMA")


def test_a_core_that_makes_other_plays_stops_the_machine_while_running(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cab = machine()
    cab.run(ms=READY_MS)
    assert cab.tilt == ""
    honest = cext.campaign
    monkeypatch.setattr(
        cext, "campaign", lambda tables, key, machine, plays: honest(tables, key, machine + 1, plays)
    )
    cab.run(ms=MINUTE_MS)
    assert cab.tilt == "program"


def test_a_rom_that_changed_stops_the_machine_while_running(monkeypatch: pytest.MonkeyPatch) -> None:
    cab = machine()
    cab.run(ms=READY_MS)
    # Cabinets of one model share their ROM: it is put back for those of other tests.
    sources: Any = cab.rom.sources
    monkeypatch.setitem(sources, "payer", sources["payer"] + "\n# one more line\n")
    cab.run(ms=MINUTE_MS)
    assert cab.tilt == "program"


def test_tables_that_the_settings_do_not_name_stop_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Payout.describe
    monkeypatch.setattr(Payout, "describe", lambda self: (*honest(self)[:-1], bytes(32)))
    cab = machine()
    cab.run(ms=READY_MS)
    assert cab.tilt == "program"


@pytest.mark.parametrize(
    ("slots", "layout", "form", "size"),
    [
        (nvram.SLOTS, nvram.LAYOUT, nvram.MAIN_FORMAT, nvram.MAIN_SIZE),
        (nvram.MARKS_SLOTS, nvram.MARKS_LAYOUT, nvram.MARKS_FORMAT, nvram.MARKS_SIZE),
    ],
    ids=["main", "marks"],
)
def test_a_record_that_is_lost_while_running_locks_the_machine(
    slots: tuple[int, ...], layout: Any, form: str, size: int
) -> None:
    cab = machine()
    cab.run(ms=READY_MS)
    counts = newest(cab, slots, layout, form, size)
    (older,) = set(slots) - {counts}
    cab.board.fram.data[older + 9] ^= 1
    cab.run(ms=MINUTE_MS)
    assert "MEMORIA" not in cab.display.message
    for at in slots:
        cab.board.fram.data[at + 9] ^= 1
    cab.run(ms=MINUTE_MS)
    assert "MEMORIA" in cab.display.message
    writes = cab.board.fram.writes
    cab.insert(100)
    cab.press("start")
    cab.run(ms=10_000)
    assert cab.board.fram.writes == writes
    assert cab.tray_cents == 100


def test_a_play_is_not_disturbed_by_the_self_test() -> None:
    """While somebody plays without a pause the test waits for the moments between plays."""
    cab = machine()
    cab.run(ms=READY_MS)
    for _ in range(2):
        cab.insert(200)
        cab.run(ms=1_000)
    for _ in range(14):
        cab.press("start")
        cab.run(ms=5_300)
    assert cab.meters["book_plays"] >= 12
    assert cab.tilt == ""
