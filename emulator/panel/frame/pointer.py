# SPDX-License-Identifier: MIT
"""The mouse pointer: gone once a finger touches the screen, and in public while nobody moves it."""

from __future__ import annotations

import contextlib

import pygame

HIDES_AFTER_MS = 3_000
BLANK = pygame.cursors.Cursor((8, 8), (0, 0), (0,) * 8, (0,) * 8)


class Pointer:
    """Shows and hides the pointer of the window."""

    def __init__(self, in_public: bool) -> None:
        self._in_public = in_public
        self._moved_ms = 0
        self._touched = False
        self._shown: bool | None = None
        self._picture: pygame.cursors.Cursor | None = None

    def notice(self, event: pygame.event.Event, now_ms: int) -> None:
        """A finger hides it, a mouse brings it back."""
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION):
            self._touched = True
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and not getattr(
            event, "touch", False
        ):
            self._touched = False
            self._moved_ms = now_ms

    def update(self, now_ms: int) -> None:
        """Hide it or show it, as it is due."""
        rested = self._in_public and now_ms - self._moved_ms >= HIDES_AFTER_MS
        shown = not (self._touched or rested)
        if shown != self._shown:
            self._shown = shown
            if pygame.display.get_init() and pygame.event.get_grab():
                self._draw_blank(not shown)
            else:
                pygame.mouse.set_visible(shown)

    def _draw_blank(self, blank: bool) -> None:
        """
        Hide it by a picture without a pixel.

        Where input is grabbed and the pointer not visible pygame has all clicks in the middle of the screen
        ("virtual input mode" of pygame.mouse).
        """
        if self._picture is None:
            self._picture = pygame.mouse.get_cursor()
        with contextlib.suppress(pygame.error):  # a driver without pointers
            pygame.mouse.set_cursor(BLANK if blank else self._picture)
