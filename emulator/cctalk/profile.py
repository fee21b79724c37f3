# SPDX-License-Identifier: MIT
"""
Profiles: how devices on a ccTalk line are, as TOML files; some of real makers' products ship.

    profile = read("azkoyen-x6").over(read("my.toml"))
    profile.line(("acceptor", "hopper"))          # a LineSetup
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from emulator.cctalk.limits import Limit, limits
from emulator.cctalk.setup import KINDS, DeviceSetup, HopperSetup, LineSetup, WireSetup, made
from emulator.support.errors import EmulatorError
from machines.support.plain import JsonView

Values = JsonView
_LINE, _DEVICES = "line", "devices"
_SUFFIX = ".toml"
# What two hoppers cannot share.
_OWN = ("address", "serial")


class ProfileError(EmulatorError):
    """
    A profile that cannot be read.

    Attributes:
        problems: each mistake in a line of its own.
    """

    def __init__(self, name: str, problems: Sequence[str]) -> None:
        super().__init__("\n".join(f"{name}: {problem}" for problem in problems))
        self.problems = list(problems)


@dataclass(frozen=True)
class Profile:
    """
    Settings that differ from the usual ones.

    Attributes:
        wire: of the line itself.
        devices: kinds, in order; None: nothing is said about it.
        acceptor, bill: of the acceptor and the note reader.
        hoppers: of each hopper; empty: nothing is said about them.
    """

    wire: Values = field(default_factory=dict)
    devices: tuple[str, ...] | None = None
    acceptor: Values = field(default_factory=dict)
    bill: Values = field(default_factory=dict)
    hoppers: tuple[Values, ...] = ()

    def over(self, other: Profile) -> Profile:
        """
        This one with what another one says instead.

        As many hoppers as the other one has; those beyond ours are like our last, at addresses of their own.
        """
        hoppers = tuple({**self._like(at), **row} for at, row in enumerate(other.hoppers)) or self.hoppers
        return Profile(
            {**self.wire, **other.wire},
            self.devices if other.devices is None else other.devices,
            {**self.acceptor, **other.acceptor},
            {**self.bill, **other.bill},
            hoppers,
        )

    def _like(self, at: int) -> Values:
        if at < len(self.hoppers) or not self.hoppers:
            return self.hoppers[at] if self.hoppers else {}
        return {name: value for name, value in self.hoppers[-1].items() if name not in _OWN}

    def line(self, kinds: Sequence[str] = (), seed: str = "00") -> LineSetup:
        """
        Return the line with these kinds of devices; without any the profile's, or one of each.

        Raises:
            SetupError: settings that do not fit each other.
        """
        devices: list[DeviceSetup] = []
        for kind in kinds or self.devices or tuple(KINDS):
            devices += self._hoppers() if kind == "hopper" else [made(kind, getattr(self, kind))]
        return LineSetup(devices=tuple(devices), wire=WireSetup(**self.wire), seed=seed)

    def _hoppers(self) -> list[DeviceSetup]:
        """Hoppers at following addresses with following serial numbers, and with room for their coins."""
        usual = HopperSetup()
        found = []
        for at, values in enumerate(self.hoppers or ({},)):
            own = {
                "address": usual.address + at,
                "serial": usual.serial + at,
                "capacity": max(usual.capacity, values.get("fill", 0)),
            }
            found.append(made("hopper", {**own, **values}))
        return found


def shipped() -> dict[str, str]:
    """Name of every profile that ships, with what its first comment line says."""
    folder = resources.files("emulator.cctalk") / "profiles"
    found = {}
    for item in sorted(folder.iterdir(), key=lambda item: item.name.removesuffix(_SUFFIX)):
        if item.name.endswith(_SUFFIX):
            lines = item.read_text(encoding="utf-8").splitlines()
            found[item.name.removesuffix(_SUFFIX)] = lines[1].removeprefix("# ")
    return found


def read(name: str) -> Profile:
    """
    Read a file, or one that ships by its name.

    Raises:
        ProfileError: no such profile, no TOML, or a setting that there is not; names each mistake.
    """
    if name.endswith(_SUFFIX) or Path(name).name != name:
        data = Path(name).read_bytes()
    elif name in shipped():
        data = (resources.files("emulator.cctalk") / "profiles" / f"{name}{_SUFFIX}").read_bytes()
    else:
        raise ProfileError(name, [f"profile must be a .toml file, or one of {', '.join(shipped())}"])
    try:
        found = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProfileError(name, [f"must be TOML ({error})"]) from None
    return parse(found, name)


def parse(found: Values, name: str) -> Profile:
    """
    Check what a file holds.

    Args:
        found: its tables.
        name: of the file, for messages.

    Raises:
        ProfileError: names each mistake.
    """
    problems: list[str] = []
    known = (_DEVICES, _LINE, *KINDS)
    problems += [
        f"{key}: no such table; a profile has {', '.join(known)}" for key in found if key not in known
    ]
    devices = found.get(_DEVICES)
    if devices is not None and not _is_kinds(devices):
        problems.append(f"devices: must be a list of {', '.join(KINDS)}, each once (got {devices})")
    tables = {
        _LINE: _checked(found.get(_LINE, {}), limits(WireSetup), _LINE, problems),
        "acceptor": _checked(found.get("acceptor", {}), limits(KINDS["acceptor"]), "acceptor", problems),
        "bill": _checked(found.get("bill", {}), limits(KINDS["bill"]), "bill", problems),
    }
    rows = found.get("hopper", [])
    if isinstance(rows, dict):
        rows = [rows]
    if not isinstance(rows, list):
        problems.append(f"hopper: must be tables [[hopper]] (got {rows})")
        rows = []
    hoppers = tuple(
        _checked(row, limits(HopperSetup), f"hopper[{number}]", problems)
        for number, row in enumerate(rows, 1)
    )
    if problems:
        raise ProfileError(name, problems)
    return Profile(
        tables[_LINE],
        None if devices is None else tuple(devices),
        tables["acceptor"],
        tables["bill"],
        hoppers,
    )


def _is_kinds(devices: object) -> bool:
    return (
        isinstance(devices, list)
        and bool(devices)
        and all(isinstance(kind, str) and kind in KINDS for kind in devices)
        and len(set(devices)) == len(devices)
    )


def _checked(row: object, allowed: Mapping[str, Limit], where: str, problems: list[str]) -> Values:
    """The values of one table; its mistakes are added to ``problems``."""
    if not isinstance(row, dict):
        problems.append(f"{where}: must be a table (got {row})")
        return {}
    values = {}
    for key, value in row.items():
        if key not in allowed:
            problems.append(f"{where}.{key}: no such setting; it has {', '.join(allowed)}")
            continue
        try:
            values[key] = allowed[key].taken(value)
        except ValueError as error:
            problems.append(f"{where}.{key}: must be {error} (got {value})")
    return values


def settings_rows(kind: type) -> list[tuple[str, str, str]]:
    """Name, usual value and meaning of each setting of a class, as docs/cctalk.md lists them."""
    return [(one.name, _shown(one.default), one.metadata["says"]) for one in dataclasses.fields(kind)]


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(str(one) for one in value)}]"
    return f'"{value}"' if isinstance(value, str) else str(value)
