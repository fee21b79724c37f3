# SPDX-License-Identifier: MIT
"""
The replay: a journal's run done again, which must reproduce every byte.

    report = replay("run.jsonl")
    print(report)                # names the first differing line with both texts
    assert report.same
"""

from __future__ import annotations

import contextlib
import inspect
import io
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from emulator.cabinet.trust import UntrustedFirmwareError
from emulator.records.chain import JournalError, unhashed
from emulator.records.journal import RESERVED, Fields, Journal, Recordable, Recorder, read
from emulator.support.errors import EmulatorError
from emulator.vm.choose import MICROPYTHON
from machines.support.plain import Json, JsonView

INPUTS = (
    "insert",
    "press",
    "down",
    "up",
    "take_tray",
    "take_box",
    "new_visitor",
    "change",
    "bring",
    "carry",
    "insert_note",
    "insert_card",
    "remove_card",
    "open_door",
    "close_door",
    "turn_key",
    "power_off",
    "cut_power",
    "power_on",
    "refill",
    "empty",
    "fill_tickets",
    "pull_tickets",
    "unplug",
    "plug",
    "jam_reel",
    "damage",
    "mend",
    "rewind",
    "link_given",
    "probe",
    "evaluate",
    "set_line",
    "free_line",
)
# What only the devices of a table, and a table with one, are done to.
TABLE_INPUTS = (
    "shake",
    "launch",
    "push",
    "lift",
    "cover",
    "open_body",
    "close_body",
    "take_bank",
    "cut",
    "bet",
    "ready",
    "no_more_bets",
    "buy",
    "set_hand",
    "away",
    "back",
)
_TYPED = '"in":"evaluate"'
# A replay looks up from its work this often, in virtual time.
_SLICE_US = 1_000_000

Progress = Callable[[int, int], None]


class DigestError(JournalError):
    """The machine at hand differs from the recorded one in ``part``."""

    def __init__(self, part: str, recorded: str, present: str) -> None:
        super().__init__(f"{part} digest must be {recorded} as recorded (got {present})")
        self.part = part


class Difference(NamedTuple):
    """The first line that a replay did not reproduce; texts are without their hashes."""

    line: int
    recorded: str
    produced: str

    def __str__(self) -> str:
        return f"line {self.line} differs\n  recorded: {self.recorded}\n  produced: {self.produced}"


@dataclass(frozen=True)
class ReplayReport:
    """The result of a replay."""

    path: str
    lines: int  # whole lines in the file
    compared: int  # lines reproduced byte for byte
    duration_us: int
    test: bool  # of a TEST machine
    complete: bool  # the run ended with its end line: it was not killed
    cut: bool  # the file stops in the middle of a line, which was not compared
    difference: Difference | None

    @property
    def same(self) -> bool:
        """Whether every whole line was reproduced."""
        return self.difference is None

    def __str__(self) -> str:
        if self.difference is not None:
            return f"{self._whose}: {self.difference}"
        ran = f"{self.compared} lines, {self.duration_us // 1000} ms"
        text = f"{self._whose}: {ran}, reproduced byte for byte"
        if not self.complete:
            text += f"; it ends at line {self.lines}, the run was not closed"
        return text

    @property
    def _whose(self) -> str:
        return f"{self.path}, TEST" if self.test else self.path


