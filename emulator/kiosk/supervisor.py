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

LOOK_S = 0.2
END_S = 10.0
HEALTH_S = 60.0
# Behind one loss a new process comes at once; where they follow one another the next one waits longer.
WAITS_S = (0.0, 0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
# A panel that has just come up has the processor for itself so long.
READY_S = 5.0


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
        spare: starts a process that draws once a line comes to its standard input: it is kept ready, with all
            its modules read, so that a loss lasts half as long. None: none is kept.
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
        spare: Sequence[str] | None = None,
    ) -> None:
        self._spare_command = spare
        self._spare: Child | None = None
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
            if self._spare is not None:
                self._spare.close()

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
            child = self._next()
        except OSError as error:
            return f"cannot be started: {error.strerror or error}"
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

    def _next(self) -> Child:
        """The one that is ready, or a new one."""
        spare, self._spare = self._spare, None
        if spare is not None and spare.status() is None:
            spare.go()
            return spare
        return Child.start(self._command, self._environment, self._watch.start_s)

    def _keep_ready(self, child: Child) -> None:
        """Once a panel has come up another process reads its modules, for the next loss."""
        if self._spare_command is None or not child.shown or child.ran_s < READY_S:
            return
        if self._spare is None or self._spare.status() is not None:
            with contextlib.suppress(OSError):
                environment = {**self._environment, RESUMED: "1"}
                self._spare = Child.start(self._spare_command, environment, self._watch.start_s, waits=True)

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
