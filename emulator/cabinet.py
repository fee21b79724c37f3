# SPDX-License-Identifier: MIT
"""
A whole machine: model, board and devices wired together, with the visitor's purse and the tray.

    from emulator import Cabinet

    cab = Cabinet("cierzo", seed="00")
    cab.insert(200)
    cab.press("start")
    cab.run(ms=6000)
    print(cab.display.credits, cab.tray_cents)
"""

from __future__ import annotations

import ast
import binascii
import hashlib
import os
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

import cext
from emulator import EmulatorError
from emulator.books import Books
from emulator.money import Ledger
from emulator.parts import DOORS, METERS, Parts
from emulator.views import CoinView, Display, ReelView
from machines.firmware import nvram as record_format
from machines.model import Model, load_model
from machines.rom import Rom, build_rom

Heard = Callable[[str, int, Mapping[str, Any]], None]

DEFAULT_PURSE = {200: 5, 100: 10, 50: 10, 20: 10, 10: 10}
BUTTONS = ("start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve")
# A machine's mechanical variation is drawn apart from its plays: same numbering, machine number + 2^39.
DEVICE_MACHINE = 1 << 39
STATE_VERSION = 1


class CabinetError(EmulatorError):
    """A visitor or an attendant was asked to do something impossible."""


class Cabinet:
    """
    One machine and the person in front of it.

    Args:
        model: name of a shipped model, path of a model file, or a checked model.
        seed: hex digits of a key that repeats a run; makes a TEST machine. None: keys from the system.
        nvram: image to go on with; None commissions the machine.
        serial: serial number, 0 to 2^39 - 1; also the machine number of its random stream.
        profile: rule profile instead of the model's own.
        firmware: folder or module sources instead of ours.
        purse: the visitor's coins, cents -> count; DEFAULT_PURSE if None.
        hoppers: coins in each hopper, cents -> count; the model's fill if None.
        language: of the machine's message line, "es" or "en".
        physical: coins, reel angles and meters as ``physical()`` gave them, instead of purse and hoppers.
        entropy: what the board absorbs after each play, 32 bytes or None; by default the system's, and
            nothing where a seed is given.

    Every input goes through a method of its own and is told to the listeners; nothing else changes a run.
    Both balances are checked after every event: LedgerError or BalanceError if one fails.
    """

    def __init__(
        self,
        model: str | Path | Model = "cierzo",
        *,
        seed: str | None = None,
        nvram: bytes | None = None,
        serial: int = 1,
        profile: str | None = None,
        firmware: Path | Mapping[str, str] | None = None,
        purse: Mapping[int, int] | None = None,
        hoppers: Mapping[int, int] | None = None,
        language: str = "es",
        physical: Mapping[str, Any] | None = None,
        entropy: Callable[[], bytes | None] | None = None,
    ) -> None:
        self._model_name = str(model.name if isinstance(model, Model) else model)
        self.model = model if isinstance(model, Model) else load_model(model, profile)
        self.test = seed is not None
        self.seed = seed
        self.serial = serial
        self.language = language
        self.rom: Rom = build_rom(self.model, language=language, test=self.test, firmware=firmware)
        self._listeners: list[Heard] = []
        self._input_listeners: list[Heard] = []
        self._entropy = entropy or (_no_entropy if self.test else _system_entropy)

        if physical is None:
            physical = self._first_physical(purse, hoppers)
        self._physical = dict(physical)
        if nvram is None:
            nvram = self._commission()
        self._origin_nvram = nvram

        self._block = (-1, b"")
        self._draws = int(self._physical["draws"])
        self.ledger = Ledger()
        self.books = Books(self.ledger)
        self._parts = Parts(
            self.model,
            self.rom,
            nvram,
            self.ledger,
            serial=serial,
            physical=self._physical,
            variation=self._variation,
            entropy=self._absorbed,
            emit=self._heard,
        )
        self.board = self._parts.board
        self.ledger.seal()
        self._checked = (-1, -1)
        record = record_format.decode(self.nvram)
        if record is not None:
            self.books.begin(record)
        self.board.after_event = self._check
        self.board.power_on()

    # -- how it began ------------------------------------------------------------------------------

    def origin(self) -> dict[str, Any]:
        """How this run began: all that ``from_origin`` needs, as plain values but for ``nvram``."""
        return {
            "model": self._model_name,
            "profile": self.model.profile.id,
            "serial": self.serial,
            "language": self.language,
            "seed": self.seed,
            "test": self.test,
            "powered": True,
            "digests": self.rom.digests,
            "physical": self._physical,
            "nvram": self._origin_nvram,
        }

    @classmethod
    def from_origin(
        cls,
        origin: Mapping[str, Any],
        *,
        firmware: Path | Mapping[str, str] | None = None,
        entropy: Callable[[], bytes | None] | None = None,
    ) -> Self:
        """Begin again as another run began; same inputs and entropy then give the same run."""
        return cls(
            origin["model"],
            seed=origin["seed"],
            nvram=origin["nvram"],
            serial=origin["serial"],
            profile=origin["profile"],
            firmware=firmware,
            language=origin["language"],
            physical=origin["physical"],
            entropy=entropy,
        )

    def _first_physical(
        self, purse: Mapping[int, int] | None, hoppers: Mapping[int, int] | None
    ) -> dict[str, Any]:
        fill = {hopper.cents: hopper.fill for hopper in self.model.hoppers}
        fill.update(hoppers or {})
        key = self._seed_key() if self.test else os.urandom(32)
        return {
            "purse": _by_text(DEFAULT_PURSE if purse is None else purse),
            "hoppers": _by_text(fill),
            "cash_box": {},
            "tray": {},
            "reels": [0] * len(self.model.strips),
            "meters": dict.fromkeys(METERS, 0),
            "device_key": key.hex(),
            "draws": 0,
        }

    def _seed_key(self) -> bytes:
        return seed_key(self.seed or "")

    def _commission(self) -> bytes:
        """The one first write of a machine's life: its key and the coins put into its hoppers."""
        key = self._seed_key() if self.test else os.urandom(32)
        state = cext.new_state(self.model.tables, key, self.serial)
        counts = [self._physical["hoppers"][str(hopper.cents)] for hopper in self.model.hoppers]
        return record_format.factory_image(state, self.serial, counts)

    # -- what a visitor and an attendant can do -----------------------------------------------------

    def insert(self, cents: int) -> None:
        """Drop one coin of the purse into the slot."""
        for coin_id in self.ledger.coins("purse"):
            if self.ledger.cents(coin_id) == cents:
                break
        else:
            held = ", ".join(f"{n} of {value}" for value, n in sorted(self.purse.items())) or "nothing"
            raise CabinetError(f"cents must be a coin that the purse holds (got {cents}; it holds {held})")
        self._input("insert", cents=cents)
        self._parts.acceptor.insert(coin_id, cents)
        self._emit("coin_slot", coin=coin_id, cents=cents)

    def press(self, name: str, ms: int = 100) -> None:
        """Press a button and release it ``ms`` milliseconds later."""
        button = self._button(name)
        if ms < 1:
            raise CabinetError(f"ms must be 1 or more (got {ms})")
        self._input("press", name=name, ms=ms)
        button.press(release_after_us=ms * 1000)
        self._emit("button", name=name, down=True)

    def down(self, name: str) -> None:
        """Press a button and keep it pressed."""
        button = self._button(name)
        self._input("down", name=name)
        button.press()
        self._emit("button", name=name, down=True)

    def up(self, name: str) -> None:
        """Release a button."""
        button = self._button(name)
        self._input("up", name=name)
        button.release()

    def take_tray(self) -> int:
        """Move every coin of the tray to the purse; return their cents."""
        self._input("take_tray")
        taken = self.tray_cents
        for coin_id in self.ledger.coins("tray"):
            self.ledger.move(coin_id, "purse")
        return taken

    def open_door(self, name: str = "main") -> None:
        """Open a door."""
        self._door(name)
        self._input("open_door", name=name)
        self._parts.doors[name].open()
        self._emit("door", name=name, open=True)

    def close_door(self, name: str = "main") -> None:
        """Close and lock a door."""
        self._door(name)
        self._input("close_door", name=name)
        self._parts.doors[name].close()
        self._emit("door", name=name, open=False)

    def power_off(self) -> None:
        """Pull the plug."""
        self._input("power_off")
        self.board.power_off()

    def power_on(self) -> None:
        """Put the plug back."""
        self._input("power_on")
        self.board.power_on()

    def refill(self, cents: int, coins: int) -> None:
        """Put coins from outside into a hopper, as an attendant does; the firmware is not told."""
        hopper = self._parts.hoppers.get(cents)
        if hopper is None or coins < 1:
            raise CabinetError(f"refill must name a hopper and 1 coin or more (got {cents}, {coins})")
        if hopper.level() + coins > hopper.capacity:
            raise CabinetError(
                f"coins must be 1 to {hopper.capacity - hopper.level()}, what the hopper still holds (got {coins})"
            )
        self._input("refill", cents=cents, coins=coins)
        for _ in range(coins):
            hopper.add(self.ledger.bring(cents, f"hopper_{cents}"))

    def empty(self, cents: int) -> None:
        """Take every coin out of a hopper to the cash box; the firmware is not told."""
        hopper = self._parts.hoppers.get(cents)
        if hopper is None:
            raise CabinetError(f"cents must name a hopper, {_names(self._parts.hoppers)} (got {cents})")
        self._input("empty", cents=cents)
        for coin_id in hopper.take_all():
            self.ledger.move(coin_id, "cash_box")

    def unplug(self, what: str) -> None:
        """Pull a device's plug: one of the mechanical meters."""
        self._pluggable(what)
        self._input("unplug", what=what)
        self._parts.meters[what].plug(False)

    def plug(self, what: str) -> None:
        """Put a device's plug back."""
        self._pluggable(what)
        self._input("plug", what=what)
        self._parts.meters[what].plug(True)

    def jam_reel(self, number: int, jammed: bool = True) -> None:
        """Block or free a reel, from 1."""
        if not 1 <= number <= len(self._parts.reels):
            raise CabinetError(f"number must be 1 to {len(self._parts.reels)} (got {number})")
        self._input("jam_reel", number=number, jammed=jammed)
        self._parts.reels[number - 1].jam(jammed, self.board.now_us)

    def run(self, ms: int) -> None:
        """Let ``ms`` milliseconds of virtual time pass."""
        self.run_us(ms * 1000)

    def run_us(self, us: int) -> None:
        """Let ``us`` microseconds of virtual time pass."""
        if us < 0:
            raise CabinetError(f"us must be 0 or more (got {us})")
        self.board.advance(self.board.now_us + us)

    # -- what anybody can see -----------------------------------------------------------------------

    @property
    def now_us(self) -> int:
        """Virtual time in microseconds since this run began."""
        return self.board.now_us

    @property
    def now_ms(self) -> int:
        """Virtual time in whole milliseconds."""
        return self.board.now_us // 1000

    @property
    def powered(self) -> bool:
        """Whether the board has power."""
        return self.board.powered

    @property
    def display(self) -> Display:
        """Segment counters and message line, as lit."""
        return self._parts.display()

    @property
    def lamps(self) -> dict[str, bool]:
        """Button lamps and the tower light."""
        return self._parts.lamp_states()

    @property
    def glass(self) -> frozenset[int]:
        """Numbers of the lit lamps behind the glass: rows by prize class, then payline and reel lights."""
        return self._parts.glass.lit()

    @property
    def reels(self) -> list[ReelView]:
        """The reels, from left to right."""
        return [
            ReelView(
                position_u16=reel.position_u16(self.now_us),
                moving=reel.moving(self.now_us),
                stopped_at_us=reel.stopped_at_us,
                stops=reel.stops,
                motor_steps=reel.motor_steps,
            )
            for reel in self._parts.reels
        ]

    @property
    def coins(self) -> list[CoinView]:
        """Coins on their way."""
        return [CoinView(*row) for row in self._parts.coins_in_flight(self.now_us)]

    @property
    def tray(self) -> dict[int, int]:
        """Coins in the tray, cents -> count."""
        return self.ledger.count("tray")

    @property
    def tray_cents(self) -> int:
        """Money in the tray."""
        return self.ledger.total("tray")

    @property
    def purse(self) -> dict[int, int]:
        """The visitor's coins, cents -> count."""
        return self.ledger.count("purse")

    @property
    def hopper_levels(self) -> dict[int, int]:
        """Coins in each hopper, cents -> count."""
        return {cents: hopper.level() for cents, hopper in self._parts.hoppers.items()}

    @property
    def cash_box_cents(self) -> int:
        """Money in the cash box."""
        return self.ledger.total("cash_box")

    @property
    def doors(self) -> dict[str, bool]:
        """Each door, True where it is open."""
        return {name: door.is_open for name, door in self._parts.doors.items()}

    @property
    def meters(self) -> dict[str, int]:
        """The mechanical meters (plays, prizes, in, out) and the counters of the books where they can be read."""
        found = {name: meter.count for name, meter in self._parts.meters.items()}
        record = record_format.decode(self.nvram)
        if record is not None:
            for name in ("plays", "prizes", "coin_in_cents", "coin_out_cents", "staked_cents", "won_cents"):
                found[f"book_{name}"] = record[name]
        return found

    @property
    def tilt(self) -> str:
        """Tilt code that the books carry, empty for none, ``memory`` where they cannot be read."""
        record = record_format.decode(self.nvram)
        return "memory" if record is None else str(record["tilt"])

    @property
    def flags(self) -> list[str]:
        """What the board has noticed that a laboratory should know, such as a step never committed."""
        return list(self.board.flags)

    @property
    def fault(self) -> str | None:
        """The crash of the firmware, with file and line of its source, or None."""
        return self.board.fault

    @property
    def nvram(self) -> bytes:
        """The FRAM as it is now."""
        return bytes(self.board.fram.data)

    @property
    def last_plays(self) -> list[dict[str, Any]]:
        """The last plays from NVRAM, newest first."""
        return list(record_format.recent(self.nvram))

    # -- listening ----------------------------------------------------------------------------------

    def listen(self, heard: Heard) -> None:
        """Call ``heard(kind, t_us, fields)`` for every output from now on."""
        self._listeners.append(heard)

    def listen_inputs(self, heard: Heard) -> None:
        """Call ``heard(name, t_us, arguments)`` for every input, before it acts."""
        self._input_listeners.append(heard)

    def _emit(self, kind: str, **fields: Any) -> None:
        for heard in self._listeners:
            heard(kind, self.board.now_us, fields)

    def _heard(self, kind: str, **fields: Any) -> None:
        """Pass on what the board and its devices tell, without the keys of the random stream."""
        if kind == "step":
            fields = {
                "simultaneous": fields["simultaneous"],
                "held": fields["held"],
                "outcome": fields["outcome"].hex(),
                "state": _fingerprint(fields["after"]),
            }
        elif kind == "absorb":
            fields = {}
        elif kind == "display" and fields["name"] == "counters":
            shown = self._parts.display()
            fields |= {"credits": shown.credits, "reserve": shown.reserve, "prizes": shown.prizes}
        elif kind == "power" and not fields["on"]:
            record = record_format.decode(self.nvram)
            if record is not None:
                self.books.open_power_cut(record)
        self._emit(kind, **fields)

    def _input(self, name: str, /, **arguments: Any) -> None:
        for heard in self._input_listeners:
            heard(name, self.board.now_us, arguments)

    # -- keeping ------------------------------------------------------------------------------------

    def physical(self) -> dict[str, Any]:
        """Coins, reel angles and meters at rest, to begin another run with; coins in flight land first."""
        landed = {"slot": "purse", "returning": "tray", "accepted": "cash_box", "paying": "tray"}
        places: dict[str, dict[int, int]] = {
            place: self.ledger.count(place) for place in ("purse", "cash_box", "tray")
        }
        for source, place in landed.items():
            for cents, count in self.ledger.count(source).items():
                places[place][cents] = places[place].get(cents, 0) + count
        return {
            **{place: _by_text(coins) for place, coins in places.items()},
            "hoppers": _by_text(self.hopper_levels),
            "reels": [reel.position_u16(self.now_us) for reel in self._parts.reels],
            "meters": {name: meter.count for name, meter in self._parts.meters.items()},
            "device_key": self._physical["device_key"],
            "draws": self._draws,
        }

    def save(self) -> bytes:
        """The whole cabinet at this instant."""
        origin = {**self.origin(), "digests": None}
        saved = {
            "version": STATE_VERSION,
            "origin": origin,
            "board": self.board.save(),
            "ledger": self.ledger.save(),
            "books": self.books.save(),
            "draws": self._draws,
        }
        return zlib.compress(repr(saved).encode(), 1)

    @classmethod
    def restore(cls, saved: bytes, *, firmware: Path | Mapping[str, str] | None = None) -> Self:
        """
        A cabinet as it was when ``save`` was called.

        Raises:
            CabinetError: the bytes are not a saved cabinet of this version.
        """
        try:
            state = ast.literal_eval(zlib.decompress(saved).decode())
            version = state["version"]
        except (zlib.error, ValueError, SyntaxError, KeyError, TypeError) as error:
            raise CabinetError("saved must be what save() returned") from error
        if version != STATE_VERSION:
            raise CabinetError(f"saved must have version {STATE_VERSION} (got {version})")
        cabinet = cls.from_origin(state["origin"], firmware=firmware)
        cabinet.ledger.load(state["ledger"])
        cabinet.books.load(state["books"])
        cabinet.board.load(state["board"])
        cabinet._draws = state["draws"]
        return cabinet

    # -- inside -------------------------------------------------------------------------------------

    def _check(self) -> None:
        """Both balances, after an event that moved a coin or wrote a byte."""
        now = (self.ledger.moves, self.board.fram.writes)
        if now == self._checked:
            return
        if now[1] != self._checked[1]:
            self._emit("commit", writes=now[1], crc=binascii.crc32(self.board.fram.data))
        self._checked = now
        self.ledger.check()
        record = record_format.decode(self.nvram)
        if record is not None:
            self.books.check(record)

    def _variation(self) -> int:
        """The next 32 bits of mechanical variation; they move no money."""
        block, word = divmod(self._draws, 256)
        if self._block[0] != block:
            key = bytes.fromhex(self._physical["device_key"])
            stream = (self.serial + DEVICE_MACHINE) | cext.PURPOSE_DEVICE << 40
            self._block = (block, cext.keystream(key, stream, block * 16, 1024))
        self._draws += 1
        return int.from_bytes(self._block[1][word * 4 : word * 4 + 4], "little")

    def _absorbed(self) -> bytes | None:
        entropy = self._entropy()
        if entropy is not None:
            self._input("entropy", hex=entropy.hex())
        return entropy

    def _button(self, name: str) -> Any:
        if name not in self._parts.buttons:
            raise CabinetError(f"name must be one of {_names(self._parts.buttons)} (got {name})")
        return self._parts.buttons[name]

    def _door(self, name: str) -> None:
        if name not in DOORS:
            raise CabinetError(f"name must be one of {_names(DOORS)} (got {name})")

    def _pluggable(self, what: str) -> None:
        if what not in self._parts.meters:
            raise CabinetError(f"what must be one of {_names(self._parts.meters)} (got {what})")


def seed_key(seed: str) -> bytes:
    """
    The 256-bit key of a seed: hex digits, padded with zero bytes on the right.

    Raises:
        CabinetError: an odd number of digits, more than 64, or something else than hex digits.
    """
    try:
        key = bytes.fromhex(seed)
    except ValueError as error:
        raise CabinetError(f"seed must be an even number of hex digits (got {seed})") from error
    if len(key) > 32:
        raise CabinetError(f"seed must be at most 64 hex digits (got {len(seed)})")
    return key.ljust(32, b"\0")


def _fingerprint(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()[:16]


def _system_entropy() -> bytes | None:
    return os.urandom(32)


def _no_entropy() -> bytes | None:
    return None


def _by_text(coins: Mapping[int, int]) -> dict[str, int]:
    """Coins with their values as text, as JSON keys are."""
    return {str(cents): count for cents, count in sorted(coins.items())}


def _names(options: Any) -> str:
    return ", ".join(str(option) for option in options)


__all__ = ["BUTTONS", "Cabinet", "CabinetError", "seed_key"]
