# SPDX-License-Identifier: MIT
"""
What happens, as sentences for a command that speaks: ``espeak-ng -v es``, ``say``, ``spd-say``.

    speech = Speech(("espeak-ng", "-s", "140"))
    speech.tell("Premio 2,00")
    speech.update()                              # once a frame: begins the next sentence, never waits

A sentence that nobody has heard yet gives way to a newer one, so that speech never lags behind the machine.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence

from emulator.panel.machine.parts.seen import Seen

_SETTLED_MS = 250  # a message that stands so long is one to be read


class Speech:
    """
    Says one sentence at a time.

    Args:
        command: program and arguments; the sentence is its last argument, and no shell sees it.
        fails: is told once, in a line, why it cannot speak.
    """

    def __init__(self, command: Sequence[str], fails: Callable[[str], None] = lambda line: None) -> None:
        self._command = tuple(command)
        self._fails = fails
        self._next: str | None = None
        self._saying: subprocess.Popen[bytes] | None = None
        self._broken = not command

    def tell(self, sentence: str) -> None:
        """Say this next; what has not begun is dropped."""
        self._next = sentence

    def update(self) -> None:
        """Begin the next sentence once the last one is over."""
        if self._saying is not None:
            status = self._saying.poll()
            if status is None:
                return
            self._saying = None
            if status != 0:
                self._give_up(f"{self._command[0]} ended with status {status}")
        if self._next is None or self._broken:
            return
        sentence, self._next = self._next, None
        quiet = subprocess.DEVNULL
        try:
            self._saying = subprocess.Popen(
                [*self._command, sentence], stdin=quiet, stdout=quiet, stderr=quiet
            )
        except OSError as error:
            self._give_up(f"{self._command[0]}: {error.strerror}")

    def close(self) -> None:
        """Fall silent."""
        self._next = None
        if self._saying is not None:
            self._saying.terminate()
            self._saying.wait()
            self._saying = None

    def _give_up(self, why: str) -> None:
        self._broken = True
        self._fails(f"cannot speak: {why}")


class Narrator:
    """
    Turns what is seen into sentences: the message line, and the counters when they change.

    Args:
        say: turns a message of the code into the language that is read.
    """

    def __init__(self, say: Callable[[str], str]) -> None:
        self._say = say
        self._message, self._since_ms, self._told = "", 0, ""
        self._credits = ""

    def sentence(self, seen: Seen, message: str, now_ms: int, at: str | None = None) -> str | None:
        """
        What to say now, or None.

        Args:
            message: the message line as it is read.
            at: the label of the control that the ring has just gone to; it is said at once.
        """
        if at is not None:
            return at
        if message != self._message:
            self._message, self._since_ms = message, now_ms
        settled = now_ms - self._since_ms >= _SETTLED_MS
        credits = seen.display.credits.strip()
        if not settled or (message == self._told and credits == self._credits):
            return None
        told = [] if message == self._told else [message.capitalize()]
        if credits != self._credits:
            told.append(self._say("Credits: {}").format(credits))
        self._told, self._credits = message, credits
        return ". ".join(part for part in told if part) or None
