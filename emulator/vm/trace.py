# SPDX-License-Identifier: MIT
"""A traceback as MicroPython prints it, boiled down to the line that the board shows."""

from __future__ import annotations

import re
from collections.abc import Collection

_FRAME = re.compile(r'  File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+))?')


_PLACE = re.compile(r'File "(?:[^"]*[/\\])?(?P<file>[^"/\\]+)", line (?P<line>\d+) (?P<what>[^)]+)')


# ``file:line in function: Type: text``, as both runtimes describe an error of the firmware.
_ERROR = re.compile(r"(?P<place>[^ :]+:\d+(?: in [^:]+)?: )(?P<kind>\w+)(?::.*)?", re.DOTALL)
# What CPython raises where MicroPython has a broader type: py/objexcept.c lists all that it knows.
_BROADER = {
    "RecursionError": "RuntimeError",
    "UnboundLocalError": "NameError",
    "UnicodeDecodeError": "UnicodeError",
    "UnicodeEncodeError": "UnicodeError",
    "error": "ValueError",  # struct.error
    "Error": "ValueError",  # binascii.Error
}


def alike(text: str) -> str:
    """
    What both runtimes say of the same error: ``file:line in function: Type``; each words the rest itself.

    Args:
        text: as a runtime describes an error; anything else comes back as it is.
    """
    error = _ERROR.fullmatch(text)
    if error is None:
        return text
    return error["place"] + _BROADER.get(error["kind"], error["kind"])


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
