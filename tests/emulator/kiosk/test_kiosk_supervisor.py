# SPDX-License-Identifier: MIT
"""Who watches: starts the panel again when it crashes or hangs, gives up in time, and ends as it was told."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from soon import soon

from emulator.kiosk import supervisor
from emulator.kiosk.beats import Beats, Gone, Heard
from emulator.kiosk.logbook import Logbook
from emulator.kiosk.news import News
from emulator.kiosk.notify import Notifier
from emulator.kiosk.reading import read_kiosk
from emulator.kiosk.run import KioskError, run_kiosk
from emulator.kiosk.settings import Watch
from emulator.kiosk.stem import Stem
from emulator.kiosk.supervisor import RESUMED, Exit, Supervisor

# What stands for a panel: it counts its starts in a file, beats, and does what it is told on each of them.
PANEL = """
import os, sys, time
out = int(os.environ["AZAR_KIOSK_BEATS"])
starts = open("starts", "a"); starts.write(os.environ.get("AZAR_KIOSK_RESUMED", "0")); starts.close()
number = os.path.getsize("starts")
def beat(): os.write(out, b'{"beat":true,"fps":60}\\n')
acts = sys.argv[1:sys.argv.index("--stem")] if "--stem" in sys.argv else sys.argv[1:]
act = acts[min(number, len(acts)) - 1]
beat()
if act == "crash": os.kill(os.getpid(), 9)
if act == "fail": sys.exit(1)
if act == "hang": time.sleep(60)
if act == "slow":
    os.write(out, b'{"allow_s":20}\\n'); time.sleep(1.5); beat()
if act == "leave": sys.exit(0)
if act == "renew": sys.exit(6)
while True:
    beat(); time.sleep(0.05)
"""

# The same, forked of a process that has read what it needs.
STEM = f"""
import os, sys
from emulator.kiosk.forking import forked
if not forked(int(sys.argv[-1])):
    sys.exit(0)
