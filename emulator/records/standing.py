# SPDX-License-Identifier: MIT
"""
Tells a TEST machine from a machine of record by what its memory holds, not by its header.

    told = Told(seed="00", test=True, device_key=header["physical"]["device_key"])
    contradiction(told, image)          # None, or what the memory says otherwise

The chance of a TEST machine and the key of its chip come from its seed, so both can be compared with the seed
of the header. A machine of record draws its keys from the operating system and absorbs entropy after every
play; a journal names the key of its chip, under which its memory is sealed.
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.support.seed import SeedError, seed_key
from machines.memory.chip import Seals, seals_of, test_key
from machines.memory.record import decode
from machines.support.plain import JsonView

# Where every play state that draws has generation and key (cext/src/state.h), and their types.
_TYPES = b"BCDW"
_GENERATION_AT, _KEY_AT, _KEY_END = 4, 32, 64
# A seed is padded with zeros. Of 2^64 keys of the operating system one ends in so many.
_PADDING = bytes(8)
# A double play counts two, and a process may have ended before the first play absorbed its entropy.
_PLAYS_UNABSORBED = 2
# A cabinet has two keys of its own, one for its plays and one for its mechanics; a table's device has one.
_CABINETS = b"BC"
# What counts the plays of a machine, the throws of a cup, the draws of a wheel.
_PLAYS = ("plays", "throws", "draws")


class Told(NamedTuple):
    """A file's words about its machine."""

    seed: str | None
    test: bool
    device_key: str | None = None
    """Key of its mechanical variation, hex; at a Pai Gow table that of its cards."""


class Keys(NamedTuple):
    """The random keys in a machine's memory."""

    key: bytes
    generation: int
    """How often entropy was absorbed."""
    plays: int
    cabinet: bool
    """Whether its machine has another key for its mechanics."""
    sealed_as_test: bool
    """Whether its records are sealed by the chip of the TEST machine whose seed is its key."""


def keys_of(image: bytes) -> Keys | None:
    """The key that a memory holds; None if its books are lost, or its machine draws nothing."""
    record = _books(image)
    if record is None or record["state"][1] not in _TYPES:
        return None
    state = bytes(record["state"])
    generation = int.from_bytes(state[_GENERATION_AT : _GENERATION_AT + 4], "little")
    key, plays = state[_KEY_AT:_KEY_END], next(record[name] for name in _PLAYS if name in record)
    sealed = _books(image, seals_of(test_key(key), record["serial"])) is not None
    return Keys(key, generation, plays, state[1] in _CABINETS, sealed)


def _books(image: bytes, seals: Seals = ()) -> JsonView | None:
    """The record that counts, whatever it is of; None: no copy is whole, or none under these seals."""
    record: JsonView | None = decode(image, seals)
    if record is not None:
        return record
    from machines.tables import cup, wheel  # a machine needs nothing of tables

    return cup.MEMORY.read(image, seals) or wheel.MEMORY.read(image, seals)


def sealed_by_another(image: bytes, chip_key: bytes) -> bool:
    """Whether a memory has books, and none of them is sealed under this key."""
    record = _books(image)
    return record is not None and _books(image, seals_of(chip_key, record["serial"])) is None


def is_test(image: bytes, device_key: str | None = None) -> bool:
    """Whether a memory can only be that of a TEST machine."""
    return _sign_of_test(keys_of(image), _bytes(device_key)) is not None


def contradiction(told: Told, image: bytes) -> str | None:
    """
    What in a memory contradicts the file's words.

    Returns:
        A phrase for an error message; None where they agree, or where nothing can be compared.
    """
    keys, device_key = keys_of(image), _bytes(told.device_key)
    seeded = told.seed is not None
    if told.test is not seeded:
        return f"test must be {str(seeded).lower()} with seed {told.seed!r} (got {told.test!r})"
    if told.seed is None:
        sign = _sign_of_test(keys, device_key)
        return None if sign is None else f"seed must be that of a TEST machine (got none, and {sign})"
    if not isinstance(told.seed, str):
        return f"seed must be hex digits (got {told.seed!r})"
    try:
        key = seed_key(told.seed)
    except SeedError as error:
        return str(error)
    if keys is not None and keys.generation == 0 and keys.key != key:
        return f"seed must be the one whose key the NVRAM holds (got {told.seed}, another one)"
    if device_key is not None and device_key != key:
        return f"seed must be the one of its mechanical variation (got {told.seed}, another one)"
    return None


def _sign_of_test(keys: Keys | None, device_key: bytes | None) -> str | None:
    """Why this is a TEST machine's; None if nothing says so."""
    if keys is not None:
        if keys.sealed_as_test:
            return "its records are sealed by the chip of a seed"
        if keys.key.endswith(_PADDING):
            return "the key in its NVRAM is that of a seed"
        if keys.generation == 0 and keys.plays > _PLAYS_UNABSORBED:
            return f"{keys.plays} plays in its NVRAM absorbed no entropy"
        if keys.cabinet and keys.generation == 0 and keys.key == device_key:
            return "its plays and its mechanics have one key"
    if device_key is not None and device_key.endswith(_PADDING):
        return "the key of its mechanical variation is that of a seed"
    return None


def _bytes(device_key: str | None) -> bytes | None:
    try:
        return None if device_key is None else bytes.fromhex(device_key)
    except (ValueError, TypeError):
        return None
