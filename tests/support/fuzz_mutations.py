# SPDX-License-Identifier: MIT
"""What is done to a file that is to be survived: bytes, numbers, lines, values altered, sums made right."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import struct
import zlib
from collections.abc import Callable
from typing import Any

from emulator.cabinet import saved
from emulator.records import machine_file
from emulator.records.chain import chain
from emulator.support.seed import chip_key_of
from machines.firmware import nvram
from machines.memory.chip import Seals, seals_of
from machines.memory.record import decode
from machines.rom import file as rom_file

# Numbers and values at the edges of what formats hold.
ODD_NUMBERS = (0, 1, -1, 2, 255, 256, 65_535, 65_536, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63, 2**64)
ODD_VALUES: tuple[Any, ...] = (
    *ODD_NUMBERS, 10**30, None, True, False, "", "x", "00", 0.5, 1e308, [], {}, [[]], {"a": 1}, [1, "a"],
    "\u00e9", "9" * 5000,
)  # fmt: skip
# Of every machine of record whose files are altered.
CHIP_KEY = bytes(range(32))
_CHIP_KEYS = (CHIP_KEY, chip_key_of("00"), chip_key_of("5a"))
# Main record and marks keep all of their seal.
_SEAL_BYTES = 32
_NUMBER = re.compile(rb"-?\d+(\.\d+)?")

Mutation = Callable[[random.Random, bytes, list[bytes]], bytes]


# -- bytes -------------------------------------------------------------------------------------------


def flips(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A few bits the other way round."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8, 64))):
        if made:
            made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
    return bytes(made)


def truncated(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """The beginning, or the end."""
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.8 else data[at:]


def spliced(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """The beginning of one and the end of another."""
    other = rng.choice(seeds)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def stretched(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A part twice, left out, overwritten, or with other bytes before it."""
    at = rng.randrange(len(data) + 1)
    size = rng.choice((1, 4, 30, 300, 5_000))
    part, after = data[at : at + size], data[at + size :]
    noise = rng.choice((bytes(size), b"\xff" * size, rng.randbytes(size), b"[" * size, b'{"a":' * size))
    return data[:at] + rng.choice((part * 2, b"", noise[: len(part)], noise + part, part * 50)) + after


# -- text --------------------------------------------------------------------------------------------


