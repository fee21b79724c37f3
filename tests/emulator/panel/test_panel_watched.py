# SPDX-License-Identifier: MIT
"""Files of a model that are followed while it plays: what is shown, what starts anew, what stays."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from panel_fake import FakeCabinet

from emulator.panel.art.symbols.own import PictureError
from emulator.panel.machine import picture as pictures
from emulator.panel.machine.watched import POLL_MS, Watched, plays_alike
from emulator.panel.machine.window import Bench, Window
from emulator.prototype.folder import new_folder
from emulator.prototype.placeholders import placeholder
from machines.model import load_model

GREEN = (r'(\[art\.colours\][^\n]*\n\w+ = )"#\w{6}"', r'\1"#0A3A1A"')
FILL = (r"fill_coins = \d+", "fill_coins = 77")
_PATIENCE_S = 60  # of a slow computer; what is asserted is what comes, never when


class Rig:
    """A window on a machine whose files lie in a folder; its time is its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / f"{folder.name}.toml"
        self.restarts = 0
        self.now_ms = 0
        watched = Watched(self.file, lambda: load_model(folder), load_model(folder))
        self.cabinet = self.made()
        self.window = Window(self.cabinet, False, "es", Bench(watched, self.restart))
        self.window._now_ms = lambda: self.now_ms  # type: ignore[method-assign]

    def made(self) -> FakeCabinet:
        return FakeCabinet(model=load_model(self.folder))

    def restart(self) -> FakeCabinet:
        self.restarts += 1
        self.cabinet = self.made()
        return self.cabinet

    def write(self, old: str, new: str) -> None:
        """Change the model file; its time moves on even where a clock has no finer steps."""
        text = self.file.read_text("utf-8")
        changed = re.sub(old, new, text, count=1)
        assert changed != text
        self.file.write_text(changed, "utf-8")
        self.touch(self.file)

    def touch(self, file: Path) -> None:
        at = file.stat().st_mtime_ns + 1_000_000
        os.utime(file, ns=(at, at))

    def frames_until(self, there: Callable[[], bool]) -> None:
        end = time.monotonic() + _PATIENCE_S
        while not there() and time.monotonic() < end:
            self.now_ms += 50
            self.window.frame(50_000, [])
            time.sleep(0.01)
        assert there(), self.notice

    def pixels(self) -> bytes:
        """
        The glass, where print and colours of the model are, with somebody before it.

        Without its edge: there the lamps of the cabinet shine on it, each at its time.
        """
        self.window._attract.touch(self.now_ms)
        self.window.frame(0, [])
        zone = self.window.stage.layout.inner("glass").inflate(-60, -60)
        return pygame.image.tobytes(pygame.display.get_surface().subsurface(zone), "RGB")

    @property
    def notice(self) -> str:
        told = self.window._controls.hand.notice
        return "" if told is None else "\n".join(told)


@pytest.fixture
def rig(tmp_path: Path, quiet: None) -> Iterator[Rig]:
    folder = new_folder(tmp_path / "mistral", "B").folder
    made = Rig(folder)
    yield made
    made.window.close()


def test_a_change_of_colours_and_texts_shows_while_the_machine_plays_on(rig: Rig) -> None:
    before, stage, at_us = rig.pixels(), rig.window.stage, rig.cabinet.now_us
    rig.write(*GREEN)
    rig.write('title = "MISTRAL"', 'title = "MISTRAL DOS"')
    rig.frames_until(lambda: rig.window.stage is not stage)
    assert rig.pixels() != before
    assert rig.window.stage.kit.front.title == "MISTRAL DOS"
    assert (rig.restarts, rig.notice) == (0, "")
    assert rig.cabinet.now_us > at_us


def test_a_change_of_a_picture_alone_shows(rig: Rig) -> None:
    before, stage = rig.pixels(), rig.window.stage
    picture = rig.folder / "art" / "uva.svg"
    picture.write_text(placeholder(27, "#3070A0"))
    rig.touch(picture)
    rig.frames_until(lambda: rig.window.stage is not stage)
    assert rig.pixels() != before


def test_a_mistake_is_told_and_the_last_good_front_stays(rig: Rig) -> None:
    stage, before = rig.window.stage, rig.pixels()
    rig.write('style = "', 'style = 7  # "')
    rig.frames_until(lambda: bool(rig.notice))
    assert "art.style" in rig.notice and f"azar check {rig.file}" in rig.notice
    assert rig.window.stage is stage and rig.pixels() != before  # the plate lies on the old glass
    rig.write('style = 7  # "', 'style = "')
    rig.frames_until(lambda: not rig.notice)
    assert rig.pixels() == before


def test_two_symbols_alike_and_a_text_too_long_are_told(rig: Rig) -> None:
    stage = rig.window.stage
    other = (rig.folder / "art" / "luna.svg").read_text("utf-8")
    picture = rig.folder / "art" / "uva.svg"
    good = picture.read_text("utf-8")
    picture.write_text(other)
    rig.touch(picture)
    rig.frames_until(lambda: "symbols." in rig.notice)
    picture.write_text(good)
    rig.write('title = "MISTRAL"', f'title = "{"MISTRAL " * 60}"')
    rig.frames_until(lambda: "title:" in rig.notice)
    assert rig.window.stage is stage


def test_a_change_of_prizes_starts_the_test_machine_anew(rig: Rig) -> None:
    first = rig.cabinet
    rig.write(*FILL)
    rig.frames_until(lambda: rig.restarts == 1)
    assert rig.window._cabinet is rig.cabinet is not first
    assert "TEST" in (rig.window._controls.hand.note or "")


def test_files_are_looked_at_twice_a_second(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    watched, looks = rig.window._bench.watched, []  # type: ignore[union-attr]
    state = watched._state
    monkeypatch.setattr(watched, "_look", lambda: looks.append(1) or state)
    for now_ms in range(10_000, 12_000, 10):
        assert watched.poll(now_ms) is None
    assert len(looks) == 2_000 // POLL_MS == 4


def test_what_is_painted_is_no_other_play(rig: Rig) -> None:
    one = load_model(rig.folder)
    rig.write(*GREEN)
    assert plays_alike(one, load_model(rig.folder))
    rig.write(*FILL)
    assert not plays_alike(one, load_model(rig.folder))


def test_a_picture_that_cannot_be_drawn_is_told(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the checks let through: the window goes on."""
    stage = rig.window.stage

    def torn(*_given: object) -> None:
        raise PictureError("torn")

    monkeypatch.setattr(pictures, "Stage", torn)
    rig.write('title = "MISTRAL"', 'title = "MISTRAL DOS"')
    rig.frames_until(lambda: "torn" in rig.notice)
    assert rig.window.stage is stage
