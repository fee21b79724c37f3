# SPDX-License-Identifier: MIT
"""Black jack counted by the core: as rounds at a table come to, one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import black_jack_checks
import numpy as np
import pytest
from black_jack_checks import KEY, Case
from core_reference import draw

import cext
from cext import PURPOSE_PLAY, CoreError, widest_tier
from cext.table_black_jack import NO_GAIN, BlackJackRules, BlackJackTally, HandStates
from machines.tables.games.black_jack.analysis import SPLIT, Setting
from machines.tables.games.black_jack.states import bank, declared_hands, pays

KINDS = [card % 52 // 4 for card in range(312)]
HANDS, BANK, PAYS = declared_hands(Setting()), bank(), pays(Setting())


@pytest.mark.parametrize("check", [black_jack_checks.check_shoes, black_jack_checks.check_fresh])
def test_the_core_counts_what_a_table_comes_to(check: Callable[[object], None]) -> None:
    check(cext)


@pytest.mark.parametrize(("case", "number"), [(Case(), 3), (Case(odd=True), 24), (Case(bold=True), 8)])
def test_every_round_brings_every_box_what_it_does_at_the_table(case: Case, number: int) -> None:
    """A separator that comes earlier and earlier tells the rounds of a shoe apart."""
    began, before = black_jack_checks.BURNT, np.zeros((7, 2 * NO_GAIN + 1), dtype=np.int64)
    for one in black_jack_checks.shoe(case, number):
        reserve = black_jack_checks.CARDS - max(began, black_jack_checks.BURNT + 1)
        rules = black_jack_checks.core_rules(case._replace(reserve=reserve))
        gains = black_jack_checks.counted(cext, rules, number, 1).gains.astype(np.int64)
        assert [int(cell) - NO_GAIN for cell in np.nonzero(gains - before)[1]] == list(one.gains)
        began, before = began + one.dealt, gains


def test_the_rounds_of_the_check_have_what_they_are_for() -> None:
    """Pairs separated again, his three sevens and black jacks, emptied shoes, long fresh hands."""
    rounds = {
        (case, number): black_jack_checks.shoe(case, number)
        for case, first, many in black_jack_checks.SHOES for number in range(first, first + many)
    }  # fmt: skip
    assert max(one.hands - case.boxes for (case, _), some in rounds.items() for one in some) >= 4
    assert {one.end for some in rounds.values() for one in some} == set(range(-1, 8))
    for (case, _), some in rounds.items():
        if case.reserve < 52:
            assert sum(one.dealt for one in some) > 312 - 5, "no shoe is emptied"
    fresh = [
        black_jack_checks.fresh(case, number)
        for case, first, many in black_jack_checks.FRESH for number in range(first, first + many)
    ]  # fmt: skip
    assert max(one.dealt for one in fresh) > 16


@pytest.mark.parametrize("reading", black_jack_checks.READINGS)
def test_a_reading_changes_shoes_of_the_check_unless_it_cannot(reading: tuple[str, str]) -> None:
    """Who separates every seven has no three of them in a separated hand."""
    differ = [
        black_jack_checks.shoe(case, number) != black_jack_checks.shoe(case._replace(readings=()), number)
        for case, first, many in black_jack_checks.SHOES if case.readings == (reading,)
        for number in range(first, first + many)
    ]  # fmt: skip
    assert any(differ) == (reading[0] != "sevens_after_pair")


def same(one: BlackJackTally, other: BlackJackTally) -> bool:
    plain = (0, 1, 2, 3, 5, 6)
    return [one[i] for i in plain] == [other[i] for i in plain] and all(
        (one[i] == other[i]).all() for i in (4, 7, 8)
    )


def _fresh(
    rules: BlackJackRules, key: bytes, *, first: int, shoes: int, tier: int | None = None
) -> BlackJackTally:
    return rules.fresh(key, first=first, hands=shoes, tier=tier)


@pytest.mark.parametrize("tier", range(widest_tier() + 1))
def test_parts_of_every_tier_add_up_to_the_whole(tier: int) -> None:
    rules = black_jack_checks.core_rules(Case())
    for units, played in ((40, rules.shoes), (400, partial(_fresh, rules))):
        whole = played(KEY, first=0, shoes=units)
        for cut in range(0, units, 57 if units > 40 else 7):
            before = played(KEY, first=0, shoes=cut, tier=tier)
            assert same(whole, before + played(KEY, first=cut, shoes=units - cut, tier=tier))


def test_a_word_of_a_fresh_hand_of_the_check_is_rejected() -> None:
    scaled = draw(KEY, 0, PURPOSE_PLAY, 16 * black_jack_checks.REJECTED + 2, 1 << 32) * 310
    assert scaled % (1 << 32) < (1 << 32) % 310


def made(**changed: object) -> BlackJackRules:
    known = {"kinds": KINDS, "hands": HANDS, "bank": BANK, "pays": PAYS, "below_red": 52, "burnt": 5}
    return BlackJackRules(**(known | changed))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"kinds": KINDS[:51]}, r"len\(kinds\) must be 52 to 512"),
        ({"kinds": [*KINDS[:-1], 16]}, "kinds must be 0 to 15"),
        ({"below_red": 307}, "below_red must be 0 to 306"),
        ({"burnt": 52}, "burnt must be 0 to 51"),
        ({"boxes": 8}, "boxes must be 1 to 7"),
        ({"tags": (5,) * 16}, "tags must be -4 to 4"),
        ({"pays": PAYS[:2]}, r"pays must be of shape \(4, 16, 8\)"),
        ({"hands": HANDS._replace(act=HANDS.act[:, :9])}, "act must be of shape"),
    ],
)  # fmt: skip
def test_what_is_out_of_range_is_refused(changed: dict[str, object], says: str) -> None:
    with pytest.raises(CoreError, match=says):
        made(**changed)


def spoilt(name: str, at: tuple[int, ...], to: int) -> HandStates:
    rows = getattr(HANDS, name).copy()
    rows[at] = to
    return HANDS._replace(**{name: rows})


@pytest.mark.parametrize(
    "changed",
    [
        {"hands": spoilt("next", (20, 3), 20)}, {"hands": spoilt("next", (20, 3), 4000)},
        {"hands": spoilt("act", (3, 20), 4)}, {"hands": spoilt("parted", (20,), 4000)},
        {"hands": spoilt("worth", (20,), 16)}, {"hands": spoilt("next", (0, 3), 0)},
        {"pays": np.where(PAYS == -4, -5, PAYS)}, {"bank": BANK._replace(first=BANK.first * 0)},
        {"bank": BANK._replace(next=np.full_like(BANK.next, 9))},
    ],
)  # fmt: skip
def test_the_core_itself_refuses_a_plan_that_is_none(changed: dict[str, object]) -> None:
    assert made().shoes(KEY, first=0, shoes=1).shoes == 1
    for played in (made(**changed).shoes, partial(_fresh, made(**changed))):
        with pytest.raises(CoreError):
            played(KEY, first=0, shoes=1)


def test_a_plan_that_separates_for_ever_ends() -> None:
    """All cards are twos, and every pair of them is separated: a box has no more than 256 hands."""
    twins = declared_hands(Setting())
    assert twins.act[0, twins.next[twins.next[0, 0], 0]] == SPLIT
    rules = made(kinds=[0] * 312)
    for played in (rules.shoes, partial(_fresh, rules)):
        with pytest.raises(CoreError):
            played(KEY, first=0, shoes=1)
