# SPDX-License-Identifier: MIT
"""
The drill: a real kiosk on an X server is killed, hung, robbed of its display, its disk and its sound.

Each time the next picture comes, the machine is exactly what it was, and the exit status is right. It needs
Debian's packages xvfb and xdotool.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from debian import program

from emulator.kiosk.answer import StatusError, ask
from emulator.kiosk.pin import hide
from emulator.records.replay import replay
from emulator.records.storage import read_file

pytestmark = pytest.mark.long
PATIENCE_S = 60.0
# Of a restart, on a computer that does nothing else; a busy one is slower.
BACK_MOST_S = float(os.environ.get("AZAR_DRILL_BACK_S", "3"))


class Screen:
    """An X server."""

    def __init__(self, size: str = "1280x800") -> None:
        reading, writing = os.pipe()
        self._process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
            pass_fds=(writing,), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as lines:
            self.name = f":{lines.readline().strip()}"

    def again(self) -> None:
        """The same display, once more."""
        self._process = subprocess.Popen(
            ["Xvfb", self.name, "-screen", "0", "1280x800x24", "-nolisten", "tcp"], stderr=subprocess.DEVNULL
        )

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


class Drill:
    """A kiosk in a folder, and what can be done to it."""

    def __init__(self, folder: Path, screen: Screen, text: str = "", **environment: str) -> None:
        self.folder, self.screen = folder, screen
        settings = folder / "kiosk.toml"
        settings.write_text(f'folder = "state"\n{text}', encoding="utf-8")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
        self._environment = {**kept, "DISPLAY": screen.name, "SDL_AUDIODRIVER": "dummy", **environment}
        self._command = [sys.executable, "-P", "-m", "emulator", "kiosk", "--config", str(settings)]
        self.errors = folder / "errors"
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        with self.errors.open("ab") as errors:
            return subprocess.Popen(self._command, env=self._environment, stderr=errors)

    def told(self) -> dict[str, Any]:
        try:
            return ask(self.folder / "state" / "kiosk.sock")
        except StatusError:
            return {"state": "none", "restarts": 0, "machines": []}

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds(told := self.told()):
            assert time.monotonic() < deadline_s, f"{told}\n{self.errors.read_text()}"
            time.sleep(0.05)
        return told

    def playing(self, restarts: int = 0) -> dict[str, Any]:
        return self.until(lambda told: told["state"] == "playing" and told["restarts"] == restarts)

    def panel(self, number: signal.Signals) -> None:
        os.kill(self.told()["panel_pid"], number)

    def key(self, *names: str) -> None:
        line = ["xdotool", "key", "--clearmodifiers", *names]
        subprocess.run(line, env=self._environment, check=True)

    def machine(self) -> tuple[bytes, Any]:
        """Books and coins as they are kept."""
        kept = read_file(self.folder / "state" / "machines" / "cierzo-000001.nvram")
        assert kept.nvram is not None
        return kept.nvram, kept.physical

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    def journals(self) -> list[Path]:
        return sorted((self.folder / "state" / "journals").glob("*-000001*.jsonl"))


@pytest.fixture
def screen() -> Iterator[Screen]:
    program("Xvfb", "xvfb")
    program("xdotool", "xdotool")
    found = Screen()
    yield found
    found.end()


@pytest.fixture
def drill(tmp_path: Path, screen: Screen) -> Iterator[Callable[..., Drill]]:
    made: list[Drill] = []

    def make(text: str = "", **environment: str) -> Drill:
        made.append(Drill(tmp_path, screen, text, **environment))
        return made[-1]

    yield make
    for one in made:
        with contextlib.suppress(ProcessLookupError):
            one.process.kill()
        one.process.wait()


def test_killed_again_and_again_it_is_what_it_was(drill: Callable[..., Drill]) -> None:
    kiosk, choose = drill(), random.Random(7)
    kiosk.playing()
    backs = []
    for number in range(1, 5):
        for _ in range(choose.randrange(1, 5)):
            kiosk.key("F8")  # 1 EUR
            time.sleep(choose.random() * 0.4)
            kiosk.key("space")
        time.sleep(choose.random())
        kiosk.panel(signal.SIGKILL)
        left = kiosk.machine()
        backs.append(kiosk.playing(number)["back_after_s"])
        journal = json.loads(kiosk.journals()[-1].read_text("ascii").partition("\n")[0])
        assert journal["nvram"]["sha256"] == hashlib.sha256(left[0]).hexdigest(), "it goes on where it was"
        for place in ("purse", "tray", "hoppers", "cash_box"):
            assert journal["physical"][place] == left[1][place]
    print("back after", backs, "s")
    assert kiosk.end() == 0
    assert all(replay(path).same for path in kiosk.journals())
    assert max(backs) <= BACK_MOST_S


def test_a_hung_panel_is_started_again(drill: Callable[..., Drill]) -> None:
    kiosk = drill()
    kiosk.playing()
    began_s = time.monotonic()
    kiosk.panel(signal.SIGSTOP)
    told = kiosk.playing(1)
    print("hung: noticed, then back after", told["back_after_s"], "s; in all", time.monotonic() - began_s)
    assert "showed no picture" in told["last_loss"]
    assert kiosk.end() == 0


def test_x_gone_and_back(drill: Callable[..., Drill], screen: Screen) -> None:
    kiosk = drill("[watch]\ngive_up_after = 50\n")
    kiosk.playing()
    screen.end()
    time.sleep(2)
    screen.again()
    told = kiosk.until(lambda told: told["state"] == "playing" and told["restarts"] > 0)
    print("X gone for 2 s: back after", told["back_after_s"], "s")
    assert kiosk.end() == 0


def test_without_a_display_it_gives_up_with_1(tmp_path: Path, screen: Screen) -> None:
    kiosk = Drill(tmp_path, screen, "[watch]\ngive_up_after = 2\n", DISPLAY=":4711")
    assert kiosk.process.wait(60) == 1
    assert "found no display" in kiosk.errors.read_text()


def test_the_chord_and_the_pin_end_it_and_nothing_else(drill: Callable[..., Drill]) -> None:
    kiosk = drill(f'[attendant]\npin = "{hide("4711")}"\n')
    kiosk.playing()
    kiosk.key("Escape")
    kiosk.key("alt+F4")
    kiosk.key("ctrl+alt+shift+q")
    time.sleep(0.5)
    for digit in "1234":
        kiosk.key(digit)
    kiosk.key("Return")
    time.sleep(1)
    assert kiosk.told()["state"] == "playing"
    for digit in "4711":
        kiosk.key(digit)
    kiosk.key("Return")
    assert kiosk.process.wait(20) == 0


def test_two_of_them(drill: Callable[..., Drill]) -> None:
    kiosk = drill()
    kiosk.playing()
    second = kiosk.start()
    assert second.wait(20) == 1
    assert f"run by process {kiosk.process.pid}" in kiosk.errors.read_text()
    assert kiosk.end() == 0


def test_without_sound_and_in_a_wrong_mode_it_plays(drill: Callable[..., Drill]) -> None:
    kiosk = drill("[screen]\nsize = [1234, 567]\ndisplay = 3\n", SDL_AUDIODRIVER="nothing_of_the_kind")
    kiosk.playing()
    said = kiosk.errors.read_text()
    assert "no mode of 1234x567" in said and "no display 3" in said and "no sound device" in said
    assert kiosk.end() == 0


def test_its_watcher_killed_the_panel_ends_and_all_is_kept(drill: Callable[..., Drill]) -> None:
    kiosk = drill()
    pid = kiosk.playing()["panel_pid"]
    kiosk.process.kill()
    kiosk.process.wait()
    deadline_s = time.monotonic() + 20
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]:
        assert time.monotonic() < deadline_s
        time.sleep(0.1)
    assert kiosk.machine()[0]
    kiosk.process = kiosk.start()
    kiosk.playing()
    assert kiosk.end() == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk is mounted by root")
def test_a_full_disk_stops_it_and_room_lets_it_go_on(tmp_path: Path, screen: Screen) -> None:
    """A disk of 12 MB: with less than 2 MB left the machines stand still."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "none", str(disk)], check=False)
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        kiosk = Drill(disk, screen, "[journal]\nleast_free_mb = 2\n")
        kiosk.playing()
        (disk / "filler").write_bytes(bytes(11_000_000))
        told = kiosk.until(lambda told: told["state"] == "attendant")
        assert "MB are free" in told["trouble"]
        before = kiosk.machine()
        kiosk.key("F8", "space")
        time.sleep(1)
        assert kiosk.machine() == before
        with contextlib.suppress(OSError), (disk / "filler").open("ab") as stream:
            stream.write(bytes(4_000_000))  # to the last byte
        kiosk.panel(signal.SIGKILL)
        kiosk.until(lambda told: told["state"] == "attendant" and told["restarts"] == 1)
        (disk / "filler").unlink()
        kiosk.playing(1)
        kiosk.key("F8")
        time.sleep(2)
        assert kiosk.end() == 0
        assert all(replay(path).same for path in kiosk.journals())
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)
