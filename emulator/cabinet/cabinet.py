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

import contextlib
import ssl
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from emulator.cabinet.acts import Acts
from emulator.cabinet.balances import Balances
from emulator.cabinet.bootrom import program_of
from emulator.cabinet.chance import Entropy, Variation
from emulator.cabinet.commission import first_physical, named_key, no_entropy, system_entropy
from emulator.cabinet.console import Console, Sink, Stream
from emulator.cabinet.effects import Effects
from emulator.cabinet.errors import require_time
from emulator.cabinet.front import CardView, CoinView, Display, LinkView, ReelView
from emulator.cabinet.history import History
from emulator.cabinet.keep import Keep, as_saved, read_saved
from emulator.cabinet.keeper import Keeper
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.line import LinkLine
from emulator.cabinet.listeners import Heard, Listeners
from emulator.cabinet.machine import Machine
from emulator.cabinet.origin import Origin
from emulator.cabinet.trust import choose_runtime
from emulator.cabinet.view import View
from emulator.devices.sealed_counter import SealedCounter
from emulator.link.line import Keep as LinkKeep
from emulator.link.room import Room
from emulator.vm.choose import make_runtime
from emulator.vm.trace import told
from machines.firmware import nvram as nvram_format
from machines.model import Model
from machines.rom.read import SealedRom
from machines.support.plain import Json, JsonView


