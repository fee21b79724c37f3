# SPDX-License-Identifier: MIT
"""A traceback as MicroPython prints it, boiled down to the line that the board shows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from emulator.vm.errors import HANG
from emulator.vm.places import NAME_CHARACTERS, place

_FRAME = re.compile(r'  File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+))?')


_PLACE = re.compile(r'File "(?:[^"]*[/\\])?(?P<file>[^"/\\]+)", line (?P<line>\d+) (?P<what>[^)]+)')


# ``file:line in function: Type: text``, as both runtimes describe an error of the firmware.
_ERROR = re.compile(r"(?P<place>[^ :]+:[\d-]+(?: in [^:]+)?: )(?P<kind>\w+)(?::.*)?", re.DOTALL)
# What CPython raises where MicroPython has a broader type: py/objexcept.c lists all that it knows.
_BROADER = {
    "RecursionError": "RuntimeError",
    "UnboundLocalError": "NameError",
    "UnicodeDecodeError": "UnicodeError",
    "UnicodeEncodeError": "UnicodeError",
    "error": "ValueError",  # struct.error
    "Error": "ValueError",  # binascii.Error
    "JSONDecodeError": "ValueError",
}


def alike(text: str) -> str:
    """
    What both runtimes say of the same error: ``file:line in function: Type``; each words the rest itself.

    Args:
        text: as a runtime describes an error; anything else comes back as it is.
    """
    if text.endswith(HANG):
        return HANG
    error = _ERROR.fullmatch(text)
    if error is None:
        return text
    return error["place"] + _BROADER.get(error["kind"], error["kind"])[:NAME_CHARACTERS]


def told(text: str) -> str:
    """The same for people: of a hang, too, with the place at which it was found, where one is known."""
    return text if text.endswith(HANG) else alike(text)


def refusal(text: str, name: str) -> str:
    """``file:line: Type: text`` out of what mpy-cross said about a module."""
    place = _PLACE.search(text)
    return f"{place['file']}:{place['line']}: {place['what']}" if place else f"{name}.py: {text}"


def without_frames(text: str, file: str) -> str:
    """A traceback without its frames in one file."""
    frames = (_FRAME.fullmatch(line) for line in text.splitlines())
    lines = zip(text.splitlines(), frames, strict=True)
    return "\n".join(line for line, frame in lines if frame is None or frame["file"] != file)


def complaint(text: str, sources: Mapping[str, str]) -> str:
    """
    ``file:line in function: Type: text`` of the innermost frame in the program's own files.

    Args:
        text: what the virtual machine printed.
        sources: the program's modules; frames of others, such as machine.py, are not its fault.
    """
    where, what = "", []
    for line in text.splitlines():
        frame = _FRAME.fullmatch(line)
        if frame is None:
            what.append(line)
            continue
        what.clear()
        source = sources.get(frame["file"].removesuffix(".py"))
        if source is not None:
            where = place(source, frame["file"], int(frame["line"]), frame["function"] or "<module>") + ": "
    return where + (" ".join(what).strip() or "the firmware failed without a word")
