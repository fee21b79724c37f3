# SPDX-License-Identifier: MIT
"""
What stands around everything that a kiosk shows: its screen, its pace, its attendant, its heart.

    public = Public(kiosk, beats, guard, going)
    with around(public):
        run_panel(cabinet, kiosk=True, going=going)
    public.left, public.renews
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import pygame

from emulator.kiosk.beats import Beats
from emulator.kiosk.hours import volume_at
from emulator.kiosk.house import House
from emulator.kiosk.pin import Gate
from emulator.kiosk.reading import Kiosk
from emulator.kiosk.settings import Settings
from emulator.kiosk.touch import measure
from emulator.panel.access.wishes import Terms, Wishes
from emulator.panel.frame.around import FRAMES_A_SECOND, Arrival
from emulator.panel.frame.chord import is_chord
from emulator.panel.frame.window import PanelError
from emulator.panel.kiosk.gauge import Gauge
from emulator.panel.kiosk.guard import Guard
from emulator.panel.kiosk.keypad import Keypad
from emulator.panel.kiosk.pause import Pause
from emulator.panel.kiosk.plates import Plates
from emulator.panel.kiosk.turned import Turned
from machines.support.languages import translator
from machines.support.plain import Json

_STILL_S = 0.1
_TOUCHES = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN)


class Public:
    """
    Args:
        beats: to whoever watches; None where nobody does.
        told: whether to go on, by the signals of this process.
        state: of all machines, for whoever asks.

    Attributes:
        left: whether the attendant has ended it.
        renews: whether it ended because it is time for new journals.
    """

    def __init__(
        self,
        kiosk: Kiosk,
        beats: Beats | None,
        guard: Guard,
        told: Callable[[], bool],
        state: Callable[[], Json] = dict,
    ) -> None:
        self._settings = settings = kiosk.settings
        self._beats, self._guard, self._told, self._state = beats, guard, told, state
        self._say = translator(settings.languages.first, "kiosk")
        self._screen: Turned | None = None
        pin = settings.attendant.pin
        self._gate = None if pin is None else Gate(pin, settings.attendant.tries, settings.attendant.wait_s)
        self._pause = Pause(settings.warnings.pause_minutes, settings.visit.leave_s)
        self._gauge = Gauge()
        self._keypad: Keypad | None = None
        self._houses: dict[int, House] = {}
        self._resting = False
        self._began_s = self._picture_s = time.monotonic()
        self.start_s = settings.watch.start_s
        self.touch_px: int | None = None
        self.terms = terms_of(settings)
        self.wishes = self.terms.wishes
        self.brings = brings_of(settings)
        self.left = self.renews = False

    @property
    def rate(self) -> int:
        """Pictures a second."""
        pad = self._keypad is not None and self._keypad.shown
        return self._settings.screen.idle_frames if self._resting and not pad else FRAMES_A_SECOND

    @property
    def volume(self) -> float:
        """By the hour."""
        return volume_at(self._settings.sound, time.localtime())

    @property
    def waits_ms(self) -> tuple[int, int] | None:
        """As the settings say."""
        return self._settings.visit.idle_s * 1_000, self._settings.visit.leave_s * 1_000

    def open(self) -> pygame.Surface | None:
        """The picture; the screen is opened once."""
        if self._screen is None:
            wanted = self._settings.screen
            size = None if wanted.size is None else (wanted.size[0], wanted.size[1])
            self._screen = Turned.open(size, wanted.rotation, wanted.display, self.log)
            picture = self._screen.picture.get_size()
            self._measure(picture)
            self._listen_for_sound()
            self._plates = Plates(picture, self._say)
            if self._gate is not None:
                self._keypad = Keypad(picture, self.touch_px or 0, self._gate, self._say)
        return self._screen.picture

    def _measure(self, size: tuple[int, int]) -> None:
        wanted = self._settings.screen
        told = None if wanted.millimetres is None else (wanted.millimetres[0], wanted.millimetres[1])
        found = measure(size, told, wanted.touch_mm, wanted.display)
        self.touch_px = found.touch_px
        self.log(f"{size[0]}x{size[1]} pixels by {pygame.display.get_driver()}, {found.said}")

    def _listen_for_sound(self) -> None:
        """Say whether there is a device; each machine opens it for itself."""
        try:
            pygame.mixer.init()
        except pygame.error as error:
            self.log(f"no sound device, it plays silent: {error}")
        else:
            pygame.mixer.quit()

    def log(self, text: str) -> None:
        """A line for the log of whoever watches."""
        if self._beats is not None:
            self._beats.tell(say=text)

    # -- between pictures -------------------------------------------------------------------------------

    def going(self) -> bool:
        """Whether to go on; stands still meanwhile where nothing can be written."""
        if trouble := self._trouble():
            self._stand_still(trouble)
        old_s = time.monotonic() - self._began_s
        if self._resting and old_s > self._settings.journal.run_hours * 3_600:
            self.renews = True
        self._serve()
        return not (self.left or self.renews)

    def _serve(self) -> None:
        """Nobody else looks after the machines: somebody comes to one that stands still."""
        running = {id(session): session for session in self._guard.sessions()}
        self._houses = {key: house for key, house in self._houses.items() if key in running}
        for key, session in running.items():
            if key not in self._houses:
                self._houses[key] = House(session.cabinet, self._settings.attendant.serve_s)
            house = self._houses[key]
            before = house.came
            house.look(time.monotonic())
            if house.came > before:
                self.log(
                    f"the house attends {session.machine.model}: {session.cabinet.tilt or 'little change'}"
                )

    def troubled(self) -> bool:
        """Whether it would stand still now."""
        return bool(self._trouble())

    def told(self) -> bool:
        """Whether nobody has told it to end."""
        return self._told() and not self.left

    def measured(self) -> int:
        """
        How many pixels a target has on the screen, which is opened for that.

        Raises:
            PanelError: there is none.
        """
        try:
            pygame.display.init()
            self.open()
        except pygame.error as error:
            raise PanelError(f"no display: {error}") from error
        return self.touch_px or 0

    def forget(self) -> None:
        """The display is shut: the next picture opens it anew."""
        self._screen = None

    def _trouble(self) -> str:
        return self._guard.trouble(time.monotonic())

    def _stand_still(self, why: str) -> None:
        """No time passes in the machines, until all can be written again or somebody ends it."""
        self.log(f"stands still: {why}")
        assert self._screen is not None
        before = self._screen.picture.copy()
        while why and self._told() and not self.left:
            for event in pygame.event.get():
                self._attend(self._screen.upright(event))
            self._screen.picture.blit(before, (0, 0))
            self._plates.attendant(self._screen.picture, self._say("It cannot write down what it does."))
            self._finish(why)
            time.sleep(_STILL_S)
            why = self._trouble()
        self._screen.picture.blit(before, (0, 0))
        pygame.event.clear()
        if not why:
            self.log("goes on: all can be written again")

    def arrived(self, came: list[Arrival]) -> list[Arrival]:
        """Events for what is shown, upright; those for the attendant are not among them."""
        assert self._screen is not None
        self._picture_s = now_s = time.monotonic()
        if self._keypad is not None and self._keypad.shown:
            self._keypad.update(now_s)
        found = []
        for at_us, event in came:
            event = self._screen.upright(event)
            if event.type in _TOUCHES:
                self._pause.touch(now_s)
            if not self._attend(event):
                found.append((at_us, event))
        return found

    def _attend(self, event: pygame.event.Event) -> bool:
        """Whether an event was the attendant's."""
        now_s = time.monotonic()
        if is_chord(event):
            if self._keypad is None:
                self.left = True
            else:
                self._keypad.open(now_s)
            return True
        if self._keypad is None or not self._keypad.shown:
            return event.type in (pygame.QUIT, pygame.WINDOWCLOSE)
        if self._keypad.take(event, now_s):
            self.left = True
        # What was pressed before the pad came may still be let go.
        return event.type not in (pygame.KEYUP, pygame.MOUSEBUTTONUP, pygame.FINGERUP)

    def rest(self, resting: bool) -> None:
        """What is shown says whether nobody uses it."""
        self._resting = resting

    def busy(self, seconds: float) -> None:
        """Whoever watches waits so long."""
        if self._beats is not None:
            self._beats.allow(seconds)

    # -- pictures ---------------------------------------------------------------------------------------

    def show(self) -> None:
        """The picture, with what stands over it."""
        assert self._screen is not None
        picture, warnings = self._screen.picture, self._settings.warnings
        if warnings.toy_money and len(self._settings.machines) == 1:  # the hall says it itself
            self._plates.toy_money(picture)
        minutes = self._pause.due(time.monotonic())
        if minutes:
            self._plates.pause(picture, minutes)
        self._finish("")

    def _finish(self, trouble: str) -> None:
        """The keypad over all, then onto the screen, then the heartbeat."""
        assert self._screen is not None
        if self._keypad is not None and self._keypad.shown:
            self._keypad.draw(self._screen.picture, time.monotonic())
        self._screen.show()
        now_s = time.monotonic()
        self._gauge.shown(now_s, now_s - self._picture_s)
        if self._beats is not None and self._beats.due():
            found = {"fps": self._gauge.fps, "p99_ms": self._gauge.p99_ms, "trouble": trouble or None}
            self._beats.shown({**found, **self._state()})


def terms_of(settings: Settings) -> Terms:
    """What each visitor of a kiosk finds."""
    access, spoken = settings.access, settings.languages
    wishes = Wishes(
        access.large, access.contrast, access.still, access.captions, access.scan_ms, tuple(access.speak)
    )
    return Terms(wishes, tuple(spoken.offered), spoken.first)


def brings_of(settings: Settings) -> Mapping[str, Mapping[str, int]]:
    """What each visitor of a kiosk of one machine brings, where its owner says so."""
    said = {"coins": settings.visit.purse, "notes": settings.visit.wallet}
    return {
        name: {cents: count for cents, count in money.items() if count}
        for name, money in said.items()
        if money is not None
    }