os.write(int(os.environ["AZAR_KIOSK_BEATS"]), b'{{"say":"forked of %d"}}\\n' % os.getppid())
{PANEL}
"""
READY = "import socket, sys; c = socket.socket(fileno=int(sys.argv[-1])); c.send(b'{\"ready\": true}'); "


class Drill:
    """A supervisor over that panel, in a folder."""

    def __init__(
        self,
        folder: Path,
        *acts: str,
        environment: dict[str, str] | None = None,
        stem: str | None = None,
        **watch: float,
    ) -> None:
        self.folder = folder
        self.news = News(folder)
        self.log = folder / "health.jsonl"
        self.supervisor = Supervisor(
            [sys.executable, "-S", "-c", PANEL, *acts],
            Watch.model_validate({"hang_s": 1.0, "start_s": 20, "give_up_after": 3, **watch}),
            Logbook(self.log),
            Notifier(environment or {}),
            self.news,
            waits_s=(0.0,),
            stem=None if stem is None else [sys.executable, "-c", stem, *acts, "--stem"],
        )

    def run(self, until: Callable[[], bool] = lambda: False, most_s: float = 20) -> int:
        deadline_s = time.monotonic() + most_s
        return self.supervisor.run(lambda: not until() and time.monotonic() < deadline_s)

    @property
    def starts(self) -> str:
        return (self.folder / "starts").read_text(encoding="ascii")

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="ascii")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(RESUMED, raising=False)


def test_a_panel_that_is_left_ends_with_0(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "leave")
    assert drill.run() == 0
    assert drill.starts == "0" and drill.news.told()["restarts"] == 0


def test_a_crash_starts_it_again_with_the_same_visitor(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "crash", "fail", "leave")
    assert drill.run() == 0
    assert drill.starts == "011"
    assert "was ended by signal 9" in drill.said and "ended with status 1" in drill.said
    assert drill.news.told()["restarts"] == 2
    assert drill.news.back_s is not None and drill.news.back_s < 3


def test_a_hung_picture_is_noticed_and_ended(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "hang", "leave")
    began_s = time.monotonic()
    assert drill.run() == 0
    assert "showed no picture for 1." in drill.said
    assert time.monotonic() - began_s < 10


def test_what_was_allowed_is_no_hang(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "slow", "leave")
    assert drill.run(until=lambda: (tmp_path / "starts").exists() and drill.news.told()["uptime_s"] >= 2) == 0
    assert drill.starts == "0" and "lost" not in drill.said


def test_it_gives_up_with_1(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "fail")
    assert drill.run() == 1
    assert len(drill.starts) == 4 and "given up: the panel was lost 4 times within 120 s" in drill.said


def test_told_to_end_it_ends_with_0_and_so_does_the_panel(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "play")
    assert drill.run(until=lambda: drill.news.told()["state"] == "playing") == 0
    pid = drill.news.told()["panel_pid"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_new_journals_are_no_loss(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "renew", "leave")
    assert drill.run() == 0
    assert drill.starts == "01" and drill.news.told()["restarts"] == 0


# --- forked of a stem ----------------------------------------------------------------------------------

needs_forks = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux has pidfd_open")


def stems_of(drill: Drill) -> list[str]:
    """The stem of each panel that was forked of one."""
    return re.findall(r"forked of ([0-9]+)", drill.said) if drill.log.exists() else []


@needs_forks
def test_every_panel_is_forked_of_one_stem_and_its_end_is_told(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "crash", "fail", "hang", "renew", "leave", stem=STEM)
    assert drill.run() == 0
    assert drill.starts == "01111"
    stems = stems_of(drill)
    assert len(stems) == 5 and len(set(stems)) == 1
    assert "was ended by signal 9" in drill.said and "ended with status 1" in drill.said
    assert "showed no picture for 1." in drill.said
    assert drill.news.told()["restarts"] == 3
    with pytest.raises(ProcessLookupError):
        os.kill(int(stems[0]), 0)


@needs_forks
def test_a_stem_that_is_lost_takes_no_panel_along(tmp_path: Path) -> None:
    drill = Drill(tmp_path, "play", "leave", stem=STEM)
    killed: list[float] = []

    def until() -> bool:
        """The stem is killed, and a second later the panel."""
        if not killed and stems_of(drill):
            os.kill(int(stems_of(drill)[0]), signal.SIGKILL)
            killed.append(time.monotonic())
        elif len(killed) == 1 and time.monotonic() - killed[0] > 1:
            assert drill.news.told()["restarts"] == 0
            os.kill(drill.news.told()["panel_pid"], signal.SIGKILL)
            killed.append(time.monotonic())
        return False

    assert drill.run(until) == 0
    assert len(killed) == 2 and drill.starts == "01"
    assert len(set(stems_of(drill))) == 2


@needs_forks
def test_a_stem_that_is_lost_is_replaced_while_the_panel_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the next loss would wait for one."""
    monkeypatch.setattr(supervisor, "READY_S", 0.3)
    planted: list[list[str]] = []
    start = Stem.start.__func__  # type: ignore[attr-defined]

    def watched(kind: type[Stem], command: list[str], environment: dict[str, str]) -> Stem:
        planted.append(command)
        found: Stem = start(kind, command, environment)
        return found

    monkeypatch.setattr(Stem, "start", classmethod(watched))
    drill = Drill(tmp_path, "play", stem=STEM)

    def until() -> bool:
        if len(planted) == 1 and stems_of(drill):
            os.kill(int(stems_of(drill)[0]), signal.SIGKILL)
        return len(planted) == 2

    assert drill.run(until) == 0
    assert len(planted) == 2 and drill.news.told()["restarts"] == 0


@needs_forks
@pytest.mark.parametrize("stem", ["import sys; sys.exit(3)", f"{READY}c.recv(4_096)"])
def test_where_no_stem_grows_each_panel_is_started_by_itself(tmp_path: Path, stem: str) -> None:
    """The one ends at once, the other as soon as it is to fork."""
    drill = Drill(tmp_path, "crash", "leave", stem=stem)
    assert drill.run() == 0
    assert drill.starts == "01" and not stems_of(drill)
    assert "forked" in drill.said


# --- what systemd hears -------------------------------------------------------------------------------


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[tuple[socket.socket, dict[str, str]]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "n"))
        heard.settimeout(5)
        yield heard, {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "400000"}


