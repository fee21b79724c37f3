# SPDX-License-Identifier: MIT
"""
What a visitor needs to see, hear and reach a machine.

    wishes("large,contrast")                 # Wishes(large_text=True, high_contrast=True)
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from emulator.support.errors import HintedError
from machines.support.languages import languages

NAMES = {
    "large": "large_text",
    "contrast": "high_contrast",
    "still": "reduced_motion",
    "captions": "captions",
}
"""The words of ``--access``, and the wish that each names."""
SCAN_MS_LEAST = 300


class WishError(HintedError):
    """A wish that there is not."""


@dataclass(frozen=True)
class Wishes:
    """Which help is wanted; none as it stands."""

    large_text: bool = False
    """Letters a third larger where their place allows it, and the message line in a strip of its own."""
    high_contrast: bool = False
    """Every text at 7 to 1 or more, on black where its ground does not allow it (WCAG 2.2, 1.4.6)."""
    reduced_motion: bool = False
    """Nothing flies, turns or flashes by itself (WCAG 2.2, 2.3.3)."""
    captions: bool = False
    """What is heard is written (WCAG 2.2, 1.2.2)."""
    scan_ms: int | None = None
    """A ring is so long at each control, and one switch presses; None: the Tab key moves it."""
    speak: tuple[str, ...] = ()
    """A command that says a sentence, which it gets as its last argument; none: nothing is spoken."""

    def turned(self, name: str) -> Wishes:
        """The same with one of the yes-or-no wishes the other way."""
        said = {one: bool(getattr(self, one)) for one in NAMES.values()}
        return Wishes(**said | {name: not said[name]}, scan_ms=self.scan_ms, speak=self.speak)

    @property
    def any(self) -> bool:
        """Whether anything is wanted."""
        return any(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True)
class Terms:
    """What the owner of a screen offers each visitor who comes."""

    wishes: Wishes = Wishes()
    languages: tuple[str, ...] = ()
    """Which may be chosen; none named: all that azar has."""
    first: str | None = None
    """In which a visitor finds it; None: in whatever the one before has left it."""

    @property
    def offered(self) -> tuple[str, ...]:
        """The languages to choose from."""
        return self.languages or languages()


def wishes(words: str, scan_ms: int | None = None, speak: tuple[str, ...] = ()) -> Wishes:
    """
    Wishes out of the words of a command line.

    Args:
        words: of NAMES, parted by commas; "" for none.
        scan_ms: milliseconds at each control, SCAN_MS_LEAST or more; None: no scanning.
        speak: the command and its arguments.

    Raises:
        WishError: a word that is none of NAMES, or a ring that nobody could follow.
    """
    asked = [word.strip() for word in words.split(",") if word.strip()]
    for word in asked:
        if word not in NAMES:
            known = ", ".join(NAMES)
            raise WishError(f"--access must be of {known} (got {word})", f"write --access {','.join(NAMES)}")
    if scan_ms is not None and scan_ms < SCAN_MS_LEAST:
        raise WishError(f"--scan must be {SCAN_MS_LEAST} ms or more (got {scan_ms})", "try --scan 1200")
    return Wishes(**{NAMES[word]: True for word in asked}, scan_ms=scan_ms, speak=speak)
