# SPDX-License-Identifier: MIT
"""
The stem: a process that has read all modules of the panel, of which those that draw are forked.

    stem = Stem.start(command)
    stem.ready(0.2)                               # whether it has read them by then
    process = stem.fork(pipe, {"AZAR_KIOSK_RESUMED": "1"})
    process.poll()                                # as of subprocess.Popen

To read them is most of the work of a start, so a process that is forked shows a picture in half the time, and
every time: also where one loss follows another. The stem has opened nothing: no display, no machine, no file.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence

from emulator.kiosk.forking import PACKET_MOST
from emulator.support.closing import Closing
from machines.support.plain import JsonView, read_json

# To fork takes milliseconds; a computer that does other things as well may need more.
ANSWER_S = 5.0
_LOOK_S = 0.05
# Of a process whose stem is gone nobody knows how it ended.
_UNKNOWN = 1


class Stem(Closing):
    """
    Args:
        process: the stem.
        control: the socket to it.
    """

    def __init__(self, process: subprocess.Popen[bytes], control: socket.socket) -> None:
        self._process, self._control = process, control
        self._ready = self._deaf = False
        self._forked = 0
        self._ended: dict[int, int] = {}

    @classmethod
    def start(cls, command: Sequence[str], environment: Mapping[str, str]) -> Stem:
        """
        Start it; the number of its socket is the last argument.

        Raises:
            OSError: it cannot be started.
        """
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        with theirs:
            try:
                process = subprocess.Popen(
                    [*command, str(theirs.fileno())],
                    env=environment,
                    pass_fds=(theirs.fileno(),),
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                )
            except OSError:
                ours.close()
                raise
        return cls(process, ours)

    @property
    def gone(self) -> bool:
        """Whether it forks nothing any more."""
        return self._deaf or self._process.poll() is not None

    def ready(self, most_s: float) -> bool:
        """Whether it has read its modules; waits for that at most so long."""
        if not self._ready:
            self._listen(most_s)
        return self._ready and not self.gone

    def fork(self, beats: int, environment: Mapping[str, str]) -> Forked:
        """
        Fork a process that draws.

        Args:
            beats: the descriptor that it beats into.
            environment: what of its environment is not the stem's.

        Raises:
            OSError: the stem is gone, or does not answer.
        """
        self._forked = 0
        order = json.dumps({"environment": dict(environment)}).encode()
        socket.send_fds(self._control, [order], [beats])
        deadline_s = time.monotonic() + ANSWER_S
        while not self._forked:
            if self.gone or time.monotonic() > deadline_s:
                raise TimeoutError("the process that it is forked of does not answer")
            self._listen(_LOOK_S)
        return Forked(self, self._forked)

    def prepare(self, order: JsonView) -> None:
        """Let it do what makes the next process quicker; where it cannot be told, nothing happens."""
        with contextlib.suppress(OSError):
            self._control.send(json.dumps(order).encode())

    def ended(self, pid: int) -> int | None:
        """How a process that was forked ended; None: not known."""
        self._listen(0.0)
        return self._ended.get(pid)

    def _listen(self, most_s: float) -> None:
        """Take what it says within this time."""
        if self._deaf:
            return
        select.select([self._control], [], [], most_s)
        while not self._deaf:
            try:
                data = self._control.recv(PACKET_MOST)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            self._hear(data)

    def _hear(self, data: bytes) -> None:
        if not data:
            self._deaf = True
            return
        said = read_json(data.decode())
        if "pid" in said:
            self._forked = said["pid"]
        elif "ended" in said:
            self._ended[said["ended"]] = said["status"]
        else:
            self._ready = True

    def close(self) -> None:
        """End it; what it has forked is not its concern."""
        self._control.close()
        self._deaf = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()


class Forked:
    """
    A process that was forked of a stem, with what is used of ``subprocess.Popen``.

    Attributes:
        pid: its number.
    """

    def __init__(self, stem: Stem, pid: int) -> None:
        self._stem, self.pid = stem, pid
        self._status: int | None = None
        try:
            self._descriptor: int | None = os.pidfd_open(pid)
        except ProcessLookupError:  # it has ended already, and the stem says how
            self._descriptor = None

    def poll(self) -> int | None:
        """How it ended: its exit status, or minus the signal; None while it lives."""
        if self._status is None:
            self._status = self._stem.ended(self.pid)
        if self._status is None and self._stem.gone and not self._lives(0.0):
            self._status = _UNKNOWN
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        """
        The same, once it has ended.

        Raises:
            subprocess.TimeoutExpired: it has not, in so many seconds.
        """
        deadline_s = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if deadline_s is not None and time.monotonic() >= deadline_s:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            if not self._lives(_LOOK_S):
                time.sleep(_LOOK_S / 10)  # until the stem says how
        return status

    def send_signal(self, number: int) -> None:
        """ProcessLookupError: it has ended."""
        if self._descriptor is None:
            raise ProcessLookupError(self.pid)
        signal.pidfd_send_signal(self._descriptor, number)

    def kill(self) -> None:
        """The same, with SIGKILL."""
        self.send_signal(signal.SIGKILL)

    def close(self) -> None:
        """Let go of it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _lives(self, most_s: float) -> bool:
        """Whether it does not end within this time."""
        if self._descriptor is None:
            return False
        return not select.select([self._descriptor], [], [], most_s)[0]
