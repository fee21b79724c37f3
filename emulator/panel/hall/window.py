# SPDX-License-Identifier: MIT
"""
The hall's window: the room, and whatever the visitor walks to, on one screen.

    with Hall.open() as hall:
        run_hall(hall)
    save_hall(hall, "hall.png", (1920, 1080))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pygame

from emulator.hall.hall import Hall
from emulator.hall.stand import Stand
from emulator.panel.frame.around import present
from emulator.panel.frame.pointer import Pointer
from emulator.panel.frame.window import (
    WINDOW,
    blank,
    frames,
    leaves,
    open_again,
    open_window,
    opened,
    save_picture,
)
from emulator.panel.hall.layout import SMALLEST
from emulator.panel.hall.lobby import Lobby
from emulator.panel.hall.visit import Visit
from emulator.panel.machine.coach import Coach
from emulator.panel.machine.keys import LANGUAGE_KEY
from emulator.panel.machine.stage import forget_pictures
from emulator.support.errors import EmulatorError
from emulator.support.memory import give_back
from machines.support.languages import DEFAULT_LANGUAGE

# 9 mm at 96 dots an inch; a kiosk works it out from its screen.
TOUCH_PX = 34
_RESIZE_REST_MS = 180
# Nobody has touched anything for so long: the room is drawn less often.
_RESTS_AFTER_MS = 15_000
# A machine's front at the largest screens, and its journal, may take so long.
_BUILDING_S = 20.0
_WANDER_MS = 9_000  # between two looks along the room while nobody is there
_PATIENCE = 3  # times as long is waited for whoever left in the middle of a round


def run_hall(
    hall: Hall,
    *,
    kiosk: bool = False,
    language: str = DEFAULT_LANGUAGE,
    going: Callable[[], bool] = lambda: True,
    touch_px: int = TOUCH_PX,
    return_ms: int | None = None,
    on_idle: Callable[[], None] = lambda: None,
    beat: Callable[[], None] = lambda: None,
) -> None:
    """
    Show a hall until the visitor leaves it: closes the window or presses Escape, or ``going`` says no.

    Args:
        kiosk: full screen, and nothing but Ctrl, Alt, Shift and Q together leaves it.
        language: of the room and the panels.
        touch_px: side of the smallest thing that a finger is to find.
        return_ms: whoever touches nothing for so long at a machine that rests has left, and the room is
            shown again; None: never.
        on_idle: called once when that has happened, in the room.
        beat: called with every frame that was drawn.

    Raises:
        PanelError: no window can be opened.
        EmulatorError: the hall's ledger or a machine cannot be kept.
    """
    with opened(lambda: HallWindow(hall, kiosk, language, touch_px)) as window:
        window.return_ms, window.on_idle = return_ms, on_idle
        window.lobby.arrived = hall.begin_at
        try:
            for elapsed_us, came, now_ms in frames(lambda: not window.leaving and going()):
                window.frame(elapsed_us, came, now_ms)
                beat()
        finally:
            window.close()


def save_hall(
    hall: Hall, path: str | Path, size: tuple[int, int] = WINDOW, language: str = DEFAULT_LANGUAGE
) -> None:
    """Draw the room into a picture file; PanelError: too small, OSError: not written."""
    save_picture(draw_hall(hall, size, language), path)


def draw_hall(
    hall: Hall, size: tuple[int, int] = WINDOW, language: str = DEFAULT_LANGUAGE, *, page: int = 0
) -> pygame.Surface:
    """The room as it is now, with all its fronts; needs no display."""
    screen = blank(size, SMALLEST)
    lobby = Lobby(hall, size, language, TOUCH_PX, wait=True)
    lobby.room.turn(page)
    lobby.room.camera = lobby.room.target
    for settled_ms in range(0, 3_000, 500):  # until the links have told what their pots hold
        lobby.update(0, settled_ms)
    lobby.draw(screen, 0)
    lobby.close()
    return screen


class HallWindow:
    """
    One window with a hall in it.

    Attributes:
        leaving: set once the visitor has asked to leave the hall.
        return_ms, on_idle: as of ``run_hall``.
    """

    def __init__(self, hall: Hall, in_public: bool, language: str, touch_px: int = TOUCH_PX) -> None:
        self._hall, self._in_public, self._language, self._touch_px = hall, in_public, language, touch_px
        self._screen = open_window(in_public)
        self._size = self._screen.get_size()
        pygame.display.set_caption("azar")
        self._pointer = Pointer(in_public)
        self.lobby = self._lobby()
        self.visit: Visit | None = None
        self.coach = Coach()
        self.leaving = False
        self.return_ms: int | None = None
        self.on_idle: Callable[[], None] = lambda: None
        self._touched_ms = self._wander_ms = 0
        self._gone = True
        self._resized_ms: int | None = None

    def _lobby(self) -> Lobby:
        size = self._screen.get_size()
        return Lobby(self._hall, (max(size[0], 320), max(size[1], 240)), self._language, self._touch_px)

    def close(self) -> None:
        """The visitor comes back with the money, and nobody waits for pictures."""
        if self.visit is not None:
            self._come_back()
        self.lobby.close()

    def frame(self, elapsed_us: int, came: Iterable[tuple[int, pygame.event.Event]], now_ms: int) -> None:
        """Let time pass with what the visitor does meanwhile, and draw."""
        mine = []
        for at_us, event in came:
            self._pointer.notice(event, now_ms)
            if event.type in _TOUCHES:
                self._touched_ms, self._gone = now_ms, False
            if not self._of_window(event):
                mine.append((at_us, event))
        self._pointer.update(now_ms)
        if self._resized(now_ms):
            return
        if self._left(now_ms):
            self._nobody(now_ms)
        if self.visit is not None:
            self.visit.frame(elapsed_us, mine, now_ms)
            if self.visit.leaving:
                self._come_back()
        else:
            self._in_the_room(elapsed_us, mine, now_ms)
        if self.visit is None:
            rests_ms, _ = present().waits_ms or (_RESTS_AFTER_MS, 0)
            present().rest(now_ms - self._touched_ms >= rests_ms)
        present().show()

    def _in_the_room(self, elapsed_us: int, came: list[tuple[int, pygame.event.Event]], now_ms: int) -> None:
        for _, event in came:
            if event.type == pygame.KEYDOWN and event.key == LANGUAGE_KEY:
                offered = present().terms.offered
                at = offered.index(self._language) if self._language in offered else -1
                self._speak(offered[(at + 1) % len(offered)])
            else:
                self.lobby.handle(event, now_ms)
        if now_ms - max(self._touched_ms, self._wander_ms) >= _WANDER_MS:
            self._wander_ms = now_ms
            self.lobby.wander()
        self.lobby.update(elapsed_us / 1000, now_ms)
        self.lobby.draw(self._screen, now_ms)
        stand = self.lobby.arrived
        if stand is not None:
            self.lobby.arrived = None
            self._begin(stand)

    def _begin(self, stand: Stand) -> None:
        """The visitor has come to a stand; where it cannot be opened, the room says why."""
        present().busy(_BUILDING_S)
        try:
            self.visit = Visit(
                self._hall, stand, self._screen, self._language, self._in_public, self._touch_px, self.coach
            )
        except EmulatorError as error:
            self._hall.come_back()
            self.lobby.refuse(stand, error)

    def _come_back(self) -> None:
        if self.visit is None:
            return
        self.visit.close()
        stand, language, self.visit = self.visit.stand, self.visit.language, None
        self.lobby.back_from(stand)
        self._speak(language)
        # Pictures of one machine after the other would be hundreds of megabytes: those of the brushes, and
        # those of a stage, whose parts name one another, until Python looks for such circles.
        forget_pictures()
        give_back()

    def _speak(self, language: str) -> None:
        """Go on in another language: what was chosen at a machine holds in the room, too."""
        if language == self._language:
            return
        self._language = language
        self.lobby.close()
        self.lobby = self._lobby()

    def _left(self, now_ms: int) -> bool:
        """Whether nobody has touched anything for so long that whoever was here has left."""
        if self.return_ms is None or self._gone:
            return False
        idle_ms = now_ms - self._touched_ms
        # Who left in the middle of a round is waited for, but not for ever; money in a machine stays there.
        quiet = self.visit is None or self.visit.resting or idle_ms >= _PATIENCE * self.return_ms
        return idle_ms >= self.return_ms and quiet

    def _nobody(self, now_ms: int) -> None:
        """Back to the room as one finds it who comes in."""
        self._gone = True
        self.coach.forget()
        self._come_back()
        terms = present().terms
        present().wishes = terms.wishes
        self._speak(terms.first or self._language)
        self.lobby.rest()
        self._wander_ms = now_ms
        self.on_idle()

    def _of_window(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.QUIT:
            self.leaving = self.leaving or not self._in_public
        elif event.type == pygame.KEYDOWN and leaves(event, self._in_public):
            chord = event.key != pygame.K_ESCAPE
            if chord or (self.visit is None and not self.lobby.put_away()):
                self.leaving = True
            elif self.visit is not None and not self.visit.put_away():
                self.visit.leaving = True
        else:
            return False
        return True

    def _resized(self, now_ms: int) -> bool:
        """
        Whether the window has another size than what is drawn, which is made anew once its edge rests.

        Its surface is asked for in every frame: of one that has another size now nothing may be kept.
        """
        self._screen = open_again(self._screen)
        if self._screen.get_size() == self._size:
            self._resized_ms = None
            return False
        if self._resized_ms is None:
            self._resized_ms = now_ms
        if now_ms - self._resized_ms < _RESIZE_REST_MS:
            return True
        self._resized_ms, self._size = None, self._screen.get_size()
        self.lobby.close()
        self.lobby = self._lobby()
        if self.visit is not None:
            self.visit.resize(self._screen)
        return False


_TOUCHES = (
    pygame.MOUSEBUTTONDOWN,
    pygame.FINGERDOWN,
    pygame.KEYDOWN,
    pygame.MOUSEMOTION,
    pygame.FINGERMOTION,
)
