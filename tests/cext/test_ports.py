# SPDX-License-Identifier: MIT
"""The core plays the same on every processor, and the check that says so can fail."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import port_machines
import pytest
from core_reference import DEVICE, PLAY, chacha20_block, draw
from places import ROOT, TESTS

import cext
from emulator.board import cores
from emulator.board.payout import TRIAL_MACHINE

MASK = (1 << 64) - 1
START = 0x6A09E667F3BCC908


def vectors() -> dict[str, int]:
    """The digest of each topic."""
    lines = (TESTS / "vectors" / "ports.txt").read_text(encoding="utf-8").splitlines()
    return {name: int(digest, 16) for digest, _, name in (line.partition(" ") for line in lines)}


def mix(digest: int, word: int, mark: int) -> int:
    """core_tally_digest."""
    digest = digest + (word << 32 | mark) & MASK
    digest ^= digest << 13 & MASK
    digest ^= digest >> 7
    return digest ^ digest << 17 & MASK


def mix_value(digest: int, value: int) -> int:
    """port_mix of tests/c/ports.c."""
    return mix(mix(digest, value & 0xFFFFFFFF, 1), value >> 32, 2)


def mix_bytes(digest: int, data: bytes) -> int:
    """port_mix_bytes of tests/c/ports.c."""
    for i, byte in enumerate(data):
        digest = mix(digest, byte, i)
    return digest


def test_the_header_carries_the_machines_tables() -> None:
    assert (TESTS / "c" / "port_blobs.h").read_text(encoding="utf-8") == port_machines.header()


def test_the_definition_makes_the_ports_words() -> None:
    """Plain Python and RFC 8439 alone: no tier of the core has a say in what all of them are held to."""
    key = bytes(7 * i + 1 for i in range(32))
    stream = b"".join(chacha20_block(key, 0xFFFFFFF5 + n, 0x0123456789ABCDEF) for n in range(40))
    digest = mix_bytes(START, stream[:2_500])
    bounds = (1, 6, 65_175, 2_147_483_649, 4_294_967_295)
    for word in range(100):
        digest = mix_value(digest, draw(key, 0xFFFFFFFFFF, DEVICE, word, bounds[word % 5]))
    for play in range(1_000, 1_008):
        for at, bound in enumerate(bounds):
            digest = mix_value(digest, draw(key, 5, PLAY, 8 * play + at, bound))
    assert digest == vectors()["words"]


@pytest.mark.parametrize("kernel", cext.cycle_kernels())
def test_the_extension_makes_the_ports_cycle_campaign(kernel: str) -> None:
    tables = cext.Tables(port_machines.cycle_blob())
    key = bytes(range(1, 10)).ljust(32, b"\0")
    state, digest = cext.new_state(tables, key, 78, cycle=4_000_000_000), START
    for n in range(4):
        state, tally = cext.campaign(
            tables,
            key,
            78,
            1_500 + n,
            state=state,
            player=cext.Player(double=n % 2 == 1),
            display=n < 2,
            kernel=kernel,
        )
        for count in (*tally.counts, *[0] * (cext.MAX_CLASSES - len(tally.counts))):
            digest = mix_value(digest, count)
        digest = mix_value(mix_value(digest, tally.plays), tally.digest)
    assert mix_bytes(digest, state) == vectors()["cycle campaign"]


def test_the_extension_makes_the_ports_throws() -> None:
    key, digest = bytes([5, 5, 5, 1]).ljust(32, b"\0"), START
    for n in range(200):
        faces = cext.throw(key, n + 12_345_678_901, 1 + n % 12, machine=9)
        digest = mix_bytes(digest, bytes(faces))
    assert digest == vectors()["dice"]


def test_the_extension_makes_the_ports_module() -> None:
    """What a board's module answers is what the emulated board answers, refusals too."""
    digest = START
    blobs = (port_machines.cycle_blob(), port_machines.gamble_blob())
    chance = (port_machines.lines_blob(), port_machines.ways_blob())
    all_tables: list[cext.Tables | cext.ChanceTables] = [cext.Tables(blob) for blob in blobs]
    for tables in (*all_tables, *(cext.ChanceTables(blob) for blob in chance)):
        seen = bytes([3, 1, 4, 1, 5, 9, 2, 6]).ljust(32, b"\0")
        key = hashlib.sha256(b"azar test play" + seen).digest()
        state = cores.new_state(tables, key, TRIAL_MACHINE | 0xFFFFFFFFFF % TRIAL_MACHINE)
        *facts, sha256 = cores.describe(tables)
        for fact in facts:
            digest = mix_value(digest, fact)
        digest, seed = mix_bytes(digest, sha256), 17
        for _ in range(400):
            seed ^= seed << 13 & 0xFFFFFFFF
            seed ^= seed >> 17
            seed ^= seed << 5 & 0xFFFFFFFF
            try:
                state, outcome = cores.step_bytes(tables, state, seed % 5, seed >> 8 & 3)
            except cext.CoreError:
                digest = mix_value(digest, 0)
                continue
            digest = mix_bytes(mix_value(digest, 1), outcome)
        digest = mix_bytes(digest, state)
    assert digest == vectors()["module"]


# Faults that only one processor has: file, right, wrong, what the check says.
FAULTS = {
    # The Cortex-M0+ alone multiplies by halves; a carry lost there changes its plays and nobody else's.
    "cortex-m0": (
        "scale_inner.h",
        "+ (mid2 >> 16) + (mid >> 16);",
        "+ (mid2 >> 16);",
        "cortex-m0 disagrees with tests/vectors/ports.txt",
    ),
    "neon": (
        "words_neon.c",
        "vcltq_u32(start[12], lane)",
        "vdupq_n_u32(0)",
        "arm64-gcc disagrees with tests/vectors/ports.txt",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_a_processor_that_is_wrong_alone_is_found(fault: str, tmp_path: Path) -> None:
    if shutil.which("apt-get") is None:
        pytest.skip("check-ports installs its compilers by apt-get")
    for folder in ("cext", "ports", "tests/c", "tests/vectors", ".ci"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    name, right, wrong, told = FAULTS[fault]
    (file,) = (tmp_path / "cext").glob(f"*/{name}")
    text = file.read_text(encoding="utf-8")
    assert text.count(right) == 1
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    check = [str(tmp_path / ".ci" / "check-ports"), sys.executable]
    done = subprocess.run(check, capture_output=True, text=True, timeout=1200, check=False)
    assert done.returncode == 1
    assert told in done.stderr
    assert "words" in done.stderr
