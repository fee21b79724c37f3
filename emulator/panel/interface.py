# SPDX-License-Identifier: MIT
"""The Python interface: the cabinet with what needs the panel, so that the cabinet itself knows no panel."""

from __future__ import annotations

from pathlib import Path

from emulator.cabinet import Cabinet as BareCabinet


class Cabinet(BareCabinet):
    """A cabinet that can also draw itself; everything else is in ``emulator.cabinet``."""

    def screenshot(self, path: str | Path, size: tuple[int, int] = (1280, 800)) -> None:
        """
        Draw the front panel as it is now into a picture file.

        Args:
            path: the file; its ending says the format (.png).
            size: width and height in pixels.
        """
        from emulator.panel.machine.window import save_screenshot

        save_screenshot(self, path, size, language=self.language)
