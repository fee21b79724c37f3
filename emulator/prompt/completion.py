# SPDX-License-Identifier: MIT
"""What a line at the prompt can go on as."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from emulator.cabinet.faults import faults
from emulator.cabinet.machine import DOORS, KEYS
from emulator.prompt import memory
from emulator.prompt.hands import DOABLE
from emulator.prompt.help import NAMES, TOPICS
from emulator.support.errors import EmulatorError

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

_NAME = re.compile(r"[A-Za-z_][\w.]*$")


def words_for(cabinet: Cabinet, text: str) -> list[str]:
    """
    Ways in which the last word of a line can be completed.

    Args:
        cabinet: its firmware is asked for its names, without a trace.
        text: the line up to the cursor.

    Returns:
        Whole words, sorted: commands with their dot, arguments, or dotted names of Python.
    """
    if not text.lstrip().startswith("."):
        found = _NAME.search(text)
        return _python(cabinet, found.group() if found else "")
    words = text.lstrip()[1:].split(" ")
    if len(words) == 1:
        return sorted(f".{name}" for name in NAMES if name.startswith(words[0]))
    if words[0] in ("look", "run"):
        found = _NAME.search(text)
        return _python(cabinet, found.group() if found else "")
    return sorted(name for name in _arguments(cabinet, words[0], len(words)) if name.startswith(words[-1]))


def _arguments(cabinet: Cabinet, command: str, count: int) -> list[str]:
    lines = cabinet.board.lines
    if command in ("pins", "watch", "set", "free"):
        inputs = [name for name, line in lines.items() if not line.is_output]
        others = {"watch": ["pins", "i2c", "uart"], "free": ["all"]}.get(command, [])
        return (inputs if command in ("set", "free") else list(lines)) + others
    if command in ("press", "down", "up"):
        return list(cabinet.machine.buttons)
    first: dict[str, list[str]] = {
        "door": list(DOORS),
        "key": list(KEYS),
        "power": ["on", "off"],
        "trace": ["on", "off"],
        "live": ["on", "off"],
        "cut": ["after"],
        "damage": list(faults()),
        "mend": list(faults()),
        "do": list(DOABLE),
        "help": [*TOPICS, *NAMES],
        "coin": [str(cents) for cents in cabinet.purse],
        "note": [str(cents) for cents in cabinet.wallet],
    }
    if command == "list":
        return sorted(cabinet.rom.sources)
    if command == "fram":
        return memory.names_in(cabinet)
    if count == 3:
        return {"door": ["open", "close"], "key": ["on", "off"]}.get(command, [])
    return first.get(command, []) if count == 2 else []


def _python(cabinet: Cabinet, text: str) -> list[str]:
    """Names in the prompt's own namespace, or attributes of what stands before the last dot."""
    owner, dot, _ = text.rpartition(".")
    try:
        answer = cabinet.peek(f"dir({owner})")
        names = answer.value if not answer.error else []
    except EmulatorError:
        return []
    found = [f"{owner}{dot}{name}" for name in names] if isinstance(names, list) else []
    hidden = text.rpartition(".")[2].startswith("_")
    return sorted(
        one for one in found if one.startswith(text) and (hidden or ("._" not in one and one[0] != "_"))
    )
