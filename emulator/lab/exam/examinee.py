# SPDX-License-Identifier: MIT
"""
What an examination needs to know of a sample, whatever kind of thing it is: a coin machine, or a device of
a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from emulator.lab.exam.requirements import Requirement
from machines.support.plain import Json


class Text(Protocol):
    """The text that a sample is held to."""

    @property
    def id(self) -> str:
        """Short, as a report names it."""

    @property
    def title(self) -> str:
        """In full."""


class Examinee(Protocol):
    """A sample as plan, folder and report handle it; its checks know which kind it is."""

    @property
    def data(self) -> bytes:
        """Bytes of the file in which it was sealed."""

    @property
    def type(self) -> str:
        """Which checks are for it: "A", "B" or "C" of a coin machine; "wheel" or "cup"."""

    @property
    def has(self) -> tuple[str, ...]:
        """What it has, by the names that checks ask for."""

    @property
    def ours(self) -> bool:
        """Whether the firmware is the installed one, byte for byte."""

    @property
    def law(self) -> Text:
        """The text that it is examined against."""

    @property
    def title(self) -> str:
        """Its name for people."""

    def requirements(self) -> tuple[Requirement, ...]:
        """Every row that it could be held to."""

    def papers(self) -> Mapping[str, bytes]:
        """Files that lie in the evidence for people to read, by name."""

    def as_dict(self) -> Json:
        """Who it is: what a report and ``exam.json`` say of it."""
