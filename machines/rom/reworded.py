# SPDX-License-Identifier: MIT
"""
What a machine says on its message line, in another language than its ROM has.

    say = reworded(load_model("cierzo"), DEFAULT_LANGUAGE, "eu")
    say("TEST PREMIO 2,00")        # "TEST SARIA 2,00"

A ROM has its texts in one language, and journal and recall keep them. Who stands in front of it may read
another one: its lines are recognised by the texts of its modules, and what stands in their places is kept. A
line that is none of them, of another's firmware for example, stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from machines.model import Model
from machines.rom.program import TEXTS, model_sources, translated
from machines.support.languages import languages

_TEST = "TEST "  # as texts.py of the firmware puts it in front
# One point between digits; a version such as 1.2.3 is no amount.
_AMOUNT = re.compile(r"(?<![\d.,])(\d+)[.,](\d{1,3})(?![.,]?\d)")
_LINES_KEPT = 512


class Rewording:
    """
    The lines of one machine from one language into another.

    Args:
        rows: a line's key, its text as the machine says it, and as the reader wants it.
    """

    def __init__(self, rows: list[tuple[str, str, str]]) -> None:
        self._point = next((wanted for key, _, wanted in rows if key == "point"), ".")
        self._exact = {said: wanted for key, said, wanted in rows if "{}" not in said and key != "point"}
        found = [(_pattern(key, said), wanted) for key, said, wanted in rows if _told(said) and "{}" in said]
        # The text with most letters of its own first: "PREMIO {}: VUELVE {}" before "PREMIO {}".
        self._patterns = sorted(found, key=lambda row: -len(row[0].pattern))

    def say(self, message: str) -> str:
        """The message in the other language; blanks around it go."""
        shown = message.strip()
        if shown.startswith(_TEST):
            return _TEST + self.say(shown.removeprefix(_TEST))
        if shown in self._exact:
            return self._exact[shown]
        for pattern, wanted in self._patterns:
            found = pattern.fullmatch(shown)
            if found is not None:
                *values, owed = found.groups()
                line = wanted.format(*(self._value(value) for value in values))
                return f"{line}: {self._value(owed)}" if owed else line
        return self._value(shown)

    def _value(self, value: str) -> str:
        """What stands in a place of a text: an amount with the marks of the language, or another text."""
        return self._exact.get(value) or _AMOUNT.sub(rf"\1{self._point}\2", value)


def _told(said: str) -> bool:
    """Whether a text has words of its own, by which it is known."""
    return any(letter.isalpha() for letter in said)


def _pattern(key: str, said: str) -> re.Pattern[str]:
    """A line with anything in its places; the amount that a numbered tilt still owes may follow it."""
    places = "(.+?)".join(re.escape(part) for part in said.split("{}"))
    return re.compile(f"{places}(?:: (.+))?" if key.endswith("_") else f"{places}()?")


def reworded(model: Model, spoken: str, wanted: str) -> Callable[[str], str]:
    """
    What turns a line of this model's machine from the language of its ROM into another.

    Args:
        spoken: the language of the ROM; one that has no catalogue here is left as it is.
        wanted: that of the reader, one of languages().

    Raises:
        LanguageError: ``wanted`` is none of languages().
    """
    if spoken == wanted or spoken not in languages():
        return str.strip
    return _said(_modules(model), spoken, wanted)


@lru_cache(maxsize=32)
def _said(modules: tuple[tuple[str, str], ...], spoken: str, wanted: str) -> Callable[[str], str]:
    known = Rewording(list(_rows(dict(modules), spoken, wanted)))
    return lru_cache(maxsize=_LINES_KEPT)(known.say)


def _modules(model: Model) -> tuple[tuple[str, str], ...]:
    """The modules of texts that this machine has, in English."""
    return tuple((name, text) for name, text in sorted(model_sources(model).items()) if name.endswith(TEXTS))


def _rows(modules: dict[str, str], spoken: str, wanted: str) -> Iterator[tuple[str, str, str]]:
    said, read = translated(modules, spoken), translated(modules, wanted)
    for name in modules:
        for (key, text), (_, other) in zip(_texts(said[name]), _texts(read[name]), strict=True):
            yield key, text, other


@cache
def _texts(source: str) -> list[tuple[str, str]]:
    return re.findall(r"(?m)^(\w+)\|(.+)$", source)
