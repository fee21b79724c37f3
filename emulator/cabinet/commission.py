# SPDX-License-Identifier: MIT
"""How a machine's life begins: its keys, the coins laid into it, and the one first write of its NVRAM."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache

from emulator.cabinet.errors import CabinetError
from emulator.cabinet.options import CabinetOptions
from emulator.cabinet.physical import METERS
from emulator.support.seed import KEY_BYTES, chip_key_of, seed_key
from machines.memory import factory
from machines.memory.chip import Seals
from machines.model import Model
from machines.support.currency import EURO
from machines.support.plain import Json, JsonView

DEFAULT_PURSE = {200: 5, 100: 10, 50: 10, 20: 10, 10: 10}
DEFAULT_WALLET = {500: 2, 1000: 1}
# Of each coin and note of another money that a machine takes.
COINS_EACH, NOTES_EACH = 10, 2
# What a visitor buys of a house's tokens at the cash desk.
TOKENS_BOUGHT_CENTS = 6_000


def first_physical(model: Model, options: CabinetOptions) -> Json:
    """Coins, reel angles and meters of a new machine and its first visitor, as plain JSON values."""
    purse, wallet = options.get("purse"), options.get("wallet")
    fill = {hopper.cents: hopper.fill for hopper in model.hoppers} | dict(options.get("hoppers") or {})
    return {
        "purse": coins_by_text(first_purse(model) if purse is None else purse),
        "wallet": coins_by_text(first_wallet(model) if wallet is None else wallet),
        "hoppers": coins_by_text(fill),
        "cash_box": {},
        "tray": {},
        "note_box": {},
        "reels": [0] * len(model.strips),
        "meters": dict.fromkeys(METERS, 0),
        "device_key": _first_key(options.get("seed")).hex(),
        "draws": 0,
    }


def first_purse(model: Model) -> dict[int, int]:
    """
    The visitor's coins: of each that the machine takes enough for its dearest play.

    For a machine that takes tokens they are tokens (C-10); of another money than the euro they are its coins.
    """
    if model.tokens is not None:
        return {cents: TOKENS_BOUGHT_CENTS // len(model.coins_cents) // cents for cents in model.coins_cents}
    stake = max(model.bets_cents)
    # One coin more: whoever asks a coin back may get others for it.
    enough = {cents: -(-stake // cents) + 1 for cents in model.coins_cents}
    usual = DEFAULT_PURSE if model.currency == EURO else dict.fromkeys(model.coins_cents, COINS_EACH)
    return {cents: max(count, enough.get(cents, 0)) for cents, count in usual.items()}


def first_wallet(model: Model) -> dict[int, int]:
    """The visitor's notes: of the euro, or of another money the one that the machine takes."""
    if model.currency == EURO:
        return DEFAULT_WALLET
    return {model.note_cents: NOTES_EACH} if model.note_cents else {}


def commission(model: Model, seed: str | None, serial: int, physical: JsonView, seals: Seals) -> bytes:
    """
    The one first write of a machine's life: its key, the coins in its hoppers, the stops of its reels.

    The reels stand on a losing window, so that a new machine shows no prize that nobody won.
    """
    state = model.first_state(_first_key(seed), serial)
    counts = tuple(physical["hoppers"][str(hopper.cents)] for hopper in model.hoppers)
    return _image(state, serial, counts, tuple(model.first_stops()), seals)


@lru_cache(maxsize=16)
def _image(state: bytes, serial: int, counts: tuple[int, ...], stops: tuple[int, ...], seals: Seals) -> bytes:
    """Whoever tests, sweeps or replays commissions one machine again and again."""
    return factory.factory_image(state, serial, counts, stops, seals=seals)


def chip_key_for(seed: str | None, nvram: bytes | None, given: bytes | None) -> bytes:
    """
    The key in a board's chip.

    Args:
        seed: of a TEST machine, whose key follows from it.
        nvram: what the machine goes on with; None: it is commissioned.
        given: the key that was named, which comes before all else.

    Raises:
        CabinetError: nothing says under which key the records of a machine of record are sealed.
    """
    if given is not None:
        if len(given) != KEY_BYTES or not any(given):
            raise CabinetError(f"chip_key must be {KEY_BYTES} bytes, not all zero (got {len(given)} bytes)")
        return given
    if seed is not None:
        return chip_key_of(seed)
    if nvram is not None:
        raise CabinetError(
            "chip_key must be given with the nvram of a machine of record: its records are sealed under it "
            "(cabinet.chip_key has it, and open_machine(...).chip_key of a kept machine)"
        )
    return os.urandom(KEY_BYTES)


def named_key(origin: JsonView) -> bytes | None:
    """The chip key that an origin names, None of a TEST machine; CabinetError if it is no key."""
    named = origin.get("chip_key")
    if named is None:
        return None
    try:
        key = bytes.fromhex(named)
    except (TypeError, ValueError):
        key = b""
    if len(key) != KEY_BYTES or not any(key):
        raise CabinetError(f"chip_key must be {2 * KEY_BYTES} hex digits, not all zero (got another text)")
    return key


def _first_key(seed: str | None) -> bytes:
    return os.urandom(KEY_BYTES) if seed is None else seed_key(seed)


def system_entropy() -> bytes | None:
    """The entropy of a machine after each play."""
    return os.urandom(32)


def no_entropy() -> bytes | None:
    """The entropy of a run with a seed: none."""
    return None


def coins_by_text(coins: Mapping[int, int]) -> dict[str, int]:
    """Coins with their values as text, as JSON keys are."""
    return {str(cents): count for cents, count in sorted(coins.items())}
