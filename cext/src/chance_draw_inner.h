// SPDX-License-Identifier: MIT
// Type C: the tickets of all reels, drawn at once, and their stops.

#ifndef CORE_CHANCE_DRAW_INNER_H
#define CORE_CHANCE_DRAW_INNER_H

#include "chance_tables.h"
#include "pairs_inner.h"

// The tickets of all reels from a pair, and what is left of it: the lower half of x * N.
static inline uint64_t chance_split(const core_chance *t, uint32_t set, uint64_t x,
    uint32_t tickets[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < t->reels; r++) {
        const uint64_t low = product((uint32_t)x, t->weight[set][r]);
        const uint64_t high = product((uint32_t)(x >> 32), t->weight[set][r]) + (low >> 32);
        tickets[r] = (uint32_t)(high >> 32);
        x = high << 32 | (uint32_t)low;
    }
    return x;
}

// The tickets of all reels from a pair; 0 if it must be rejected.
static inline int chance_tickets_pair(const core_chance *t, uint32_t set, uint64_t x,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint64_t bound = t->combinations[set], rest = chance_split(t, set, x, tickets);
    return rest >= bound || rest >= core_chance_excess(bound);
}

// The same from one word, with N below 2^32.
static inline int chance_tickets_word(const core_chance *t, uint32_t set, uint32_t x,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint32_t bound = (uint32_t)t->combinations[set];
    const uint32_t rest = (uint32_t)(chance_split(t, set, (uint64_t)x << 32, tickets) >> 32);
    return rest >= bound || rest >= core_rng_excess(bound);
}

static inline uint32_t chance_is_wide(const core_chance *t) {
    return t->combinations[0] >> 32 != 0;
}

// The tickets of paid play source->index, from rejection stream `rejection` on.
int core_chance_draw_paid(const core_chance *t, const core_source *source, uint32_t rejection,
    uint32_t tickets[CORE_MAX_REELS]);

// Tickets from the words at `word` of a block of `purpose`: one word, or two if `wide`.
int core_chance_draw(const core_chance *t, const core_source *source, uint32_t set, uint32_t purpose,
    uint32_t wide, uint64_t block, uint32_t word, uint32_t rejection, uint32_t tickets[CORE_MAX_REELS]);

static inline uint32_t chance_set(const core_chance *t, uint32_t is_free) {
    return is_free && t->sets == 2;
}

static inline void chance_stops_of(const core_chance *t, uint32_t set, const uint32_t tickets[CORE_MAX_REELS],
    uint8_t stops[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
        stops[r] = r < t->reels ? t->stop_of[set][r][tickets[r]] : 0;
    }
}

#endif
