# SPDX-License-Identifier: MIT
"""The prize cycle's gamble and raises (B-22, B-24): against the reference, by bounds, and by mutants."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import core_checks
import core_gamble_checks as checks
import pytest
from core_checks import KEY, SMALL, resign, tables_of
from core_mutants import build_mutant
from core_reference import Definition
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_core_step import definitions

import cext

__all__ = ["build_mutant"]  # a fixture

# name: (text of cycle_gamble.c, text of the mutant, the check that must refuse it)
MUTANTS: dict[str, tuple[str, str, Callable[[Any], None]]] = {
    "loss_forgotten": (
        "state->return_cents += cents;",
        "",
        checks.check_cycle_keeps_its_plan,
    ),
    "returned_for_ever": (
        "state->return_cents -= piece_cents;",
        "",
        checks.check_given_back,
    ),
    "returned_by_the_next_loss": (
        "pays = product(later + 1, piece_cents) <= cents;",
        "pays = 1;",
        checks.check_returns_even,
    ),
    "a_chance_too_many": (
        "product(ticket, piece_cents) < cents",
        "product(ticket, piece_cents) <= cents",
        checks.check_returns_even,
    ),
    "spread_over_one_stratum": (
        "losses_after(tables, urn->stratum, urn_losses(urn)) : 0;",
        "urn_losses(urn) : 0;",
        checks.check_returns_even,
    ),
    "the_loss_at_hand_forgotten": (
        "spread_over(tables, later + 1)",
        "spread_over(tables, later ? later : 1)",
        checks.check_returns_even,
    ),
    "no_loss_is_spare": (
        "losses > tables->return_spare ? losses - tables->return_spare : 0",
        "losses",
        checks.check_returns_bounded,
    ),
    "a_chance_above_the_bound": (
        "product(spread, piece_cents) >= product(cents, tables->return_one_in)",
        "spread > 0",
        checks.check_returns_bounded,
    ),
    "one_in_one_more": (
        "even ? spread : tables->return_one_in, &ticket",
        "even ? spread : tables->return_one_in + 1, &ticket",
        checks.check_returns_bounded,
    ),
    "never_sure_to_return": (
        "pays = product(later + 1, piece_cents) <= cents;",
        "pays = 0;",
        checks.check_returns_bounded,
    ),
    "dropped_when_the_cycle_ends": (
        "urn->cycle == state->cycle ? losses_after(tables, urn->stratum, urn_losses(urn)) : 0;",
        """losses_after(tables, urn->stratum, urn_losses(urn));
    if (urn->cycle != state->cycle) {
        state->return_cents = 0;
        return CORE_OK;
    }""",
        checks.check_cycle_keeps_its_plan,
    ),
    "drawn_with_a_gamble_s_word": (
        "feature_below(source, RETURN_WORD,",
        "feature_below(source, 1,",
        checks.check_gamble_steps,
    ),
    "returns_are_gambled_again": (
        "urn->cycle != cycle || returned || ",
        "urn->cycle != cycle || ",
        checks.check_given_back,
    ),
    "offered_too_late": (
        "if (urn->cycle != cycle || returned ||",
        "if (returned ||",
        checks.check_no_offer_over_a_join,
    ),
    "offered_without_losses_to_return": (
        "<= product(2 * spread_over(tables, losses), piece_cents));",
        ">= 0);",
        checks.check_cycle_keeps_its_plan,
    ),
    "offered_up_to_the_bound": (
        "product(3 * tables->return_one_in, cents)",
        "product(2 * tables->return_one_in, cents)",
        checks.check_offered_while_spread,
    ),
    "held_however_much_must_return": (
        "    return !state->return_cents\n        ||",
        "    return 1 ||",
        checks.check_cycle_keeps_its_plan,
    ),
    "held_without_the_loss_at_hand": (
        "state->left[0]) - 1, state->return_cents)",
        "state->left[0]), state->return_cents)",
        checks.check_offered_while_spread,
    ),
    "account_above_the_brim": (
        "cents <= tables->return_max_cents && ",
        "",
        checks.check_any_part,
    ),
    "advance_never_used_up": (
        "state->advance_cents -= prize_cents - cents;",
        "",
        checks.check_given_back,
    ),
    "advance_above_the_brim": (
        "added < room ? added : room",
        "added",
        checks.check_any_part,
    ),
    "advance_kept_for_the_next_cycle": (
        "state->advance_cents = 0;",
        ";",
        checks.check_cycle_keeps_its_plan,
    ),
    "campaign_forgets_the_account": (
        "c->tally.returned_cents += is_returned(&entries[e])",
        "c->tally.returned_cents += 0 && is_returned(&entries[e])",
        checks.check_gamble_campaign,
    ),
    "unfair_draw": (
        "1 + state->gambles, 2, &won);",
        "1 + state->gambles, 3, &won); won = won > 1;",
        checks.check_gamble_even,
    ),
    "one_draw_for_all_rounds": (
        "1 + state->gambles, 2, &won)",
        "1, 2, &won)",
        checks.check_gamble_even,
    ),
    "above_the_maximum": (
        "cents <= most >> 1",
        "cents <= most",
        checks.check_cycle_keeps_its_plan,
    ),
    "double_by_the_single_s_maximum": (
        "entries > 1 ? tables->double_max_cents",
        "entries > 2 ? tables->double_max_cents",
        checks.check_gamble_steps,
    ),
    "raise_with_the_gamble_s_word": (
        "feature_below(source, 0, get_u32(row + 8), &ticket)",
        "feature_below(source, 1, get_u32(row + 8), &ticket)",
        checks.check_gamble_steps,
    ),
    "raises_one_in_many_more": (
        "ticket < get_u32(row + 4)",
        "ticket <= get_u32(row + 4)",
        checks.check_raises_even,
    ),
    "trusts_the_stake": (
        "first << state->gambles != at_stake || !winnable(tables, entries, first)",
        "0 && winnable(tables, entries, first)",
        checks.check_gamble_damage,
    ),
    "campaign_dares_once_more": (
        "const uint32_t dares = made < rounds,",
        "const uint32_t dares = made <= rounds,",
        checks.check_gamble_campaign,
    ),
}


@pytest.mark.parametrize("check", checks.CHECKS, ids=lambda check: check.__name__)
def test_the_core_holds(check: Callable[[Any], None]) -> None:
    check(cext)


# The others take their time to build: the long run has them.
QUICK = ("loss_forgotten", "offered_without_losses_to_return", "returned_by_the_next_loss")


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in MUTANTS]
)
def test_a_mutant_is_refused(name: str, build_mutant: Callable[..., ModuleType]) -> None:
    old, new, check = MUTANTS[name]
    mutant = build_mutant(f"gamble_{name}", "cycle_gamble.c", old, new)
    with pytest.raises((AssertionError, mutant.CoreError)):
        check(mutant)


@pytest.mark.long
def test_a_campaign_that_keeps_what_it_should_return_is_refused(
    build_mutant: Callable[..., ModuleType],
) -> None:
    old = "c->state.return_cents && c->source.index < c->end"
    mutant = build_mutant("gamble_campaign_keeps", "campaign.c", old, "0 && c->source.index < c->end")
    with pytest.raises((AssertionError, mutant.CoreError)):
        checks.check_campaign_gives_back(mutant)


@st.composite
def gambled(pick: st.DrawFn) -> Definition:
    """Any small machine, with a gamble, raises, or both."""
    made = pick(definitions())
    if pick(st.booleans()):
        single = pick(st.integers(1, 900))
        made.gamble = (
            pick(st.integers(1, 4)),
            single,
            pick(st.integers(single, 1200)),
            pick(st.integers(1, 400)),
            pick(st.integers(0, 200)),
            pick(st.integers(1, 4)),
            pick(st.integers(0, 6)),
        )
    shown = {cents for _, cents in made.windows()}
    can = [cls for cls, cents in enumerate(made.prizes_cents) if cls and cents in shown]
    for low in can[:-1]:
        if pick(st.booleans()):
            to = pick(st.sampled_from([cls for cls in can if cls > low]))
            of = pick(st.integers(1, 4))
            made.raises.append((low, to, pick(st.integers(1, of)), of))
    return made


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    definition=gambled(),
    key=st.binary(min_size=32, max_size=32),
    choices=st.lists(st.integers(0, 999), max_size=20),
)
def test_any_machine_steps_as_the_reference(definition: Definition, key: bytes, choices: list[int]) -> None:
    core_checks.check_steps(cext, definition, key, 3, choices)


def test_tables_tell_what_they_were_packed_with() -> None:
    tables = tables_of(cext, checks.GAMBLED)
    assert tables.gamble == cext.CycleGamble(*checks.GAMBLE)
    assert tables.raises == (cext.Raise(1, 3, 1, 3), cext.Raise(2, 4, 2, 5))
    plain = tables_of(cext, SMALL)
    assert plain.gamble is None
    assert plain.raises == ()


def test_a_machine_without_options_has_the_bytes_it_always_had() -> None:
    """Neither blob nor state tells that there are such options: digests of machines that lack them stay."""
    blob = tables_of(cext, SMALL).blob
    assert blob[40:64] == bytes(24)
    assert tables_of(cext, SMALL).digest == "8afd799da835d73494324788efc9b19183ad79d372547e8c81430540e4583d96"
    state, _ = cext.campaign(cext.Tables(blob), KEY, 1, 1000)
    assert state[158:] == bytes(98)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (40, 0), (40, 21), (42, 1), (43, 1), (44, 0), (44, 801), (52, 0), (55, 1), (59, 1), (60, 0),
    ],
)  # fmt: skip
def test_a_header_with_a_wrong_gamble_is_refused(at: int, value: int) -> None:
    blob = bytearray(tables_of(cext, checks.GAMBLED).blob)
    size = {44: 4, 52: 4, 60: 2}.get(at, 1)
    blob[at : at + size] = value.to_bytes(size, "little")
    with pytest.raises(cext.CoreError):
        cext.Tables(resign(bytes(blob)))


@pytest.mark.parametrize(
    "raises",
    [[(0, 1, 1, 2)], [(2, 1, 1, 2)], [(1, 5, 1, 2)], [(1, 2, 0, 2)], [(1, 2, 3, 2)],
     [(2, 3, 1, 2), (1, 3, 1, 2)], [(1, 1, 1, 2)], [(4, 4, 1, 2)]],
)  # fmt: skip
def test_a_raise_that_raises_nothing_is_refused(raises: list[tuple[int, int, int, int]]) -> None:
    wrong = Definition(**{**vars(SMALL), "raises": raises})
    with pytest.raises(cext.CoreError):
        tables_of(cext, wrong)


def test_a_raise_to_a_prize_that_no_window_shows_is_refused() -> None:
    hidden = Definition([[0, 1]], 1, [[0]], [([1], 20)], [0, 20, 40], [[2, 2, 0]], raises=[(1, 2, 1, 2)])
    with pytest.raises(cext.CoreError):
        tables_of(cext, hidden)


def test_an_answer_that_nobody_asked_for_is_refused() -> None:
    tables = tables_of(cext, checks.GAMBLED)
    state = cext.new_state(tables, KEY)
    for dare in (False, True):
        with pytest.raises(cext.CoreError) as caught:
            cext.answer_gamble(tables, state, dare)
        assert "phase" in str(caught.value)
    with pytest.raises(cext.CoreError):
        cext.step_bytes(tables, state, 0, 3)
