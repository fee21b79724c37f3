# SPDX-License-Identifier: MIT
"""Checks of a core's linked pots; each takes the package cext, so that mutants of it can be put to them."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from link_reference import Pot

KEY = bytes(range(32))
ALL, TENTH = Fraction(1), Fraction(1, 10)

# name: the rules as keywords
KINDS: dict[str, dict[str, Any]] = {
    "carrusel": {
        "base_mc": 12_000_000, "limit_mc": 40_000_000, "hit": "combination", "share": 3, "share_of": 700,
        "reserve": 1, "reserve_of": 900, "prizes": (ALL,),
    },
    "table": {
        "base_mc": 0, "limit_mc": 4 * 10**12, "hit": "combination", "share": 1, "share_of": 1,
        "prizes": (ALL, TENTH),
    },
    "floor": {
        "base_mc": 900_000, "limit_mc": 1_000_000, "hit": "combination", "share": 7, "share_of": 9,
        "prizes": (Fraction(3, 7), ALL),
    },
    "mystery": {
        "base_mc": 5_000, "limit_mc": 90_000, "hit": "mystery", "share": 1, "share_of": 3,
        "mystery": 3, "mystery_of": 40,
    },
    "must hit": {
        "base_mc": 50_000, "limit_mc": 190_001, "hit": "must_hit", "share": 1, "share_of": 7,
        "reserve": 1, "reserve_of": 11,
    },
    "coins": {
        "base_mc": 90_000, "limit_mc": 900_000, "hit": "combination", "share": 1, "share_of": 7,
        "prizes": (ALL, TENTH), "unit_cents": 10,
    },
}  # fmt: skip


def same(core: Any, pot: bytes, reference: Pot) -> None:
    """The core's pot and the reference agree in every field."""
    view = core.view_link(pot)
    assert {name: getattr(view, name) for name in reference.fields()} == reference.fields()


def check_against_the_reference(core: Any) -> None:
    """Every kind of pot, event by event, with hits, splits, overflow and new rules on the way."""
    for seed, (name, words) in enumerate(KINDS.items()):
        choose = Random(seed)
        rules = core.LinkRules(**words)
        pot, reference = core.new_link(rules, KEY, machine=seed + 5), Pot(rules, KEY, seed + 5)
        for step in range(400):
            prize = choose.randint(1, len(rules.prizes)) if rules.prizes and choose.random() < 0.05 else 0
            stake_mc = choose.choice((0, 1, 20_000, 600_000)) if prize else choose.choice((1, 20_000, 40_000))
            winners = choose.choice((1, 1, 2, 3, 7))
            pot, award = core.link_event(pot, stake_mc, prize, winners)
            assert tuple(award) == reference.move(stake_mc, prize, winners), (name, step)
            same(core, pot, reference)
            if step == 150:
                later = rules._replace(base_mc=rules.base_mc // 2 + 1, limit_mc=rules.limit_mc - 999)
                pot, reference.then = core.change_link(pot, later), later
        assert reference.hits > 3, name


def check_books(core: Any) -> None:
    """Contributions and funds are what was paid, stands and is hidden, and no part of a millicent is lost."""
    rules = core.LinkRules(**KINDS["carrusel"])
    pot = core.new_link(rules, KEY)
    for i in range(2_000):
        pot, award = core.link_event(pot, 20_000, prize=int(i % 400 == 399), winners=1 + i % 3)
        view = core.view_link(pot)
        total = 1000 * view.paid_cents + view.value_mc + view.reserve_mc
        assert view.funded_mc + view.contributed_mc == total
    exact = view.staked_mc * (Fraction(3, 700) + Fraction(1, 900))
    carried = Fraction(view.carry, 700) + Fraction(view.reserve_carry, 900)
    assert view.contributed_mc + carried == exact
    assert (view.hits, view.funded_mc) == (5, 6 * rules.base_mc)
    assert award.restarted


def check_damage(core: Any) -> None:
    """A pot in which anything was changed that money depends on is refused."""
    rules = core.LinkRules(**KINDS["carrusel"])
    pot, _ = core.link_event(core.new_link(rules, KEY), 20_000)
    for place in (0, 1, 2, 7, 13, 59, 75, 104, 105, 108, 147, 200, 208, 216, 224, 228, 240, 248, 256):
        damaged = bytearray(pot)
        damaged[place] ^= 0xFF
        if place in (224, 228):
            damaged[place + 1] = 0xFF
        try:
            core.link_event(bytes(damaged), 20_000)
        except core.CoreError as error:
            assert error.code == -9, place
        else:
            raise AssertionError(f"a pot with another byte {place} was moved")


def check_rules(core: Any) -> None:
    """Rules beyond a bound are refused by the core itself, whatever Python let through."""
    import struct

    from cext._core import lib as genuine

    assert genuine.CORE_E_POTS == -14
    package = __import__(f"{core.__name__}._core", fromlist=["lib"])
    sound = core.link._pack(core.LinkRules(**KINDS["carrusel"]))
    places = {
        0: "<Q",
        8: "<Q",
        16: "<I",
        20: "<I",
        28: "<I",
        32: "<Q",
        49: "<B",
        50: "<H",
        54: "<H",
        56: "<H",
        68: "<I",
    }
    bad = {
        0: 41_000_000,
        8: 5 * 10**12,
        16: 701,
        20: 0,
        28: 1 << 31,
        32: 1,
        49: 5,
        50: 1,
        54: 0,
        56: 1,
        68: 10_001,
    }
    room = package.ffi.new("uint8_t[]", core.link.LINK_SIZE)
    assert package.lib.core_link_new(sound, KEY, 0, room) == 0
    for place, form in places.items():
        raw = bytearray(sound)
        struct.pack_into(form, raw, place, bad[place])
        assert package.lib.core_link_new(bytes(raw), KEY, 0, room) == -14, place


CHECKS = (check_against_the_reference, check_books, check_damage, check_rules)
