# SPDX-License-Identifier: MIT
"""
Scripts: timed inputs and expectations in a TOML file, played on a cabinet without a screen.

    [[step]]
    do = "insert"
    cents = 200
    until = { credits = "2.00" }      # waits, at most timeout_ms (10,000 unless given)

    [[step]]
    after_ms = 500                    # since the step before; at_ms counts from the beginning
    do = "press"
    name = "start"
    expect = { credits = "1.80" }     # looked at once

``run`` does what stands there, in that order within a step: time, do, until, expect. A step with
``mechanisms = "cctalk"`` is for machines with such mechanisms alone; others pass it over.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from emulator.cabinet import Cabinet
from emulator.scenario.expect import PICTURE, mistakes, unmet
from emulator.scenario.pictures import Album
from emulator.scenario.result import ScriptResult, StepResult
from emulator.support.errors import EmulatorError
from machines.support.paths import file_path
from machines.support.plain import JsonView, read_toml

TIMEOUT_MS = 10_000
REPEAT_MAX = 10_000
# An ``until`` looks at the machine this often; shorter than a lamp or a message can be seen.
LOOK_MS = 10
# Between two questions whether to go on: where firmware runs, and where next to nothing happens for years.
_PIECE_US = 1_000_000
_PIECE_WITHOUT_POWER_US = 24 * 3600 * _PIECE_US

MECHANISMS = ("parallel", "cctalk")

# What a step can do: the cabinet's inputs, with the type of each argument and whether it must be there.
VERBS: Mapping[str, Mapping[str, tuple[type, bool]]] = {
    "insert": {"cents": (int, True)},
    "press": {"name": (str, True), "ms": (int, False)},
    "down": {"name": (str, True)},
    "up": {"name": (str, True)},
    "take_tray": {},
    "take_box": {},
    "new_visitor": {"coins": (dict, False), "notes": (dict, False)},
    "change": {},
    "bring": {
        "transfer": (str, True),
        "coins": (dict, True),
        "notes": (dict, True),
        "card_cents": (int, False),
    },
    "carry": {
        "transfer": (str, True),
        "coins": (dict, True),
        "notes": (dict, True),
        "card_cents": (int, False),
    },
    "insert_note": {"cents": (int, True)},
    "insert_card": {"balance_cents": (int, False)},
    "remove_card": {},
    "open_door": {"name": (str, False)},
    "close_door": {"name": (str, False)},
    "turn_key": {"name": (str, True), "on": (bool, False)},
    "power_off": {},
    "cut_power": {"ops": (int, True), "ticks": (int, False)},
    "power_on": {},
    "refill": {"cents": (int, True), "coins": (int, True)},
    "empty": {"cents": (int, True)},
    "fill_tickets": {"tickets": (int, True)},
    "pull_tickets": {"tickets": (int, False)},
    "unplug": {"what": (str, True)},
    "plug": {"what": (str, True)},
    "jam_reel": {"number": (int, True), "jammed": (bool, False)},
    "damage": {
        "id": (str, True),
        "cents": (int, False),
        "number": (int, False),
        "steps": (int, False),
        "coins": (int, False),
        "for_ms": (int, False),
        "name": (str, False),
    },
    "mend": {"id": (str, True)},
    "rewind": {"to_us": (int, True)},
    "link_given": {"kind": (str, True), "values": (list, False)},
    "probe": {},
    "evaluate": {"text": (str, True)},
    "set_line": {"name": (str, True), "level": (int, True)},
    "free_line": {"name": (str, True)},
}
_STEP_KEYS = {
    "at_ms": int,
    "after_ms": int,
    "timeout_ms": int,
    "repeat": int,
    "do": str,
    "say": str,
    "mechanisms": str,
    "until": dict,
    "expect": dict,
}
_TYPE_NAMES = {int: "a whole number", str: "text", bool: "true or false", dict: "a table", list: "a list"}


class ScriptError(EmulatorError):
    """A script cannot be read; ``problems`` lists every mistake with its step and key."""

    def __init__(self, path: str, problems: list[str]) -> None:
        super().__init__("\n".join(f"{path}: {problem}" for problem in problems))
        self.path = path
        self.problems = problems


@dataclass(frozen=True)
class Step:
    """One step, as written."""

    number: int
    say: str = ""
    mechanisms: str | None = None
    at_ms: int | None = None
    after_ms: int = 0
    do: str | None = None
    arguments: JsonView = field(default_factory=dict)
    until: JsonView = field(default_factory=dict)
    timeout_ms: int = TIMEOUT_MS
    expect: JsonView = field(default_factory=dict)

    def __str__(self) -> str:
        if self.do is None:
            return self.say or "look"
        values = ", ".join(str(value) for value in self.arguments.values())
        return self.say or f"{self.do} {values}".rstrip()


@dataclass(frozen=True)
class Script:
    """A script that was read and has no mistakes in it."""

    path: str
    title: str
    steps: tuple[Step, ...]


def load(path: str | Path) -> Script:
    """
    Read a script from a file; ``emulator.scenario.visit`` has those that ship.

    Raises:
        ScriptError: it cannot be read, or has mistakes; all of them are listed.
    """
    name = str(path)
    try:
        return parse(file_path(path).read_text(encoding="utf-8"), name)
    except OSError as error:
        raise ScriptError(name, [error.strerror or str(error)]) from error
    except UnicodeDecodeError as error:
        raise ScriptError(name, ["must be UTF-8 text"]) from error


def parse(text: str, path: str = "script") -> Script:
    """Read a script from its text; ``path`` names it in what ScriptError says."""
    try:
        written = read_toml(text)
    except ValueError as error:  # a number past Python's limits, too
        raise ScriptError(path, [f"must be TOML: {error}"]) from error
    problems: list[str] = []
    for key in sorted(written.keys() - {"title", "step"}):
        problems.append(f"{key} must be title or step")
    return from_table(written, path, problems)


def from_table(written: JsonView, path: str, problems: list[str]) -> Script:
    """Read title and steps of a parsed file; ScriptError with ``problems``, those found before included."""
    title = written.get("title", Path(path).stem)
    if not isinstance(title, str):
        problems.append(f"title must be text (got {title!r})")
    rows = written.get("step")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise ScriptError(path, [*problems, "step must be there once or more, each as [[step]]"])
    steps = [step for number, row in enumerate(rows, 1) for step in _steps(number, row, problems)]
    _check_order(steps, problems)
    if problems:
        raise ScriptError(path, problems)
    return Script(path, title, tuple(steps))


def _steps(number: int, row: JsonView, problems: list[str]) -> list[Step]:
    """The step of one [[step]], as often as its ``repeat`` says."""
    found = [f"step {number}: {problem}" for problem in _row_problems(row)]
    problems.extend(found)
    if found:
        return []
    known = {key: value for key, value in row.items() if key in _STEP_KEYS and key != "repeat"}
    arguments = {key: value for key, value in row.items() if key not in _STEP_KEYS}
    return [Step(number=number, arguments=arguments, **known)] * row.get("repeat", 1)


def _row_problems(row: JsonView) -> list[str]:
    found = []
    for key, kind in _STEP_KEYS.items():
        if key in row:
            found += _type_problem(key, row[key], kind)
    for key in ("at_ms", "after_ms", "timeout_ms", "repeat"):
        least = 1 if key in ("timeout_ms", "repeat") else 0
        if isinstance(row.get(key), int) and row[key] < least:
            found.append(f"{key} must be {least} or more (got {row[key]})")
    if isinstance(row.get("repeat"), int) and row["repeat"] > REPEAT_MAX:
        found.append(f"repeat must be {REPEAT_MAX} or less (got {row['repeat']})")
    if "at_ms" in row and "after_ms" in row:
        found.append("at_ms and after_ms must not both be there")
    if "at_ms" in row and row.get("repeat", 1) != 1:
        found.append("repeat must not be there with at_ms, only with after_ms")
    if "timeout_ms" in row and "until" not in row:
        found.append("timeout_ms must come with until")
    if row.get("mechanisms", MECHANISMS[0]) not in MECHANISMS:
        found.append(f"mechanisms must be parallel or cctalk (got {row['mechanisms']!r})")
    found += _verb_problems(row)
    for key in ("until", "expect"):
        if isinstance(row.get(key), dict):
            found += [f"{key}.{problem}" for problem in mistakes(row[key])]
    if isinstance(row.get("until"), dict) and PICTURE in row["until"]:
        found.append("until.picture must stand in expect: a picture is taken once")
    return found


def _verb_problems(row: JsonView) -> list[str]:
    verb = row.get("do")
    given = [key for key in row if key not in _STEP_KEYS]
    if verb is None:
        if not row.keys() & {"until", "expect", "at_ms", "after_ms"}:
            return ["must have one of do, until, expect, at_ms, after_ms"]
        return [f"{key} must be one of {', '.join(_STEP_KEYS)}" for key in given]
    if not isinstance(verb, str):
        return []
    if verb not in VERBS:
        return [f"do must be one of {', '.join(VERBS)} (got {verb!r})"]
    takes = VERBS[verb]
    found = []
    for key in given:
        if key in takes:
            found += _type_problem(key, row[key], takes[key][0])
        else:
            found.append(f"{key} must be one of {', '.join([*takes, *_STEP_KEYS])} for {verb}")
    missing = [key for key, (_, needed) in takes.items() if needed and key not in row]
    return found + [f"{key} must be there for {verb}, {_TYPE_NAMES[takes[key][0]]}" for key in missing]


def _type_problem(key: str, value: object, kind: type) -> list[str]:
    # A bool is an int to Python and not to anybody else.
    if isinstance(value, kind) and isinstance(value, bool) == (kind is bool):
        return []
    return [f"{key} must be {_TYPE_NAMES[kind]} (got {value!r})"]


def _check_order(steps: list[Step], problems: list[str]) -> None:
    before = 0
    for step in steps:
        if step.at_ms is None:
            before += step.after_ms
        elif step.at_ms < before:
            problems.append(
                f"step {step.number}: at_ms must be {before} or more, after the steps before it "
                f"(got {step.at_ms})"
            )
        else:
            before = step.at_ms
        if step.do == "rewind":
            before = 0


def run(
    script: Script,
    cabinet: Cabinet,
    tell: Callable[[StepResult], None] | None = None,
    always: Callable[[], list[str]] | None = None,
    album: Album | None = None,
    going: Callable[[], bool] = lambda: True,
    run_us: Callable[[int], None] | None = None,
) -> ScriptResult:
    """
    Play a script on a cabinet. A step that fails does not end it.

    Args:
        script: from ``load``.
        cabinet: a Cabinet; its clock may have run already, ``at_ms`` counts from now.
        tell: called with each step's result as it is known.
        always: asked after every step for what else did not hold.
        album: takes the pictures; without one they are compared and not kept.
        going: asked once a second of the machine's time or oftener; once it says no, the script ends.
        run_us: lets microseconds pass in the cabinet; its own ``run_us`` unless somebody looks on.
    """
    begin_us = cabinet.now_us
    passing = _Passing(cabinet, going, run_us or cabinet.run_us)
    if any(step.do == "rewind" for step in script.steps):
        # Where this is refused the step itself is refused as well, and says why.
        with contextlib.suppress(EmulatorError):
            cabinet.remember()
    results = []
    for step in script.steps:
        if step.mechanisms is not None and step.mechanisms != cabinet.model.mechanisms:
            continue
        try:
            failed = _do(step, cabinet, begin_us, album or Album(), passing)
        except _EndedError:
            break
        if always is not None:
            failed += always()
        what = str(step)
        t_ms = (cabinet.now_us - begin_us) // 1000
        results.append(StepResult(step.number, t_ms, what, tuple(failed), _shown(cabinet) if failed else ""))
        if tell is not None:
            tell(results[-1])
    return ScriptResult(script.title, tuple(results))


class _EndedError(Exception):
    """Whoever runs the script has enough of it."""


class _Passing(NamedTuple):
    """How time passes in a cabinet."""

    cabinet: Cabinet
    going: Callable[[], bool]
    run_us: Callable[[int], None]

    def wait(self, us: int) -> None:
        """Let time pass in pieces, so that nobody waits long for the end."""
        cabinet = self.cabinet
        end_us = cabinet.now_us + us
        while True:
            if not self.going():
                raise _EndedError
            piece_us = min(_PIECE_US if cabinet.powered else _PIECE_WITHOUT_POWER_US, end_us - cabinet.now_us)
            if piece_us <= 0:
                return
            self.run_us(piece_us)


def _shown(cabinet: Cabinet) -> str:
    """What says most of a machine that does something else: its message, its fault, the coins given back."""
    if not cabinet.powered:
        return "the machine is without power"
    tilt = f', tilt "{cabinet.tilt}"' if cabinet.tilt else ""
    tray = f", {cabinet.tray_cents} cents in the tray" if cabinet.tray_cents else ""
    return f'the machine shows "{cabinet.display.message.strip()}"{tilt}{tray}'


def _do(step: Step, cabinet: Cabinet, begin_us: int, album: Album, passing: _Passing) -> list[str]:
    failed = []
    wait_us = step.after_ms * 1000
    if step.at_ms is not None:
        wait_us = begin_us + step.at_ms * 1000 - cabinet.now_us
        if wait_us < 0:
            failed.append(f"was due at {step.at_ms} ms, {-wait_us // 1000} ms ago")
    passing.wait(max(0, wait_us))
    if step.do is not None:
        try:
            if step.do == "evaluate":
                cabinet.probes.require_held()
            getattr(cabinet, step.do)(**step.arguments)
        except EmulatorError as error:
            return [*failed, f"{step.do}: {error}"]
    if step.until:
        failed += _wait(step, cabinet, passing)
    failed += unmet(step.expect, cabinet)
    return failed + (album.take(step.expect[PICTURE], cabinet) if PICTURE in step.expect else [])


def _wait(step: Step, cabinet: Cabinet, passing: _Passing) -> list[str]:
    end_us = cabinet.now_us + step.timeout_ms * 1000
    missing = unmet(step.until, cabinet)
    while missing and cabinet.now_us < end_us:
        passing.wait(min(LOOK_MS * 1000, end_us - cabinet.now_us))
        missing = unmet(step.until, cabinet)
    return [f"after {step.timeout_ms} ms still: {line}" for line in missing]
