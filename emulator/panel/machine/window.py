# SPDX-License-Identifier: MIT
"""
The panel's window: lets time pass in the cabinet, hands it what the visitor does, draws what it shows.

    run_panel(Cabinet("cierzo"))
    run_panel(cabinet, bench=Bench(watched, restart))      # its files are followed while it plays
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace

import pygame

from emulator.panel.access.helper import Helper
from emulator.panel.frame.around import present
from emulator.panel.frame.paced import Paced
from emulator.panel.frame.pointer import Pointer
from emulator.panel.frame.window import frames, leaves, open_again, open_window, opened
from emulator.panel.machine import keys
from emulator.panel.machine.coach import Coach
from emulator.panel.machine.controls import Controls
from emulator.panel.machine.follow import Bench, Shown, front_of
from emulator.panel.machine.money.desk import VISITOR
from emulator.panel.machine.parts import kiosk
from emulator.panel.machine.parts.back import Rewinder, why_never
from emulator.panel.machine.parts.notice import Notice
from emulator.panel.machine.parts.refused import Refused
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.picture import game_of, pane_of, stage_of
from emulator.panel.machine.ready import make_ready
from emulator.panel.machine.registry import look
from emulator.panel.machine.speaker import speaker_of
from emulator.panel.machine.stage import Stage, forget_pictures
from emulator.panel.machine.watched import plays_alike
from emulator.panel.sound.hours import minute_now
from machines.model import Model
from machines.support.languages import DEFAULT_LANGUAGE

_NOTE_MS = 4_000
_RESIZE_REST_MS = 180  # the art is made anew once the window's edge has come to rest


def run_panel(
    cabinet: Shown,
    *,
    kiosk: bool = False,
    language: str = DEFAULT_LANGUAGE,
    going: Callable[[], bool] = lambda: True,
    bench: Bench | None = None,
    inside: bool = False,
    hours: Sequence[tuple[str, int]] = (),
) -> None:
    """
    Show a cabinet until the visitor leaves: closes the window or presses Escape, or ``going`` says no.

    Args:
        kiosk: full screen, and nothing but Ctrl, Alt, Shift and Q together leaves it.
        language: of the panel's own texts, one of languages().
        bench: follows the files of the model.
        inside: with the maintenance view beside it.
        hours: the volume by hour, as ``Speaker.schedule`` takes it; what the keys say if there is none.

    Raises:
        PanelError: no window can be opened.
        HoursError: ``hours`` name no hour or no volume.
    """
    with opened(lambda: Window(cabinet, kiosk, language, bench, coach=Coach())) as window, closing(window):
        if inside:
            window.look_inside()
        window.schedule(hours)
        window.run(going)


class Window:
    """
    One window or screen with a cabinet on it.

    Args:
        place: gives the part of a hall's screen that is the machine's; None: a window of its own. In a hall
            nobody changes places with another visitor, and time does not run back.
        coach: shows a visitor who has not played yet what to do.
    """

    def __init__(
        self,
        cabinet: Shown,
        in_public: bool,
        language: str,
        bench: Bench | None = None,
        place: Callable[[], pygame.Surface] | None = None,
        coach: Coach | None = None,
    ) -> None:
        self._coach = coach
        self._in_public = in_public
        self._language = language
        self._bench = bench
        self._place = place
        self._screen = open_window(in_public) if place is None else place()
        self._speaker = speaker_of(cabinet.model)
        self._paced = Paced()
        self._pointer = Pointer(in_public)
        self._note_until_ms = 0
        self._began_s = time.perf_counter()
        self._resized_ms: int | None = None
        self._helper = Helper(present().wishes, language, present().terms.offered)
        self._use(cabinet)
        self.leaving = False
        """Set once the visitor has asked to leave."""

    def _use(self, cabinet: Shown) -> None:
        """Show this cabinet from now on, and listen to it."""
        self._cabinet, self._model = cabinet, cabinet.model
        self._pane = pane_of(cabinet, self._language, public=self._in_public, marks=True)
        pygame.display.set_caption(f"azar · {cabinet.model.title}")
        self._game = game_of(cabinet)
        self.stage = self._build()
        self._helper.use(self.stage)
        self._controls = Controls(cabinet, self.stage, service=not self._in_public, tell=self._note)
        self._rewinder = Rewinder(cabinet)
        self._seen: Seen | None = None
        self._attract = kiosk.Attract(self.stage.show.ideas, present().waits_ms)
        self._refused = Refused()
        cabinet.listen(self._speaker.hear)
        cabinet.listen(self._refused.hear)
        self._listen_to_stage()

    def run(self, going: Callable[[], bool] = lambda: True) -> None:
        """Frame after frame until somebody leaves, or ``going`` says no."""
        self.begin()
        for elapsed_us, came, _ in frames(lambda: not self.leaving and going()):
            self.frame(elapsed_us, came)

    def _follow_helper(self) -> None:
        """Look and read as the visitor wishes."""
        helper = self._helper
        if (helper.wishes, helper.language) == (present().wishes, self._language):
            return
        present().wishes, self._language = helper.wishes, helper.language
        self._pane.speak(self._language, self._screen.get_size())
        self._show(self._build())

    def begin(self) -> None:
        """Draw the first picture, and get ready to be heard."""
        self.frame(0, () if self._place else None)
        self._prepare()
        self._speaker.open()

    def resize(self) -> None:
        """The place has another size."""
        self._resized_ms = self._now_ms() - _RESIZE_REST_MS

    @property
    def language(self) -> str:
        """In which the visitor reads."""
        return self._helper.language

    def schedule(self, hours: Sequence[tuple[str, int]]) -> None:
        """The volume by hour, see ``Speaker.schedule``."""
        self._speaker.schedule(hours)

    def close(self) -> None:
        """Let go of everything held, and fall silent."""
        self._pane.leave()
        self._helper.speech.close()
        self._rewinder.end()
        self._controls.let_go()
        self._speaker.close()

    def frame(self, elapsed_us: int, came: Iterable[tuple[int, pygame.event.Event]] | None = None) -> None:
        """
        Let ``elapsed_us`` pass in the cabinet with what the visitor does meanwhile, and draw.

        Args:
            came: events, each with the microsecond of that time at which it came; None: those that wait now.
        """
        now_ms = self._now_ms()
        if self._place is not None:  # a part of a surface does not outlast a change of its size
            self._screen = self._place()
        if came is None:
            came = [(0, event) for event in pygame.event.get()]
        passing_us = self._pane.elapsed(elapsed_us)
        for at_us, event in came:
            self._pointer.notice(event, now_ms)
            if not self._of_window(event, now_ms):
                there = self._pane.scaled(event, self._screen.get_size())
                self._paced.add(there, min(at_us, passing_us), apart=not keys.is_back(event))
        self._pointer.update(now_ms)
        self._rebuild_if_resized(now_ms)
        self._rebuild_if_changed()
        self._follow_helper()
        self._follow_files(now_ms)
        self._pass_time(passing_us, now_ms)
        seen = self._pane.opened(look(self._cabinet))
        self._controls.put_board_away(seen, now_ms)
        self._fly_back(seen, now_ms)
        self._change_visitor(seen, now_ms)
        self._controls.hand.refused = self._refused.why(now_ms)
        self._attract.reduced_motion = present().wishes.reduced_motion
        idea = self._attract.update(seen, now_ms)
        self._controls.hand.idea = idea
        self._sound(seen, now_ms)
        machine = self._pane.machine(self._screen)
        self.stage.draw(machine, seen, now_ms, self._controls.hand)
        if self._coach is not None:
            self._coach.watch(seen, now_ms)
            self._coach.draw(machine, self.stage, seen, now_ms, idea)
        self._helper.update(seen, now_ms)
        self._helper.draw(machine, seen, self._speaker.captions(now_ms), now_ms)
        self._pane.draw(self._screen)
        self._helper.draw_plate(machine)  # over the maintenance view, too
        present().rest(idea is not None or (self.stage.calm and self._attract.untouched(seen, now_ms)))
        if self._place is None:
            present().show()

    def _change_visitor(self, seen: Seen, now_ms: int) -> None:
        """In public the next one comes by himself once the last has left, and has learned nothing yet."""
        if not self._in_public or self._place is not None or not self._attract.left(seen, now_ms):
            return
        self._controls.go_to_desk(VISITOR)
        self._helper.begin_anew(present().terms)
        if self._coach is not None:
            self._coach.forget()

    def _pass_time(self, elapsed_us: int, now_ms: int) -> None:
        """Forward as on the wall, or back for as long as somebody wants that."""
        hand = self._controls.hand

        def run(us: int) -> None:
            if not self._rewinder.active:
                self._cabinet.run_us(us)

        def handle(event: pygame.event.Event) -> None:
            self._handle(event, now_ms)

        if self._rewinder.active:
            self._paced.at_once(handle)
        if not self._rewinder.active:
            hand.back = None
            if now_ms >= self._note_until_ms:
                hand.note = None
            if not self._pane.in_past:
                self._controls.update(now_ms)
            self._paced.pass_time(elapsed_us, run=run, handle=handle)
        self._pane.hush(self._rewinder.active)
        if self._rewinder.active:
            self._attract.touch(now_ms)
            hand.back = self._rewinder.update(now_ms)
            self.stage.flights.arrived(now_ms)

    def _fly_back(self, seen: Seen, now_ms: int) -> None:
        """While time runs back, a coin that has come out of the slot again flies home."""
        before, self._seen = self._seen, seen
        if before is not None and self._rewinder.active:
            self.stage.flights.fly_back(before, seen, self.stage.purse.places, now_ms)

    def _go_back(self, now_ms: int) -> None:
        self._pane.go_on()
        if self._place is None and self._rewinder.begin(now_ms):
            self._controls.let_go()
            self.stage.flights.tosses.clear()
            return
        self._note(why_never(self.stage.kit.say, self._cabinet.test, self._place is not None))

    def _sound(self, seen: Seen, now_ms: int) -> None:
        audible = not self._rewinder.active and self._attract.audible(seen, now_ms)
        sounding = seen.sounding and not self._rewinder.active
        heard = replace(seen, glass=self.stage.lit_rows(seen), sounding=sounding)
        self._speaker.allow(present().volume)
        self._speaker.tell_time(minute_now())
        self._speaker.update(heard, self._prizes_cents, now_ms, audible)

    def _listen_to_stage(self) -> None:
        """Which lamps of the stage are heard, and how."""
        self._prizes_cents = self.stage.prize_cents()
        self._speaker.watch(self.stage.kit.front)

    def _of_window(self, event: pygame.event.Event, now_ms: int) -> bool:
        """Whether the event concerns the window and not the machine: then it is done at once."""
        size = self._screen.get_size()
        if event.type == pygame.QUIT:
            self.leaving = self.leaving or not self._in_public
        elif event.type == pygame.VIDEORESIZE:
            self._resized_ms = now_ms
        elif not self._helper.takes(self._pane.scaled(event, size)) and self._pane.takes(event, size):
            self._attract.touch(now_ms)
        else:
            return event.type == pygame.KEYDOWN and self._own_key(event)
        return True

    def look_inside(self) -> None:
        """The maintenance view beside the machine; then over the whole window; then gone."""
        before = self.stage.layout.size
        self._pane.turn(self._screen.get_size())
        if self._pane.stage_size(self._screen.get_size()) != before:
            self._show(self._build())

    def _handle(self, event: pygame.event.Event, now_ms: int) -> None:
        if self._runs_back(event, now_ms) or self._visited(event, now_ms):
            self._attract.touch(now_ms)

    def _visited(self, event: pygame.event.Event, now_ms: int) -> bool:
        self._pane.go_on(event)
        touches, purse = self._helper.handle(event, look(self._cabinet), now_ms), dict(self._cabinet.purse)
        if touches is None:
            return self._controls.handle(event, purse, now_ms)
        for touch in touches:
            self._controls.handle(touch, purse, now_ms)
        return True

    def _runs_back(self, event: pygame.event.Event, now_ms: int) -> bool:
        """Whether the event belongs to time that runs back; meanwhile a visitor can do nothing else."""
        is_key = keys.is_back(event)
        if is_key and event.type == pygame.KEYDOWN:
            self._go_back(now_ms)
        elif is_key or event.type == pygame.WINDOWFOCUSLOST:
            self._rewinder.end()
        return is_key or self._rewinder.active

    def _own_key(self, event: pygame.event.Event) -> bool:
        """Keys that concern the window and not the machine."""
        if leaves(event, self._in_public):
            self.leaving = True
        elif event.key in (*keys.LOUDER_KEYS, *keys.SOFTER_KEYS):
            self._speaker.louder(1 if event.key in keys.LOUDER_KEYS else -1)
        elif event.key == keys.MUTE_KEY:
            self._speaker.toggle_mute()
        elif event.key == keys.LANGUAGE_KEY:
            self._helper.next_language()
        elif event.key == keys.INSIDE_KEY and self._pane.allowed:
            self.look_inside()
        else:
            return False
        return True

    def _rebuild_if_resized(self, now_ms: int) -> None:
        if self._resized_ms is None or now_ms - self._resized_ms < _RESIZE_REST_MS:
            return
        self._resized_ms = None
        self._screen = open_again(self._screen) if self._place is None else self._place()
        if not self._pane.fits(self._screen.get_size(), self.stage.layout.size):
            forget_pictures()
            self._show(self._build())

    def _rebuild_if_changed(self) -> None:
        """The operator has put another game into the machine, and with it another glass (A-06)."""
        if self._cabinet.powered and game_of(self._cabinet) != self._game:
            self._game = game_of(self._cabinet)
            self._show(self._build())

    def _follow_files(self, now_ms: int) -> None:
        """Look as the files of the model say now, once they say it without a mistake."""
        change = None if self._bench is None else self._bench.watched.poll(now_ms)
        if self._bench is None or change is None:
            return
        got = front_of(self._bench, change, self._build, self._model, self.stage)
        if isinstance(got, Notice):
            self._controls.hand.notice = got
            return
        model, stage = got
        alike = plays_alike(model, self._cabinet.model)
        self._bench.watched.accept(model)
        if alike:
            self._model = model
            pygame.display.set_caption(f"azar · {model.title}")
            self._show(stage)
            self._controls.hand.notice = None
            return
        self._rewinder.end()
        self._controls.let_go()
        self._use(self._bench.restart())
        self._prepare()
        self._note(self.stage.kit.say("The model plays otherwise now: the TEST machine is new."))

    def _note(self, note: str) -> None:
        self._controls.hand.note, self._note_until_ms = note, self._now_ms() + _NOTE_MS

    def _show(self, stage: Stage) -> None:
        """Go on with another stage."""
        self.stage = stage
        self._helper.use(stage)
        self._controls.use(stage)
        self._listen_to_stage()
        self._prepare()

    def _prepare(self) -> None:
        make_ready(self.stage, lean=self._in_public or self._place is not None)

    def _build(self, model: Model | None = None) -> Stage:
        width, height = self._pane.stage_size(self._screen.get_size())
        size = (max(width, 320), max(height, 240))
        in_hall = self._place is not None
        return stage_of(self._cabinet, size, self._language, model or self._model, in_hall=in_hall)

    def _now_ms(self) -> int:
        return round((time.perf_counter() - self._began_s) * 1000)
