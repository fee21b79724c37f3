# SPDX-License-Identifier: MIT
"""
The process that draws, as ``azar kiosk`` starts it: ``python -m emulator.panel.kiosk [SETTINGS]``.

How it ended is its exit status (``Exit``); what an attendant should know goes to whoever watches.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from emulator.commands.play import has_display
from emulator.kiosk.beats import Beats, Gone, from_environment
from emulator.kiosk.forking import forked
from emulator.kiosk.reading import Kiosk, read_kiosk
from emulator.kiosk.run import STEM
from emulator.kiosk.supervisor import RESUMED, Exit
from emulator.support.ending import told_to_end
from emulator.support.errors import EmulatorError
from emulator.support.memory import keep_one_heap
from machines import MachinesError


def main(arguments: list[str]) -> int:
    """Show the kiosk of a settings file; return the exit status."""
    if STEM in arguments:
        at = arguments.index(STEM)
        number, arguments = int(arguments[at + 1]), arguments[:at]
        _read_modules()
        if not forked(number):
            return Exit.LEFT
    keep_one_heap()  # not the stem's concern, which has no threads
    kiosk = read_kiosk(Path(arguments[0]) if arguments else None)
    beats = from_environment()
    try:
        with told_to_end() as ending:
            return _shown(kiosk, beats, ending.going)
    except Gone:
        return Exit.UNWATCHED


def _read_modules() -> None:
    """All that a panel needs, and what is slow to be made for the first time."""
    import emulator.panel.hall.window
    import emulator.panel.kiosk.show
    import emulator.panel.machine.window  # noqa: F401
    from emulator.panel.machine.registry import TYPES

    for letter in TYPES:
        TYPES[letter]


def _shown(kiosk: Kiosk, beats: Beats | None, going: Callable[[], bool]) -> int:
    from emulator.panel.frame.window import PanelError
    from emulator.panel.kiosk.show import show

    try:
        if not has_display():
            raise PanelError("no display: neither DISPLAY nor WAYLAND_DISPLAY is set")
        return show(kiosk, beats, going, resumed=RESUMED in os.environ)
    except PanelError as error:
        _tell(beats, str(error))
        return Exit.NO_DISPLAY
    except (EmulatorError, MachinesError, OSError) as error:
        _tell(beats, " ".join(str(error).split()))
        return Exit.FAILED


def _tell(beats: Beats | None, text: str) -> None:
    if beats is None:
        print(text, file=sys.stderr)
    else:
        beats.tell(say=text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
