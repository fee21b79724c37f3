# SPDX-License-Identifier: MIT
"""The game memory altered in every known way: the board must not boot it (B-30, K-14, G-38 to G-40)."""

from __future__ import annotations

import hashlib
import json
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from emulator.cabinet import Cabinet
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
    judged,
)
from emulator.support.errors import EmulatorError
from machines import MachinesError
from machines.rom.build import ART, FIRMWARE
from machines.rom.file import pack, unpack
from machines.rom.seal import sign

_FILES = ("rom.json",)
# Bits of a digest that other media than EPROM must have at least: NY 5319.14; and the share of media
# failures that must be found, one in so many may be missed: NM .10.
_DIGEST_BITS, _MISSED_ONE_IN = 128, 10_000
# Where the file of a ROM says how long its manifest is, and where that begins; docs/rom.md.
_HEAD_BYTES = 56
_WORDS_ALTERED = Words("alteraciones que arrancan", "alterations that boot")


class Altered(NamedTuple):
    """A ROM with one thing wrong: what, in which class, the bytes, and the key that must have signed it."""

    what: str
    kind: str
    data: bytes
    key: bytes | None = None


def examine(exam: Examination) -> Findings:
    """Boot the ROM as it came, then every altered one; compute its digest by other means."""
    with tempfile.TemporaryDirectory() as folder:
        desk = _Desk(exam, Path(folder) / "sample.rom")
        began = desk.refusal(exam.sample.data)
        rows = [(one, desk.refusal(one.data, one.key)) for one in _alterations(exam)]
    booted = [one for one, why in rows if not why]
    digest = _digest(exam.sample.data)
    exam.keep(
        "rom.json",
        {
            "digest": digest,
            "boots_as_delivered": not began,
            "why_not": began,
            "alterations": [{"kind": one.kind, "what": one.what, "refused": why} for one, why in rows],
        },
    )
    found = Findings()
    _integrity(found, len(rows), booted, began)
    _digest_rows(exam, found, digest, len(rows), len(booted))
    _media(found, [one for one in booted if one.kind == "added"])
    return found


class _Desk:
    """Boots ROM files on a TEST machine."""

    def __init__(self, exam: Examination, path: Path) -> None:
        self._exam, self._path = exam, path

    def refusal(self, data: bytes, key: bytes | None = None) -> str:
        """Why the board does not boot these bytes; empty if it does."""
        self._path.write_bytes(data)
        exam = self._exam
        try:
            with Cabinet(
                self._path, key=key, seed=exam.seed, serial=exam.sample.serial, runtime=exam.runtime
            ) as cabinet:
                return "" if cabinet.powered else "dark"
        except (MachinesError, EmulatorError) as error:
            # Which part is to blame; the rest of the text may hold names of this computer.
            parts = list(dict.fromkeys(row.part for row in getattr(error, "findings", ())))
            more = f" and {len(parts) - 1} more" if len(parts) > 1 else ""
            return f"{parts[0]}{more}" if parts else "refused"


def _alterations(exam: Examination) -> Iterator[Altered]:
    data, stride = exam.sample.data, exam.pick(0, 8_192, 512)
    yield from _single_bytes(data, stride)
    yield from _cuts(data)
    yield from _parts(data)
    yield from _sealed_anew(data)
    yield from _signatures(data, exam.stream("key"))


def _places(data: bytes) -> dict[str, tuple[int, int]]:
    """Where each piece of the file lies: header fields, manifest and parts, as (offset, bytes)."""
    size = struct.unpack_from("<I", data, 12)[0]
    places = {
        "header magic": (0, 8),
        "header format": (8, 4),
        "header manifest size": (12, 4),
        "header signature size": (16, 4),
        "header digest": (20, 32),
        "header crc": (52, 4),
        "manifest": (_HEAD_BYTES, size),
    }
    at = _HEAD_BYTES + size
    for row in json.loads(data[_HEAD_BYTES:at])["parts"]:
        places[row["name"]] = (at, row["size"])
        at += row["size"]
    return places


