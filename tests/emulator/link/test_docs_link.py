# SPDX-License-Identifier: MIT
"""The numbers of docs/link.md that somebody writes the other side by: kinds, reasons, sizes, time-outs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mutants import rows_of
from places import ROOT

from cext.link import LINK_SIZE
from emulator.link import alarms, door, hub, port, server, session, tcp, wire
from machines.firmware import pins
from machines.firmware.linked import link_frames

TEXT = (ROOT / "docs" / "link.md").read_text("utf-8")
KINDS = (
    "HELLO", "CHALLENGE", "JOIN", "WELCOME", "PLAY", "ACK", "AWARD", "SETTLED", "BOOKS", "POTS", "PING",
    "PONG", "REFUSED", "WATCH", "LOOK", "FACE", "WON", "UP",
)  # fmt: skip
# A word of each reason's text, in the order of wire.REASONS.
WORDS = (
    "unknown machine", "memory behind", "ahead", "gap", "another play", "no such prize", "no such award",
    "books", "seal", "version", "replaced", "stopped", "no frame", "no such stake", "more than its rate",
    "are full", "database",
)  # fmt: skip
SIZES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}


def test_every_kind_of_frame_has_a_row_and_its_number() -> None:
    rows = re.findall(r"^\| (\d+ \w+(?:, \d+ \w+)?) \| (?:machine|controller|display)", TEXT, re.MULTILINE)
    found = {name: int(number) for row in rows for number, name in re.findall(r"(\d+) (\w+)", row)}
    assert found == {name: getattr(wire, name) for name in KINDS}
    assert set(found.values()) >= set(wire.BODIES)


@pytest.mark.parametrize("name", ["JOIN", "PLAY", "ACK", "AWARD", "SETTLED", "BOOKS", "WON", "UP"])
def test_a_body_has_the_bytes_that_its_row_says(name: str) -> None:
    (body,) = re.findall(rf"^\| \d+ {name} \| [^|]+ \| ([^|;:]+)", TEXT, re.MULTILINE)
    assert sum(SIZES[word] for word in re.findall(r"\bu\d+\b", body)) == wire.BODIES[getattr(wire, name)].size


def test_every_reason_is_told_by_its_number() -> None:
    told = TEXT.partition("\nReasons: ")[2].partition("\n\n")[0].replace("\n", " ")
    parts = re.findall(r"(?:^|, )(\d+) (.*?)(?=, \d+ |\.$)", told)
    assert [int(number) for number, _ in parts] == list(range(len(wire.REASONS)))
    assert all(word in text for word, (_, text) in zip(WORDS, parts, strict=True))


def test_every_alarm_that_is_no_reason_has_a_row() -> None:
    section = TEXT.partition("**Alarms.**")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+`) \| .+ \|$", section, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    folder = Path(alarms.__file__).parent
    noted = {
        name
        for path in folder.glob("*.py")
        for name in re.findall(r"\balarms\.note\(\s*\"(\w+)\"", path.read_text("utf-8"))
    }
    assert {*noted, "seal"} <= told | set(wire.REASONS)
    assert told >= {"seal", "handshake", "strangers", "idle", "slow", "clock", "internal"}


@pytest.mark.parametrize(
    "said",
    [
        f"A pot is {LINK_SIZE} bytes",
        f"each of {len(rows_of('core_link'))} mutants of it is refused",
        f"Requests that arrive within {server.GATHER_S * 1000:.0f} ms",
        f"A frame to the controller is {wire.ASK_MAX} bytes at most, one from it {wire.FRAME_MAX:,}",
        f"has {door.HANDSHAKE_S:.0f} s for that, TLS included",
        f"displays, and {door.SPARE}\nmore",
        f"said nothing for {server.IDLE_S:.0f} s",
        f"{server.OUT_MAX >> 10} KiB wait for it",
        f"{session.SILENCE_MS // 1000} seconds of silence are a link that is down",
        f"frames (one in {hub.FRAME_EVERY_US // 1000} ms, {hub.FRAMES_BURST} at once)",
        f"more than {hub.WAITING_MAX} requests that wait",
        f"waits 1, 2, 4, 8, then {tcp.RETRY_MAX_MS // 1000} s",
        f"{port._HEAD.size} bytes and {port._PLAY.size} for each play that waits",
        f"At I2C 0x{pins.LINK_ADDRESS:02x}",
        f"CRC | {link_frames.ANSWER_SIZE} |",
        f"CRC | {port._HEAD.size + 4} or {port._HEAD.size + 4 + port._PLAY.size} |",
    ],
)
def test_a_figure_is_that_of_the_code(said: str) -> None:
    assert said in TEXT
