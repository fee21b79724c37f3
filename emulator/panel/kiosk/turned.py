# SPDX-License-Identifier: MIT
"""
A screen that may hang turned: the picture is drawn upright and turned as it is shown; touches the other way.

    screen = Turned.open(size=None, rotation=90, display=0, say=log)
    screen.picture                     # 1080x1920 on a screen of 1920x1080
    screen.show()

``rotation`` turns the picture clockwise, in degrees. Where the system can turn its output itself (xrandr,
wlr-randr, cage -r) that costs no time of the processor, and 0 is right here.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pygame

_PLACED = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)


class Turned:
    """
    The display's surface, and the picture that is drawn for it.

    Attributes:
        picture: what is drawn on, upright.
    """

    def __init__(self, display: pygame.Surface, rotation: int) -> None:
        self._display = display
        self._rotation = rotation
        width, height = display.get_size()
        self.picture = display
        if rotation in (90, 270):
            self.picture = pygame.Surface((height, width))
        elif rotation == 180:
            self.picture = pygame.Surface((width, height))

    @classmethod
    def open(
        cls, size: tuple[int, int] | None, rotation: int, display: int, say: Callable[[str], None]
    ) -> Turned:
        """
        Fill a screen; where it has no such mode, or there is no such screen, what there is, and say so.

        Raises:
            pygame.error: no screen at all can be opened.
        """
        # SDL's hints: take the keys, so that no other program gets them, and stay when another one comes.
        os.environ.setdefault("SDL_GRAB_KEYBOARD", "1")
        os.environ.setdefault("SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS", "0")
        if pygame.display.get_driver() == "x11":
            # Left alone SDL hands each picture to OpenGL: where that is done by the processor (llvmpipe) a
            # picture of 1920x1080 costs 14 ms of it, by shared memory with the X server 0.4 ms.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        count = pygame.display.get_num_displays()
        if display >= count:
            say(f"there is no display {display}, only {count}: the first one is used")
            display = 0
        if size is not None and not _has_mode(size, display):
            say(f"the screen has no mode of {size[0]}x{size[1]} pixels: its own is used")
            size = None
        try:
            surface = pygame.display.set_mode(size or (0, 0), pygame.FULLSCREEN, display=display)
        except pygame.error as error:
            if size is None:
                raise
            say(f"the screen refuses {size[0]}x{size[1]} pixels ({error}): its own mode is used")
            surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN, display=display)
        pygame.event.set_grab(True)
        return cls(surface, rotation)

    def show(self) -> None:
        """Bring the picture onto the screen."""
        if self.picture is not self._display:
            self._display.blit(pygame.transform.rotate(self.picture, -self._rotation), (0, 0))
        pygame.display.flip()

    def upright(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event with its place on the picture."""
        if self._rotation == 0:
            return event
        if event.type in _PLACED:
            width, height = self._display.get_size()
            values = {**event.dict, "pos": self._back(event.pos, (width - 1, height - 1))}
            if "rel" in values:
                values["rel"] = self._back(event.rel, (0, 0))
            return pygame.event.Event(event.type, values)
        if event.type in _FINGERS:
            x, y = self._back((event.x, event.y), (1.0, 1.0))
            dx, dy = self._back((event.dx, event.dy), (0.0, 0.0))
            return pygame.event.Event(event.type, {**event.dict, "x": x, "y": y, "dx": dx, "dy": dy})
        return event

    def _back(self, place: tuple[float, float], most: tuple[float, float]) -> tuple[float, float]:
        """A place on the screen as a place on the picture that was turned clockwise."""
        (x, y), (x_most, y_most) = place, most
        if self._rotation == 90:
            return y, x_most - x
        if self._rotation == 180:
            return x_most - x, y_most - y
        return y_most - y, x


def _has_mode(size: tuple[int, int], display: int) -> bool:
    modes = pygame.display.list_modes(display=display)
    return not isinstance(modes, list) or not modes or size in modes
