# SPDX-License-Identifier: MIT
"""core_link holds every check, and no course breaks the books."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import link_checks
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from link_checks import KEY, KINDS
from link_reference import Pot

import cext


@pytest.mark.parametrize("check", link_checks.CHECKS, ids=lambda check: check.__name__)
def test_the_core_holds(check: Callable[[Any], None]) -> None:
    check(cext)


RATIOS = st.tuples(st.integers(0, 10**9), st.integers(1, 10**9)).map(lambda pair: (min(pair), max(pair)))
KIND = st.sampled_from(("combination", "mystery", "must_hit"))
PARTS = st.integers(1, 65535).flatmap(lambda of: st.integers(1, of).map(lambda part: Fraction(part, of)))


@st.composite
def any_rules(draw: st.DrawFn) -> cext.LinkRules:
    """Rules anywhere within their bounds."""
    hit = draw(KIND)
    limit_mc = draw(st.integers(1, 4 * 10**12))
    base_mc = draw(st.integers(0, limit_mc - 1))
    mystery_of = draw(st.integers(1, 1 << 60)) if hit == "mystery" else 0
    mystery = draw(st.integers(1, mystery_of)) if mystery_of else 0
    prizes = tuple(draw(st.lists(PARTS, min_size=1, max_size=4))) if hit == "combination" else ()
    unit = draw(st.sampled_from((1, 1, 10, 9_999)))
    words = (base_mc, limit_mc, hit, *draw(RATIOS), *draw(RATIOS), mystery, mystery_of, prizes, unit)
    return cext.LinkRules(*words)  # type: ignore[arg-type]


EVENTS = st.lists(
    st.tuples(st.integers(1, (1 << 32) - 1), st.integers(0, 4), st.integers(1, 255)), min_size=1, max_size=20
)


@settings(max_examples=60, deadline=None)
@given(any_rules(), EVENTS, st.binary(min_size=32, max_size=32), st.integers(0, (1 << 40) - 1))
def test_any_course_agrees_with_the_reference(
    rules: cext.LinkRules, events: list[tuple[int, int, int]], key: bytes, machine: int
) -> None:
    pot, reference = cext.new_link(rules, key, machine), Pot(rules, key, machine)
    for stake_mc, prize, winners in events:
        prize = min(prize, len(rules.prizes))
        pot, award = cext.link_event(pot, stake_mc, prize, winners)
        assert tuple(award) == reference.move(stake_mc, prize, winners)
        link_checks.same(cext, pot, reference)


def test_the_mystery_is_drawn_as_often_as_it_says() -> None:
    """One event in 200 over 40,000: 200 hits, sigma 14.1; 5 sigma: a false alarm of 6e-7 for another key."""
    rules = cext.LinkRules(0, 10**9, "mystery", 1, 1, mystery=1, mystery_of=200)
    pot = cext.new_link(rules, KEY)
    for _ in range(40_000):
        pot, _ = cext.link_event(pot, 1)
    assert abs(cext.view_link(pot).hits - 200) < 71


def test_a_pot_that_must_hit_pays_by_its_limit_at_the_latest() -> None:
    pot = cext.new_link(cext.LinkRules(**KINDS["must hit"]), KEY)
    paid = []
    for _ in range(3_000):
        pot, award = cext.link_event(pot, 20_000)
        paid += [award.cents] * award.winners
    assert len(paid) > 50
    assert min(paid) >= 50
    assert max(paid) <= 190


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"base_mc": 40_000_001}, "base_mc must be 0 to 40000000 millicents (got 40000001)"),
        ({"share": 701}, "share must be 0 to 700 (got 701)"),
        ({"prizes": ()}, "prizes must be 1 to 4 of them (got 0)"),
        ({"prizes": (Fraction(3, 2),)}, "prizes[0] must be above 0/1 to 1/1"),
        ({"mystery_of": 4}, "mystery_of must be 0 to 0 (got 4)"),
        ({"hit": "luck"}, "hit must be one of combination, mystery, must_hit (got 'luck')"),
    ],
)
def test_rules_beyond_a_bound_are_told(words: dict[str, Any], says: str) -> None:
    with pytest.raises(cext.CoreError) as caught:
        cext.new_link(cext.LinkRules(**{**KINDS["carrusel"], **words}), KEY)
    assert says in str(caught.value)


def test_an_event_must_stake_or_win_something() -> None:
    pot = cext.new_link(cext.LinkRules(**KINDS["carrusel"]), KEY)
    for arguments in ((0, 0, 1), (1, 2, 1), (1, 1, 0), (1 << 32, 0, 1)):
        with pytest.raises(cext.CoreError):
            cext.link_event(pot, *arguments)


def test_what_is_carried_forbids_another_denominator() -> None:
    rules = cext.LinkRules(**KINDS["carrusel"])
    pot = cext.new_link(rules, KEY)
    with pytest.raises(cext.CoreError):
        cext.change_link(pot, rules._replace(share_of=1_000))
    assert cext.view_link(cext.change_link(pot, rules._replace(share=9))).then.share == 9


def test_the_extension_makes_the_ports_events() -> None:
    """tests/c/ports_carrusel.c once more: what Python reaches is what every processor computes."""
    from test_ports import START, mix_bytes, mix_value, vectors

    whole, tenth = Fraction(1), Fraction(1, 10)
    kinds = (
        cext.LinkRules(12_000_000, 40_000_000, "combination", 3, 700, 1, 900, prizes=(whole,)),
        cext.LinkRules(0, 4 * 10**12, "combination", 1, 1, prizes=(whole, tenth)),
        cext.LinkRules(5_000, 90_000, "mystery", 1, 3, mystery=3, mystery_of=40),
        cext.LinkRules(50_000, 190_001, "must_hit", 1, 7, 1, 11),
    )
    digest = START
    for k, rules in enumerate(kinds):
        pot = cext.new_link(rules, bytes([6, 6, 6, 2]).ljust(32, b"\0"), 40 + k)
        for n in range(300):
            if n == 150:
                pot = cext.change_link(pot, rules._replace(base_mc=rules.base_mc // 2))
            prize = 1 + n % len(rules.prizes) if rules.prizes and n % 17 == 16 else 0
            pot, award = cext.link_event(pot, 20_000 * (1 + n % 3), prize, 1 + n % 5)
            by = ("none", "prize", "mystery", "threshold").index(award.by)
            digest = mix_value(mix_value(digest, award.event), award.cents)
            digest = mix_value(digest, award.winners | by << 8 | award.restarted << 16)
        digest = mix_bytes(digest, pot)
    assert digest == vectors()["link"]
