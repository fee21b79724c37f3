// SPDX-License-Identifier: MIT
// Type C: what one turn of the reels shows.

#ifndef CORE_CHANCE_TURN_H
#define CORE_CHANCE_TURN_H

#include "chance_tables.h"

typedef struct {
    uint32_t prize_cents;  // lines or ways, and scatters, times the multiplier of a free play; at most the cap
    uint16_t free_plays;   // given by this turn, whatever max_free_plays still allows
    uint8_t picks;         // given by this turn
    uint8_t pots;          // bit l: pot l is hit by a combination (paid plays only)
} core_chance_turn;

// The stops of value `value` (below combinations[set]).
int core_chance_stops(const core_chance *tables, uint32_t set, uint64_t value, uint8_t stops[CORE_MAX_REELS]);

// What these stops pay: the definition that every kernel must reproduce. `is_free` 0: paid play, 1: free play.
int core_chance_evaluate(const core_chance *tables, uint32_t is_free, const uint8_t stops[CORE_MAX_REELS],
    core_chance_turn *turn);

#endif
