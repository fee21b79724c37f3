# SPDX-License-Identifier: MIT
"""What --size says: width and height of a window or picture."""

from __future__ import annotations

import re

from emulator.commands.console import WRONG_USAGE, CommandError

_SIZE = re.compile(r"([1-9][0-9]{2,3})x([1-9][0-9]{2,3})")
# Of machines, tables and the hall, upright or not; ``azar link wall`` draws on a little less.
_SMALLEST = (640, 400)


def screen_size(said: str, example: str, smallest: tuple[int, int] = _SMALLEST) -> tuple[int, int]:
    """
    Width and height in pixels.

    Args:
        said: as it was typed.
        example: a command line that would do.
        smallest: that can be drawn on, wide; upright it is the other way round.

    Raises:
        CommandError: it is no size, or too small a one.
    """
    found = _SIZE.fullmatch(said)
    if found is None:
        message = f'--size must be width x height in pixels, such as 1080x1920 (got "{said}")'
        raise CommandError(message, example, status=WRONG_USAGE)
    size = int(found[1]), int(found[2])
    if min(size) < min(smallest) or max(size) < max(smallest):
        message = f"--size must be {smallest[0]}x{smallest[1]} pixels or more, or that upright (got {said})"
        raise CommandError(message, example, status=WRONG_USAGE)
    return size
