# SPDX-License-Identifier: MIT
"""
A film of a cabinet: pictures at a steady pace from one moment of its time to another, and what was heard.

    with Film(cabinet, Path("film.mp4"), (1280, 800), language, Span(0, 20_000, 30)) as film:
        film.camera.pass_us(8_000_000)         # whoever plays lets the time pass through the camera
        film.finish()
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

import pygame

from emulator.panel.film.camera import Camera
from emulator.panel.film.encoder import Encoder, FilmError
from emulator.panel.machine.follow import Shown
from emulator.panel.machine.parts.front import Front


class Span(NamedTuple):
    """What of a run is filmed."""

    from_ms: int
    to_ms: int | None
    """None: until the run ends."""
    fps: int

    def at_us(self, number: int) -> int:
        """When a picture is taken."""
        return self.from_ms * 1_000 + number * 1_000_000 // self.fps


class Film:
    """
    Films a cabinet into a file.

    Args:
        path: ends in .gif or .mp4; an MP4 has the machine's sound.
        front: what is drawn, where that is not the cabinet's own.
        shown: the film's size, where pictures are drawn larger than they are shown.
        told: called with milliseconds filmed, and how many there will be if that is known.
    """

    def __init__(
        self,
        cabinet: Shown,
        path: Path,
        size: tuple[int, int],
        language: str,
        span: Span,
        *,
        front: Front | None = None,
        shown: tuple[int, int] | None = None,
        told: Callable[[int, int | None], None] = lambda done, total: None,
    ) -> None:
        self._span, self._told = span, told
        self._heard = path.suffix == ".mp4"
        self._shown = shown or size
        self._encoder = Encoder(path, self._shown, span.fps)
        self.camera = Camera(cabinet, size, language, front=front, heard=self._heard)
        self.camera.shoot(self._moments(), self._take)

    def __enter__(self) -> Film:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._encoder.__exit__(kind, error, trace)

    @property
    def pictures(self) -> int:
        """How many were taken."""
        return self._encoder.pictures

    def finish(self) -> None:
        """Let the time pass that is still to be filmed, and write the file."""
        if self._span.to_ms is not None:
            self.camera.pass_us(max(0, self._span.to_ms * 1_000 - self.camera.now_us))
        if not self.pictures:
            raise FilmError("the film has no picture: the run ends before it begins", "begin earlier")
        sound = None
        if self._heard:
            end_ms = self._span.from_ms + self.pictures * 1_000 // self._span.fps
            sound = self.camera.heard(self._span.from_ms, end_ms)
        self._encoder.finish(sound)

    def _moments(self) -> Iterator[int]:
        """When pictures are due."""
        end_ms = self._span.to_ms
        for number in count():
            at_us = self._span.at_us(number)
            if end_ms is not None and at_us >= end_ms * 1_000:
                return
            yield at_us

    def _take(self, at_us: int, picture: pygame.Surface) -> None:
        if self._shown != picture.get_size():
            picture = pygame.transform.smoothscale(picture, self._shown)
        self._encoder.add(pygame.image.tobytes(picture, "RGB"))
        done = at_us // 1_000 - self._span.from_ms
        total = None if self._span.to_ms is None else self._span.to_ms - self._span.from_ms
        self._told(done, total)
