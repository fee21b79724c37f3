# SPDX-License-Identifier: MIT
"""
Scenario files: a machine as it shall begin, and the steps of a script that happens to it.

    title = "The meters are unplugged"
    about = "Without its counters the machine does not play"
    rules = ["K-02", "K-08"]

    [machine]
    model = "cierzo"                   # or a file beside this one; seed, language, serial, purse, hoppers
    mechanisms = ["parallel", "cctalk"]  # once on each; or one of them; or left out: the model's own

    [[step]]
    do = "unplug"
    what = "plays"
    until = { tilt = "meter" }
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from emulator.scenario.names import BUS, FOLDER, file_of, shipped
from emulator.scenario.script import MECHANISMS, Script, ScriptError, from_table
from machines.support.languages import DEFAULT_LANGUAGE, languages
from machines.support.paths import file_path
from machines.support.plain import Json, JsonView, read_toml

_KEYS = ("title", "about", "rules", "machine", "step")
_MACHINE_KEYS: Mapping[str, type] = {
    "model": str,
    "seed": str,
    "language": str,
    "serial": int,
    "purse": dict,
    "hoppers": dict,
}
_TYPES = {str: "text", int: "a whole number", dict: "a table of coins"}


@dataclass(frozen=True)
class Machine:
    """The machine of a scenario; money by value in cents."""

    model: str = "cierzo"
    mechanisms: str | None = None
    """Instead of the model's own."""
    seed: str = "00"
    language: str = DEFAULT_LANGUAGE
    serial: int = 1
    purse: Mapping[int, int] | None = None
    hoppers: Mapping[int, int] | None = None


@dataclass(frozen=True)
class Scenario:
    """A scenario that was read and has no mistakes in it."""

    script: Script
    about: str = ""
    rules: tuple[str, ...] = ()
    machine: Machine = field(default_factory=Machine)
    mechanisms: tuple[str | None, ...] = (None,)
    """Those that it is for; ``machine`` has the first of them."""

    @property
    def name(self) -> str:
        """Of its file; ``cctalk_`` comes before it on a bus, where the file is for both mechanisms."""
        stem = Path(self.script.path).stem
        second = len(self.mechanisms) > 1 and self.machine.mechanisms == "cctalk" and not stem.startswith(BUS)
        return BUS + stem if second else stem

    def on(self, mechanisms: str | None) -> Scenario:
        """The same on these mechanisms; on a bus its title says so."""
        if mechanisms == self.machine.mechanisms:
            return self
        title = self.script.title + (" (ccTalk)" if mechanisms == "cctalk" else "")
        script = replace(self.script, title=title)
        return replace(self, script=script, machine=replace(self.machine, mechanisms=mechanisms))


def load(name_or_path: str | Path) -> Scenario:
    """
    Read a scenario; one that is for several mechanisms on those that its name says, or on its first ones.

    Args:
        name_or_path: the name of a scenario that ships, or a file.

    Raises:
        ScriptError: it cannot be read, or has mistakes; all of them are listed.
    """
    name = str(name_or_path)
    scenario = parse(text_of(name), name)
    if name not in shipped():
        return replace(scenario, machine=_beside(Path(name), scenario.machine))
    mechanisms = file_of(name)[1]
    return scenario.on(mechanisms) if mechanisms else scenario


def _beside(file: Path, machine: Machine) -> Machine:
    """The machine with the path of its model from where the scenario's file lies, if it is there."""
    near = file.parent / machine.model
    return replace(machine, model=str(near)) if near.exists() else machine


def load_each(name_or_path: str | Path) -> list[Scenario]:
    """Read a scenario that ships, or the scenarios of a file, one for each of its mechanisms; as ``load``."""
    scenario = load(name_or_path)
    if str(name_or_path) in shipped():
        return [scenario]
    return [scenario.on(mechanisms) for mechanisms in scenario.mechanisms]


def text_of(name: str) -> str:
    """The text of a scenario that ships, or of a file; ScriptError: it cannot be read."""
    try:
        if name in shipped():
            return (FOLDER / f"{file_of(name)[0]}.toml").read_text(encoding="utf-8")
        return file_path(name).read_text(encoding="utf-8")
    except OSError as error:
        hint = '; "azar scenario --list" names those that ship' if not name.endswith(".toml") else ""
        raise ScriptError(name, [f"{error.strerror or error}{hint}"]) from error
    except UnicodeDecodeError as error:
        raise ScriptError(name, ["must be UTF-8 text"]) from error


def parse(text: str, path: str = "scenario") -> Scenario:
    """Read a scenario from its text; ``path`` names it in what ScriptError says."""
    try:
        written = read_toml(text)
    except ValueError as error:
        raise ScriptError(path, [f"must be TOML: {error}"]) from error
    problems = [f"{key} must be one of {', '.join(_KEYS)}" for key in sorted(written.keys() - set(_KEYS))]
    about, rules = written.get("about", ""), written.get("rules", [])
    if not isinstance(about, str):
        problems.append(f"about must be text (got {about!r})")
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        problems.append(f"rules must be a list of rule ids such as K-02 (got {rules!r})")
        rules = []
    row = written.get("machine", {})
    if not isinstance(row, dict):
        problems.append(f"machine must be a table (got {row!r})")
        row = {}
    mechanisms = _mechanisms(row.get("mechanisms"), problems)
    machine = _machine(row, mechanisms[0], problems)
    script = from_table(written, path, problems)
    return Scenario(script, about, tuple(rules), machine, mechanisms)


def _mechanisms(written: object, problems: list[str]) -> tuple[str | None, ...]:
    """What a machine says of its mechanisms, as a list; the model's own where it says nothing."""
    found = written if isinstance(written, list) else [written]
    if written is None or (found and all(kind in MECHANISMS for kind in found)):
        return tuple(found)
    problems.append(f"machine.mechanisms must be parallel or cctalk, or a list of them (got {written!r})")
    return (None,)


def _machine(row: JsonView, mechanisms: str | None, problems: list[str]) -> Machine:
    values: Json = {"mechanisms": mechanisms}
    for key, value in row.items():
        if key == "mechanisms":
            continue
        kind = _MACHINE_KEYS.get(key)
        if kind is None:
            problems.append(f"machine.{key} must be one of mechanisms, {', '.join(_MACHINE_KEYS)}")
        elif not isinstance(value, kind) or isinstance(value, bool):
            problems.append(f"machine.{key} must be {_TYPES[kind]} (got {value!r})")
        elif isinstance(value, dict):
            values[key] = _coins(f"machine.{key}", value, problems)
        else:
            values[key] = value
    if not re.fullmatch(r"([0-9A-Fa-f]{2}){1,32}", values.get("seed", "00")):
        problems.append(
            f"machine.seed must be an even number of hex digits, 2 to 64 (got {values['seed']!r})"
        )
    if values.get("language", DEFAULT_LANGUAGE) not in languages():
        known = " or ".join(languages())
        problems.append(f"machine.language must be {known} (got {values['language']!r})")
    return Machine(**values)


def _coins(name: str, value: JsonView, problems: list[str]) -> dict[int, int]:
    found = {}
    for cents, count in value.items():
        figures = cents.isascii() and cents.isdigit()
        if not figures or not isinstance(count, int) or isinstance(count, bool) or count < 0:
            problems.append(f"{name}.{cents} must be cents = coins, 0 or more (got {count!r})")
        else:
            found[int(cents)] = count
    return found
