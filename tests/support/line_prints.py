# SPDX-License-Identifier: MIT
"""
Small prints of ccTalk lines: a host that says anything, hands that do anything, and what is told of it.

``vectors/line_prints.json`` holds digests of the packets, what became of coins and notes, what hands were
answered, the journal and how the devices were set up, for each line. After a change that is meant, see which
differ and write the prints anew:

    python tests/support/line_prints.py DIR     # saves each line as DIR/NAME.txt and writes the file

Two folders, of the tree before and of the tree after, are compared by ``diff -r``.
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
from pathlib import Path

from prints import keep

from emulator.cctalk import outcomes
from emulator.cctalk.desk import Desk
from emulator.cctalk.desk_faults import ACTS
from emulator.cctalk.hands import HELP, Hands
from emulator.cctalk.options import Typed
from emulator.cctalk.record import LineRecorder, replay_line
from emulator.cctalk.trace import Tracer, row_text
from emulator.devices.cctalk.line_faults import KINDS
from emulator.devices.cctalk.packet import packet
from emulator.devices.cctalk.peripheral import Peripheral
from emulator.support.errors import EmulatorError

# The lines by what is typed for them.
LINES = {
    "plain": Typed({}),
    "crc": Typed({}, crc=True, queue=True, seed="01"),
    "silent": Typed({}, echo="off", acceptor="sorter=off,reset_ms=0", bill="crc=on"),
    "hoppers": Typed({}, hoppers=("coin=100,fill=30", "address=4,coin=20,fill=7,crc=on"), kinds=("hopper",)),
    **{
        name: Typed({}, profiles=(name,))
        for name in ("alberici-al66", "alberici-hopper", "azkoyen-x6", "azkoyen-x6-compatible", "flow",
                     "sch2", "sch3")
    },
}  # fmt: skip
PACKETS = 250
KEYS = (
    "address", "crc", "coin", "fill", "sorter", "reset_ms", "manufacturer", "answer_ms", "start_ms",
    "silence_ms", "poll_ms", "open", "unanswered", "acknowledge", "serial", "nothing",
)  # fmt: skip
# A host that was set up well asks these more often than anything else: credits, status, payment, inhibits.
OFTEN = {"acceptor": (229, 231, 228, 210), "hopper": (167, 166, 164, 160, 134), "bill": (159, 154, 228, 231)}
_WORDS = (
    "line",
    "line sound",
    "status",
    "faults",
    "off",
    "on",
    "empty",
    "jam",
    "free",
    "nothing",
    "@",
    "empty @3",
)


class _Line:
    """One line, its host and hands, as a seed has them."""

    def __init__(self, name: str, typed: Typed) -> None:
        self.lines: dict[str, list[str]] = {}
        self._chance = random.Random(f"{name}")
        self._desk = Desk(typed.line())
        self._journal = io.StringIO()
        self._recorder = LineRecorder(self._desk, self._journal)
        self._desk.told = lambda event: self._say("told", f"{event['t_us']} {outcomes.text(event)}")
        self._tracer = Tracer(self._desk, lambda row: self._say("frame", f"{row['t_us']} {row_text(row)}"))
        self._hands = Hands(self._desk, lambda text: self._say("hands", text))
        self._say("setup", json.dumps(self._desk.setup.plain()))

    def _say(self, kind: str, text: str) -> None:
        self.lines.setdefault(kind, []).append(text)

    def _run(self, ms: int) -> None:
        self._desk.advance(self._desk.now_us + ms * 1000)

    def _data(self, peripheral: Peripheral, header: int) -> bytes:
        """As long as the header takes it, mostly: small numbers, and bits that let things through."""
        if header == 167 and self._chance.random() < 0.9:
            serial = peripheral.identity.serial.to_bytes(3, "little")
            return serial + bytes((self._chance.choice((1, 2, 3)),))
        if header == 164 and self._chance.random() < 0.8:
            return b"\xa5"
        row = peripheral.HEADERS.get(header)
        size = self._chance.choice(row[1]) if row and row[1] and self._chance.random() < 0.9 else 0
        size += self._chance.random() < 0.05
        return bytes(self._chance.choice((0, 1, 1, 2, 3, 165, 255)) for _ in range(size))

    def _ask(self) -> None:
        """A packet that a device knows, or a poll, or noise."""
        peripheral = self._chance.choice(self._desk.peripherals)
        kind = next((one for one in OFTEN if one in type(peripheral).__name__.lower()), "acceptor")
        known = tuple(peripheral.HEADERS)
        header = self._chance.choice(known if self._chance.random() < 0.3 else OFTEN[kind])
        data = self._data(peripheral, header)
        crc = peripheral.crc ^ (self._chance.random() < 0.03)
        sent = bytearray(packet(peripheral.address, header, data, crc=crc))
        if self._chance.random() < 0.04:
            sent[self._chance.randrange(len(sent))] ^= 1 << self._chance.randrange(8)
        if self._chance.random() < 0.02:
            del sent[-1]
        self._desk.host(bytes(sent))

    def _poll(self) -> None:
        """As a host does that plays by the rules, mostly; now and then it lets everything in."""
        opens = self._chance.random() < 0.1
        for peripheral in self._desk.peripherals:
            polled = {2: 229, 40: 159}.get(peripheral.address, 166)
            asked = [(polled, b"")] + [(231, b"\xff\xff"), (228, b"\1"), (164, b"\xa5")] * opens
            for header, data in asked:
                if self._chance.random() < 0.85:
                    self._desk.host(packet(peripheral.address, header, data, crc=peripheral.crc))
                    self._run(45)

    def _act(self) -> None:
        """Something that hands do; not all of it can be done."""
        pick = self._chance.choice
        if not self._desk.powered and self._chance.random() < 0.5:
            self._hands.act("on")
        at = pick(("", "", "", " @3", " @4"))
        more = pick(("", "every=2", "header=229", "address=3", "ms=30", "ms=0"))
        self._hands.act(
            pick((
                f"insert {pick((10, 20, 50, 100, 200, 200, 7))}", f"insert {pick((100, 200))}",
                f"insert {pick((20, 50, 100))}", f"note {pick((500, 1000))}",
                f"note {pick((500, 1000, 2000, 300))}", f"refill {pick((1, 20, 9999))}{at}",
                f"damage {pick([*ACTS])}{pick(('', '', ' 2', ' 77'))}{at}",
                f"line {pick((*KINDS, 'x'))} count={pick((1, 2, 0))} {more}",
                "line sound", pick(_WORDS), "mend",
            ))
        )  # fmt: skip
        if self._chance.random() < 0.2:
            for fault in self._chance.sample([*ACTS], 5):
                self._hands.act(f"mend {fault}{at}")

    def live(self) -> None:
        """Packets, and acts between them; then the plug is in and all are asked how they are."""
        self._run(700)
        for _ in range(PACKETS):
            self._poll()
            self._ask()
            self._run(self._chance.choice((2, 8, 30, 90, 90, 200, 600)))
            if self._chance.random() < 0.3:
                self._act()
                self._run(self._chance.choice((0, 5, 150, 900)))
            self._say("heard", f"{self._desk.now_us} {self._desk.take().hex()}")
        for word in ("on", "line sound", "status"):
            self._hands.act(word)
        self._tracer.flush()
        self._recorder.close()
        self._say("places", repr([self._desk.coins(place) for place in ("tray", "cash_box")]))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "line.jsonl"
            file.write_text(self._journal.getvalue(), encoding="utf-8")
            self._say("again", str(replay_line(file)))
        self.lines["journal"] = self._journal.getvalue().splitlines()


def lived(name: str) -> dict[str, list[str]]:
    """Kind -> what was told of a line."""
    line = _Line(name, LINES[name])
    line.live()
    return line.lines


def refused() -> dict[str, list[str]]:
    """What is said of devices that cannot be."""
    found: dict[str, list[str]] = {"help": HELP.splitlines()}
    for kind in ("acceptor", "hoppers", "bill"):
        for key in KEYS:
            for value in ("-1", "0", "1", "3", "255", "256", "9999", "100000", "on", "x", ""):
                text = f"{key}={value}"
                try:
                    typed = Typed({}, **{kind: (text,) if kind == "hoppers" else text})  # type: ignore[arg-type]
                    said = json.dumps(typed.line().plain())
                except EmulatorError as error:
                    said = str(error)
                found.setdefault(kind, []).append(f"{text}: {said}")
    return found


def every() -> dict[str, dict[str, list[str]]]:
    """Name -> kind -> lines."""
    return {"refused": refused(), **{name: lived(name) for name in LINES}}


if __name__ == "__main__":
    keep("line_prints", every(), Path(sys.argv[1]))
