# SPDX-License-Identifier: MIT
"""The checks of every device's faults: right machines hold, altered ones do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import MACHINES, examined, must_hold, refused, spoil
from mutants import Mutant
from soon import spared

from emulator.lab.checks import coin_faults, doors
from emulator.lab.exam.finding import Findings, Grade

CHECKS = ("doors", "coin_faults", "hopper_faults", "reel_faults", "note_faults", "memory_faults", "alarms")
# Strings are an acceptor's, and a coin that a play takes is the laboratory's to judge.
OPEN = {"G-44", "G-45", "G-46"}


@pytest.mark.parametrize(
    "machine", ["cierzo", *[pytest.param(m, marks=pytest.mark.long) for m in MACHINES[1:]]]
)
@pytest.mark.parametrize("check", CHECKS)
def test_a_machine_that_ships_stands_every_fault(check: str, machine: str, tmp_path: Path) -> None:
    """G-28, G-37, G-41 to G-58, K-14, K-17, K-24: nothing red; strings and coins in a play are open."""
    found = examined(check, machine, tmp_path)
    must_hold(found)
    assert {row for row, one in found.items() if one.grade == Grade.NO_EXAMINADO} <= OPEN
    assert all(one.files and (tmp_path / one.files[0]).exists() for one in found.values())


FIRMWARE = "machines/firmware/"


@pytest.mark.parametrize(
    ("check", "subject", "wrong", "rows"),
    [
        ("doors", "firmware", "an open door stops nothing", {"G-42", "G-44"}),
        spared(("doors", "firmware", "hides that the door was open", {"G-42"})),
        ("doors", "firmware", "an open logic area stops nothing", {"G-43"}),
        spared(("doors", "firmware", "goes on once the logic area is closed", {"G-43"})),
        ("coin_faults", "faults", "does not notice a coin jam", {"G-46"}),
        ("hopper_faults", "faults", "waits an hour for a coin of a hopper", {"G-50", "G-52", "K-24"}),
        ("memory_faults", "firmware", "starts anew when its memory is gone", {"K-14", "G-37"}),
        ("alarms", "faults", "battery low", {"G-53"}),
    ],
)
def test_firmware_with_one_thing_wrong_is_refused(
    check: str, subject: str, wrong: str, rows: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line of the firmware altered: the rows that it breaks turn red."""
    spoil(monkeypatch, subject, wrong)
    assert rows <= refused(examined(check, "cierzo", tmp_path))


TILTED = "tilt.report(state, settings.HOPPERS[hopper][1])"
FORGIVEN = (
    "state.refunded_cents += state.queue_cents[0]\n        state.queue_cents[0] = 0\n"
    f"        owed.drop_paid(state)\n        {TILTED}"
)


@pytest.mark.parametrize(
    ("check", "file", "old", "new", "rows"),
    [
        ("coin_faults", "coins.py", "return not payer.drive.levels", "return payer.drive.levels", {"G-49"}),
        ("coin_faults", "parallel/coin_drive.py", "VALID_MS = 15", "VALID_MS = 60", {"G-47"}),
        spared(("hopper_faults", "payer.py", 'tilt.report(state, "runaway")', "pass", {"G-50"})),
        (
            "hopper_faults",
            "payer.py",
            TILTED,
            FORGIVEN,
            {"G-50", "G-52", "K-24"},
        ),
        (
            "hopper_faults",
            "main.py",
            "        state.power_ups += 1",
            "        state.power_ups += 1\n        state.queue_cents[0] *= 2",
            {"G-51"},
        ),
        ("hopper_faults", "payer.py", "state.coin_out_cents += cents", "pass", {"G-28"}),
        ("reel_faults", "drums/reels.py", 'tilt.report(state, f"reel_{reel + 1}")', "pass", {"K-17", "G-54"}),
        (
            "reel_faults",
            "drums/reels.py",
            'tilt.report(state, f"reel_{reel + 1}")',
            'tilt.report(state, "reel_1")',
            {"K-17", "G-54"},
        ),
        (
            "note_faults",
            "parallel/note_drive.py",
            '\n        tilt.report(state, "note")',
            "\n        pass",
            {"G-58"},
        ),
    ],
)
def test_firmware_that_treats_a_device_wrongly_is_refused(
    check: str, file: str, old: str, new: str, rows: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As above, with alterations that have no row among the mutants."""
    Mutant(FIRMWARE + file, old, new, "").spoil(monkeypatch)
    assert rows <= refused(examined(check, "cierzo", tmp_path))


def test_a_door_that_is_told_too_late_and_an_alarm_too_short_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-41, G-42: limits beyond what the machine does."""
    monkeypatch.setattr(doors, "_AT_ONCE_MS", 10)
    monkeypatch.setattr(doors, "_ALARM_MS", 5_000)
    assert refused(examined("doors", "cierzo", tmp_path)) == {"G-41", "G-42"}


@pytest.mark.parametrize(
    ("in_play", "grade"),
    [("returned", Grade.CONFORME), ("credited", Grade.NO_EXAMINADO), ("lost", Grade.NO_CONFORME)],
)
def test_a_coin_in_a_play_is_graded_by_what_becomes_of_it(in_play: str, grade: Grade) -> None:
    """G-44: a play inhibits the acceptor."""
    found = Findings()
    doors._coins(found, {"door open": True}, in_play)
    assert found.rows["G-44"].grade == grade


def test_a_coin_that_is_lost_or_a_slug_that_counts_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-45, G-48: a visitor who owns more after a slug, or less once no coin is taken any more."""
    done = coin_faults.drill

    def credited(exam, fault, **options):  # type: ignore[no-untyped-def]
        found = done(exam, fault, **options)
        found.off_cents = 10 if fault == "slug" else found.off_cents
        return found

    monkeypatch.setattr(coin_faults, "drill", credited)
    monkeypatch.setattr(coin_faults, "_beyond", lambda exam: {"refused": 3, "lost_cents": 10})
    assert refused(examined("coin_faults", "cierzo", tmp_path)) == {"G-45", "G-48"}


def test_a_fault_that_nobody_can_clear_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-56: the door clears nothing."""
    old = '"""The attendant is done: try again what failed, clear what is mended."""'
    Mutant(FIRMWARE + "tilt.py", old, f"{old}\n    if state.tilt:\n        return", "").spoil(monkeypatch)
    assert "G-56" in refused(examined("alarms", "cierzo", tmp_path))
