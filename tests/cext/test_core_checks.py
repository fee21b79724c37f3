# SPDX-License-Identifier: MIT
"""The core holds every check, and each check catches the fault that it is there for."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import core_checks
import pytest
from core_mutants import build_mutant
from sampled import one_in

import cext

__all__ = ["build_mutant"]  # a fixture

# name: (file, text of the core, text of the mutant, the check that must refuse it)
MUTANTS: dict[str, tuple[str, str, str, Callable[[Any], None]]] = {
    "never_rejects": (
        "draw_inner.h",
        "return low >= bound || low >= core_rng_excess(bound);",
        "return low >= 0;",
        core_checks.check_draws,
    ),
    "draws_by_remainder": (
        "draw_inner.h",
        "*value = (uint32_t)(scaled >> 32);",
        "*value = word % bound; return 1;",
        core_checks.check_draws_even,
    ),
    "rejection_takes_the_next_word": (
        "rng.c",
        "stream_number(machine, purpose, rejection), word)",
        "stream_number(machine, purpose, 0), word + rejection)",
        core_checks.check_draws,
    ),
    "puts_entries_back": (
        "urn_inner.h",
        "urn->upto[k] = (int16_t)(urn->upto[k] - one);",
        "",
        core_checks.check_order_even,
    ),
    "repeats_the_first_stratum": (
        "urn.c",
        "core_tables_plan(tables, urn->stratum, k)",
        "core_tables_plan(tables, 0, k)",
        core_checks.check_cycle,
    ),
    "stages_near_misses": (
        "entry_inner.h",
        "entry->window = window_at(tables, tables->first[k] + shown);",
        "entry->window = window_at(tables, tables->first[k] + shown / 2);",
        core_checks.check_windows_even,
    ),
    "hold_favours_losses": (
        "cycle.c",
        "total += shown[k] ? state->left[k] : 0;",
        "total += shown[k] && k == 0 ? state->left[k] : 0;",
        core_checks.check_held_even,
    ),
    "hold_draws_what_it_cannot_show": (
        "cycle.c",
        "if (k != CORE_NO_CLASS) {\n            shown[k]++;",
        "if (k != CORE_NO_CLASS) {\n            shown[0]++; shown[k] += k != 0;",
        core_checks.check_small_steps,
    ),
    "offers_without_a_prize_left": (
        "state.c",
        "loss |= k == 0;\n            prize |= k != 0;",
        "loss |= k == 0;\n            prize |= 1;",
        core_checks.check_small_steps,
    ),
    "absorbs_in_one_block": (
        "absorb.c",
        "core_rng_stream(key, stream, generation, next + AT_KEY, CORE_KEY_SIZE);",
        "for (int i = 0; i < CORE_KEY_SIZE; i++) { next[AT_KEY + i] = key[i]; }",
        core_checks.check_small_steps,
    ),
    "campaign_forgets_the_double_s_first_entry": (
        "campaign.c",
        "(c->simultaneous == 1 || c->class_before == 0)",
        "1",
        core_checks.check_campaign,
    ),
    "ignores_unused_bytes": (
        "state.c",
        "|| !all_zero(bytes + AT_ZERO3, CORE_STATE_SIZE - AT_ZERO3)",
        "",
        core_checks.check_damage,
    ),
    "trusts_the_digest": (
        "tables.c",
        "if (!same_bytes(t->digest, blob + body, CORE_DIGEST_SIZE)) {",
        "if (0) {",
        core_checks.check_damage,
    ),
}


@pytest.mark.parametrize("check", core_checks.CHECKS, ids=lambda check: check.__name__)
def test_the_core_holds(check: Callable[[Any], None]) -> None:
    check(cext)


@pytest.mark.parametrize("name", one_in(2, MUTANTS))
def test_a_mutant_is_refused(name: str, build_mutant: Callable[..., ModuleType]) -> None:
    file, old, new, check = MUTANTS[name]
    mutant = build_mutant(f"mutant_{name}", file, old, new)
    with pytest.raises((AssertionError, mutant.CoreError)):
        check(mutant)


def test_a_copy_without_a_fault_holds(build_mutant: Callable[..., ModuleType]) -> None:
    """The mutants fail for their fault, not for the way they are built."""
    copy = build_mutant("mutant_none", "error.c", "no error", "no error at all")
    for check in core_checks.CHECKS:
        check(copy)
