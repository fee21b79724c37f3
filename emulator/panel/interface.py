# SPDX-License-Identifier: MIT
"""The Python interface: the cabinet with panel and trace, so that the cabinet itself knows neither."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from emulator.cabinet import Cabinet as BareCabinet

if TYPE_CHECKING:
    from emulator.trace.recording import Trace, TraceOptions


class Cabinet(BareCabinet):
    """A cabinet that can also draw and trace itself; everything else is in ``emulator.cabinet``."""

    def screenshot(self, path: str | Path, size: tuple[int, int] = (1280, 800)) -> None:
        """
        Draw the front panel as it is now into a picture file.

        Args:
            path: the file; its ending says the format (.png).
            size: width and height in pixels.
        """
        from emulator.panel.machine.picture import save_screenshot

        save_screenshot(self, path, size, language=self.language)

    def trace(self, path: str | Path, **options: Unpack[TraceOptions]) -> Trace:
        """
        Write its pins, buses and devices from now on into a Value Change Dump, until the ``with`` block ends.

        Args:
            path: the file.
            options: signals, begin_us, end_us, reader, levels, as ``Trace`` takes them.
        """
        from emulator.trace.recording import Trace

        trace = Trace(path, **options)
        trace.begin(self)
        return trace