class _Comparer(Recorder):
    """
    A recorder that compares with a journal's lines instead of writing them.

    It never raises: it is called from inside the machine, where an exception would look like a crash of
    the firmware.
    """

    def __init__(self, cabinet: Recordable, journal: Journal) -> None:
        self._expected = journal.lines
        self._header = journal.header
        self.difference: Difference | None = None
        self.compared = 0
        super().__init__(cabinet, io.StringIO())

    def origin(self, cabinet: Recordable) -> JsonView:
        """
        The machine's beginning, but for what differs between computers.

        That is the path of its model file, and whether firmware that is not ours is trusted.
        """
        told = {**cabinet.origin(), "model": self._header["model"]}
        said = self._header.get("firmware")
        if "firmware" in told and isinstance(said, dict) and isinstance(said.get("trusted"), bool):
            told["firmware"] = {**told["firmware"], "trusted": said["trusted"]}
        return told

    def take(self, line: str) -> None:
        """Compare one produced line with the one recorded in its place."""
        # A killed run may have done more at its last instant than it could still write.
        if self.difference is not None or self.compared == len(self._expected):
            return
        if line == self._expected[self.compared]:
            self.compared += 1
        else:
            recorded = self._expected[self.compared]
            self.difference = Difference(self.compared + 1, unhashed(recorded), unhashed(line))

    def fail(self, number: int, recorded: str, error: EmulatorError) -> None:
        """Take as a difference an input that the machine refuses now and took when it was recorded."""
        if self.difference is None:
            self.difference = Difference(number, unhashed(recorded), f"error: {error}")

    @property
    def missing(self) -> bool:
        """Whether lines were recorded that nothing has produced yet."""
        return self.compared < len(self._expected)

    def finish(self) -> None:
        """Name the first line that was recorded and that nothing has produced."""
        if self.difference is None and self.missing:
            recorded = self._expected[self.compared]
            self.difference = Difference(self.compared + 1, unhashed(recorded), "(nothing)")


def replay(
    path: str | Path,
    progress: Progress | None = None,
    *,
    model: str | Path | None = None,
    firmware: Path | Mapping[str, str] | None = None,
    build: Callable[..., Recordable] | None = None,
    trust_firmware: bool = False,
) -> ReplayReport:
    """
    Run a journal again and compare every line that comes out with the file, byte for byte.

    Args:
        path: the journal.
        progress: called now and then with (virtual microseconds done, of how many).
        model: where the model file lies, if its name in the journal is not one that ships.
        firmware: folder or sources other than ours, as ``Cabinet`` takes them.
        build: what rebuilds the cabinet, ``Cabinet.from_origin`` unless given; told the runtime if lines of
            a prompt are to be evaluated.
        trust_firmware: CPython may run a firmware that is not ours; whatever the journal says of that is
            no permission.

    Returns:
        A report; its ``difference`` names the first line that was not reproduced.

    Raises:
        JournalError: unreadable, altered (ChainError), or recorded on another machine (DigestError).
        UntrustedFirmwareError: the firmware is not ours, or lines of a prompt are to be evaluated, and
            nothing is here that would hold it.
    """
    journal = read(path)
    entropy = deque(_entropy_of(journal))
    origin = {key: value for key, value in journal.header.items() if key not in ("azar", "version", "h")}
    origin["nvram"] = journal.nvram
    if model is not None:
        origin["model"] = str(model)
    if build is None:
        from emulator.cabinet import Cabinet

        build = Cabinet.from_origin
    trust: Json = {"trust_firmware": True} if trust_firmware else _held(journal)
    cabinet = build(
        origin, firmware=firmware, entropy=lambda: entropy.popleft() if entropy else None, **trust
    )
    present = cabinet.origin()["digests"]
    for part, recorded in journal.header["digests"].items():
        if present.get(part) != recorded:
            raise DigestError(part, recorded, str(present.get(part)))
    comparer = _Comparer(cabinet, journal)
    _feed(cabinet, journal, comparer, progress)
    return ReplayReport(
        path=journal.path,
        lines=len(journal.lines),
        compared=comparer.compared,
        duration_us=journal.duration_us,
        test=journal.header["seed"] is not None,
        complete=journal.complete,
        cut=journal.cut,
        difference=comparer.difference,
    )


def _held(journal: Journal) -> Json:
    """The runtime that holds lines of Python, programs of whoever wrote them; nothing without such lines."""
    return {"runtime": MICROPYTHON} if any(_TYPED in line for line in journal.lines) else {}