def told_all(heard: socket.socket) -> list[str]:
    heard.setblocking(False)
    found = []
    while True:
        try:
            found.append(heard.recv(4_096).decode())
        except BlockingIOError:
            return found


def test_systemd_hears_ready_alive_and_stopping(
    tmp_path: Path, systemd: tuple[socket.socket, dict[str, str]]
) -> None:
    heard, environment = systemd
    drill = Drill(tmp_path, "play", environment=environment)
    began_s = time.monotonic()
    drill.run(until=lambda: time.monotonic() - began_s > 1.5)
    told = told_all(heard)
    assert told[-1] == "STOPPING=1"
    assert [one for one in told if one.startswith("READY=1")] == ["READY=1\nSTATUS=playing"]
    assert told.count("WATCHDOG=1") >= 2


def test_the_watchdog_is_told_twice_in_its_time_and_only_if_it_is_ours() -> None:
    ours = {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}
    assert Notifier(ours).every_s == 10.0
    assert Notifier({**ours, "WATCHDOG_PID": "1"}).every_s is None
    assert Notifier({**ours, "WATCHDOG_USEC": "soon"}).every_s is None
    assert Notifier({"WATCHDOG_USEC": "20000000"}).every_s is None
    Notifier({}).ready("nobody listens")
    Notifier({"NOTIFY_SOCKET": "/nowhere/at/all"}).alive()


# --- the heartbeat ------------------------------------------------------------------------------------


def test_messages_come_whole_however_they_are_cut() -> None:
    heard = Heard()
    data = b'{"beat":true}\n{"say":"x"}\nnonsense\n[1]\n{"beat":true'
    found = [message for byte in data for message in heard.feed(bytes([byte]))]
    assert found == [{"beat": True}, {"say": "x"}]
    assert heard.feed(b"}\n") == [{"beat": True}]


def test_a_full_pipe_keeps_nobody_waiting_and_a_closed_one_ends_the_panel() -> None:
    reading, writing = os.pipe()
    beats = Beats(writing)
    for _ in range(3_000):
        beats.shown({"shows": "x" * 100})
    heard = Heard()
    messages = heard.feed(os.read(reading, 1 << 20))
    assert messages and all(one["beat"] for one in messages)
    os.close(reading)
    with pytest.raises(Gone):
        beats.shown({})
    os.close(writing)


# --- a kiosk ------------------------------------------------------------------------------------------


def test_a_second_one_says_who_has_it(tmp_path: Path) -> None:
    path = tmp_path / "kiosk.toml"
    path.write_text('folder = "s"\n', encoding="utf-8")
    kiosk = read_kiosk(path)
    told: list[str] = []

    def second() -> None:
        with pytest.raises(KioskError) as caught:
            run_kiosk(kiosk, path, ["false"])
        told.append(str(caught.value))

    command = [sys.executable, "-S", "-c", PANEL, "leave"]
    before = Supervisor.run

    def during(self: Supervisor, going: Callable[[], bool]) -> int:
        second()
        return before(self, going)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Supervisor, "run", during)
        assert run_kiosk(kiosk, path, command) == 0
    assert told == [f"{kiosk.folder}: this kiosk is run by process {os.getpid()}"]
    assert run_kiosk(kiosk, path, command) == 0
    assert not kiosk.socket.exists()


def test_the_watching_process_does_without_pygame() -> None:
    import subprocess

    line = (
        "import sys, emulator.kiosk.run, emulator.kiosk.page, emulator.commands.kiosk; "
        "print('pygame' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


@pytest.mark.parametrize("lines", soon([3, 50], 3))
def test_health_is_parted_by_size_and_the_oldest_goes(tmp_path: Path, lines: int) -> None:
    log = Logbook(tmp_path / "h.jsonl", part_bytes=120)
    for number in range(lines):
        log.health({"number": number, "text": "x" * 40})
    parts = sorted(tmp_path.glob("h*.jsonl"))
    assert all(one.stat().st_size <= 120 for one in parts) and len(parts) <= 6
    assert f'"number":{lines - 1},' in (tmp_path / "h.jsonl").read_text("ascii")


def test_how_a_process_ended_is_named() -> None:
    assert (Exit.LEFT, Exit.FAILED) == (0, 1)
