# SPDX-License-Identifier: MIT
"""
Checks what a file says of a cabinet's coins, reels and meters, before a coin is placed.

    require_physical(header["physical"])         # CabinetError: physical.hoppers.10: ... (got ...)
    require_fitting(physical, model)             # and all that a cabinet of this model begins with is there

``emulator/cabinet/at_rest.py`` makes it; files of machines and the first lines of journals carry it.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from emulator.cabinet.errors import CabinetError
from machines.model import Model
from machines.support.plain import Json, JsonView

METERS = ("plays", "prizes", "in", "out")
# Far more than any cabinet and its visitor have; a forged count does not fill this computer's memory.
COINS_MOST = 200_000
_PLACES = ("purse", "cash_box", "tray", "wallet", "note_box", "hoppers", "lodged")
# What every run begins with.
_NEEDED = (*_PLACES[:-1], "reels", "meters", "device_key", "draws")

_Value = Annotated[str, StringConstraints(strict=True, pattern=r"^[1-9][0-9]{0,6}$")]
_Coins = dict[_Value, Annotated[int, Field(strict=True, ge=0, le=COINS_MOST)]]
_Count = Annotated[int, Field(strict=True, ge=0, lt=1 << 48)]
_U32 = Annotated[int, Field(strict=True, ge=0, lt=1 << 32)]
_Signed = Annotated[int, Field(strict=True, gt=-(1 << 48), lt=1 << 48)]
_Angle = Annotated[int, Field(strict=True, ge=0, lt=1 << 16)]
_Hex = Annotated[str, StringConstraints(strict=True, pattern=r"^([0-9a-f]{2})*$", max_length=1024)]
_Key = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9a-f]{64}$")]


class _Strict(BaseModel):
    model_config = ConfigDict(defer_build=True, extra="forbid")


class _Card(_Strict):
    balances: Annotated[dict[_Value, _U32], Field(max_length=10_000)]
    number: _U32
    result: _U32
    way: _U32
    cents: _U32
    card: _U32
    held: _U32
    house_cents: _Signed


class _Tickets(_Strict):
    left: _Count
    place_us: _Count


class _Faults(_Strict):
    coins_in: _Signed = Field(alias="in")
    out: _Signed
    note: _Signed


class _Books(_Strict):
    differences: dict[str, _Signed]
    fault_cents: _Faults


class _Hall(_Strict):
    number: _Count
    brought_cents: _Count
    carried_cents: _Count
    here: Annotated[int, Field(strict=True, ge=0, le=1)]


_HallName = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9a-f]{16}$")]


class _Drawn(_Strict):
    """The last draw of a table's device: its number, and the state of the core before it."""

    number: _Count
    state: _Hex


class _Physical(_Strict):
    """Every member that there can be; none may be null."""

    purse: _Coins = {}
    cash_box: _Coins = {}
    tray: _Coins = {}
    wallet: _Coins = {}
    note_box: _Coins = {}
    hoppers: _Coins = {}
    lodged: _Coins = {}
    reels: Annotated[list[_Angle], Field(max_length=16)] = []
    meters: dict[str, _Count] = {}
    counter: _Hex = ""
    card: _Card = Field(default=None, validate_default=False)  # type: ignore[assignment]
    tickets: _Tickets = Field(default=None, validate_default=False)  # type: ignore[assignment]
    electronics: dict[str, Json] = {}
    books: _Books = Field(default=None, validate_default=False)  # type: ignore[assignment]
    ticket_books: dict[str, _Signed] = {}
    halls: Annotated[dict[_HallName, _Hall], Field(max_length=64)] = {}
    device_key: _Key = ""
    draws: _Count = 0
    drawn: _Drawn = Field(default=None, validate_default=False)  # type: ignore[assignment]


class _Rules(_Strict):
    least_cents: _Count
    most_cents: _Count
    step_cents: _Count
    commission_bp: _Count
    bets_ms: _Count
    way: Annotated[str, StringConstraints(strict=True)]


class _DevicePhysical(_Strict):
    device_key: _Key


