// SPDX-License-Identifier: MIT
// What only a large computer needs of a machine of chance: exact counts of all its turns, and quick campaigns.
//
// Everything here follows from chance.h and is checked against it; memory is the caller's.

#ifndef CORE_FAST_H
#define CORE_FAST_H

#include "chance.h"

// Exact distribution -----------------------------------------------------------------------------

typedef struct {
    core_chance_turn turn;
    uint64_t count;        // of the combinations: tickets of all reels
} core_chance_share;

typedef struct {
    core_chance_share *shares;  // in `memory`, in no order
    size_t count;
    size_t used;                // bytes of `memory` that were touched
    uint64_t states;            // of the largest level of the automaton
} core_chance_shares;

// How many of all combinations show each turn, exactly: a paid (free 0) or a free play (1). The columns are read
// from the left by an automaton whose states tell apart only what can still make a difference.
// CORE_E_EXHAUSTED: `size` bytes of memory (or the automaton's other bounds) do not suffice.
int core_chance_distribution(const core_chance *tables, uint32_t free, uint8_t *memory, size_t size,
    core_chance_shares *shares);

#endif
