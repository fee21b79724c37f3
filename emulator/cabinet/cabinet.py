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

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Self, Unpack

from emulator.cabinet.acts import Acts
from emulator.cabinet.balances import Balances
from emulator.cabinet.bootrom import program_of
from emulator.cabinet.chance import Entropy, Variation
from emulator.cabinet.commission import named_key, no_entropy, system_entropy
from emulator.cabinet.console import Console, Sink, Stream
from emulator.cabinet.effects import Effects
from emulator.cabinet.errors import require_time
from emulator.cabinet.face import Seen, act, require_known
from emulator.cabinet.hall_acts import HallActs
from emulator.cabinet.history import History
from emulator.cabinet.keep import Keep, as_saved, read_saved
from emulator.cabinet.keeper import Keeper
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.line import LinkLine
from emulator.cabinet.listeners import Listeners
from emulator.cabinet.machine import Machine
from emulator.cabinet.options import CabinetOptions, RunOptions
from emulator.cabinet.origin import Origin
from emulator.cabinet.probe import Probe
from emulator.cabinet.trust import choose_runtime
from emulator.cabinet.view import View
from emulator.support.closing import Closing
from emulator.vm.choose import MICROPYTHON, make_runtime
from machines.model import Model
from machines.support.plain import Json, JsonView


