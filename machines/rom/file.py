# SPDX-License-Identifier: MIT
"""
The ROM file: a header, a manifest, the parts that it lists, and perhaps a signature. docs/rom.md.

    data = pack({"azar": "rom", "format": 1, ...}, {"tables.bin": blob, ...})
    box = unpack(data)                 # DamagedRomError names every part that is not as the manifest says
    box.parts["tables.bin"], box.digest

Pure bytes in, bytes out: build.py says what the parts are made from, read.py what they mean.
"""

from __future__ import annotations

import binascii
import hashlib
import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from machines import MachinesError
from machines.support.plain import Json, JsonView, read_json

MAGIC = b"AZAR-ROM"
FORMAT = 1
# Magic, format, bytes of manifest and of signature, SHA-256 of the manifest; then a CRC-32 of these.
_HEAD = struct.Struct("<8sIII32s")
HEAD_SIZE = _HEAD.size + 4
# Public key and signature, Ed25519 (RFC 8032).
SIGNATURE_SIZE = 32 + 64


class Finding(NamedTuple):
    """What is wrong with one part of a ROM."""

    part: str
    """Name of the part; "header", "manifest", "signature" and "end" are the file's own."""
    message: str

    def __str__(self) -> str:
        return f"{self.part}: {self.message}"


class DamagedRomError(MachinesError):
    """A ROM that no board may boot; ``findings`` names each part that is to blame."""

    hint = "get the file again from whoever built it, or build it again with azar build"

    def __init__(self, findings: Sequence[Finding], source: str = "") -> None:
        self.findings = list(findings)
        where = f"{source}: " if source else ""
        super().__init__(f"{where}refused: " + "; ".join(str(finding) for finding in self.findings))


@dataclass(frozen=True)
class Box:
    """A ROM file that is whole: every byte of it is what its manifest says."""

    manifest: Json
    parts: dict[str, bytes]
    digest: str
    """SHA-256 of the manifest, and so of everything in the ROM but its signature: what is sealed."""
    signature: bytes
    """Public key and signature, or empty."""


def canonical(value: object) -> bytes:
    """A value as JSON in the one form that has no choice in it: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def pack(facts: JsonView, parts: Mapping[str, bytes]) -> bytes:
    """
    Make an unsigned ROM file.

    Args:
        facts: members of the manifest, plain JSON values; ``parts`` is added.
        parts: name -> bytes; they go into the file in name order.
    """
    listed = [
        {"name": name, "size": len(parts[name]), "sha256": hashlib.sha256(parts[name]).hexdigest()}
        for name in sorted(parts)
    ]
    manifest = canonical({**facts, "parts": listed})
    return _head(manifest, 0) + manifest + b"".join(parts[name] for name in sorted(parts))


def with_signature(data: bytes, signature: bytes) -> bytes:
    """A whole ROM file with this signature instead of the one it had, if any; the digest stays."""
    box = unpack(data)
    manifest = canonical(box.manifest)
    body = b"".join(box.parts[name] for name in sorted(box.parts))
    return _head(manifest, len(signature)) + manifest + body + signature


def unpack(data: bytes) -> Box:
    """
    Take a ROM file apart and check every byte of it, but for what the signature says.

    Raises:
        DamagedRomError: names every part that is cut off, altered or too much.
    """
    manifest_size, signature_size, digest = _read_head(data)
    body = HEAD_SIZE + manifest_size
    raw = data[HEAD_SIZE:body]
    if len(raw) < manifest_size:
        raise _one("manifest", _cut(len(raw), manifest_size))
    if hashlib.sha256(raw).hexdigest() != digest:
        raise _one("manifest", _altered(digest, raw))
    manifest = _read_manifest(raw)
    parts, findings, at = {}, [], body
    for row in manifest["parts"]:
        part = parts[row["name"]] = data[at : at + row["size"]]
        at += row["size"]
        if len(part) < row["size"]:
            findings.append(Finding(row["name"], _cut(len(part), row["size"])))
        elif hashlib.sha256(part).hexdigest() != row["sha256"]:
            findings.append(Finding(row["name"], _altered(row["sha256"], part)))
    signature = data[at : at + signature_size]
    if len(signature) < signature_size:
        findings.append(Finding("signature", _cut(len(signature), signature_size)))
    elif len(data) > at + signature_size:
        extra = len(data) - at - signature_size
        findings.append(Finding("end", f"{extra} bytes more than the manifest lists"))
    if findings:
        raise DamagedRomError(findings)
    return Box(manifest, parts, digest, signature)


def _head(manifest: bytes, signature_size: int) -> bytes:
    digest = hashlib.sha256(manifest).digest()
    head = _HEAD.pack(MAGIC, FORMAT, len(manifest), signature_size, digest)
    return head + struct.pack("<I", binascii.crc32(head))


def _read_head(data: bytes) -> tuple[int, int, str]:
    """Sizes of manifest and signature, and the manifest's digest."""
    if data[:8] != MAGIC[: len(data[:8])] or not data:
        raise _one("header", f"a ROM must begin with {MAGIC.decode()} (got {data[:8]!r})")
    if len(data) < HEAD_SIZE:
        raise _one("header", _cut(len(data), HEAD_SIZE))
    _, version, manifest_size, signature_size, digest = _HEAD.unpack_from(data)
    (crc,) = struct.unpack_from("<I", data, _HEAD.size)
    present = binascii.crc32(data[: _HEAD.size])
    if crc != present:
        raise _one("header", f"altered: CRC-32 must be {crc:08x} (got {present:08x})")
    if version != FORMAT:
        raise _one("header", f"format must be {FORMAT} (got {version})")
    if signature_size not in (0, SIGNATURE_SIZE):
        raise _one("header", f"signature must be 0 or {SIGNATURE_SIZE} bytes (got {signature_size})")
    return manifest_size, signature_size, digest.hex()


def _read_manifest(raw: bytes) -> Json:
    """The manifest as an object whose list of parts can be walked without surprises."""
    try:
        manifest = read_json(raw)
        rows = manifest["parts"]
        names = [row["name"] for row in rows]
        sound = all(type(row["size"]) is int and row["size"] >= 0 and len(row) == 3 for row in rows)
        sound = sound and all(type(row["sha256"]) is str and type(row["name"]) is str for row in rows)
        sound = sound and names == sorted(set(names)) and canonical(manifest) == raw
    except (ValueError, KeyError, TypeError):
        sound = False
    if not sound:
        raise _one("manifest", "must be canonical JSON with parts of name, size and sha256 in name order")
    return dict(manifest)


def _one(part: str, message: str) -> DamagedRomError:
    return DamagedRomError([Finding(part, message)])


def _cut(got: int, size: int) -> str:
    return f"cut off: must be {size} bytes (got {got})"


def _altered(recorded: str, part: bytes) -> str:
    return f"altered: SHA-256 must be {recorded} (got {hashlib.sha256(part).hexdigest()})"
