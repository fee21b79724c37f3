# SPDX-License-Identifier: MIT
"""Machines of chance hold every check, and each check catches the fault that it is there for."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import chance_checks
import pytest
from core_mutants import build_mutant
from sampled import one_in

import cext

__all__ = ["build_mutant"]  # a fixture

# The digits of a value from the last reel on, as a remainder gives them.
REVERSED = """
    if (!wide) {
        uint32_t v = (uint32_t)(words[word] * t->combinations[set] >> 32);
        for (uint32_t r = 0; r < t->reels; r++) {
            tickets[r] = v % t->weight[set][r];
            v /= t->weight[set][r];
        }
        return CORE_OK;
    }
"""

# name: (file, text of the core, text of the mutant, the check that must refuse it)
MUTANTS: dict[str, tuple[str, str, str, Callable[[Any], None]]] = {
    "never_rejects_a_word": (
        "chance_draw_inner.h",
        "return rest >= bound || rest >= core_rng_excess(bound);",
        "return rest >= 0;",
        chance_checks.check_rejections,
    ),
    "never_rejects_a_pair": (
        "chance_draw_inner.h",
        "return rest >= bound || rest >= core_chance_excess(bound);",
        "return rest != 1;",
        chance_checks.check_rejections,
    ),
    "rejects_a_draw_too_many": (
        "chance_below.c",
        "low >= bound || low >= core_chance_excess(bound)",
        "low >= bound",
        chance_checks.check_rejections,
    ),
    "never_rejects_a_draw": (
        "chance_below.c",
        "low >= bound || low >= core_chance_excess(bound)",
        "low != 1",
        chance_checks.check_rejections,
    ),
    "reels_in_reverse": (
        "chance_words.c",
        "if (wide ?",
        REVERSED + "if (wide ?",
        chance_checks.check_steps,
    ),
    "ignores_the_weights": (
        "chance_draw_inner.h",
        "t->stop_of[set][r][tickets[r]]",
        "(uint8_t)(tickets[r] % t->stops[set][r])",
        chance_checks.check_turns,
    ),
    "free_plays_on_the_paid_reels": (
        "chance_draw_inner.h",
        "return is_free && t->sets == 2;",
        "return 0 * is_free * t->sets;",
        chance_checks.check_turns,
    ),
    "turns_upward": (
        "chance_turn.c",
        "at >= row ? at - row : at + count - row",
        "at + row",
        chance_checks.check_turns,
    ),
    "sums_the_multipliers": (
        "chance_turn.c",
        "cents = chance_clipped(t, cents * t->multipliers[symbols[r]]);",
        "cents += (t->multipliers[symbols[r]] - 1u) * get_u32(combo);",
        chance_checks.check_turns,
    ),
    "pays_every_combination_of_a_line": (
        "chance_turn.c",
        "best = cents > best ? cents : best;",
        "best += cents;",
        chance_checks.check_turns,
    ),
    "only_the_worthiest_hits_its_pot": (
        "chance_turn.c",
        "best = cents > best ? cents : best;",
        "if (cents <= best) { continue; } best = cents;",
        chance_checks.check_turns,
    ),
    "free_plays_hit_pots": ("chance_turn.c", "turn->pots = 0;\n    }", "}", chance_checks.check_turns),
    "counts_a_reel_once": ("chance_ways.c", "if (n == 0)", "if (n < 2)", chance_checks.check_turns),
    "ways_stop_at_one_cell": (
        "chance_ways.c",
        "count += multiplies ? t->multipliers[symbols[row]] : 1u;",
        "count = multiplies ? t->multipliers[symbols[row]] : 1u;",
        chance_checks.check_turns,
    ),
    "ways_take_the_last_of_a_group": (
        "chance_ways.c",
        "if (reel > longest) {",
        "if (reel >= longest) {",
        chance_checks.check_turns,
    ),
    "ways_forget_a_group": (
        "chance_ways.c",
        "total += best;\n            best",
        "best",
        chance_checks.check_turns,
    ),
    "every_scatter_row_applies": (
        "chance_scatter.c",
        "if (best && best[13] != row[13]) {",
        "if (best) {",
        chance_checks.check_turns,
    ),
    "scatters_of_one_row_only": (
        "chance_scatter.c",
        "for (uint32_t row = 0; row < t->rows; row++)",
        "for (uint32_t row = 0; row < 1; row++)",
        chance_checks.check_turns,
    ),
    "retrigger_gives_the_first_count": (
        "chance_scatter.c",
        "(is_free ? 10 : 8)",
        "(is_free ? 8 : 8)",
        chance_checks.check_turns,
    ),
    "free_plays_without_end": (
        "chance_feature.c",
        "turn->free_plays < most ? turn->free_plays : most",
        "turn->free_plays + 0 * most",
        chance_checks.check_steps,
    ),
    "no_cap": (
        "chance_rows_inner.h",
        "return cents < t->cap_cents ? cents : t->cap_cents;",
        "return cents + 0 * t->cap_cents;",
        chance_checks.check_turns,
    ),
    "plays_on_at_the_cap": (
        "chance_feature.c",
        "if (course->won_cents == t->cap_cents) {",
        "if (course->won_cents > t->cap_cents) {",
        chance_checks.check_steps,
    ),
    "free_before_picks": (
        "chance_feature.c",
        "if (course->picks_left) {",
        "if (course->picks_left && !course->free_left) {",
        chance_checks.check_steps,
    ),
    "an_end_takes_one_pick_only": (
        "chance_feature.c",
        "(pick[8] ? 0 : course->picks_left - 1)",
        "(course->picks_left - 1)",
        chance_checks.check_steps,
    ),
    "gamble_odds_off_by_one": (
        "chance_feature.c",
        "*won = ticket < t->gamble_wins;",
        "*won = ticket <= t->gamble_wins;",
        chance_checks.check_gambles,
    ),
    "gambles_past_the_cap": (
        "chance_feature.c",
        "&& 2 * won <= t->cap_cents",
        "",
        chance_checks.check_gambles,
    ),
    "one_gamble_too_many": (
        "chance_feature.c",
        "course->gambles < t->gamble_rounds &&",
        "course->gambles <= t->gamble_rounds &&",
        chance_checks.check_gambles,
    ),
    "features_share_a_draw": (
        "chance_feature.c",
        "course->drawn++;\n    course->picks_left",
        "course->picks_left",
        chance_checks.check_steps,
    ),
    "rest_of_a_pot_is_lost": (
        "chance_pots.c",
        "pot->value_mc = rest + pot->reserve_mc + rule->seed_mc;",
        "pot->value_mc = rest * 0 + pot->reserve_mc + rule->seed_mc;",
        chance_checks.check_pots,
    ),
    "reserve_is_kept_twice": (
        "chance_pots.c",
        "pot->reserve_mc = 0;\n        overflow",
        "overflow",
        chance_checks.check_pots,
    ),
    "overflow_is_lost": (
        "chance_pots.c",
        "pot->reserve_mc += pot->value_mc - rule->limit_mc;",
        "",
        chance_checks.check_pots,
    ),
    "carry_is_rounded": ("chance_pots.c", "*carry -= of;", "*carry = 0;", chance_checks.check_pots),
    "mystery_interval_off_by_one": (
        "chance_pots.c",
        "if (drawn < share) {",
        "if (drawn <= share) {",
        chance_checks.check_mystery,
    ),
    "mystery_levels_overlap": (
        "chance_pots.c",
        "drawn -= share;",
        "",
        chance_checks.check_mystery,
    ),
    "mystery_odds_stay_those_of_the_first_bet": (
        "chance_pots.c",
        "chance_product(t->pot[level].mystery, times, &share);",
        "chance_product(t->pot[level].mystery, 1, &share);",
        chance_checks.check_steps,
    ),
    "threshold_is_biased_downward": (
        "chance_pots.c",
        "pot->threshold_mc = pot->value_mc + 1 + drawn;",
        "pot->threshold_mc = pot->value_mc + 1 + drawn / 2;",
        chance_checks.check_steps,
    ),
    "threshold_of_the_play_before": (
        "chance_pots.c",
        "source->index + 1}",
        "source->index}",
        chance_checks.check_steps,
    ),
    "closed_form_hits_a_play_late": (
        "chance_course.c",
        "plays = hit_after ? hit_after - 1 : plays;",
        "plays = hit_after ? hit_after : plays;",
        chance_checks.check_pots,
    ),
    "closed_form_rounds_each_piece": (
        "chance_course.c",
        "*carry = (uint32_t)remains;",
        "*carry = 0;",
        chance_checks.check_pots,
    ),
    "campaign_takes_the_next_word": (
        "chance_campaign.c",
        "(play - made->first) << made->wide",
        "((play + 1 - made->first) & (made->plays - 1)) << made->wide",
        chance_checks.check_campaign,
    ),
    "campaign_counts_a_play_without_room": (
        "chance_campaign.c",
        "copy(&done, tally);",
        "",
        chance_checks.check_campaign_parts,
    ),
    "digest_forgets_the_play": ("chance_campaign.c", "2 * play + 1)", "1)", chance_checks.check_campaign),
    "trusts_the_digest": (
        "chance_tables.c",
        "if (!same_bytes(t->digest, blob + end, CORE_DIGEST_SIZE)) {",
        "if (0) {",
        chance_checks.check_damage,
    ),
    "trusts_a_state": (
        "chance_state.c",
        "|| !check_course(t, &state->course, state->phase)",
        "",
        chance_checks.check_damage,
    ),
    "absorbs_between_free_plays": (
        "chance_state.c",
        "bytes[STATE_AT_PHASE] == CORE_PHASE_IDLE ? CORE_OK : CORE_E_PHASE",
        "CORE_OK",
        chance_checks.check_absorption,
    ),
}


@pytest.mark.parametrize("check", chance_checks.CHECKS, ids=lambda check: check.__name__)
def test_machines_of_chance_hold(check: Callable[[Any], None]) -> None:
    check(cext)


@pytest.mark.parametrize("name", one_in(3, MUTANTS))
def test_a_mutant_of_chance_is_refused(name: str, build_mutant: Callable[..., ModuleType]) -> None:
    file, old, new, check = MUTANTS[name]
    mutant = build_mutant(f"chance_{name}", file, old, new)
    with pytest.raises((AssertionError, mutant.CoreError)):
        check(mutant)


def test_a_copy_without_a_fault_holds_every_check(build_mutant: Callable[..., ModuleType]) -> None:
    """The mutants fail for their fault, not for the way they are built."""
    copy = build_mutant("chance_none", "error.c", "no error", "no error at all")
    for check in chance_checks.CHECKS:
        check(copy)
