// SPDX-License-Identifier: MIT
// Deals in lanes of 32 bits: plain code, which compilers make as wide as the tier that includes it.

#ifndef CORE_FAST_LANES_DEAL_INNER_H
#define CORE_FAST_LANES_DEAL_INNER_H

#include "bytes_inner.h"

#if defined(__GNUC__)
#define LANES_INLINED static inline __attribute__((always_inline))
#else
#define LANES_INLINED static inline
#endif

// The next digit of the pair (high, low) * bound, which is what is left of it behind the point (cards_inner.h).
// Bounds are below 2^16, so that no product of halves is above 32 bits.
LANES_INLINED uint32_t take_card(uint32_t *high, uint32_t *low, uint32_t bound) {
    const uint32_t carry = ((*low >> 16) * bound + ((*low & 0xffff) * bound >> 16)) >> 16;
    const uint32_t upper = (*high >> 16) * bound, lower = (*high & 0xffff) * bound + carry;
    *low *= bound;
    *high = (upper << 16) + lower;
    return (upper + (lower >> 16)) >> 16;
}

// What lies at `place` when draws have taken the cards of `one` and of those before it: a card that was drawn left
// there the first one that lay then.
LANES_INLINED uint32_t left_at(uint32_t place, uint32_t one, uint32_t first) {
    return place ^ ((place ^ first) & (0 - (uint32_t)(place == one)));
}

#endif
