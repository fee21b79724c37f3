# SPDX-License-Identifier: MIT
"""What a window does with a changed model: the front that it gets, or what is wrong with it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from emulator.panel.machine.controls import Playable
from emulator.panel.machine.examined import stage_mistakes
from emulator.panel.machine.parts.back import Rewindable
from emulator.panel.machine.parts.notice import Notice
from emulator.panel.machine.parts.seen import Viewable
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.watched import Change, Watched
from emulator.support.errors import EmulatorError
from machines import MachinesError
from machines.check.problems import Problem
from machines.model import Model
from machines.support.plain import JsonView


class Shown(Viewable, Playable, Rewindable, Protocol):
    """What the panel needs of a cabinet."""

    model: Model
    serial: int
    language: str

    def run_us(self, us: int) -> None: ...
    def listen(self, heard: Callable[[str, int, JsonView], None]) -> None: ...


class Bench(NamedTuple):
    """What a machine needs whose files are followed while it plays."""

    watched: Watched
    restart: Callable[[], Shown]
    """Ends the machine, and commissions one of the model that its files are now."""


def front_of(
    bench: Bench, change: Change, build: Callable[[Model], Stage], before: Model, shown: Stage
) -> tuple[Model, Stage] | Notice:
    """What a change of the files shows: the model with its stage, or what is wrong; see ``tried``."""
    problems, model = change.problems, change.model
    if model is not None:
        stage, problems = tried(lambda: build(model), model, before, shown)
        if stage is not None:
            return model, stage
    return told(bench.watched.file, problems, shown.kit.say)


def tried(
    build: Callable[[], Stage], model: Model, before: Model, shown: Stage
) -> tuple[Stage | None, tuple[Problem, ...]]:
    """
    The stage of a changed model, or what is wrong with it.

    Args:
        build: makes the stage.
        before: the model that ``shown`` was built of. A window has any size, and what the panel itself cannot
            set at this one is no mistake of the change.
    """
    try:
        stage = build()
    except (MachinesError, EmulatorError) as error:
        hint = getattr(error, "hint", "")
        return None, (Problem("art", str(error), None, None, None, None, None, hint),)
    known = {_about(problem) for problem in stage_mistakes(before, shown)}
    problems = tuple(row for row in stage_mistakes(model, stage) if _about(row) not in known)
    return (None if problems else stage), problems


def _shown(file: Path) -> str:
    """A file as a command typed here finds it."""
    with contextlib.suppress(ValueError):
        return str(file.resolve().relative_to(Path.cwd()))
    return str(file)


def told(file: Path, problems: Sequence[Problem], say: Callable[[str], str]) -> Notice:
    """The first mistake of a file, how many there are, and which command tells all of them."""
    head = say("{file} has mistakes: {count}. The last good front stays.")
    tells = say('"azar check {file}" tells all of them').format(file=_shown(file))
    first = problems[0]
    hint = f"{first.hint}; {tells}" if first.hint else tells
    return Notice(head.format(file=file.name, count=len(problems)), str(first), hint)


def _about(problem: Problem) -> str:
    """What a mistake is about, whatever came."""
    return f"{problem.path}: {problem.message.partition(' (got')[0]}"