class _Cup(_Strict):
    """The beginning of a dice cup, as a line of a journal has it."""

    model: Annotated[str, StringConstraints(strict=True)]
    profile: Annotated[str, StringConstraints(strict=True)]
    serial: Annotated[int, Field(strict=True, ge=0, lt=1 << 39)]
    language: Annotated[str, StringConstraints(strict=True)]
    seed: Annotated[str, StringConstraints(strict=True)] | None
    test: Annotated[bool, Field(strict=True)]
    chip_key: _Key | None
    powered: Annotated[bool, Field(strict=True)]
    digests: Json
    physical: _DevicePhysical
    firmware: Json = {}
    nvram: Annotated[str, StringConstraints(strict=True, pattern=r"^([0-9a-f]{2})*$", max_length=1 << 17)]


class _Table(_Strict):
    table: _Count
    key: _Key
    players: _Count
    people: Annotated[list[_Count], Field(max_length=6)]
    rules: _Rules
    cup: _Cup
    chips_cents: _Count
    play: Annotated[str, StringConstraints(strict=True)]
    pace_ms: Annotated[int, Field(strict=True, ge=1, lt=1 << 31)]


def require_device(physical: object) -> None:
    """Raise CabinetError, naming the first mistake, unless it is what lasts of a table's device."""
    _require(_DevicePhysical, physical)


def require_table(physical: object) -> None:
    """The same of a table with a cup."""
    _require(_Table, physical)


def require_physical(physical: JsonView) -> None:
    """Raise CabinetError, naming the first mistake, unless every member there is one of its kind."""
    _require(_Physical, physical)
    coins = sum(sum(physical.get(place, {}).values()) for place in _PLACES)
    if coins > COINS_MOST:
        raise CabinetError(f"physical must have at most {COINS_MOST:,} coins and notes (got {coins:,})")


def _require(kind: type[_Strict], physical: object) -> None:
    try:
        kind.model_validate(physical)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(("physical", *(str(part) for part in first["loc"] if part != "[key]")))
        got = repr(first["input"])
        raise CabinetError(f"{where}: {first['msg'].lower()} (got {got[:60]})") from None


def require_fitting(physical: JsonView, model: Model) -> None:
    """Raise CabinetError unless a cabinet of this model can begin with ``physical``."""
    require_physical(physical)
    missing = [name for name in _NEEDED if name not in physical]
    if missing:
        raise CabinetError(f"physical must have {', '.join(missing)} (got {', '.join(sorted(physical))})")
    _require_names("hoppers", physical["hoppers"], {str(hopper.cents) for hopper in model.hoppers})
    _require_names("meters", physical["meters"], set(METERS))
    unknown = physical.get("lodged", {}).keys() - physical["hoppers"].keys()
    if unknown:
        raise CabinetError(f"physical.lodged must be of the hoppers (got {', '.join(sorted(unknown))})")
    reels = len(physical["reels"])
    if reels != len(model.strips):
        raise CabinetError(f"physical.reels must be {len(model.strips)} angles (got {reels})")


def with_room(physical: JsonView, model: Model) -> Json:
    """
    The same, where no hopper has more coins than it holds: the rest lie behind its disc, as after a fault.

    Releases before 2026-11-27 may have kept more: their hoppers took back whatever had been stuck.
    """
    lodged = dict(physical.get("lodged", {}))
    hoppers = dict(physical["hoppers"])
    for hopper in model.hoppers:
        name = str(hopper.cents)
        if (over := hoppers[name] - hopper.capacity) > 0:
            hoppers[name] = hopper.capacity
            lodged[name] = lodged.get(name, 0) + over
    return {**physical, "hoppers": hoppers, **({"lodged": lodged} if lodged else {})}


def _require_names(member: str, values: JsonView, names: set[str]) -> None:
    if values.keys() != names:
        wanted = ", ".join(sorted(names)) or "none"
        raise CabinetError(f"physical.{member} must be {wanted} (got {', '.join(sorted(values)) or 'none'})")
