# SPDX-License-Identifier: MIT
"""
The pot that machines share, moved event by event.

    rules = LinkRules(base_mc=12_000_000, limit_mc=40_000_000, hit="combination", share=1, share_of=100,
                      prizes=(Fraction(1),))
    pot = new_link(rules, key=bytes(32))
    pot, award = link_event(pot, stake_mc=20_000)
    pot, award = link_event(pot, stake_mc=20_000, prize=1)    # award.cents to award.winners winners

Money is integer millicents; what a winner gets is whole cents.
"""

from __future__ import annotations

import struct
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from cext._core import ffi, lib
from cext.chance_rows import HITS, MAX_POT_MC, MAX_SHARE, Hit
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX

LINK_SIZE = int(lib.CORE_LINK_SIZE)
LINK_MAX_PRIZES = int(lib.CORE_LINK_MAX_PRIZES)
LINK_MAX_UNIT_CENTS = int(lib.CORE_LINK_MAX_UNIT)
LINK_MAX_WINNERS = int(lib.CORE_LINK_MAX_WINNERS)
LINK_MAX_TOTAL = 1 << 62  # CORE_LINK_MAX_TOTAL: millicents of all stakes of a pot
LINK_MAX_STAKE_MC = (1 << 32) - 1

_MAX_TAKE_OF = int(lib.CORE_LINK_MAX_TAKE_OF)
_MAX_CHANCE = 1 << 60

_RULES = struct.Struct("<QQIIIIQQBBH8HI")
_POT = struct.Struct("<BBHIQ32sQ72s72sQQQIIQQQQQ")

By = Literal["none", "prize", "mystery", "threshold"]
_BYS: tuple[By, ...] = get_args(By)


class LinkRules(NamedTuple):
    """
    What feeds a pot and what wins it.

    Attributes:
        base_mc: what the operator puts in whenever the pot begins, in millicents.
        limit_mc: what the pot never passes, base_mc to 4 * 10^12; the rest goes to the hidden reserve.
        hit: "combination": a prize of the event; "mystery": a draw in every event; "must_hit": a threshold
            drawn evenly when the pot begins.
        share, share_of: part of every stake that goes into the pot, share_of 1 to 10^9, share at most that.
        reserve, reserve_of: part of every stake that goes into the hidden reserve, within the same bounds.
        mystery, mystery_of: how many of how many draws hit (mystery only, 1 to 2^60).
        prizes: part of the pot that prize 1, 2, ... takes; Fraction(1) is all (combination only, 1 to 4).
        unit_cents: each winner gets a multiple of it, 1 to 10,000; what does not divide stays in the pot.
    """

    base_mc: int
    limit_mc: int
    hit: Hit
    share: int = 0
    share_of: int = 1
    reserve: int = 0
    reserve_of: int = 1
    mystery: int = 0
    mystery_of: int = 0
    prizes: tuple[Fraction, ...] = ()
    unit_cents: int = 1


class LinkAward(NamedTuple):
    """
    What an event won.

    Attributes:
        event: number of the event, from 0.
        cents: to each winner.
        winners: how many; 0: nothing was won.
        by: "none", "prize", "mystery" or "threshold".
        restarted: the pot was taken whole and began anew.
    """

    event: int
    cents: int
    winners: int
    by: By
    restarted: bool


class LinkView(NamedTuple):
    """
    The fields of a pot.

    Always: funded_mc + contributed_mc == 1000 * paid_cents + value_mc + reserve_mc.
    """

    machine: int
    key: bytes
    event: int
    rules: LinkRules
    then: LinkRules
    value_mc: int
    reserve_mc: int
    threshold_mc: int
    carry: int
    reserve_carry: int
    staked_mc: int
    contributed_mc: int
    funded_mc: int
    paid_cents: int
    hits: int


