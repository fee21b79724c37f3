// SPDX-License-Identifier: MIT
// What only a large computer needs of a machine of chance: exact counts of all its turns, and quick campaigns.
//
// Everything here follows from chance.h and is checked against it; memory is the caller's.

#ifndef CORE_FAST_H
#define CORE_FAST_H

#include "chance_campaign.h"
#include "chance_turn.h"

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

// Campaign kernels -------------------------------------------------------------------------------
//
// Other ways to make core_chance_campaign; they all give the same tally, histogram and events to the bit.

#define CORE_KERNEL_PLAIN 0             // core_chance_campaign itself
#define CORE_KERNEL_MASKS 1             // a bit a payline, an AND a reel
#define CORE_KERNEL_MASKS_AVX2 2
#define CORE_KERNEL_MASKS_AVX512 3
#define CORE_KERNEL_AUTOMATON 4         // one lookup a reel, in tables of what can still make a difference
#define CORE_KERNEL_AUTOMATON_AVX2 5    // its lookups woven into the rounds of ChaCha20
#define CORE_KERNEL_AUTOMATON_AVX512 6
#define CORE_KERNEL_STAGED_AVX2 7       // its lookups stage by stage, for tables beyond the second-level cache
#define CORE_KERNEL_STAGED_AVX512 8

#define CORE_FAST_SCRATCH (4 * 65536 * 4 + 64)  // bytes that a running campaign needs for itself

// Make a kernel ready in `memory`, which must stay where it is and may be shared by threads; `*used` of it are
// then taken. The tables must outlive it. `scratch` is free again afterwards. CORE_E_ARGUMENT: this processor
// has no such kernel. CORE_E_EXHAUSTED: these tables do not fit it, or the memory.
// The masks of all tiers read the same, and so do the kernels from CORE_KERNEL_AUTOMATON_AVX2 on.
int core_fast_build(const core_chance *tables, uint32_t kernel, uint8_t *memory, size_t size,
    uint8_t *scratch, size_t scratch_size, size_t *used);

// Whether this processor can run a kernel on what was built for it or for another one.
int core_fast_suits(const uint8_t *built, uint32_t kernel);

// core_chance_campaign by a kernel that suits what was built, else CORE_E_ARGUMENT; `scratch` has
// CORE_FAST_SCRATCH bytes of its own.
int core_fast_campaign(const uint8_t *built, uint32_t kernel, uint8_t *scratch, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint64_t first, uint64_t plays, uint32_t rounds, uint64_t *histogram,
    core_pot_event *events, uint64_t capacity, core_chance_tally *tally);

#endif
