# SPDX-License-Identifier: MIT
"""Whole machines in journals: every run of a cabinet replays to the same bytes, however it went."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from firmware_rig import attend, restart

from emulator.cabinet import Cabinet
from emulator.records.journal import Recorder, read
from emulator.records.replay import DigestError, replay
from emulator.records.storage import open_machine
from emulator.scenario import visit as visits
from emulator.scenario.script import run
from machines.model import load_model
from machines.rom.program import firmware_sources


def visit(cabinet: Cabinet) -> None:
    """Coins, plays one after the other, and the money back."""
    cabinet.run(ms=8000)
    cabinet.insert(200)
    cabinet.run(ms=2000)
    for _ in range(3):
        cabinet.press("start")
        cabinet.run(ms=7000)
    cabinet.press("collect")
    cabinet.run(ms=8000)


def recorded(path: Path, act: Callable[[Cabinet], None] = visit, **options: Any) -> Cabinet:
    cabinet = Cabinet("cierzo", **options)
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cabinet, stream)
        act(cabinet)
        recorder.close()
    return cabinet


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


def test_a_visit_replays_to_the_same_bytes(path: Path) -> None:
    cabinet = recorded(path, seed="00")
    assert cabinet.meters["plays"] >= 3
    report = replay(path)
    assert report.same and report.complete, str(report)
    assert report.compared == report.lines > 100


def test_ten_minutes_of_play_replay_in_three_seconds(path: Path) -> None:
    def play(cabinet: Cabinet) -> None:
        cabinet.run(ms=6000)
        while cabinet.now_ms < 600_000:
            if cabinet.lamps["start"]:
                cabinet.press("start")
            elif not any(reel.moving for reel in cabinet.reels) and cabinet.display.credits == "0.00":
                cabinet.insert(200)
                cabinet.run(ms=1000)
            cabinet.run(ms=100)

    cabinet = recorded(path, play, seed="00", purse={200: 20})
    assert 110 <= cabinet.meters["plays"] <= 120
    # Of the processor, not of the clock on the wall: another job beside this one is nobody's fault.
    began_s = time.process_time()
    report = replay(path)
    assert time.process_time() - began_s <= 3
    assert report.same and report.duration_us >= 600_000_000, str(report)


def test_a_seed_gives_the_same_journal_again(tmp_path: Path) -> None:
    for name in ("a", "b"):
        recorded(tmp_path / name, seed="c0ffee")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_another_seed_gives_another_journal(tmp_path: Path) -> None:
    recorded(tmp_path / "a", seed="01")
    recorded(tmp_path / "b", seed="02")
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()


def test_a_machine_with_keys_of_the_system_replays_with_its_entropy(path: Path) -> None:
    recorded(path)
    marks = [line for line in read(path).lines if '"in":"entropy"' in line]
    assert len(marks) >= 3
    report = replay(path)
    assert report.same, str(report)


def test_how_time_is_divided_into_calls_changes_nothing(tmp_path: Path) -> None:
    class Sliced(Cabinet):
        """Lets time pass as a panel does, in slices that fit nothing."""

        def run(self, ms: int) -> None:
            end_us = self.now_us + ms * 1000
            while self.now_us < end_us:
                self.run_us(min(16_667, end_us - self.now_us))
                self.run_us(0)

    recorded(tmp_path / "whole", seed="00")
    cabinet = Sliced("cierzo", seed="00")
    stream = io.StringIO()
    recorder = Recorder(cabinet, stream)
    visit(cabinet)
    recorder.close()
    assert stream.getvalue() == (tmp_path / "whole").read_text()


def test_no_time_is_no_event_between_two_inputs(path: Path) -> None:
    """A journal knows inputs and times, not the calls that let no time pass."""

    def hurried(cabinet: Cabinet) -> None:
        visit(cabinet)
        for name in ("hold_1", "start", "collect", "reserve"):
            cabinet.run_us(0)
            cabinet.down(name)
            cabinet.run_us(0)
            cabinet.up(name)
            cabinet.insert(10)
        cabinet.power_off()
        cabinet.power_on()
        cabinet.run_us(0)
        cabinet.insert(10)
        cabinet.run(ms=5000)

    recorded(path, hurried, seed="00")
    report = replay(path)
    assert report.same, str(report)


def test_power_cuts_doors_and_refused_coins_replay(path: Path) -> None:
    def rough(cabinet: Cabinet) -> None:
        cabinet.insert(200)
        cabinet.run(ms=8000)
        cabinet.insert(100)
        cabinet.run_us(380_123)
        restart(cabinet, 700, 8000)
        cabinet.insert(200)
        cabinet.run(ms=1000)
        cabinet.press("start", ms=3)
        cabinet.press("start", ms=40)
        cabinet.run_us(1_234_567)
        cabinet.power_off()
        cabinet.power_on()
        cabinet.run(ms=9000)
        cabinet.down("start")
        cabinet.run(ms=300)
        cabinet.up("start")
        attend(cabinet, 3000, 9000)
        cabinet.unplug("plays")
        cabinet.run(ms=2000)
        cabinet.plug("plays")
        cabinet.run(ms=2000)
        cabinet.take_tray()
        cabinet.empty(10)
        cabinet.refill(10, 30)
        cabinet.run(ms=1000)

    recorded(path, rough, seed="00")
    report = replay(path)
    assert report.same and report.complete, str(report)


def test_a_changed_firmware_is_refused_naming_the_digest(path: Path) -> None:
    recorded(path, seed="00")
    sources = firmware_sources()
    sources["main"] += "\n# a comment is another firmware too\n"
    with pytest.raises(DigestError, match=r"firmware digest must be [0-9a-f]{64} as recorded"):
        replay(path, firmware=sources, trust_firmware=True)


def test_a_journal_says_which_machine_ran(path: Path) -> None:
    cabinet = recorded(path, seed="00", serial=42, language="en")
    header = read(path).header
    assert header["digests"] == cabinet.rom.digests
    assert (header["model"], header["serial"], header["language"], header["seed"]) == (
        "cierzo",
        42,
        "en",
        "00",
    )
    assert header["test"] is True
    assert replay(path).same


def test_a_killed_process_leaves_a_journal_that_replays(path: Path) -> None:
    code = (
        "import os, signal; from emulator.cabinet import Cabinet\n"
        "from emulator.records.journal import Recorder\n"
        f"cabinet = Cabinet('cierzo', seed='00'); stream = open({str(path)!r}, 'w', newline='\\n')\n"
        "recorder = Recorder(cabinet, stream); cabinet.run(ms=8000); cabinet.insert(200)\n"
        "cabinet.run(ms=9000); cabinet.press('start'); cabinet.run(ms=1500)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-P", "-c", code], check=False)
    assert ended.returncode == -signal.SIGKILL
    report = replay(path)
    assert report.same and not report.complete
    assert "the run was not closed" in str(report)


def test_a_kept_machine_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "m.nvram"
    with open_machine("cierzo", nvram=file, serial=5, seed="00") as machine:
        cabinet = Cabinet("cierzo", serial=machine.serial, seed=machine.seed)
        visit(cabinet)
        cabinet.insert(50)
        cabinet.run(ms=3000)
        shown = cabinet.display.credits
        cabinet.power_off()
        machine.save(cabinet.nvram, cabinet.physical())
    with open_machine("cierzo", nvram=file) as machine:
        kept = {"nvram": machine.nvram, "physical": machine.physical, "serial": machine.serial}
    again = Cabinet("cierzo", seed=machine.seed, **kept)
    for what in ("purse", "tray", "hopper_levels", "cash_box_cents", "meters"):
        assert getattr(again, what) == getattr(cabinet, what), what
    again.run(ms=3500)
    assert again.display.credits == shown != "0.00"
    path = tmp_path / "second.jsonl"
    recorded(path, seed=machine.seed, **kept)
    assert json.loads(read(path).lines[-1])["meters"]["plays"] >= cabinet.meters["plays"] + 3
    assert replay(path).same


@pytest.mark.parametrize("seed", ["00", "01", "cafe"])
def test_the_visit_that_ships_holds(path: Path, seed: str) -> None:
    results = []
    shipped = visits.load("visit", load_model("cierzo"))
    recorded(path, lambda cabinet: results.append(run(shipped, cabinet)), seed=seed)
    assert results[0].held, str(results[0])
    assert replay(path).same
