# SPDX-License-Identifier: MIT
"""What a kiosk draws for days leaves nothing behind: no text, no machine that is gone, no hole in memory."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from emulator.cabinet import Cabinet
from emulator.hall.hall import Hall
from emulator.kiosk.memory import resident_bytes
from emulator.panel.art.lettering import Placed
from emulator.panel.frame import window as frame_window
from emulator.panel.hall import window as hall_window
from emulator.panel.hall.about import About
from emulator.panel.hall.fronts import Fronts
from emulator.panel.kiosk import __main__ as kiosk_process
from emulator.panel.kiosk.plates import Plates
from emulator.panel.machine import window as machine_window
from emulator.support.memory import give_back

SIZE = (800, 480)


@pytest.fixture(autouse=True)
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small screen, a data folder of this test's own, and nobody who draws fronts beside it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(Fronts, "_begin", lambda self, missing: None)
    for module in (hall_window, machine_window):
        monkeypatch.setattr(module, "open_window", lambda in_public: pygame.display.set_mode(SIZE))
    pygame.display.init()


def kept() -> int:
    """Texts that somebody still holds, each with the picture of its letters."""
    gc.collect()
    return sum(isinstance(one, Placed) for one in gc.get_objects())


@pytest.mark.long
def test_visit_after_visit_no_text_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    trimmed: list[bool] = []
    monkeypatch.setattr(hall_window, "give_back", lambda: trimmed.append(True))
    with Hall.open(["cierzo"]) as hall:
        window = hall_window.HallWindow(hall, False, "es")
        (stand,) = (one for one in hall.stands if one.name == "cierzo")

        def visit(now_ms: int) -> int:
            window._begin(stand)
            window.frame(16_000, [], now_ms)
            window._come_back()
            lobby = window.lobby
            lobby.lay(About(lobby.kit, stand, lobby._standing(stand), None))
            window.frame(16_000, [], now_ms + 16)
            window.lobby.put_away()
            for step in range(4):
                window.frame(16_000, [], now_ms + 32 + 16 * step)
            return kept()

        visit(0)
        first = visit(1_000)
        assert visit(2_000) == visit(3_000) == first
        assert len(trimmed) == 4
        window.close()


def test_a_machine_that_waits_for_its_attendant_keeps_no_text() -> None:
    picture, plates = pygame.Surface(SIZE), Plates(SIZE, str)
    plates.attendant(picture, "no coins")
    before = kept()
    for _ in range(20):
        plates.attendant(picture, "no coins")
        plates.toy_money(picture)
    assert kept() == before


def test_frame_after_frame_a_machine_that_rests_keeps_no_text() -> None:
    window = machine_window.Window(Cabinet("cierzo", seed="00"), True, "es")
    now_ms = 0
    window._now_ms = lambda: now_ms  # type: ignore[method-assign]
    found = set()
    for _ in range(3):
        for _ in range(29):
            now_ms += 1_000
            window.frame(16_000, [])
        found.add(kept())
    window.close()
    assert len(found) == 1


def test_free_memory_between_two_blocks_goes_back_to_the_system() -> None:
    if not hasattr(ctypes.CDLL(None), "malloc_trim"):
        pytest.skip("this C library has no malloc_trim")
    blocks = [bytearray(b"x" * 60_000) for _ in range(700)]  # 42 MB, none large enough for pages of its own
    holding = blocks[-1]
    blocks.clear()
    before = resident_bytes(os.getpid())
    give_back()
    after = resident_bytes(os.getpid())
    assert before is not None and after is not None and len(holding) == 60_000
    assert before - after > 20 << 20


# A thread draws, lets all go, and lives on; a large block that was let go before makes glibc keep more
# (mallopt(3), "dynamic mmap threshold"). Prints how many megabytes come back, of 42.
_THREAD = """
import os, threading
from emulator.kiosk.memory import resident_bytes
from emulator.support import memory
assert memory.keep_one_heap()
drawn, ends = threading.Event(), threading.Event()
def draw():
    large = bytearray(30_000_000)
    del large
    blocks = [bytearray(b"x" * 60_000) for _ in range(700)]
    held.append(resident_bytes(os.getpid()))
    blocks.clear()
    drawn.set()
    ends.wait()
held = []
thread = threading.Thread(target=draw)
thread.start()
drawn.wait()
memory.give_back()
print((held[0] - resident_bytes(os.getpid())) / 1e6)
ends.set()
"""


def test_what_a_thread_lets_go_comes_back_while_the_thread_lives() -> None:
    if not hasattr(ctypes.CDLL(None), "mallopt"):
        pytest.skip("this C library has no mallopt")
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    command = [sys.executable, "-c", _THREAD]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=60, check=True)
    assert float(done.stdout) > 30


def test_a_window_and_the_process_of_a_kiosk_keep_one_heap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(frame_window, "keep_one_heap", lambda: done.append("window"))
    monkeypatch.setattr(kiosk_process, "keep_one_heap", lambda: done.append("process"))
    monkeypatch.setattr(kiosk_process, "read_kiosk", lambda path: done.append("settings"))
    monkeypatch.setattr(kiosk_process, "_shown", lambda *arguments: 0)
    assert kiosk_process.main([str(tmp_path / "kiosk.toml")]) == 0
    frame_window.open_window(in_public=False)
    assert done == ["process", "settings", "window"]  # before anything that starts a thread
