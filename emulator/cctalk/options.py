# SPDX-License-Identifier: MIT
"""
Settings of a line as they are typed on the command line, turned into a profile.

    typed_device("hopper", "address=3,coin=100,fill=500")      # {"address": 3, "coin": 100, "fill": 500}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from emulator.cctalk.limits import limits
from emulator.cctalk.profile import Profile, read
from emulator.cctalk.setup import KINDS, LineSetup
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

# Options that mean every device, the first of --device, and the acceptor alone: their setting.
EVERY = {"manufacturer": "manufacturer", "reset-ms": "reset_ms"}
FIRST = {"product": "product", "serial-number": "serial", "address": "address"}
OF_ACCEPTOR = {"coins": "coins", "sorter": "sorter", "dummy-event": "dummy_event"}


class OptionError(EmulatorError):
    """An option that says what a device cannot be."""


@dataclass(frozen=True)
class Typed:
    """
    What was typed, as it was typed.

    Attributes:
        short: of EVERY, FIRST and OF_ACCEPTOR, name -> text.
        kinds: of --device; empty: not typed.
        profiles: of --device-profile, in order.
        acceptor, hoppers, bill: KEY=VALUE,... of the device.
        echo, queue: of the line; None: not typed.
        crc: for every device.
    """

    short: Mapping[str, str | None]
    kinds: Sequence[str] = ()
    profiles: Sequence[str] = ()
    acceptor: str = ""
    hoppers: Sequence[str] = ()
    bill: str = ""
    echo: str | None = None
    queue: bool = False
    crc: bool = False
    seed: str = "00"

    def line(self) -> LineSetup:
        """
        Return the line that was asked for.

        Raises:
            OptionError, ProfileError, SetupError: with what is allowed.
        """
        profile = Profile()
        for name in self.profiles:
            profile = profile.over(read(name))
        kinds = self._kinds(profile)
        every = self._short(EVERY, kinds[0])
        if self.crc:
            every["crc"] = True
        values: dict[str, Json] = {kind: dict(every) for kind in KINDS}
        values[kinds[0]].update(self._short(FIRST, kinds[0]))
        of_acceptor = self._short(OF_ACCEPTOR, "acceptor")
        if of_acceptor and "acceptor" not in kinds:
            raise OptionError(f"--{next(iter(of_acceptor))} is for an acceptor (run with --device acceptor)")
        values["acceptor"].update(of_acceptor)
        for kind, text in (("acceptor", self.acceptor), ("bill", self.bill)):
            values[kind].update(self._device(kind, text, kinds))
        hoppers = [{**values["hopper"], **self._device("hopper", text, kinds)} for text in self.hoppers]
        if not hoppers and values["hopper"]:
            hoppers = [{**values["hopper"]} for _ in profile.hoppers or ({},)]
        wire: Json = {} if self.echo is None else {"echo": self.echo == "on"}
        if self.queue:
            wire["queue"] = True
        said = Profile(wire, None, values["acceptor"], values["bill"], tuple(hoppers))
        return profile.over(said).line(kinds, self.seed)

    def _kinds(self, profile: Profile) -> Sequence[str]:
        unknown = [kind for kind in self.kinds if kind not in KINDS]
        if unknown or len(set(self.kinds)) < len(self.kinds):
            raise OptionError(f"--device must be {', '.join(KINDS)}, each once (got {', '.join(self.kinds)})")
        return self.kinds or profile.devices or tuple(KINDS)

    def _short(self, options: Mapping[str, str], kind: str) -> Json:
        found = {}
        for option, name in options.items():
            if (text := self.short.get(option)) is not None:
                found[name] = _value(kind, name, text, f"--{option}")
        return found

    def _device(self, kind: str, text: str, kinds: Sequence[str]) -> Json:
        if text and kind not in kinds:
            raise OptionError(f"--{kind} is for a device of that kind (run with --device {kind})")
        return typed_device(kind, text)


def typed_device(kind: str, text: str) -> Json:
    """
    Return the settings of ``KEY=VALUE,KEY=VALUE``.

    A part without "=" goes on with the last value, as in coins=10,20.

    Raises:
        OptionError: with what is allowed.
    """
    pairs: list[list[str]] = []
    for part in text.split(",") if text else []:
        key, equals, value = part.partition("=")
        if equals:
            pairs.append([key.strip(), value])
        elif pairs:
            pairs[-1][1] += f",{part}"
        else:
            raise OptionError(f"--{kind} must be KEY=VALUE,... (got {text})")
    return {key: _value(kind, key, value, f"--{kind} {key}") for key, value in pairs}


def _value(kind: str, name: str, text: str, where: str) -> object:
    allowed = limits(KINDS[kind])
    if name not in allowed:
        raise OptionError(f"{where}: no such setting; --{kind} has {', '.join(allowed)}")
    try:
        return allowed[name].typed(text.strip())
    except ValueError as error:
        raise OptionError(f"{where} must be {error} (got {text})") from None
