# SPDX-License-Identifier: MIT
"""
One process that draws the panel, as seen by the one that watches it.

    child = Child.start([sys.executable, "-m", "emulator.panel.kiosk"], environment)
    child.listen(0.1)                  # messages that came within 0.1 s
    child.silent_s                     # since the last picture; what it was allowed does not count
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence

from emulator.kiosk.beats import DESCRIPTOR, Heard
from emulator.kiosk.stem import Forked, Stem
from emulator.support.closing import Closing
from machines.support.plain import Json

# A stretch of time in which the watcher itself did not run tells nothing of the child: a laptop slept.
_STRETCH_MOST_S = 0.5
_CHUNK = 1 << 16


class Child(Closing):
    """
    Attributes:
        shown: whether it has shown a picture yet.
        silent_s: how long it has shown none.
        allowed_s: how long it may show none now.
    """

    def __init__(self, process: subprocess.Popen[bytes] | Forked, reading: int, start_s: float) -> None:
        self._process = process
        self._reading: int | None = reading
        self._heard = Heard()
        self._looked_s = self._began_s = time.monotonic()
        self.shown = False
        self.silent_s = 0.0
        self.allowed_s = start_s

    @classmethod
    def start(cls, command: Sequence[str], environment: Mapping[str, str], start_s: float) -> Child:
        """
        Start it in a session of its own, so that Ctrl-C at a terminal comes to the watcher alone.

        Args:
            start_s: how long its first picture may take.

        Raises:
            OSError: it cannot be started.
        """

        def begun(writing: int) -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                command,
                env={**environment, DESCRIPTOR: str(writing)},
                pass_fds=(writing,),
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

        return cls._with_pipe(begun, start_s)

    @classmethod
    def forked(cls, stem: Stem, environment: Mapping[str, str], start_s: float) -> Child:
        """
        Fork it of a stem, in a session of its own as well.

        Args:
            environment: what of its environment is not the stem's.

        Raises:
            OSError: the stem is gone, or does not answer.
        """
        return cls._with_pipe(lambda writing: stem.fork(writing, environment), start_s)

    @classmethod
    def _with_pipe(cls, begun: Callable[[int], subprocess.Popen[bytes] | Forked], start_s: float) -> Child:
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        try:
            process = begun(writing)
        except OSError:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        return cls(process, reading, start_s)

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def ran_s(self) -> float:
        """How long ago it was started."""
        return time.monotonic() - self._began_s

    @property
    def hung(self) -> bool:
        """Whether it has shown no picture for longer than it may."""
        return self.silent_s > self.allowed_s

    def status(self) -> int | None:
        """How it ended: its exit status, or minus the signal; None while it lives."""
        return self._process.poll()

    def listen(self, most_s: float, hang_s: float) -> list[Json]:
        """What it says within ``most_s``; ``hang_s`` is how long it may be silent after a picture."""
        found = self._heard.feed(self._read(most_s))
        now_s = time.monotonic()
        self.silent_s += min(now_s - self._looked_s, _STRETCH_MOST_S)
        self._looked_s = now_s
        for message in found:
            if message.get("beat") is True:
                self.shown, self.silent_s, self.allowed_s = True, 0.0, hang_s
            elif isinstance(allowed := message.get("allow_s"), int | float):
                self.silent_s, self.allowed_s = 0.0, float(allowed)
        return found

    def _read(self, most_s: float) -> bytes:
        if self._reading is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(most_s)
            return b""
        select.select([self._reading], [], [], most_s)
        try:
            data = os.read(self._reading, _CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            self._shut()
        return data

    def end(self, within_s: float) -> int:
        """Ask it to end, and end it where it does not; its exit status."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        deadline_s = time.monotonic() + within_s
        while self._process.poll() is None and time.monotonic() < deadline_s:
            self._read(0.05)  # nobody waits at a full pipe
        return self.kill()

    def kill(self) -> int:
        """End it at once."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        return self._process.wait()

    def close(self) -> None:
        """End it at once, and let go of the pipe."""
        self.kill()
        if isinstance(self._process, Forked):
            self._process.close()
        self._shut()

    def _shut(self) -> None:
        if self._reading is not None:
            os.close(self._reading)
            self._reading = None
