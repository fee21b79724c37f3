# SPDX-License-Identifier: MIT
"""azar cctalk: the virtual acceptor, hopper and note reader on a line for somebody else's host software."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from emulator.commands import complete
from emulator.commands.console import CommandError, flag, valued

if TYPE_CHECKING:
    from emulator.cctalk.desk import Desk
    from emulator.cctalk.options import Typed
    from emulator.cctalk.told import Told
    from emulator.cctalk.wire import Wire

EXAMPLE = "azar cctalk --pty --device acceptor,hopper"
_USAGE = "azar cctalk --help"

AsPty = Annotated[bool, flag("--pty", "Offer a pseudo-terminal; the default (not on Windows).")]
Port = Annotated[str | None, valued("--port", "NAME", "Use a serial port, such as /dev/ttyUSB0 or COM3.")]
Link = Annotated[Path | None, valued("--link", "PATH", "Keep a stable name for the pseudo-terminal.")]
Echo = Annotated[str | None, valued("--echo", "on|off", "Whether the host hears its own bytes; on.")]
Queue = Annotated[
    bool, flag("--queue", "Hold packets back until the last one is answered, for hosts that do not.")
]
Crc = Annotated[bool, flag("--crc", "Speak the 16-bit CRC mode, every device.")]
Devices = Annotated[str | None, valued("--device", "LIST", "acceptor, hopper, bill: one or more; all.")]
Profiles = Annotated[
    list[str] | None,
    valued(
        "--device-profile",
        "FILE",
        "Settings from TOML, or a shipped profile; repeat.",
        autocompletion=complete.devices,
    ),
]
Manufacturer = Annotated[str | None, valued("--manufacturer", "ABC", "Header 246 of every device.")]
ResetMs = Annotated[str | None, valued("--reset-ms", "MS", "Deaf so long after a reset; 0: not at all.")]
Product = Annotated[str | None, valued("--product", "TEXT", "Header 244 of the first device.")]
Serial = Annotated[str | None, valued("--serial-number", "N", "Header 242 of the first device.")]
Address = Annotated[str | None, valued("--address", "N", "Address of the first device.")]
Coins = Annotated[str | None, valued("--coins", "LIST", "Cents from position 1 on: 200,100,50,20,10,5.")]
Sorter = Annotated[str | None, valued("--sorter", "on|off", "off: credits name path 0.")]
DummyEvent = Annotated[
    str | None, valued("--dummy-event", "KIND", "null or inhibited: event after a poll at counter 0.")
]
OfAcceptor = Annotated[str | None, valued("--acceptor", "KEY=VALUE,...", "Any setting of the acceptor.")]
OfHopper = Annotated[
    list[str] | None, valued("--hopper", "KEY=VALUE,...", "A hopper: address=3,coin=100,fill=500; repeat.")
]
OfBill = Annotated[str | None, valued("--bill", "KEY=VALUE,...", "Any setting of the note reader.")]
LineFault = Annotated[
    list[str] | None,
    valued("--line-fault", "KIND,...", "drop, checksum, delay, nak, busy: drop,header=167; repeat."),
]
Trace = Annotated[bool, flag("--trace", "Print every packet, decoded.")]
JournalFile = Annotated[
    Path | None, valued("--journal", "F", 'Write every byte; "azar replay F" repeats it.')
]
SeedHex = Annotated[str, valued("--seed", "HEX", "Rhythm of the mechanisms; nothing else depends on it.")]
Seconds = Annotated[float | None, valued("--seconds", "S", "End by itself after this time.", min=0.0)]
AsJson = Annotated[bool, flag("--json", "Print one object a line: ready, what happens, end.")]


def cctalk(
    pty: AsPty = False,
    port: Port = None,
    link: Link = None,
    echo: Echo = None,
    queue: Queue = False,
    crc: Crc = False,
    device: Devices = None,
    device_profile: Profiles = None,
    manufacturer: Manufacturer = None,
    reset_ms: ResetMs = None,
    product: Product = None,
    serial_number: Serial = None,
    address: Address = None,
    coins: Coins = None,
    sorter: Sorter = None,
    dummy_event: DummyEvent = None,
    acceptor: OfAcceptor = None,
    hopper: OfHopper = None,
    bill: OfBill = None,
    line_fault: LineFault = None,
    trace: Trace = False,
    journal: JournalFile = None,
    seed: SeedHex = "00",
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """
    Offer a ccTalk acceptor, hopper and note reader to your host.

    Their addresses are 2, 3 and 40. They live in wall time, at 9600 baud. Type help and Enter for what hands
    can do meanwhile; what becomes of every coin is printed. docs/cctalk.md has a table: if your host does
    this, say that.

    A host that takes path 0 only and speaks at once after a reset: azar cctalk --sorter off --reset-ms 0

    Two hoppers, the second in CRC mode: azar cctalk --hopper coin=100,fill=500
    --hopper address=4,coin=20,crc=on

    A program that starts it: azar cctalk --json --link /tmp/cctalk --trace
    """
    from emulator.cctalk.options import Typed
    from emulator.cctalk.told import Told

    if port and (pty or link):
        raise CommandError(
            f"--port and --{'pty' if pty else 'link'} must not both be there", _USAGE, status=2
        )
    if echo not in ("on", "off", None):
        raise CommandError(f"--echo must be on or off (got {echo})", _USAGE, status=2)
    typed = Typed(
        {
            "manufacturer": manufacturer,
            "reset-ms": reset_ms,
            "product": product,
            "serial-number": serial_number,
            "address": address,
            "coins": coins,
            "sorter": sorter,
            "dummy-event": dummy_event,
        },
        kinds=[name.strip() for name in device.split(",")] if device is not None else (),
        profiles=device_profile or (),
        acceptor=acceptor or "",
        hoppers=hopper or (),
        bill=bill or "",
        echo=echo,
        queue=queue,
        crc=crc,
        seed=seed,
    )
    desk, faults = _desk(typed, line_fault or ())
    told = Told(as_json=as_json)
    tracer = told.listen(desk, trace=trace)
    with _wire(port) as wire, _linked(link, wire), _recorded(desk, journal), _until_terminated():
        _run(desk, wire, seconds, told, link, faults)
        if tracer is not None:
            tracer.flush()
        told.end(desk, wire.name)


def _desk(typed: Typed, line_fault: Sequence[str]) -> tuple[Desk, list[tuple[str, dict[str, int]]]]:
    """The line that was typed, and the faults that it begins with."""
    from emulator.cctalk.desk import Desk
    from emulator.cctalk.options import OptionError
    from emulator.cctalk.setup import SetupError
    from emulator.devices.cctalk import line_faults

    try:
        faults = [line_faults.typed([word.strip() for word in text.split(",")]) for text in line_fault]
        return Desk(typed.line()), faults
    except (OptionError, SetupError, line_faults.LineFaultError) as error:
        raise CommandError(str(error), "docs/cctalk.md lists every setting", status=2) from None


def _wire(port: str | None) -> contextlib.AbstractContextManager[Wire]:
    from emulator.cctalk.wire import Pty, SerialPort

    return Pty() if port is None else SerialPort(port)


def _linked(link: Path | None, wire: Wire) -> contextlib.AbstractContextManager[object]:
    from emulator.cctalk.link_name import LinkName

    return contextlib.nullcontext() if link is None else LinkName(link, wire.name)


@contextlib.contextmanager
def _recorded(desk: Desk, path: Path | None) -> Iterator[None]:
    from emulator.cctalk.record import LineRecorder

    if path is None:
        yield
        return
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = LineRecorder(desk, stream)
        try:
            yield
        finally:
            recorder.close()


@contextlib.contextmanager
def _until_terminated() -> Iterator[None]:
    """Ctrl-C and SIGTERM end the line as quit does: its link is removed and its end is told."""

    def end(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(
    desk: Desk,
    wire: Wire,
    seconds: float | None,
    told: Told,
    link: Path | None,
    faults: Sequence[tuple[str, dict[str, int]]],
) -> None:
    from emulator.cctalk.hands import Hands
    from emulator.cctalk.serve import WARM_UP_US, Service, wall_clock
    from emulator.cctalk.typed import Typed as TypedLines

    hands = Hands(desk, told.said)
    descriptor = _typed_at()
    typed = None if descriptor is None else TypedLines(descriptor)
    with contextlib.suppress(KeyboardInterrupt):
        desk.advance(WARM_UP_US)
        service = Service(desk, wire, wall_clock())
        told.ready(desk, wire.name, link)
        for kind, numbers in faults:
            desk.line_fault(kind, **numbers)
        began = time.monotonic()
        while not hands.quit and (seconds is None or time.monotonic() - began < seconds):
            service.turn()
            for line in typed.lines() if typed is not None else ():
                hands.act(line)
            service.wait()


def _typed_at() -> int | None:
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return None