def _pack(rules: LinkRules) -> bytes:
    if rules.hit not in HITS:
        raise CoreError(f"hit must be one of {', '.join(HITS)} (got {rules.hit!r})")
    need_range("limit_mc", rules.limit_mc, 0, MAX_POT_MC, "millicents")
    need_range("base_mc", rules.base_mc, 0, rules.limit_mc, "millicents")
    need_range("share_of", rules.share_of, 1, MAX_SHARE)
    need_range("share", rules.share, 0, rules.share_of)
    need_range("reserve_of", rules.reserve_of, 1, MAX_SHARE)
    need_range("reserve", rules.reserve, 0, rules.reserve_of)
    draws = rules.hit == "mystery"
    need_range("mystery_of", rules.mystery_of, int(draws), _MAX_CHANCE if draws else 0)
    need_range("mystery", rules.mystery, int(draws), rules.mystery_of)
    if rules.hit == "must_hit" and rules.base_mc == rules.limit_mc:
        raise CoreError(f"base_mc must be below limit_mc {rules.limit_mc} (got {rules.base_mc})")
    combined = rules.hit == "combination"
    need_range("prizes", len(rules.prizes), int(combined), LINK_MAX_PRIZES if combined else 0, "of them")
    need_range("unit_cents", rules.unit_cents, 1, LINK_MAX_UNIT_CENTS, "cents")
    takes = [0] * (2 * LINK_MAX_PRIZES)
    for i, part in enumerate(rules.prizes):
        ratio = Fraction(part)
        if not 0 < ratio <= 1 or ratio.denominator > _MAX_TAKE_OF:
            allowed = f"above 0/1 to 1/1 with a denominator of at most {_MAX_TAKE_OF}"
            raise CoreError(f"prizes[{i}] must be {allowed} (got {part})")
        takes[2 * i : 2 * i + 2] = ratio.numerator, ratio.denominator
    return _RULES.pack(
        rules.base_mc, rules.limit_mc, rules.share, rules.share_of, rules.reserve, rules.reserve_of,
        rules.mystery, rules.mystery_of, HITS.index(rules.hit), len(rules.prizes), 0, *takes,
        rules.unit_cents if rules.unit_cents > 1 else 0,
    )  # fmt: skip


def _unpack(raw: bytes) -> LinkRules:
    fields = _RULES.unpack(raw)
    base_mc, limit_mc, share, share_of, reserve, reserve_of, mystery, mystery_of, hit, prizes = fields[:10]
    takes = fields[11:19]
    parts = tuple(Fraction(takes[2 * i], takes[2 * i + 1]) for i in range(prizes))
    return LinkRules(
        base_mc, limit_mc, HITS[hit], share, share_of, reserve, reserve_of, mystery, mystery_of, parts,
        max(fields[19], 1),
    )  # fmt: skip


def new_link(rules: LinkRules, key: bytes, machine: int = 0) -> bytes:
    """
    Return a new pot, which stands at its base.

    Args:
        rules: see LinkRules.
        key: 32 bytes.
        machine: 0 to 2^40 - 1, the pot's own number: pots of one key draw apart.

    Raises:
        CoreError: an argument is out of range.
    """
    need_bytes("key", key, KEY_SIZE)
    need_range("machine", machine, 0, MACHINE_MAX)
    pot = ffi.new("uint8_t[]", LINK_SIZE)
    check(lib.core_link_new(_pack(rules), bytes(key), machine, pot))
    return bytes(ffi.buffer(pot))


def check_link(pot: bytes) -> None:
    """Raise CoreError unless this is a sound pot whose books balance."""
    check(lib.core_link_check(need_bytes("pot", pot, LINK_SIZE)))


def change_link(pot: bytes, rules: LinkRules) -> bytes:
    """
    Return the pot with rules that hold from its next beginning on, when it was taken whole.

    Raises:
        CoreError: the pot is damaged, the rules are out of bounds, or share_of or reserve_of is another one:
            what is carried could not be kept exactly.
    """
    after = ffi.new("uint8_t[]", LINK_SIZE)
    check(lib.core_link_change(need_bytes("pot", pot, LINK_SIZE), _pack(rules), after))
    return bytes(ffi.buffer(after))


def link_event(pot: bytes, stake_mc: int = 0, prize: int = 0, winners: int = 1) -> tuple[bytes, LinkAward]:
    """
    Move a pot by one event: core_link(pot, event) -> (pot', award).

    Args:
        pot: 272 bytes.
        stake_mc: what was staked, 0 to 2^32 - 1 millicents; 0 only with a prize.
        prize: which prize of the rules was hit, 0: none.
        winners: among how many the prize is split, 1 to 255; what does not divide stays in the pot.

    Raises:
        CoreError: an argument is out of range, the pot is damaged, or a total has run out.
    """
    event = ffi.new("core_link_event *")
    event.stake_mc = need_range("stake_mc", stake_mc, 0, LINK_MAX_STAKE_MC, "millicents")
    event.prize = need_range("prize", prize, 0, LINK_MAX_PRIZES)
    event.winners = need_range("winners", winners, 1, LINK_MAX_WINNERS)
    after, award = ffi.new("uint8_t[]", LINK_SIZE), ffi.new("core_link_award *")
    check(lib.core_link(need_bytes("pot", pot, LINK_SIZE), event, after, award))
    made = LinkAward(award.event, award.cents, award.winners, _BYS[award.by], bool(award.restarted))
    return bytes(ffi.buffer(after)), made


def view_link(pot: bytes) -> LinkView:
    """Return the fields of a checked pot; raises CoreError as check_link does."""
    check_link(pot)
    _, _, _, _, machine, key, event, rules, then, *money = _POT.unpack(pot)
    return LinkView(machine, key, event, _unpack(rules), _unpack(then), *money)
