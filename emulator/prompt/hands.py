# SPDX-License-Identifier: MIT
"""What hands do to a machine, in the words of the prompt: each is a verb of scripts, a recorded input."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from emulator.prompt.words import PromptError, number, switch, time_us
from emulator.scenario.script import VERBS

Input = tuple[str, dict[str, object]]
# What moves time or is typed in words of its own at the prompt.
_NOT_HERE = ("probe", "evaluate", "set_line", "free_line", "rewind")
DOABLE = tuple(verb for verb in VERBS if verb not in _NOT_HERE)


def _press(words: Sequence[str]) -> Input:
    _require(words, 1, 2, ".press start 80ms")
    ms = time_us(words[1]) // 1000 if words[1:] else 100
    return "press", {"name": words[0], "ms": max(1, ms)}


def _door(words: Sequence[str]) -> Input:
    _require(words, 2, 2, ".door main open")
    if words[1] not in ("open", "close"):
        raise PromptError(f"a door must open or close (got {words[1]})", ".door main open")
    return f"{words[1]}_door", {"name": words[0]}


def _key(words: Sequence[str]) -> Input:
    _require(words, 2, 2, ".key operator on")
    return "turn_key", {"name": words[0], "on": switch(words[1], "a key")}


def _cents(verb: str, example: str) -> Callable[[Sequence[str]], Input]:
    def read(words: Sequence[str]) -> Input:
        _require(words, 1, 1, example)
        return verb, {"cents": number(words[0], "a value in cents", 1)}

    return read


def _named(verb: str, example: str) -> Callable[[Sequence[str]], Input]:
    def read(words: Sequence[str]) -> Input:
        _require(words, 1, 1, example)
        return verb, {"name": words[0]}

    return read


def _power(words: Sequence[str]) -> Input:
    _require(words, 1, 1, ".power off")
    return f"power_{'on' if switch(words[0], 'the power') else 'off'}", {}


def _cut(words: Sequence[str]) -> Input:
    """``.cut after 3``, ``.cut after 3 in 2``: operations, and the tick from now on."""
    example = ".cut after 3, or .cut after 3 in 2 for the tick after the next"
    rest = [word for word in words if word not in ("after", "operations", "ops", "ticks")]
    if "in" in rest:
        rest.remove("in")
    _require(rest, 1, 2, example)
    ticks = number(rest[1], "a tick", 1) if rest[1:] else 1
    return "cut_power", {"ops": number(rest[0], "operations"), "ticks": ticks}


def _fault(verb: str, example: str) -> Callable[[Sequence[str]], Input]:
    def read(words: Sequence[str]) -> Input:
        _require(words, 1, 9, example)
        return verb, {"id": words[0], **_pairs(verb, words[1:])}

    return read


def _do(words: Sequence[str]) -> Input:
    """Any verb of docs/script.md with its arguments, in their order or by name."""
    _require(words, 1, 12, ".do refill cents=100 coins=10")
    verb = words[0]
    if verb not in DOABLE:
        raise PromptError(f"a verb must be one of {', '.join(DOABLE)} (got {verb})", ".help hands")
    return verb, _pairs(verb, words[1:])


def _nothing(verb: str) -> Callable[[Sequence[str]], Input]:
    def read(words: Sequence[str]) -> Input:
        _require(words, 0, 0, f".{verb}")
        return verb, {}

    return read


HANDS: Mapping[str, Callable[[Sequence[str]], Input]] = {
    "coin": _cents("insert", ".coin 100"),
    "note": _cents("insert_note", ".note 1000"),
    "press": _press,
    "down": _named("down", ".down start"),
    "up": _named("up", ".up start"),
    "door": _door,
    "key": _key,
    "tray": _nothing("take_tray"),
    "power": _power,
    "cut": _cut,
    "damage": _fault("damage", ".damage hopper_jam cents=100"),
    "mend": _fault("mend", ".mend hopper_jam"),
    "do": _do,
}
"""By command: what makes an input of the cabinet out of its words."""


def _require(words: Sequence[str], least: int, most: int, example: str) -> None:
    if not least <= len(words) <= most:
        count = str(least) if least == most else f"{least} to {most}"
        raise PromptError(f"words must be {count} (got {len(words)})", example)


def _pairs(verb: str, words: Sequence[str]) -> dict[str, object]:
    """Arguments of a verb, ``cents=100`` or in their order."""
    takes = VERBS[verb]
    free = [name for name in takes if name != "id" or verb not in ("damage", "mend")]
    found: dict[str, object] = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            left = [one for one in free if one not in found]
            if not left:
                raise PromptError(f"{verb} takes {', '.join(takes) or 'nothing'} (got {word})")
            name, text = left[0], word
        if name not in takes:
            raise PromptError(f"{verb} takes {', '.join(takes) or 'nothing'} (got {name})")
        kind = takes[name][0]
        if kind is int:
            found[name] = number(text, name)
        elif kind is bool:
            found[name] = switch(text, name)
        elif kind is list:
            found[name] = [int(part) if part.lstrip("-").isdigit() else part for part in text.split(",")]
        else:
            found[name] = text
    missing = [name for name, (_, needed) in takes.items() if needed and name not in found and name != "id"]
    if missing:
        raise PromptError(f"{verb} must have {', '.join(missing)}", ".help hands")
    return found
