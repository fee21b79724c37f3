# SPDX-License-Identifier: MIT
"""azar cctalk: the virtual acceptor, hopper and note reader on a line for somebody else's host software."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import CommandError, print_json

if TYPE_CHECKING:
    from emulator.cctalk.desk import Desk
    from emulator.cctalk.wire import Wire

EXAMPLE = "azar cctalk --pty --device acceptor,hopper"

AsPty = Annotated[bool, typer.Option("--pty", help="Offer a pseudo-terminal; the default.")]
Port = Annotated[
    str | None, typer.Option("--port", metavar="NAME", help="Use a serial port, such as /dev/ttyUSB0.")
]
Echo = Annotated[str, typer.Option("--echo", metavar="on|off", help="Whether the host hears its own bytes.")]
Crc = Annotated[bool, typer.Option("--crc", help="Speak the 16-bit CRC mode.")]
Devices = Annotated[
    str, typer.Option("--device", metavar="LIST", help="acceptor, hopper, bill: one or more.")
]
JournalFile = Annotated[
    Path | None, typer.Option("--journal", metavar="F", help='Write every byte; "azar replay F" repeats it.')
]
SeedHex = Annotated[
    str, typer.Option("--seed", metavar="HEX", help="Rhythm of the mechanisms; nothing else depends on it.")
]
Seconds = Annotated[
    float | None, typer.Option("--seconds", metavar="S", min=0.0, help="End by itself after this time.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one object when it ends, and nothing else.")]


def cctalk(
    pty: AsPty = False,
    port: Port = None,
    echo: Echo = "on",
    crc: Crc = False,
    device: Devices = "acceptor,hopper",
    journal: JournalFile = None,
    seed: SeedHex = "00",
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """
    Offer a ccTalk coin acceptor (address 2), hopper (3) and note reader (40) to your host.

    They live in wall time, at 9600 baud. Type help and Enter for what hands can do meanwhile.
    """
    from emulator.cctalk.desk import Desk
    from emulator.cctalk.hands import status

    if pty and port:
        raise CommandError("--pty and --port must not both be there", "azar cctalk --help", status=2)
    if echo not in ("on", "off"):
        raise CommandError(f"--echo must be on or off (got {echo})", "azar cctalk --help", status=2)
    desk = Desk([name.strip() for name in device.split(",")], echo=echo == "on", crc=crc, seed=seed)
    say: Callable[[str], None] = (lambda text: None) if as_json else _say
    with _wire(port) as wire, _recorded(desk, journal):
        say(f"ccTalk line for your host: {wire.name}   (9600 8N1; type help and Enter)")
        _run(desk, wire, seconds, say)
    if as_json:
        print_json(status(desk) | {"line": wire.name, "ran_us": desk.now_us})


def _say(text: str) -> None:
    print(text, flush=True)


def _wire(port: str | None) -> contextlib.AbstractContextManager[Wire]:
    from emulator.cctalk.wire import Pty, SerialPort

    return Pty() if port is None else SerialPort(port)


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


def _run(desk: Desk, wire: Wire, seconds: float | None, say: Callable[[str], None]) -> None:
    from emulator.cctalk.hands import Hands
    from emulator.cctalk.serve import Service

    began_ns = time.monotonic_ns()
    service = Service(desk, wire, lambda: (time.monotonic_ns() - began_ns) // 1000)
    hands = Hands(desk, _typed_at(), say)
    with contextlib.suppress(KeyboardInterrupt):
        while not hands.quit and (seconds is None or time.monotonic_ns() - began_ns < seconds * 1e9):
            service.turn()
            hands.turn()
            service.wait(also=hands.descriptor)


def _typed_at() -> int | None:
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return None