class Cabinet:
    """
    One machine and the person in front of it.

    Args:
        model: name of a shipped model, path of a model or ROM file, or a checked model.
        seed: hex digits of a key that repeats a run; makes a TEST machine. None: keys from the system.
        nvram: image to go on with; None commissions the machine.
        chip_key: key in the one-time memory of its chip, 32 bytes, under which its records are sealed. It
            must come with the ``nvram`` of a machine of record; a seed has its own, a new machine gets one.
        serial: serial number, 0 to 2^39 - 1; also the machine number of its random stream.
        profile: rule profile instead of the model's own.
        firmware: folder or module sources instead of ours.
        purse: the visitor's coins, cents -> count; DEFAULT_PURSE if None.
        wallet: the visitor's notes, cents -> count; DEFAULT_WALLET if None.
        hoppers: coins in each hopper, cents -> count; the model's fill if None.
        language: of the machine's message line, one of languages(); None: the ROM's, or DEFAULT_LANGUAGE.
        physical: coins, reel angles and meters as ``physical()`` gave them, instead of purse and hoppers.
        entropy: what the board absorbs after each play, 32 bytes or None; by default the system's, and
            nothing where a seed is given.
        rom: a ROM file, or what ``read_rom`` returned, instead of a model; it is verified before anything
            runs, and keeps its own profile, language and firmware.
        key: public key that must have signed the ROM, 32 bytes.
        runtime: what runs the firmware, "cpython" or "micropython"; both give the same run. None: CPython for
            our firmware, MicroPython for another's, which it holds (``choice`` says whose it is).
        trust_firmware: CPython may run another's firmware, as a program of yours.
        console: a stream, or a function, that takes what the firmware prints, line by line.

    Every input goes through a method of its own and is told to the listeners; nothing else changes a run.
    Both balances are checked after every event: LedgerError or BalanceError if one fails.
    """

    def __init__(
        self,
        model: str | Path | Model = "cierzo",
        *,
        seed: str | None = None,
        nvram: bytes | None = None,
        chip_key: bytes | None = None,
        serial: int = 1,
        profile: str | None = None,
        firmware: Path | Mapping[str, str] | None = None,
        purse: Mapping[int, int] | None = None,
        wallet: Mapping[int, int] | None = None,
        hoppers: Mapping[int, int] | None = None,
        language: str | None = None,
        physical: JsonView | None = None,
        entropy: Callable[[], bytes | None] | None = None,
        rom: str | Path | SealedRom | None = None,
        key: bytes | None = None,
        runtime: str | None = None,
        trust_firmware: bool = False,
        console: Stream | Sink | None = None,
    ) -> None:
        program = program_of(
            model,
            rom,
            profile=profile,
            language=language,
            firmware=firmware,
            key=key,
            test=seed is not None,
        )
        choice = choose_runtime(program.rom, program.ours, runtime, trusted=trust_firmware)
        if physical is None:
            physical = first_physical(program.model, seed, purse, hoppers, wallet)
        self._origin = begun = Origin.of(
            program, choice, physical, seed=seed, serial=serial, nvram=nvram, chip_key=chip_key
        )
        self.model, self.rom, self.language = program.model, program.rom, program.language
        self.choice, self.runtime = choice, choice.runtime
        self.seed, self.serial, self.test = seed, serial, seed is not None
        self.chip_key, self.seals = begun.chip_key, begun.seals
        self.console = Console.of(console)
        self.ledger = ledger = Ledger()
        self.listeners = Listeners(lambda: self.board.now_us)
        absorbed = Entropy(entropy or (no_entropy if self.test else system_entropy), self.listeners.tell)
        variation = Variation(
            bytes.fromhex(begun.physical["device_key"]), serial, int(begun.physical["draws"])
        )
        printed = None if self.console is None else self.console.write
        runs = make_runtime(self.runtime, self.rom, printed, ours=choice.ours)
        self.machine = machine = Machine(begun, ledger, runs, variation, absorbed)
        self.board = machine.board
        if self.console is not None:
            self.console.attach(self.board)
        ledger.seal()
        emit = self.listeners.emit
        self.keeper = keeper = Keeper(machine, ledger, self.listeners)
        self.balances = Balances(machine, ledger, begun.physical, keeper.settle, emit)
        self.books = self.balances.books
        self.view = View(machine, self.model)
        self.acts = Acts(machine, ledger, self.model, keeper.tell, emit)
        self.keep = Keep(begun, machine, self.balances, variation, absorbed, keeper, self.console)
        self.line = LinkLine(machine, self.model, keeper.tell, self.keep.advance)
        effects = Effects(machine, self.view, self.balances, keeper, self.console, emit)
        self.board.emit, self.board.after_event = effects.hear, self.balances.check
        self.board.power_on()

    # -- how it began -------------------------------------------------------------------------------

    def origin(self) -> Json:
        """How this run began: all that ``from_origin`` needs, as plain values but for ``nvram``."""
        return self._origin.header() | {"digests": self.rom.digests, "nvram": self._origin.nvram}

    @classmethod
    def from_origin(
        cls,
        origin: JsonView,
        *,
        firmware: Path | Mapping[str, str] | None = None,
        entropy: Callable[[], bytes | None] | None = None,
        runtime: str | None = None,
        trust_firmware: bool = False,
        console: Stream | Sink | None = None,
    ) -> Self:
        """
        Begin again as another run began; same inputs and entropy give the same run, on either runtime.

        What ran the firmware then, and who trusted it, says nothing of now.
        """
        return cls(
            origin["model"],
            seed=origin["seed"],
            nvram=origin["nvram"],
            chip_key=named_key(origin),
            serial=origin["serial"],
            profile=origin["profile"],
            firmware=firmware,
            language=origin["language"],
            physical=origin["physical"],
            entropy=entropy,
            runtime=runtime,
            trust_firmware=trust_firmware,
            console=console,
        )

    # -- time ---------------------------------------------------------------------------------------

    @property
    def now_us(self) -> int:
        """Virtual time in microseconds since this run began."""
        return self.board.now_us

    @property
    def now_ms(self) -> int:
        """Virtual time in whole milliseconds."""
        return self.board.now_us // 1000

    def run(self, ms: int) -> None:
        """Let ``ms`` milliseconds of virtual time pass."""
        self.run_us(ms * 1000)

    def run_us(self, us: int) -> None:
        """Let ``us`` microseconds of virtual time pass."""
        require_time(us)
        # What is due now waits for the next stretch of time, so that a journal of inputs and times is enough.
        if us:
            self.line.run(us)
        self.settle()

    # -- who hears of it ------------------------------------------------------------------------------

    def listen(self, heard: Heard) -> None:
        """Call ``heard(kind, t_us, fields)`` for every output from now on."""
        self.listeners.listen(heard)

    def listen_inputs(self, heard: Heard) -> None:
        """Call ``heard(name, t_us, arguments)`` for every input, before it acts."""
        self.listeners.listen_inputs(heard)

    def unheard(self) -> contextlib.AbstractContextManager[None]:
        """Tell nobody anything, as long as this lasts."""
        return self.listeners.unheard()

    # -- what hands do --------------------------------------------------------------------------------

    def insert(self, cents: int) -> None:
        """Drop one coin of the purse into the slot."""
        self.acts.insert(cents)

    def insert_note(self, cents: int) -> bool:
        """Offer one note of the wallet to the note acceptor; False: it does not draw it in."""
        return self.acts.insert_note(cents)

    def insert_card(self, balance_cents: int | None = None) -> None:
        """
        Put a house card into the reader.

        Args:
            balance_cents: of a new card, which the visitor has just bought; None: the last one in his hand.
        """
        self.acts.insert_card(balance_cents)

    def remove_card(self) -> None:
        """Take the card out of the reader, whatever the machine is doing with it."""
        self.acts.remove_card()

    def press(self, name: str, ms: int = 100) -> None:
        """Press a button and release it ``ms`` milliseconds later."""
        self.acts.press(name, ms)

    def down(self, name: str) -> None:
        """Press a button and keep it pressed."""
        self.acts.down(name)

    def up(self, name: str) -> None:
        """Release a button."""
        self.acts.up(name)

    def take_tray(self) -> int:
        """Move every coin of the tray to the purse; return their cents."""
        return self.acts.take_tray()

    def new_visitor(self) -> None:
        """Let the visitor leave with all money and the house card, and another come with a full purse."""
        self.acts.new_visitor()

    def change(self) -> None:
        """Change what the visitor has for coins that the machine takes; the sum stays the same."""
        self.acts.change()

    def open_door(self, name: str = "main") -> None:
        """Open a door: "main", "box" or "logic"."""
        self.acts.open_door(name)

    def close_door(self, name: str = "main") -> None:
        """Close and lock a door."""
        self.acts.close_door(name)

    def turn_key(self, name: str, on: bool = True) -> None:
        """Turn a key switch, or turn it back: "operator" or "service"."""
        self.acts.turn_key(name, on)

    def power_off(self) -> None:
        """Pull the plug."""
        self.acts.power_off()

    def cut_power(self, ops: int, ticks: int = 1) -> None:
        """
        Pull the plug inside a tick of the firmware, between two operations that can be seen from outside.

        Args:
            ops: operations done in that tick by then, 0 or more; a tick that does fewer goes on with power.
            ticks: which tick, from 1, the next one.
        """
        self.acts.cut_power(ops, ticks)

    def power_on(self) -> None:
        """Put the plug back."""
        self.acts.power_on()

    def refill(self, cents: int, coins: int) -> None:
        """Put coins from outside into a hopper, as an attendant does; the firmware is not told."""
        self.acts.refill(cents, coins)

    def empty(self, cents: int) -> None:
        """Take every coin out of a hopper to the cash box; the firmware is not told."""
        self.acts.empty(cents)

    def fill_tickets(self, tickets: int) -> None:
        """Put a pack of tickets into the dispenser, as an attendant does, instead of what is left there."""
        self.acts.fill_tickets(tickets)

    def pull_tickets(self, tickets: int = 1) -> None:
        """Draw tickets out of the dispenser by force."""
        self.acts.pull_tickets(tickets)

    def unplug(self, what: str) -> None:
        """Pull a device's plug: one of the mechanical meters, or "card", the reader of house cards."""
        self.acts.unplug(what)

    def plug(self, what: str) -> None:
        """Put a device's plug back."""
        self.acts.plug(what)

    def jam_reel(self, number: int, jammed: bool = True) -> None:
        """Block or free a reel, from 1."""
        self.acts.jam_reel(number, jammed)

    def damage(
        self,
        id: str,
        cents: int | None = None,
        number: int | None = None,
        steps: int | None = None,
        coins: int | None = None,
        for_ms: int | None = None,
        name: str | None = None,
    ) -> None:
        """
        Let a fault begin; docs/faults.md lists them with the parameters of each and what follows.

        Raises:
            FaultError: no such fault, not with these mechanisms, or a parameter outside its limits.
        """
        self.acts.damage(id, cents=cents, number=number, steps=steps, coins=coins, for_ms=for_ms, name=name)

    def mend(self, id: str) -> None:
        """End a fault wherever it is; FaultError for one that is over by itself."""
        self.acts.mend(id)

    # -- what can be seen -----------------------------------------------------------------------------

    @property
    def powered(self) -> bool:
        """Whether the board has power."""
        return self.board.powered

    @property
    def display(self) -> Display:
        """Segment counters and message line, as lit."""
        return self.view.display

    @property
    def lamps(self) -> dict[str, bool]:
        """Button lamps and the tower light, each True where it is lit."""
        return {name: lamp.lit for name, lamp in self.machine.lamps.items()}

    @property
    def sounding(self) -> bool:
        """Whether the buzzer can be heard; machines of type C have a use for it."""
        return self.machine.buzzer.sounding

    @property
    def pressed(self) -> frozenset[str]:
        """Buttons that are held down."""
        return frozenset(name for name, button in self.machine.buttons.items() if button.is_down)

    @property
    def glass(self) -> frozenset[int]:
        """Numbers of the lit lamps behind the glass: rows by prize class, then payline and reel lights."""
        return self.machine.glass.lit()

    @property
    def reels(self) -> list[ReelView]:
        """The reels, from left to right."""
        return self.view.reels

    @property
    def pots_cents(self) -> tuple[int, ...]:
        """
        What each pot of a machine of chance stands at, by level, as its books have it; of none: ().

        One that was hit stands at what it pays until that is given.
        """
        return self.view.pots_cents

    @property
    def coins(self) -> list[CoinView]:
        """Coins on their way."""
        return self.view.coins

    @property
    def note(self) -> CoinView | None:
        """The note in the acceptor; ``path`` is in, escrow, stacking, stacked, back or jammed."""
        return self.view.note

    @property
    def note_open(self) -> bool:
        """Whether the note acceptor would draw a note in, as the light at its mouth tells."""
        return self.machine.notes is not None and self.machine.notes.is_open

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
    def wallet(self) -> dict[int, int]:
        """The visitor's notes, cents -> count."""
        return self.ledger.count("wallet")

    @property
    def note_box_cents(self) -> int:
        """Money in the box behind the note acceptor."""
        return self.ledger.total("note_box")

    @property
    def card(self) -> CardView | None:
        """The visitor's house card, in the reader or in his hand; None: he has none."""
        return self.view.card

    @property
    def card_reader(self) -> bool:
        """Whether the machine takes house cards."""
        return self.machine.card is not None

    @property
    def hopper_levels(self) -> dict[int, int]:
        """Coins in each hopper, cents -> count."""
        return {cents: hopper.level() for cents, hopper in self.machine.hoppers.items()}

    @property
    def cash_box_cents(self) -> int:
        """Money in the cash box."""
        return self.ledger.total("cash_box")

    @property
    def tickets_given(self) -> int:
        """Tickets that left the dispenser in this run; 0 without one."""
        return self.machine.tickets_given

    @property
    def ticket_differences(self) -> dict[str, int]:
        """By name, tickets that left and are not booked; below 0 the other way round."""
        return {} if self.balances.tickets is None else dict(self.balances.tickets.differences)

    @property
    def doors(self) -> dict[str, bool]:
        """Each door, True where it is open."""
        return {name: door.is_open for name, door in self.machine.doors.items()}

    @property
    def keys(self) -> dict[str, bool]:
        """Each key, True where it is turned."""
        return {name: key.turned for name, key in self.machine.keys.items()}

    @property
    def meters(self) -> dict[str, int]:
        """The mechanical meters (plays, prizes, in, out) and the books' counters where they can be read."""
        return self.view.meters

    @property
    def counter(self) -> SealedCounter:
        """
        The sealed counter: ``read()`` and ``dump()`` are its reader port, with or without current.

        Raises:
            CabinetError: the machine has none, as most of type A.
        """
        return self.view.counter

    @property
    def tilt(self) -> str:
        """Tilt code that the books carry, empty for none, ``memory`` where they cannot be read."""
        return self.view.tilt

    @property
    def flags(self) -> list[str]:
        """What the board has noticed that a laboratory should know, such as a step never committed."""
        return list(self.board.flags)

    @property
    def fault(self) -> str | None:
        """The crash of the firmware, with file and line of its source, or None."""
        return self.board.fault

    @property
    def last_fault(self) -> str | None:
        """
        The last crash or hang of the firmware, however often the machine has started since; None: none.

        ``file:line in function: Type``, the same on both runtimes; a hang is told where it was found.
        """
        return None if self.board.last_fault is None else told(self.board.last_fault)

    @property
    def firmware_ours(self) -> bool:
        """Whether the firmware is the installed one, byte for byte; ``choice`` says what runs another's."""
        return self.choice.ours

    @property
    def nvram(self) -> bytes:
        """The FRAM as it is now."""
        return self.machine.nvram

    @property
    def last_plays(self) -> list[Json]:
        """The last plays from NVRAM, newest first."""
        return list(nvram_format.recent(self.nvram, self.seals))

    @property
    def log(self) -> list[Json]:
        """The event log from NVRAM, the oldest first: number, time_s, code, argument, text."""
        return self.view.log

    # -- the link -------------------------------------------------------------------------------------

    @property
    def link(self) -> LinkView | None:
        """The link of a linked machine; None of any other."""
        return self.view.link

    @property
    def joined(self) -> bool:
        """Whether a line leads to a controller, answered or not."""
        return self.line.joined

    @property
    def room(self) -> Room | None:
        """The controller in this process that the line leads to; None: there is none, or no line."""
        return self.line.room

    def join(
        self,
        controller: Room | str,
        key: bytes | None = None,
        tls: ssl.SSLContext | None = None,
        wait_ms: int = 0,
        keep: LinkKeep | None = None,
        *,
        own: bool = False,
    ) -> None:
        """
        Lead a line to a controller. From then on time passes with what the controller says as inputs.

        Args:
            controller: a room in this process, or "HOST:PORT".
            key: the machine's own 32 bytes (``azar link key``); a room knows it.
            tls: how to check the certificate of a controller that has one.
            wait_ms: over TCP, how long to wait for an answer that is due: for a cabinet that is not shown in
                real time, and is therefore faster than any answer.
            keep: keeps the NVRAM where it outlives this process; called before the controller hears of it.
            own: the room is this cabinet's alone, and ends with it (``close``).

        Raises:
            CabinetError: the model has no link, a line is there already, or the key is missing.
        """
        self.line.join(controller, key, tls, wait_ms, keep, own)

    def leave(self) -> None:
        """Take the line away: the link is down."""
        self.line.leave()

    def close(self) -> None:
        """Let go of what lies outside the machine: its line, and a room of its own. Nothing else is open."""
        self.line.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def link_given(self, kind: str, values: Sequence[Any] = ()) -> None:
        """
        Give the link card what a controller would; an input like every other.

        Args:
            kind, values: see ``emulator.link.port.Given``.
        """
        self.line.give(kind, values)

    # -- kept, saved, run back ------------------------------------------------------------------------

    def physical(self) -> Json:
        """
        What lasts without current, as a power cut at this instant would leave it, to begin another run with.

        Coins, notes and cards in flight are where they come to rest; see ``emulator/cabinet/at_rest.py``.
        """
        return self.keep.physical()

    def keep_with(self, keeper: Callable[[], None]) -> None:
        """
        Call ``keeper`` whenever coins, books or meters have moved, before anybody hears or sees of it.

        What it keeps then, ``nvram`` and ``physical()``, is what a power cut at that instant would leave.
        """
        self.keeper.keep_with(keeper)

    def settle(self) -> None:
        """Have kept what has moved since the last time; to be called before anything is shown or told."""
        self.keeper.settle()

    def save(self) -> bytes:
        """The whole cabinet at this instant, for ``restore`` on any computer."""
        return self.keep.save()

    @classmethod
    def restore(
        cls,
        saved: bytes,
        *,
        firmware: Path | Mapping[str, str] | None = None,
        trust_firmware: bool = False,
        console: Stream | Sink | None = None,
    ) -> Self:
        """
        A cabinet as it was when ``save`` was called, on the same runtime.

        Args:
            saved: what it returned.
            firmware, trust_firmware, console: as a cabinet takes them; a saved one trusts nothing by itself.

        Raises:
            CabinetError: the bytes are not a saved cabinet of this version.
            UntrustedFirmwareError: another's firmware that CPython ran, and is not trusted here.
        """
        value = read_saved(saved)
        hushed = None if console is None else Console(console, hushed=True)
        with as_saved():
            cabinet = cls.from_origin(
                value["origin"],
                firmware=firmware,
                runtime=value["runtime"],
                trust_firmware=trust_firmware,
                console=hushed,
            )
            cabinet.keep.restore(value["state"])
        if hushed is not None:
            hushed.hushed = False
        return cabinet

    def state(self) -> bytes:
        """This instant for ``load_state`` in this process: fast, a difference from how the run began."""
        return self.keep.state()

    def load_state(self, state: bytes) -> None:
        """Be again what this cabinet, or one of the same origin, was when ``state`` was called."""
        self.keep.load_state(state)

    def snapshot(self, *, program: bool = True) -> Json:
        """What changes in a run, as plain values; ``origin`` holds the rest. See ``Board.save``."""
        return self.keep.snapshot(program=program)

    def put_back(self, state: JsonView, *, program: bool = True) -> None:
        """Put back what ``snapshot`` of a cabinet with the same origin returned; see ``Board.load``."""
        self.keep.put_back(state, program=program)

    @property
    def history(self) -> History | None:
        """What is remembered; None: nothing."""
        return self.keep.history

    def remember(self, at: Iterable[int] | None = None) -> History:
        """
        From now on keep what is needed to rewind: the last ten minutes, or only the times that are named.

        Args:
            at: times in us to which a rewind will want to go, each as often as it will; None: any time.

        Raises:
            CabinetError: a machine of record.
            VMError: a program that has no states which can be saved.
        """
        return self.keep.remember(self, at)

    def rewind(self, to_us: int) -> None:
        """
        Let everything since ``to_us`` not have happened; an input like every other.

        The cabinet is what it was when its clock came to ``to_us``, before anything was done to it then.

        Raises:
            CabinetError: a machine of record, one that does not remember or has a line, or a time that it
                does not remember.
        """
        self.line.require_alone()
        self.keep.rewind(to_us)

    def again(self, entropy: Callable[[], bytes | None]) -> contextlib.AbstractContextManager[None]:
        """Do again what has been: nobody is told, nothing is remembered, and the same entropy is absorbed."""
        return self.keep.again(entropy)