def _single_bytes(data: bytes, stride: int) -> Iterator[Altered]:
    """One bit of the first, the middle and the last byte of each piece; every so many bytes beside them."""
    for name, (at, size) in _places(data).items():
        offsets = {0, size // 2, size - 1} if size else set()
        offsets |= set(range(0, size, stride)) if stride else set()
        for offset in sorted(offsets):
            changed = bytearray(data)
            changed[at + offset] ^= 1 << offset % 8
            yield Altered(f"{name}, byte {offset}", "altered", bytes(changed))


def _cuts(data: bytes) -> Iterator[Altered]:
    """The file ends early: with any piece, one byte before its end, or nowhere; or goes on."""
    ends = sorted({0, len(data) - 1, *(at for at, _ in _places(data).values())})
    yield from (Altered(f"ends at byte {end}", "cut", data[:end]) for end in ends)
    yield Altered("one byte more", "added", data + b"\0")
    yield Altered("a second ROM behind it", "added", data + data)


def _parts(data: bytes) -> Iterator[Altered]:
    """Two parts in each other's place, with the manifest as it was and with one that lists them so."""
    box = unpack(data)
    names = sorted(box.parts)
    facts = {key: value for key, value in box.manifest.items() if key != "parts"}
    # Two pictures in each other's place, listed so, make another machine: its digest tells, and nothing else.
    modules = [name for name in names if name.startswith(FIRMWARE)]
    for first, second in ((modules[0], modules[1]), ("tables.bin", "profile.json")):
        swapped = {**box.parts, first: box.parts[second], second: box.parts[first]}
        body = b"".join(swapped[name] for name in names)
        start = _HEAD_BYTES + struct.unpack_from("<I", data, 12)[0]
        yield Altered(f"{first} and {second} swapped", "swapped", data[:start] + body + box.signature)
        yield Altered(f"{first} and {second} swapped and listed", "swapped", pack(facts, swapped))
    drawn = [name for name in names if name.startswith(ART)]
    for name in ("tables.bin", "pins.json", "firmware/settings.py", "model.toml", "profile.json", *drawn[:1]):
        fewer = {other: part for other, part in box.parts.items() if other != name}
        yield Altered(f"{name} left out and not listed", "missing", pack(facts, fewer))
    yield Altered("a part that no ROM has", "added", pack(facts, {**box.parts, "extra.bin": b"\0"}))


def _sealed_anew(data: bytes) -> Iterator[Altered]:
    """Parts that were altered and listed anew, so that every digest is right: they must fit one another."""
    box = unpack(data)
    facts = {key: value for key, value in box.manifest.items() if key != "parts"}
    tables = bytearray(box.parts["tables.bin"])
    tables[-1] ^= 1
    changes = {
        "tables.bin": bytes(tables),
        "firmware/settings.py": box.parts["firmware/settings.py"] + b"\nEXTRA = 1\n",
    }
    for name, part in changes.items():
        yield Altered(f"{name} altered and listed", "sealed anew", pack(facts, {**box.parts, name: part}))
    for name, value in (
        ("title", "OTHER"),
        ("price_cents", 1),
        ("known_answer", {"plays": 1, "digest": "0"}),
    ):
        changed = pack({**facts, name: value}, box.parts)
        yield Altered(f"the manifest says another {name}", "sealed anew", changed)


def _signatures(data: bytes, seed: str) -> Iterator[Altered]:
    """Missing, another key's, of another ROM, and altered."""
    keys = [
        Ed25519PrivateKey.from_private_bytes(hashlib.sha256(f"{seed}/{who}".encode()).digest())
        for who in ("maker", "stranger")
    ]
    maker, stranger = (key.public_key().public_bytes_raw() for key in keys)
    box = unpack(data)
    unsigned = pack({key: value for key, value in box.manifest.items() if key != "parts"}, box.parts)
    signed = sign(data, keys[0])
    wrong = bytearray(signed)
    wrong[-1] ^= 1
    other = bytearray(signed)
    other[-96:-64] = stranger
    yield Altered("not signed", "signature", unsigned, maker)
    yield Altered("signed by another key", "signature", signed, stranger)
    yield Altered("the signature altered", "signature", bytes(wrong), None)
    yield Altered("another key beside the signature", "signature", bytes(other), None)


def _digest(data: bytes) -> str:
    """SHA-256 of the manifest once every part is what it lists, with the standard library alone."""
    size = struct.unpack_from("<I", data, 12)[0]
    manifest, at = data[_HEAD_BYTES : _HEAD_BYTES + size], _HEAD_BYTES + size
    for part in json.loads(manifest)["parts"]:
        if hashlib.sha256(data[at : at + part["size"]]).hexdigest() != part["sha256"]:
            return ""
        at += part["size"]
    return hashlib.sha256(manifest).hexdigest()


def _integrity(found: Findings, made: int, booted: list[Altered], began: str) -> None:
    said = Words(
        f"Se alteró la memoria de juego de {made} maneras (bytes de cada pieza, cortes, partes cambiadas o de"
        " más, selladas de nuevo, firmas): la placa no arranca con ninguna, y con la original sí",
        f"The game memory was altered in {made} ways (bytes of every piece, cuts, parts swapped or added,"
        " sealed anew, signatures): the board boots none of them, and the original it does",
    )
    if booted or began:
        what = "; ".join(one.what for one in booted[:5]) or "the original is refused"
        said = Words(f"La placa no distingue la memoria: {what}", f"The board cannot tell: {what}")
    figures = (
        Figure("alterations_booted", _WORDS_ALTERED, len(booted), "alterations", 0, EXACTLY),
        Figure(
            "original_boots",
            Words("la original arranca", "the original boots"),
            int(not began),
            "",
            1,
            EXACTLY,
        ),
    )
    for row in ("B-30", "K-14"):
        found[row] = judged(said, Method.OBSERVED, *figures, files=_FILES)


def _digest_rows(exam: Examination, found: Findings, digest: str, made: int, booted: int) -> None:
    bits = 4 * len(digest)
    found["G-38"] = judged(
        Words(
            f"La memoria lleva un resumen SHA-256 de {bits} bits que se comprueba en cada arranque",
            f"The memory carries a SHA-256 digest of {bits} bits, checked at every start",
        ),
        Method.OBSERVED,
        Figure("digest", Words("resumen", "digest"), bits, "bits", _DIGEST_BITS, AT_LEAST),
        Figure(
            "missed",
            Words(f"alteraciones no vistas de {made}", f"alterations missed of {made}"),
            booted,
            "alterations",
            made // _MISSED_ONE_IN,
            AT_MOST,
        ),
        files=_FILES,
    )
    same = digest == exam.sample.rom.digest
    found["G-40"] = judged(
        Words(
            "El resumen, calculado con medios ajenos al programa, es el que la máquina lleva: " + digest[:16],
            "The digest, computed by means of its own, is that which the machine carries: " + digest[:16],
        ),
        Method.OBSERVED,
        Figure("same", Words("resumen igual", "same digest"), int(same), "", 1, EXACTLY),
        files=_FILES,
    )


def _media(found: Findings, added: list[Altered]) -> None:
    if added:
        found["G-39"] = Finding(
            Grade.NO_CONFORME,
            Words("La placa arranca con bytes que nadie lista", "The board boots bytes that nothing lists"),
            files=_FILES,
        )
        return
    found["G-39"] = Finding(
        Grade.NO_APLICA,
        Words(
            "La máquina no puede reescribir su memoria de juego, así que no lleva registro de cambios; no"
            " queda zona sin usar: con un byte de más no arranca",
            "The machine cannot rewrite its game memory, so it keeps no log of changes; no area is unused:"
            " with one byte more it does not boot",
        ),
        files=_FILES,
    )
