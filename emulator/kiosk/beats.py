# SPDX-License-Identifier: MIT
"""
The heartbeat: lines of JSON for pictures that were shown, from who draws to who watches.

    beats = Beats(descriptor)              # in the child; the descriptor stands in AZAR_KIOSK_BEATS
    beats.allow(20)                        # what comes now may take 20 s
    beats.shown({"fps": 60.0})             # a picture is on the screen

    heard = Heard()                        # in the parent
    heard.feed(os.read(descriptor, 65536)) # the messages in it

A pipe, because its end shows that a process is gone, whoever ended it, and it needs no name.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Mapping

from machines.support.plain import Json, JsonView, read_json

DESCRIPTOR = "AZAR_KIOSK_BEATS"
EVERY_S = 0.25
# A line that is longer is none of ours.
_LINE_MOST = 1 << 20


class Gone(Exception):  # noqa: N818 (nothing is wrong: it ends)
    """Who watches has ended; so does the kiosk."""


class Beats:
    """The child's end: tells at most every EVERY_S, and never waits for the other side."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        os.set_blocking(descriptor, False)
        self._told_s = float("-inf")
        self._rest = b""

    def due(self) -> bool:
        """Whether a message is to be sent now."""
        return time.monotonic() - self._told_s >= EVERY_S

    def shown(self, message: JsonView) -> None:
        """A picture was shown."""
        self._told_s = time.monotonic()
        self._send({"beat": True, **message})

    def allow(self, seconds: float) -> None:
        """The next picture may take so long: something is being built."""
        self._send({"allow_s": seconds})

    def tell(self, **message: object) -> None:
        """Something that is no picture: a line for the log, how it ends."""
        self._send(message)

    def _send(self, message: Mapping[str, object]) -> None:
        """
        Send a line whole or, where nobody reads, not at all.

        Raises:
            Gone: the other end is closed.
        """
        line = self._rest + json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            sent = os.write(self._descriptor, line)
        except BlockingIOError:
            return
        except OSError:
            raise Gone from None
        # What was cut off goes before the next line, or the two would be one.
        self._rest = line[sent:] if sent < len(line) else b""


class Heard:
    """The parent's end: parts what comes into messages."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Json]:
        """The messages that are whole now; what is no message is left out."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > _LINE_MOST:
            self._rest = b""
        found = []
        for line in lines:
            with contextlib.suppress(ValueError):
                message = read_json(line)
                if isinstance(message, dict):
                    found.append(message)
        return found


def from_environment() -> Beats | None:
    """The heartbeat that a supervisor asked for; None where nobody watches."""
    text = os.environ.get(DESCRIPTOR, "")
    if not text.isdecimal():
        return None
    try:
        return Beats(int(text))
    except OSError:  # a number that was inherited, and whose pipe was not
        return None
