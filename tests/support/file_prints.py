# SPDX-License-Identifier: MIT
"""
Small prints of what readers make of a sound file with one line changed, and of messages at their bounds.

``vectors/file_prints.json`` holds digests for scenarios, links, ccTalk profiles, visitors and the
messages of a link. After a change that is meant, see which differ and write the prints anew:

    python tests/support/file_prints.py DIR     # saves what was said as DIR/NAME.txt and writes the file

Two folders, of the tree before and of the tree after, are compared by ``diff -r``.
"""

from __future__ import annotations

import re
import struct
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from linked_rig import KIND, SUPER
from prints import keep

from emulator.cctalk import profile
from emulator.link import wire
from emulator.link.rules import definition_names, load_definition, read_definition
from emulator.scenario.file import parse, text_of
from emulator.scenario.names import shipped
from emulator.support.errors import EmulatorError
from machines.check.problems import ModelError
from machines.types.skill.visitor import FOLDER, VisitorError, read_visitors

# What a value becomes; of a whole number, what is beside it, too.
OTHERS = ("-1", "0", "1", "99999999999", '"x"', "true", "[]", "[[1]]", "1.5", "{}")
# So many lines with the same key are changed.
EACH = 2


def changed(text: str, seen: Counter[str]) -> Iterator[tuple[str, str]]:
    """(what was changed, the text so changed) for each line that gives a key a value."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        found = re.fullmatch(r"(\w+) = (.+)", line)
        if found is None or seen[found[1]] >= EACH:
            continue
        seen[found[1]] += 1
        values = list(OTHERS)
        if found[2].isdigit():
            values += [str(int(found[2]) + by) for by in (-1, 1)]
        for new in (*(f"{found[1]} = {value}" for value in values), f"{line}\nnothing = 1", ""):
            yield f"{line} -> {new!r}", "\n".join([*lines[:number], new, *lines[number + 1 :]])


def _said(read: Callable[[str], object], text: str) -> str:
    """What a reader made of a text, or what it said of it."""
    try:
        return re.sub(" at 0x[0-9a-f]+", "", repr(read(text)))
    except ModelError as error:
        return "; ".join(f"{one.path} {one.message} [{one.rule}] {one.hint}" for one in error.problems)
    except (EmulatorError, VisitorError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


def told(texts: list[str], read: Callable[[str], object]) -> list[str]:
    """What was changed in each text, line by line, and what was said of it."""
    seen: Counter[str] = Counter()
    found = []
    for text in texts:
        found.append(_said(read, text))
        found += [f"{what}: {_said(read, new)}" for what, new in changed(text, seen)]
    return found


def messages() -> list[str]:
    """Every message of a link with each number at its bounds and beyond them."""
    found = [repr(sorted(wire.ASKED)), repr(wire.REASONS), repr(sorted(wire.PASSING))]
    for kind, bounds in wire.BOUNDS.items():
        least = [low for _, low, _ in bounds]
        for place, (name, low, high) in enumerate(bounds):
            for value in (low - 1, low, low + 1, high - 1, high, high + 1):
                values = [*least[:place], value, *least[place + 1 :]]
                try:
                    said = repr(wire.unpack(wire.pack(kind, *values)))
                except EmulatorError as error:
                    said = str(error)
                except struct.error:  # whose words are another Python's
                    said = "does not fit"
                found.append(f"{kind} {name} {value}: {said}")
    return found


def _link(text: str) -> object:
    made = read_definition(text)
    return (made.pot_rules, made.bounds, made.proof, made.machines, made.permit, made.displays, made.title)


def _visitors(text: str) -> object:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mine.toml"
        file.write_text(text, encoding="utf-8")
        return read_visitors(str(file))


def every() -> dict[str, dict[str, list[str]]]:
    """Kind of file -> what was said of its changes."""
    profiles = [
        (Path(profile.__file__).parent / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
        for name in profile.shipped()
    ]
    links = [*(load_definition(name).text for name in definition_names()), SUPER, KIND]
    return {
        "scenario": {"said": told([text_of(name) for name in shipped()], parse)},
        "link": {"said": told(links, _link), "messages": messages()},
        "profile": {"said": told(profiles, lambda text: profile.parse(tomllib.loads(text), "mine"))},
        "visitors": {"said": told([(FOLDER / "adults.toml").read_text(encoding="utf-8")], _visitors)},
    }


if __name__ == "__main__":
    keep("file_prints", every(), Path(sys.argv[1]))
