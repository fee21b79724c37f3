// SPDX-License-Identifier: MIT
// Even draws from pairs of words, as chance_tables.h says, and the wide numbers that they need.

#ifndef CORE_PAIRS_INNER_H
#define CORE_PAIRS_INNER_H

#include "draw_inner.h"

// Upper half of a * b; the lower one goes to *low.
static inline uint64_t chance_product(uint64_t a, uint64_t b, uint64_t *low) {
    const uint32_t al = (uint32_t)a, ah = (uint32_t)(a >> 32), bl = (uint32_t)b, bh = (uint32_t)(b >> 32);
    const uint64_t ll = product(al, bl), lh = product(al, bh), hl = product(ah, bl);
    const uint64_t middle = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
    *low = middle << 32 | (uint32_t)ll;
    return product(ah, bh) + (lh >> 32) + (hl >> 32) + (middle >> 32);
}

// An even draw below `bound` from pair `pair` (0 to 7) of block `block`.
int core_chance_below(const core_source *source, uint32_t purpose, uint64_t block, uint32_t pair,
    uint64_t bound, uint64_t *value);

#endif
