# SPDX-License-Identifier: MIT
"""
Watches the process that draws; starts another when it is lost: it crashed, hangs, or its display is gone.

    supervisor = Supervisor(command, watch, log, notifier, news)
    status = supervisor.run(ending.going)          # 0 left, 1 given up

Money is no concern of it: a machine's file holds every step that was shown, so that the next process goes on
where the last one was (emulator/records/session.py).
"""

from __future__ import annotations

import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from enum import IntEnum

from emulator.kiosk.child import Child
from emulator.kiosk.logbook import Logbook
from emulator.kiosk.news import News
from emulator.kiosk.notify import Notifier
from emulator.kiosk.settings import Watch
from emulator.kiosk.stem import Stem

LOOK_S = 0.2
END_S = 10.0
HEALTH_S = 60.0
# Behind one loss a new process comes at once; where they follow one another the next one waits longer.
WAITS_S = (0.0, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
# A panel that has just come up has the processor for itself so long.
READY_S = 5.0
# What Linux alone has.
_FORKS = hasattr(os, "fork") and hasattr(os, "pidfd_open")


class Exit(IntEnum):
    """Why a process that draws ended, as its exit status says."""

    LEFT = 0
    FAILED = 1
    NO_DISPLAY = 4
    UNWATCHED = 5
    RENEW = 6
    """Nobody played, and it was time for a new journal."""


RESUMED = "AZAR_KIOSK_RESUMED"
"""In the environment of each process behind the first: who stood there still does."""


class Supervisor:
    """
    Args:
        command: starts a process that draws, and beats (beats.py).
        watch: how long it may be silent, and how often it may be lost.
        news: what is told to whoever asks.
        stem: starts a process of which those that draw are forked: a loss lasts half as long (stem.py). None:
            each is started by ``command``, as where there is no stem.
        waits_s: how long to wait behind the first loss, the second and so on.
    """

    def __init__(
        self,
        command: Sequence[str],
        watch: Watch,
        log: Logbook,
        notifier: Notifier,
        news: News,
        waits_s: Sequence[float] = WAITS_S,
        stem: Sequence[str] | None = None,
    ) -> None:
        self._stem_command = stem if _FORKS else None
        self._stem: Stem | None = None
        self._command = command
        self._watch = watch
        self._log = log
        self._notifier = notifier
        self._news = news
        self._waits_s = waits_s
        self._losses: deque[float] = deque()
        self._lost_s: float | None = None
        self._alive_s = self._health_s = time.monotonic()
        self._ready = False
        self._environment = dict(os.environ)

    def run(self, going: Callable[[], bool]) -> int:
        """Start one process after the other until one is left, ``going`` says no, or too many are lost."""
        try:
            return self._watched(going)
        finally:
            self._drop_stem()

    def _watched(self, going: Callable[[], bool]) -> int:
        while going():
            why = self._one(going)
            self._environment[RESUMED] = "1"
            if why is None:
                break
            if why and not self._again(why, going):
                return 1
        self._notifier.stopping()
        return 0

    def _one(self, going: Callable[[], bool]) -> str | None:
        """Watch one process; None: left or told to end; "": to be renewed; otherwise why it was lost."""
        try:
            child = self._next(going)
        except OSError as error:
            return f"cannot be started: {error.strerror or error}"
        if child is None:
            return None
        with child:
            self._news.began(child.pid)
            while going():
                self._hear(child)
                status = child.status()
                if status in (Exit.LEFT, Exit.RENEW):
                    return "" if status == Exit.RENEW else None
                if status is not None:
                    return _ended(status)
                self._keep_ready(child)
                if child.hung:
                    return f"showed no picture for {child.silent_s:.1f} s"
                self._due()
            status = child.end(END_S)
            if status != Exit.LEFT:
                self._log.say(f"the panel {_ended(status)} as it was told to end")
            return None

    def _next(self, going: Callable[[], bool]) -> Child | None:
        """One that is forked of the stem, or a new one where there is none; None where it is to end."""
        stem, start_s = self._grown(going), self._watch.start_s
        if not going():
            return None
        if stem is not None:
            changed = {RESUMED: "1"} if RESUMED in self._environment else {}
            try:
                return Child.forked(stem, changed, start_s)
            except OSError as error:
                self._log.say(f"none can be forked: {error.strerror or error}")
                self._drop_stem()
        return Child.start(self._command, self._environment, start_s)

    def _grown(self, going: Callable[[], bool]) -> Stem | None:
        """The stem once it has read its modules; None: there is none."""
        self._plant()
        deadline_s = time.monotonic() + self._watch.start_s
        while (stem := self._stem) is not None and going():
            if stem.ready(LOOK_S):
                return stem
            if stem.gone or time.monotonic() > deadline_s:
                self._log.say("there is nothing to be forked of: every panel is started by itself")
                self._stem_command = None
                self._drop_stem()
            self._due()
        return None

    def _plant(self) -> None:
        """Begin another stem where there is none."""
        if self._stem_command is None or (self._stem is not None and not self._stem.gone):
            return
        self._drop_stem()
        with contextlib.suppress(OSError):
            self._stem = Stem.start(self._stem_command, self._environment)

    def _drop_stem(self) -> None:
        if self._stem is not None:
            self._stem.close()
            self._stem = None

    def _keep_ready(self, child: Child) -> None:
        """A stem that is gone is planted anew, once the panel has no need of the processor for itself."""
        if child.shown and child.ran_s >= READY_S:
            self._plant()

    def _hear(self, child: Child) -> None:
        for message in child.listen(LOOK_S, self._watch.hang_s):
            if message.get("beat") is True:
                self._news.shown(message)
                self._first_picture()
            elif isinstance(text := message.get("say"), str):
                self._log.say(text)

    def _first_picture(self) -> None:
        if self._lost_s is not None:
            self._news.back_s = round(time.monotonic() - self._lost_s, 2)
            self._lost_s = None
            self._log.say(f"the panel shows again, {self._news.back_s:.2f} s after it was lost")
            self._notifier.status("playing")
        if not self._ready:
            self._ready = True
            self._log.say("the panel shows")
            self._notifier.ready("playing")

    def _again(self, why: str, going: Callable[[], bool]) -> bool:
        """Wait as long as it is due before the next process; False where it was lost too often."""
        now_s = time.monotonic()
        if self._lost_s is None:
            self._lost_s = now_s
        self._news.lost(why)
        self._log.say(f"the panel was lost: it {why}")
        self._notifier.status(f"the panel {why}; it is started again")
        while self._losses and now_s - self._losses[0] > self._watch.within_s:
            self._losses.popleft()
        self._losses.append(now_s)
        if len(self._losses) > self._watch.give_up_after:
            count, within_s = len(self._losses), self._watch.within_s
            self._log.say(f"given up: the panel was lost {count} times within {within_s} s")
            return False
        wait_s = self._waits_s[min(len(self._losses) - 1, len(self._waits_s) - 1)]
        while going() and (left_s := now_s + wait_s - time.monotonic()) > 0:
            time.sleep(min(left_s, LOOK_S))
            self._due()
        return True

    def _due(self) -> None:
        """A sign of life for systemd, and the line of health, when their time has come."""
        now_s = time.monotonic()
        every_s = self._notifier.every_s
        if every_s is not None and now_s - self._alive_s >= every_s:
            self._alive_s = now_s
            self._notifier.alive()
        if now_s - self._health_s >= HEALTH_S:
            self._health_s = now_s
            self._log.health(self._news.health())


def _ended(status: int) -> str:
    """How a process ended, as the end of a sentence."""
    if status == Exit.NO_DISPLAY:
        return "found no display"
    return f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"
