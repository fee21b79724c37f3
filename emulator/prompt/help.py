# SPDX-License-Identifier: MIT
"""The commands of the prompt in words: name, how it is written, what it does, and its topic."""

from __future__ import annotations

from typing import NamedTuple

from emulator.prompt.hands import DOABLE
from emulator.prompt.words import PromptError


class Command(NamedTuple):
    """One command, without its dot."""

    name: str
    usage: str
    what: str
    topic: str


COMMANDS = (
    Command(
        "step", ".step [N]", "let the firmware tick N times; tell tick, operations and instructions", "time"
    ),
    Command("run", ".run TIME | .run until EXPR [within TIME]", "let time pass: 500ms, 2s, 1min", "time"),
    Command("walk", ".walk [N]", "the way of the next tick through the firmware, N places of it", "time"),
    Command("live", ".live on|off", "let as much time pass as you take to type", "time"),
    Command("time", ".time", "the clock, the tick, and what comes next", "time"),
    Command(
        "back", ".back TIME | .back to TIME", "undo the last TIME, or all since; recorded as well", "time"
    ),
    Command("look", ".look EXPR", "evaluate without a trace: nothing changes, nothing is recorded", "python"),
    Command("show", ".show", "displays, lamps, tray, meters and faults of the machine", "looking"),
    Command("pins", ".pins [NAME…]", "the lines: place, direction, level, who drives them", "lines"),
    Command("watch", ".watch [NAME… | pins | i2c | uart]", "tell what changes from now on", "lines"),
    Command("unwatch", ".unwatch", "watch nothing any longer", "lines"),
    Command("set", ".set NAME 0|1", "hold an input with a wire, at an electrical level", "lines"),
    Command("free", ".free NAME | .free all", "take the wire off again", "lines"),
    Command("list", ".list MODULE[:LINE[-LINE]]", "the source of the firmware around a line", "looking"),
    Command("fram", ".fram [RECORD | ROW | log | ADDRESS BYTES]", "the memory, decoded", "looking"),
    Command("power", ".power off|on", "pull the plug; put it back", "power"),
    Command("cut", ".cut after N [in TICKS]", "pull it inside the next tick, after N operations", "power"),
    Command("coin", ".coin CENTS", "drop a coin into the slot", "hands"),
    Command("note", ".note CENTS", "offer a note", "hands"),
    Command("press", ".press NAME [TIME]", "press a button, for 100ms unless a time is given", "hands"),
    Command("down", ".down NAME", "press a button and keep it pressed", "hands"),
    Command("up", ".up NAME", "release it", "hands"),
    Command("door", ".door NAME open|close", "doors: main, box, logic", "hands"),
    Command("key", ".key NAME on|off", "key switches: operator, service", "hands"),
    Command("tray", ".tray", "take the coins out of the tray", "hands"),
    Command("damage", ".damage ID [NAME=VALUE…]", "let a fault begin (docs/faults.md)", "hands"),
    Command("mend", ".mend ID", "end it", "hands"),
    Command("do", ".do VERB [VALUE…]", "any verb of scripts (docs/script.md)", "hands"),
    Command("save", ".save FILE", "keep the whole machine as it is now", "session"),
    Command("load", ".load FILE", "go on from there; the journal ends", "session"),
    Command("trace", ".trace on|off", "tell every event of the machine", "session"),
    Command("journal", ".journal [N]", "the journal, and the last N inputs", "session"),
    Command("help", ".help [TOPIC]", "this; a topic or a command in full", "session"),
    Command("quit", ".quit", "leave; so does the end of the input", "session"),
)
TOPICS = tuple(dict.fromkeys(command.topic for command in COMMANDS))
NAMES = tuple(command.name for command in COMMANDS)

_MORE = {
    "python": """\
Anything without a dot is Python, done inside the firmware by the runtime that executes it. The names of main
are at hand, main itself and whatever you import of the firmware's modules: import store. What you make stays
beside them until the next boot, _ is the last value. A block ends with an empty line. Each line is recorded
and a replay does it again; .look leaves no trace. A line without end is stopped and undone.
After a change of state.… say state.stirred = True: the firmware looks at nothing that has not stirred.""",
    "time": """\
Time stands while you type, unless it is live: then what happened meanwhile is told before your line is done.
A tick of the firmware takes no time: what happens at one microsecond happens
together. EXPR of .run until is Python, looked at after each tick without a trace. A fault, a power cut or
books that do not balance stop time where they happen, and so does Ctrl-C.""",
    "lines": """\
Levels are electrical: many inputs are active low (.pins tells what asserted means). A wire holds an input
whatever its device does; outputs are the firmware's. Patterns name several: .watch lamp_* meter_*""",
    "power": """\
An operation is what can be seen from outside: a pin that changes, a write on the bus, a byte of FRAM. A line
of Python counts as a tick: .cut after 3, then store.commit(state), cuts inside that commit.""",
    "hands": f"Verbs for .do: {', '.join(DOABLE)}.",
}


def text_of(word: str = "") -> str:
    """
    All commands, or a topic or command in full.

    Raises:
        PromptError: neither a topic nor a command.
    """
    word = word.lstrip(".")
    if not word:
        lines = ["Python is done inside the firmware (.help python). Commands begin with a dot:"]
        for topic in TOPICS:
            lines += ["", topic, *(_line(one) for one in COMMANDS if one.topic == topic)]
        return "\n".join(lines)
    rows = [one for one in COMMANDS if word in (one.topic, one.name)]
    if not rows and word not in _MORE:
        raise PromptError(f"a topic must be one of {', '.join(TOPICS)} or a command (got {word})", ".help")
    topic = word if word in _MORE else rows[0].topic
    return "\n".join([*(_line(one) for one in rows), *([_MORE[topic]] if topic in _MORE else [])])


def _line(command: Command) -> str:
    return f"  {command.usage:<42}  {command.what}"