class Cabinet(Closing):
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
        probe: called with the cabinet, all wired, before the current comes for the first time; it observes.
        watch: looks at the firmware while CPython runs it (``emulator.debug``).

    Every input goes through a method of its own and is told to the listeners; nothing else changes a run.
    Both balances are checked after every event: LedgerError or BalanceError if one fails.
    """

    def __init__(self, model: str | Path | Model = "cierzo", **options: Unpack[CabinetOptions]) -> None:
        require_known("Cabinet", options, CabinetOptions)
        self.seed, self.serial = options.get("seed"), options.get("serial", 1)
        self.test = self.seed is not None
        program = program_of(
            model,
            options.get("rom"),
            profile=options.get("profile"),
            language=options.get("language"),
            firmware=options.get("firmware"),
            key=options.get("key"),
            test=self.test,
        )
        trusted = options.get("trust_firmware", False)
        watch = options.get("watch")
        wanted = options.get("runtime")
        watched = watch is not None
        self.choice = choose_runtime(program.rom, program.ours, wanted, trusted=trusted, watched=watched)
        self.model, self.rom, self.language = program.model, program.rom, program.language
        self.runtime = self.choice.runtime
        self._origin = begun = Origin.of(program, self.choice, options)
        self.chip_key, self.seals = begun.chip_key, begun.seals
        self.console = Console.of(options.get("console"))
        self.ledger = ledger = Ledger()
        self.listeners = Listeners(lambda: self.board.now_us)
        source = options.get("entropy") or (no_entropy if self.test else system_entropy)
        absorbed = Entropy(source, self.listeners.tell)
        physical = begun.physical
        variation = Variation(bytes.fromhex(physical["device_key"]), self.serial, int(physical["draws"]))
        printed = None if self.console is None else self.console.write
        paths = program.paths() if watched else None
        runs = make_runtime(self.runtime, self.rom, printed, ours=self.choice.ours, watch=watch, paths=paths)
        self.machine = machine = Machine(begun, ledger, runs, variation, absorbed)
        self.board = machine.board
        if self.console is not None:
            self.console.attach(self.board)
        ledger.seal()
        emit = self.listeners.emit
        self.keeper = keeper = Keeper(machine, ledger, self.listeners)
        self.balances = Balances(machine, ledger, physical, keeper.settle, self.listeners)
        self.books = self.balances.books
        self.view = View(machine, self.model, ledger)
        self.acts = Acts(machine, ledger, self.model, keeper.tell, emit)
        self.hall_acts = HallActs(ledger, keeper.tell, lambda: self.board.now_us, machine.card)
        self.keep = Keep(begun, machine, self.balances, variation, absorbed, keeper, self.console)
        held = trusted or self.runtime == MICROPYTHON
        self.probes = Probe(machine, self.balances, self.test, held, keeper.tell, emit)
        self.line = LinkLine(machine, self.model, keeper.tell, self.keep.advance)
        effects = Effects(machine, self.view, self.balances, keeper, self.console, self.listeners)
        self.board.emit, self.board.after_event = effects.hear, self.balances.check
        if (probe := options.get("probe")) is not None:
            probe(self)
        self.board.power_on()

    # -- how it began -------------------------------------------------------------------------------

    def origin(self) -> Json:
        """How this run began: all that ``from_origin`` needs, as plain values but for ``nvram``."""
        return self._origin.header() | {"digests": self.rom.digests, "nvram": self._origin.nvram}

    @classmethod
    def from_origin(cls, origin: JsonView, **options: Unpack[RunOptions]) -> Self:
        """
        Begin as another run began; same inputs and entropy give the same run, on either runtime.

        Runtime of the firmware and trust in it are decided anew.
        """
        return cls(
            origin["model"],
            seed=origin["seed"],
            nvram=origin["nvram"],
            chip_key=named_key(origin),
            serial=origin["serial"],
            profile=origin["profile"],
            language=origin["language"],
            physical=origin["physical"],
            **options,
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
        self.keeper.settle()

    # -- who hears of it ------------------------------------------------------------------------------

    listen = act("listeners", Listeners.listen)
    listen_inputs = act("listeners", Listeners.listen_inputs)
    unheard = act("listeners", Listeners.unheard)
    keep_with = act("keeper", Keeper.keep_with)
    settle = act("keeper", Keeper.settle)

    # -- what hands do --------------------------------------------------------------------------------

    insert = act("acts", Acts.insert)
    insert_note = act("acts", Acts.insert_note)
    insert_card = act("acts", Acts.insert_card)
    remove_card = act("acts", Acts.remove_card)
    press = act("acts", Acts.press)
    down = act("acts", Acts.down)
    up = act("acts", Acts.up)
    take_tray = act("acts", Acts.take_tray)
    new_visitor = act("acts", Acts.new_visitor)
    change = act("acts", Acts.change)
    bring = act("hall_acts", HallActs.bring)
    carry = act("hall_acts", HallActs.carry)
    open_door = act("acts", Acts.open_door)
    close_door = act("acts", Acts.close_door)
    turn_key = act("acts", Acts.turn_key)
    power_off = act("acts", Acts.power_off)
    cut_power = act("acts", Acts.cut_power)
    power_on = act("acts", Acts.power_on)
    refill = act("acts", Acts.refill)
    empty = act("acts", Acts.empty)
    take_box = act("acts", Acts.take_box)
    fill_tickets = act("acts", Acts.fill_tickets)
    pull_tickets = act("acts", Acts.pull_tickets)
    unplug = act("acts", Acts.unplug)
    plug = act("acts", Acts.plug)
    jam_reel = act("acts", Acts.jam_reel)
    damage = act("acts", Acts.damage)
    mend = act("acts", Acts.mend)

    # -- what a bench does ----------------------------------------------------------------------------

    probe = act("probes", Probe.probe)
    evaluate = act("probes", Probe.evaluate)
    peek = act("probes", Probe.peek)
    set_line = act("probes", Probe.set_line)
    free_line = act("probes", Probe.free_line)

    # -- what can be seen -----------------------------------------------------------------------------

    powered = Seen("view", View.powered)
    display = Seen("view", View.display)
    lamps = Seen("view", View.lamps)
    sounding = Seen("view", View.sounding)
    pressed = Seen("view", View.pressed)
    glass = Seen("view", View.glass)
    reels = Seen("view", View.reels)
    pots_cents = Seen("view", View.pots_cents)
    coins = Seen("view", View.coins)
    note = Seen("view", View.note)
    note_open = Seen("view", View.note_open)
    tray = Seen("view", View.tray)
    tray_cents = Seen("view", View.tray_cents)
    purse = Seen("view", View.purse)
    wallet = Seen("view", View.wallet)
    note_box_cents = Seen("view", View.note_box_cents)
    card = Seen("view", View.card)
    card_reader = Seen("view", View.card_reader)
    hopper_levels = Seen("view", View.hopper_levels)
    cash_box_cents = Seen("view", View.cash_box_cents)
    tickets_given = Seen("view", View.tickets_given)
    ticket_differences = Seen("balances", Balances.ticket_differences)
    doors = Seen("view", View.doors)
    keys = Seen("view", View.keys)
    meters = Seen("view", View.meters)
    counter = Seen("view", View.counter)
    tilt = Seen("view", View.tilt)
    flags = Seen("view", View.flags)
    fault = Seen("view", View.fault)
    last_fault = Seen("view", View.last_fault)
    nvram = Seen("view", View.nvram)
    last_plays = Seen("view", View.last_plays)
    log = Seen("view", View.log)
    link = Seen("view", View.link)

    @property
    def firmware_ours(self) -> bool:
        """Whether the firmware is the installed one, byte for byte; ``choice`` names another's runtime."""
        return self.choice.ours

    # -- the link -------------------------------------------------------------------------------------

    joined = Seen("line", LinkLine.joined)
    room = Seen("line", LinkLine.room)
    join = act("line", LinkLine.join)
    leave = act("line", LinkLine.leave)
    close = act("line", LinkLine.close)
    link_given = act("line", LinkLine.link_given)

    # -- kept, saved, run back ------------------------------------------------------------------------

    physical = act("keep", Keep.physical)
    save = act("keep", Keep.save)
    state = act("keep", Keep.state)
    load_state = act("keep", Keep.load_state)
    snapshot = act("keep", Keep.snapshot)
    put_back = act("keep", Keep.put_back)
    again = act("keep", Keep.again)

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

    @property
    def history(self) -> History | None:
        """The history of the run; None: none is kept."""
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
        self.hall_acts.require_after(to_us)
        self.keep.rewind(to_us)
