# SPDX-License-Identifier: MIT
"""A traceback as MicroPython prints it, boiled down to the line that the board shows."""

from __future__ import annotations

import re
from collections.abc import Collection

_FRAME = re.compile(r'  File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+))?')


_PLACE = re.compile(r'File "(?:[^"]*[/\\])?(?P<file>[^"/\\]+)", line (?P<line>\d+) (?P<what>[^)]+)')


def refusal(text: str, name: str) -> str:
    """``file:line: Type: text`` out of what mpy-cross said about a module."""
    place = _PLACE.search(text)
    return f"{place['file']}:{place['line']}: {place['what']}" if place else f"{name}.py: {text}"


def complaint(text: str, files: Collection[str]) -> str:
    """
    ``file:line in function: Type: text`` of the innermost frame in the program's own files.

    Args:
        text: what the virtual machine printed.
        files: the program's files; frames of others, such as machine.py, are not its fault.
    """
    place, what = "", []
    for line in text.splitlines():
        frame = _FRAME.fullmatch(line)
        if frame is None:
            what.append(line)
            continue
        what.clear()
        if frame["file"] in files:
            place = f"{frame['file']}:{frame['line']} in {frame['function'] or '<module>'}: "
    return place + (" ".join(what).strip() or "the firmware failed without a word")