def numbers(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """Some numbers of a text replaced."""
    found = list(_NUMBER.finditer(data))
    for _ in range(rng.choice((1, 1, 2, 5))):
        if not found:
            break
        match = found.pop(rng.randrange(len(found)))
        found = [one for one in found if one.end() <= match.start()]
        new = str(
            rng.choice((*ODD_NUMBERS, 0.5, int(float(match[0])) + 1, int(float(match[0])) * 10))
        ).encode()
        data = data[: match.start()] + new + data[match.end() :]
    return data


def lines(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """Lines twice, left out, exchanged, or taken from another file."""
    rows = data.split(b"\n")
    for _ in range(rng.choice((1, 1, 3))):
        one, other = rng.randrange(len(rows)), rng.randrange(len(rows))
        done = rng.randrange(4)
        if done == 0:
            rows.insert(other, rows[one])
        elif done == 1 and len(rows) > 1:
            del rows[one]
        elif done == 2:
            rows[one], rows[other] = rows[other], rows[one]
        else:
            rows[one] = rng.choice(rng.choice(seeds).split(b"\n"))
    return b"\n".join(rows)


def value(rng: random.Random, whole: Any) -> Any:
    """A plain value with some of its parts replaced, left out or doubled."""
    whole = json.loads(json.dumps(whole))
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, places = whole, []
        while isinstance(at, dict | list) and at:
            key = rng.choice(sorted(at)) if isinstance(at, dict) else rng.randrange(len(at))
            places.append((at, key))
            at = at[key]
            if rng.random() < 0.15:
                break
        if not places:
            return rng.choice(ODD_VALUES)
        parent, key = places[-1]
        done = rng.random()
        if done < 0.15:
            del parent[key]
        elif done < 0.25 and isinstance(parent, list):
            parent.insert(key, parent[key])
        elif done < 0.35 and isinstance(parent, dict):
            parent[rng.choice(("x", "version", "", key + "x"))] = parent[key]
        elif type(parent[key]) is int and rng.random() < 0.5:
            parent[key] += rng.choice((-1, 1, 10, 1000))
        else:
            parent[key] = rng.choice(ODD_VALUES)
    return whole


# -- with their sums made right again -----------------------------------------------------------------


def rechained(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A journal with lines altered, left out or doubled, and every hash right."""
    rows = [json.loads(line) for line in data.splitlines()]
    for row in rows:
        row.pop("h", None)
    done = rng.randrange(5)
    at = 0 if done == 0 else rng.randrange(len(rows))
    if done <= 2:
        rows[at] = value(rng, rows[at])
    elif done == 3:
        del rows[at]
    else:
        rows.insert(rng.randrange(1, len(rows)), rows[at])
    previous, made = "", []
    for row in rows:
        text = json.dumps(row, sort_keys=True, separators=(",", ":"))
        previous = chain(previous, text)
        made.append(f'{text[:-1]},"h":"{previous}"}}\n')
    return "".join(made).encode("ascii")


def repacked_image(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A journal whose first line holds another NVRAM, or one that unpacks to something else than it says."""
    rows = [json.loads(line) for line in data.splitlines()]
    for row in rows:
        row.pop("h", None)
    kept = rows[0]["nvram"]
    image = zlib.decompress(base64.b64decode(kept["zlib"]))
    image = rng.choice((resummed_records(rng, image, []), image[:512], b"", image * 3, bytes(1 << 22)))
    kept |= {
        "size": rng.choice((len(image), len(image) + 1, 32_768, 1 << 40)),
        "sha256": hashlib.sha256(image).hexdigest(),
        "zlib": base64.b64encode(zlib.compress(image)).decode(),
    }
    previous, made = "", []
    for row in rows:
        text = json.dumps(row, sort_keys=True, separators=(",", ":"))
        previous = chain(previous, text)
        made.append(f'{text[:-1]},"h":"{previous}"}}\n')
    return "".join(made).encode("ascii")


def resummed_records(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """An NVRAM with fields of its records altered in both copies, every CRC right, and perhaps every seal."""
    return altered_records(rng, data, rng.choice(((), seals_in(data))))


def key_in(image: bytes) -> bytes:
    """The chip key under which the books of a memory are sealed, else that of a machine of record."""
    books = decode(image)
    for key in _CHIP_KEYS if books is not None else ():
        if decode(image, seals_of(key, books["serial"])) is not None:
            return key
    return CHIP_KEY


def seals_in(image: bytes) -> Seals:
    """What seals the records of this memory, for who has the key of its chip."""
    books = decode(image)
    return seals_of(key_in(image), 1 if books is None else books["serial"])


def altered_records(rng: random.Random, data: bytes, seals: Seals) -> bytes:
    """The same with seals made right by these, or left as they were."""
    image = bytearray(data)
    for slots, size in ((nvram.SLOTS, nvram.MAIN_SIZE), (nvram.MARKS_SLOTS, nvram.MARKS_SIZE)):
        if len(image) < max(slots) + size:
            return flips(rng, data, [])
        changes = [
            (rng.randrange(8, size - 4), rng.choice((0, 1, 0x7F, 0x80, 0xFF)))
            for _ in range(rng.choice((0, 1, 3)))
        ]
        for slot in slots:
            for at, byte in changes:
                image[slot + at] = byte
            under = slot + size - 4
            if seals:
                body = bytes(image[slot : under - _SEAL_BYTES])
                image[under - _SEAL_BYTES : under] = nvram.tag(seals, slot, body)[:_SEAL_BYTES]
            image[under : under + 4] = struct.pack("<I", zlib.crc32(image[slot:under]))
    return bytes(image)


def resummed_machine(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A machine's file with its line, its NVRAM or a step altered, and every sum right."""
    head, _, rest = data.partition(b"\n")
    header = json.loads(head)
    del header["sha256"]
    image, steps = rest[:32_768], rest[32_768:]
    done = rng.randrange(4)
    if done == 0:
        header = value(rng, header)
    elif done == 1 and isinstance(header.get("physical"), dict):
        header["physical"] = value(rng, header["physical"])
    elif done == 2:
        image = resummed_records(rng, image, seeds)
        header["nvram"] = {"size": len(image), "sha256": hashlib.sha256(image).hexdigest()}
    if not isinstance(header, dict):
        return json.dumps(header).encode() + b"\n" + rest
    line = json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    header["sha256"] = hashlib.sha256(line).hexdigest()
    made = json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n" + image
    if done < 3:
        return made + steps
    mark = machine_file.beginning(made)
    for number in range(1, rng.randrange(2, 6)):
        changes = value(rng, {"tray": {"100": 1}, "draws": 5, "meters": {"plays": 1}, "reels": [1, 2, 3]})
        memory = rng.choice((bytes(4), struct.pack("<IH", 1, rng.randrange(600)) + rng.randbytes(64)))
        step, mark = machine_file.pack_step(
            number, mark, changes if isinstance(changes, dict) else {}, memory
        )
        made += step
    return made


def resummed_checkpoint(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A campaign's checkpoint with values altered, and its SHA-256 right."""
    kept = json.loads(data)
    del kept["sha256"]
    kept = value(rng, kept)
    if isinstance(kept, dict):
        kept["sha256"] = hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()
    return json.dumps(kept, sort_keys=True).encode()


def repacked_state(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A saved cabinet whose beginning was altered, packed again."""
    kept = saved.unpack(data)
    image = kept["origin"].pop("nvram")
    kept["origin"] = value(rng, kept["origin"])
    if isinstance(kept["origin"], dict):
        kept["origin"]["nvram"] = rng.choice(
            (image, image, image[:40], zlib.compress(bytes(1 << 22)), b"", 3)
        )
    if rng.random() < 0.3:
        kept[rng.choice(("version", "runtime", "state"))] = rng.choice(ODD_VALUES[:15])
    return saved.pack(kept)


def repacked_rom(rng: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A ROM with a part or a fact altered, its firmware apart, and every digest right."""
    box = rom_file.unpack(data)
    facts = {name: fact for name, fact in box.manifest.items() if name != "parts"}
    parts = dict(box.parts)
    if rng.random() < 0.3:
        altered = value(rng, facts)
        facts = altered if isinstance(altered, dict) else facts
    else:
        # Not the firmware: a program of a stranger is not run to see whether it ends.
        name = rng.choice([name for name in parts if not name.startswith("firmware/")])
        mutate = rng.choice((flips, truncated, numbers, lines, stretched))
        parts[name] = mutate(rng, parts[name], list(parts.values()))
    return rom_file.pack(facts, parts)
