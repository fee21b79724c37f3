# SPDX-License-Identifier: MIT
"""The ROM file: every byte of it is held, and whatever is damaged is named."""

from __future__ import annotations

import functools
import hashlib
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import ROOT
from soon import soon

from machines.rom import file as rom_file
from machines.rom.build import build_file
from machines.rom.file import DamagedRomError, pack, unpack

DOCS = ROOT / "docs" / "rom.md"


@functools.cache
def whole() -> bytes:
    return build_file("cierzo")


@functools.cache
def signed() -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from machines.rom.seal import sign

    return sign(whole(), Ed25519PrivateKey.from_private_bytes(bytes(32)))


def flipped(data: bytes, at: int, bit: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


def blamed(data: bytes) -> list[str]:
    """The parts that are named, of a file that must be refused."""
    with pytest.raises(DamagedRomError) as refusal:
        unpack(data)
    return [finding.part for finding in refusal.value.findings]


def places(data: bytes) -> dict[str, range]:
    """Where each piece of a ROM lies."""
    box = unpack(data)
    manifest_size = struct.unpack_from("<I", data, 12)[0]
    found = {"header": range(56), "manifest": range(56, 56 + manifest_size)}
    at = 56 + manifest_size
    for row in box.manifest["parts"]:
        found[row["name"]] = range(at, at + row["size"])
        at += row["size"]
    return found


def test_parts_come_out_as_they_went_in() -> None:
    parts = {"b": b"second", "a": b"", "c": bytes(range(256))}
    box = unpack(pack({"azar": "rom"}, parts))
    assert box.parts == parts
    assert list(box.parts) == ["a", "b", "c"]
    assert (box.manifest["azar"], box.signature) == ("rom", b"")


def test_the_digest_is_that_of_the_manifest() -> None:
    data = whole()
    size = struct.unpack_from("<I", data, 12)[0]
    assert unpack(data).digest == hashlib.sha256(data[56 : 56 + size]).hexdigest()


def test_signing_does_not_change_the_digest() -> None:
    assert unpack(signed()).digest == unpack(whole()).digest
    assert signed()[56 : len(whole())] == whole()[56:]


@pytest.mark.parametrize("where", [0, -1, "middle"])
@pytest.mark.parametrize("part", places(whole()))
def test_a_flipped_byte_is_refused_and_its_part_named(part: str, where: int | str) -> None:
    place = places(whole())[part]
    at = place[len(place) // 2] if where == "middle" else place[int(where)]
    assert blamed(flipped(whole(), at, bit=at % 8)) == [part]


@pytest.mark.parametrize("step", soon([7, 1], 7))
def test_every_byte_of_header_and_manifest_counts(step: int) -> None:
    for part in ("header", "manifest"):
        for at in places(whole())[part][::step]:
            assert blamed(flipped(whole(), at, bit=at % 8)) == [part], at


@pytest.mark.long
def test_every_byte_of_every_part_counts() -> None:
    """The byte at one place of all parts that reach so far is flipped, and each of those parts is named."""
    parts = {part: place for part, place in places(whole()).items() if part not in ("header", "manifest")}
    for at in range(max(map(len, parts.values()))):
        data = bytearray(whole())
        hit = [part for part, place in parts.items() if at < len(place)]
        for part in hit:
            data[parts[part][at]] ^= 1 << at % 8
        assert blamed(bytes(data)) == hit, at


def test_two_damaged_parts_are_both_named() -> None:
    data = whole()
    for part in ("tables.bin", "pins.json"):
        data = flipped(data, places(whole())[part][5])
    assert blamed(data) == ["pins.json", "tables.bin"]


def test_a_truncated_file_names_what_is_cut_off() -> None:
    for part, place in places(whole()).items():
        for keep in (place[0], place[-1]):
            if keep == 0:
                continue
            assert blamed(whole()[:keep])[0] == part
    assert blamed(b"") == ["header"]
    assert blamed(signed()[:-1]) == ["signature"]


def test_bytes_behind_the_end_are_refused() -> None:
    assert blamed(whole() + b"\0") == ["end"]
    assert blamed(signed() + b"\0") == ["end"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda m: m[:-1] + b" }", "canonical"),
        (lambda m: b'{"azar":"rom",' + m[1:], "canonical"),
        (lambda m: m.replace(b'"size":', b'"size":-', 1), "canonical"),
        (lambda m: m.replace(b'"name":"model.toml"', b'"name":"firmware/board.py"'), "canonical"),
        (lambda m: b"[]", "canonical"),
        (lambda m: b"\xff", "canonical"),
        (lambda m: b"[" * 100_000, "canonical"),
    ],
)
def test_a_manifest_with_a_right_digest_must_still_be_one(
    change: Callable[[bytes], bytes], text: str
) -> None:
    manifest = rom_file.canonical(unpack(whole()).manifest)
    forged = change(manifest)
    data = rom_file._head(forged, 0) + forged + whole()[56 + len(manifest) :]
    with pytest.raises(DamagedRomError, match=text):
        unpack(data)


@pytest.mark.parametrize(("version", "signature", "text"), [(2, 0, "format must be 1"), (1, 95, "0 or 96")])
def test_a_header_of_another_kind_is_refused(version: int, signature: int, text: str) -> None:
    head = struct.pack("<8sIII32s", b"AZAR-ROM", version, 2, signature, bytes(32))
    data = head + struct.pack("<I", rom_file.binascii.crc32(head)) + b"{}"
    with pytest.raises(DamagedRomError, match=text):
        unpack(data)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_no_damage_does_anything_but_be_refused(data: st.DataObject) -> None:
    raw = bytearray(whole())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        what = data.draw(st.sampled_from(["flip", "cut", "repeat", "zero"]))
        if what == "flip":
            raw[at] ^= data.draw(st.integers(1, 255))
        elif what == "cut":
            del raw[at : at + data.draw(st.integers(1, 500))]
        elif what == "repeat":
            raw[at:at] = raw[at : at + 64]
        else:
            raw[at : at + 64] = bytes(len(raw[at : at + 64]))
        if not raw:
            raw = bytearray(b"\0")
    if bytes(raw) != whole():
        assert blamed(bytes(raw))


def test_the_verifier_of_the_docs_agrees(tmp_path: Path) -> None:
    code = re.search(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert code is not None
    assert len([line for line in code[1].splitlines() if line]) <= 11
    script = tmp_path / "verify.py"
    script.write_text(code[1], "utf-8")

    def verify(data: bytes) -> subprocess.CompletedProcess[str]:
        (tmp_path / "x.rom").write_bytes(data)
        command = [sys.executable, "-I", str(script), str(tmp_path / "x.rom")]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    for data in (whole(), signed()):
        assert verify(data).stdout.strip() == unpack(data).digest
    for part in ("manifest", "tables.bin", "firmware/main.mpy"):
        done = verify(flipped(whole(), places(whole())[part][7]))
        assert done.returncode == 1 and f"AssertionError: {part}" in done.stderr
    assert "AssertionError: end" in verify(whole() + b"\0").stderr


def test_the_docs_name_every_part() -> None:
    docs = DOCS.read_text("utf-8")
    box = unpack(whole())
    for name in box.parts:
        if not name.startswith("firmware/"):
            assert f"`{name}`" in docs
    for key in box.manifest:
        assert re.search(rf"[`, ]{key}[`,]", docs), key
