# SPDX-License-Identifier: MIT
"""
What systemd wants to be told, over the socket that it names: ready, alive, what goes on, ending.

    notify = Notifier(os.environ)
    notify.ready("playing")
    notify.alive()                     # as often as ``every_s`` says

Source: sd_notify(3), sd_watchdog_enabled(3) of systemd 252. Without the socket nothing is sent.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping


class Notifier:
    """Sends to the socket of NOTIFY_SOCKET, if there is one."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        # An abstract name begins with a zero byte, written as @.
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self.every_s = self._half_of(environment)

    @property
    def wanted(self) -> bool:
        """Whether anybody listens."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        """The first picture is on the screen."""
        self._send("READY=1", f"STATUS={_line(status)}")

    def status(self, status: str) -> None:
        """What goes on, for ``systemctl status``."""
        self._send(f"STATUS={_line(status)}")

    def alive(self) -> None:
        """The loop goes round."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """It ends, as it was told to."""
        self._send("STOPPING=1")

    def _half_of(self, environment: Mapping[str, str]) -> float | None:
        """How often it wants to hear of life, in seconds: twice in its time; None for never."""
        try:
            us = int(environment.get("WATCHDOG_USEC", "0"))
            pid = int(environment.get("WATCHDOG_PID", str(os.getpid())))
        except ValueError:
            return None
        return us / 2_000_000 if us > 0 and pid == os.getpid() and self.wanted else None

    def _send(self, *lines: str) -> None:
        if not self._address:
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            sender.sendto("\n".join(lines).encode(), self._address)


def _line(text: str) -> str:
    return " ".join(text.split())
