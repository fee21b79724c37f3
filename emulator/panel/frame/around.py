# SPDX-License-Identifier: MIT
"""
What stands around every window: nothing at home; in public a kiosk with screen, clock and attendant.

    with around(kiosk):
        run_panel(cabinet, kiosk=True)         # whatever is shown asks ``present()``

The window's own loop (``frames``), the screen that it opens and the picture that it shows go through here, so
that a machine, a hall or a table is watched, turned and paced alike, and knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

import pygame

from emulator.panel.access.wishes import Terms, Wishes

FRAMES_A_SECOND = 60
# While nobody plays lights move slowly; the first touch is drawn at once.
IDLE_FRAMES_A_SECOND = 20
# An event, and the microsecond of the machine's time at which it came.
Arrival = tuple[int, pygame.event.Event]


class Around(Protocol):
    """What a window asks of what stands around it."""

    @property
    def rate(self) -> int:
        """Pictures a second now."""

    @property
    def volume(self) -> float:
        """How loud it may be now, as a part of full volume."""

    @property
    def waits_ms(self) -> tuple[int, int] | None:
        """After how long nobody plays, and has left; None: as the panel has it."""

    terms: Terms
    """What each visitor finds."""
    brings: Mapping[str, Mapping[str, int]]
    """What each visitor of a machine brings, as arguments of ``new_visitor``; the usual where left out."""
    wishes: Wishes
    """What help whoever stands in front has asked for: a window follows it, and hands it on."""

    @property
    def touch_px(self) -> int | None:
        """How large a target must be on this screen; None: as on a screen of 96 dots an inch."""

    def open(self) -> pygame.Surface | None:
        """The picture of the whole screen in public; None: as the window has it."""

    def going(self) -> bool:
        """Whether to show another picture. It may last: while it does no time passes in what is shown."""

    def arrived(self, came: list[Arrival]) -> list[Arrival]:
        """A picture begins: the events that came, as what is shown gets them, without those not for it."""

    def busy(self, seconds: float) -> None:
        """The next picture may take so long: something large is being built."""

    def rest(self, resting: bool) -> None:
        """What is shown says whether nobody uses it."""

    def show(self) -> None:
        """The picture is drawn: bring it onto the screen."""


class Home:
    """Nothing stands around it: the picture is the screen."""

    volume = 1.0
    waits_ms: tuple[int, int] | None = None
    touch_px: int | None = None

    def __init__(self) -> None:
        self._resting = False
        self.brings: Mapping[str, Mapping[str, int]] = {}
        self.terms = Terms()
        self.wishes = self.terms.wishes

    @property
    def rate(self) -> int:
        """Fewer pictures while nobody plays."""
        return IDLE_FRAMES_A_SECOND if self._resting else FRAMES_A_SECOND

    def open(self) -> pygame.Surface | None:
        """As the window has it."""
        return None

    def going(self) -> bool:
        """Always."""
        return True

    def arrived(self, came: list[Arrival]) -> list[Arrival]:
        """As they came."""
        return came

    def busy(self, seconds: float) -> None:
        """Nobody minds."""

    def rest(self, resting: bool) -> None:
        """For the rate."""
        self._resting = resting

    def show(self) -> None:
        """At once."""
        pygame.display.flip()


_present: Around = Home()


def present() -> Around:
    """What stands around the window now."""
    return _present


@contextmanager
def around(other: Around) -> Iterator[None]:
    """Let this stand around every window for as long as the block lasts."""
    global _present  # noqa: PLW0603 (there is one screen, as pygame has it)
    before, _present = _present, other
    try:
        yield
    finally:
        _present = before
