# SPDX-License-Identifier: MIT
"""Where somebody else's host finds the line: a pseudo-terminal of this computer, or a real serial port."""

from __future__ import annotations

import os
import select
from typing import Protocol

from emulator.support.closing import Closing
from emulator.support.errors import EmulatorError

BAUD = 9600
_CHUNK = 4096


class WireError(EmulatorError):
    """A pseudo-terminal or port that this computer does not give."""


class Wire(Protocol):
    """Bytes to and from a host; nothing here waits except ``wait``."""

    name: str
    """What the host opens."""

    def read(self) -> bytes:
        """What has come."""

    def write(self, data: bytes) -> None:
        """Send; what nobody takes is lost, as on a wire."""

    def wait(self, seconds: float) -> None:
        """Until something has come or the time is over."""

    def close(self) -> None:
        """Give it back."""


class Pty(Closing):
    """
    A pseudo-terminal in raw mode; POSIX systems have them, Windows has not.

    Its host side stays open in here as well, so that a host may close it and open it again.
    """

    def __init__(self) -> None:
        try:
            import pty
            import tty
        except ImportError:
            raise WireError(
                "a pseudo-terminal needs Linux or macOS (on Windows name a serial port: --port COM3)"
            ) from None
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.name = os.ttyname(self._theirs)

    def read(self) -> bytes:
        """What the host has written."""
        try:
            return os.read(self._ours, _CHUNK)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """To the host; a buffer that nobody empties takes no more."""
        try:
            os.write(self._ours, data)
        except BlockingIOError:
            return

    def wait(self, seconds: float) -> None:
        """Sleep until the host writes."""
        select.select([self._ours], [], [], max(0.0, seconds))

    def close(self) -> None:
        """Close both ends."""
        os.close(self._ours)
        os.close(self._theirs)


class SerialPort(Closing):
    """
    A serial port of this computer at 9600 baud, 8 data bits, no parity, 1 stop bit, by pyserial alone.

    Args:
        name: such as COM3 or /dev/ttyUSB0, or a URL of pyserial, such as socket://192.168.0.7:4000.
    """

    def __init__(self, name: str) -> None:
        import serial

        try:
            self._port = serial.serial_for_url(name, BAUD, timeout=0, write_timeout=0)
        except (serial.SerialException, ValueError) as error:
            raise WireError(f"port must be a serial port of this computer (got {name}: {error})") from None
        self._lost = serial.SerialException
        self._came = b""
        self.name = name

    def read(self) -> bytes:
        """What has come."""
        came, self._came = self._came, b""
        return came + self._take(0, _CHUNK)

    def _take(self, seconds: float, size: int) -> bytes:
        try:
            self._port.timeout = seconds
            return bytes(self._port.read(size))
        except self._lost as error:
            raise WireError(f"port {self.name} is gone ({error})") from None

    def write(self, data: bytes) -> None:
        """Out on the port."""
        import serial

        try:
            self._port.write(data)
        except serial.SerialTimeoutException:
            return
        except self._lost as error:
            raise WireError(f"port {self.name} is gone ({error})") from None

    def wait(self, seconds: float) -> None:
        """Sleep until something comes."""
        if not self._came:
            self._came = self._take(max(0.0, seconds), 1)

    def close(self) -> None:
        """Give the port back."""
        self._port.close()
