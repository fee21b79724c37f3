# SPDX-License-Identifier: MIT
"""docs/nvram.md names every tilt that the firmware can report, and no other; figures of pages beside it."""

from __future__ import annotations

import hashlib
import json
import re
import struct
import zlib
from pathlib import Path

import pytest
from places import ROOT

from emulator.chapters.player import HOLD_UP_US
from emulator.records import flusher, journal, machine_file
from emulator.records.session import JOURNALS_KEPT
from machines.firmware import events, nvram

# Reported by a number or by what the sealed counter finds, and what stops a machine without being one.
BY_NUMBER = {"hopper_N", "reel_N"}
NO_REPORT = {"door", "logic", "memory"}


def reported() -> set[str]:
    """Codes that stand in the firmware's own calls; a table's device has a board of its own."""
    apart = ("cup", "wheel")
    everywhere = (ROOT / "machines" / "firmware").rglob("*.py")
    sources = [path for path in everywhere if path.parent.name not in apart]
    texts = "\n".join(path.read_text("utf-8") for path in sources)
    return set(re.findall(r"\breport\(state, \"(\w+)\"\)", texts))


def described() -> set[str]:
    section = (ROOT / "docs" / "nvram.md").read_text("utf-8").partition("\n## Tilts\n")[2]
    return set(re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", section.partition("\n## ")[0], re.MULTILINE))


def test_every_tilt_has_a_row() -> None:
    counter = {name for name in events.TILTS if name.startswith("counter")}
    assert described() == reported() | counter | BY_NUMBER | NO_REPORT


def test_every_tilt_that_is_reported_has_a_place_in_the_log() -> None:
    assert len(reported()) >= 18
    assert reported() <= set(events.TILTS)


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("nvram", f"The layout is version {nvram.VERSION}; version 5 is the first with seals"),
        ("nvram", f"`version` ({machine_file.VERSION}), `model`"),
        ("nvram", f"After {machine_file.STEPS_MOST >> 20} MiB of steps"),
        ("nvram", "0a 41 5a 01"),
        ("journal", f'`"journal"` and the version of this format, {journal.VERSION} |'),
        ("power", f"falls {HOLD_UP_US // 1000} ms before the board goes dark"),
        ("commands", f"which keeps the newest {JOURNALS_KEPT} |"),
    ],
)
def test_a_version_or_figure_is_that_of_the_code(page: str, said: str) -> None:
    assert said in (ROOT / "docs" / f"{page}.md").read_text("utf-8")


def test_a_step_is_on_the_disk_within_half_a_second_and_the_disks_time() -> None:
    text = (ROOT / "docs" / "power.md").read_text("utf-8")
    assert flusher.EVERY_S == 0.5 and "(fsync) within half a second" in text


def test_a_machines_file_is_made_as_the_page_says(tmp_path: Path) -> None:
    """From the words of the page alone: the first line's sum, the head of a step, its chain."""
    image = bytes(32_768)
    later = image[:64] + bytes([1]) + image[65:]
    first = machine_file.pack_snapshot(machine_file.Snapshot("cierzo", 1, None, {"tray": {}}, image))
    line = first[: first.index(b"\n") + 1]
    told = json.loads(line)
    stated = told.pop("sha256")
    plain = json.dumps(told, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    assert hashlib.sha256(plain).hexdigest() == stated
    text = b'{"tray":{"100":1}}\n'
    pieces = struct.pack("<IH", 1, 1) + later[64:128]
    body = struct.pack("<I", len(text)) + text + pieces
    chain = hashlib.sha256(hashlib.sha256(line).digest()[:16] + body).digest()[:16]
    head = bytes.fromhex("0a415a01") + struct.pack("<III", 1, len(body), zlib.crc32(chain + body)) + chain
    kept = machine_file.unpack(first + head + body)
    assert (kept.problem, kept.steps, kept.nvram == later, kept.physical) == (
        "",
        1,
        True,
        {"tray": {"100": 1}},
    )