def _inputs_of(journal: Journal) -> Iterator[tuple[int, Json]]:
    """Number and object of every line that is an input."""
    for number, line in enumerate(journal.lines[1:], 2):
        # Outputs are only compared; parsing them all would cost more than the run itself.
        if '"in":' in line:
            event = journal.event(number)
            if "in" in event:
                yield number, event


def _entropy_of(journal: Journal) -> Iterator[bytes]:
    """The entropy that the run absorbed, in order; the replayed machine is given the same."""
    for number, event in _inputs_of(journal):
        if event["in"] == "entropy":
            try:
                yield bytes.fromhex(event["hex"])
            except (KeyError, TypeError, ValueError) as error:
                raise JournalError(f"{journal.path}: line {number} must have hex, as hex digits") from error


def _rewinds_of(journal: Journal) -> list[tuple[int, int]]:
    """(from, to) in us of every time the run went back."""
    found = []
    for number, event in _inputs_of(journal):
        if event["in"] == "rewind":
            if type(event.get("to_us")) is not int:
                raise JournalError(f"{journal.path}: line {number} must have to_us, in whole us")
            found.append((event["t"], event["to_us"]))
    return found


def _feed(cabinet: Recordable, journal: Journal, comparer: _Comparer, progress: Progress | None) -> None:
    rewinds = _rewinds_of(journal)
    if rewinds:
        # Where this is refused the first rewind is refused too, and named as a difference.
        with contextlib.suppress(EmulatorError):
            cabinet.remember(at=[to_us for _, to_us in rewinds])
    clock = _Clock(cabinet, journal.duration_us + sum(t_us - to_us for t_us, to_us in rewinds), progress)
    for number, event in _inputs_of(journal):
        if event["in"] == "entropy":
            continue
        clock.run_to(event["t"], comparer)
        if comparer.difference is not None:
            return
        before_us = cabinet.now_us
        try:
            act(cabinet, event["in"], {key: value for key, value in event.items() if key not in RESERVED})
        except UntrustedFirmwareError:
            raise
        except EmulatorError as error:
            comparer.fail(number, journal.lines[number - 1], error)
            return
        clock.undone_us += before_us - cabinet.now_us
    clock.run_to(journal.duration_us, comparer)
    if journal.complete:
        comparer.close()
    elif comparer.missing and comparer.difference is None:
        # What is due at the time of an input comes with the next stretch of time; the file ends within it.
        cabinet.run_us(1)
    comparer.finish()


class _Clock:
    """Lets time pass in a cabinet and reports the progress of the whole run, undone parts included."""

    def __init__(self, cabinet: Recordable, total_us: int, progress: Progress | None) -> None:
        self.undone_us = 0
        self._cabinet = cabinet
        self._total_us = total_us
        self._progress = progress

    def run_to(self, until_us: int, comparer: _Comparer) -> None:
        """Until that time, or until a line differs."""
        cabinet = self._cabinet
        while cabinet.now_us < until_us and comparer.difference is None:
            cabinet.run_us(min(until_us - cabinet.now_us, _SLICE_US))
            if self._progress is not None:
                self._progress(self.undone_us + cabinet.now_us, self._total_us)


def act(cabinet: object, name: str, arguments: Fields) -> None:
    """
    Do one recorded input to a cabinet.

    Raises:
        JournalError: the cabinet has no such input, or it takes other arguments.
        UntrustedFirmwareError: a line of Python that nothing would hold.
    """
    known = [one for one in (*INPUTS, *TABLE_INPUTS) if hasattr(cabinet, one)]
    if name not in known:
        raise JournalError(f"in must be one of {', '.join(known)} (got {name})")
    method = getattr(cabinet, name)
    if name == "evaluate":
        attrgetter("probes.require_held")(cabinet)()
    try:
        inspect.signature(method).bind(**arguments)
    except TypeError as error:
        raise JournalError(f"{name} does not take {', '.join(arguments) or 'nothing'}: {error}") from error
    method(**arguments)
