# SPDX-License-Identifier: MIT
"""
The entry point of the ``azar`` script and of ``python -m emulator``.

Nothing is open while the command line is being imported, which takes some tenths of a second: Ctrl-C ends it
there at once, in one line as everywhere.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from types import FrameType

_OBJECTS_A_LOOK = 50_000


def main() -> None:
    """Import the command line, then run it on the arguments of this process."""
    # What other packages would hook into pydantic is not ours, and looking for it takes a tenth of the start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # Nothing here multiplies large matrices of floats, and threads that would are a quarter of numpy's start.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What is imported is no garbage, and looking for some takes a twentieth of the start.
    gc.set_threshold(_OBJECTS_A_LOOK, *gc.get_threshold()[1:])
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from emulator import cli

    cli.load(sys.argv[1:])
    signal.signal(signal.SIGINT, before)
    cli.main()


def _leave(number: int, frame: FrameType | None) -> None:
    # Raised as an exception it could be taken by what is being imported, or told as a traceback.
    os.write(sys.__stderr__.fileno() if sys.__stderr__ else 2, b"error: interrupted\n")
    os._exit(1)


if __name__ == "__main__":
    main()
