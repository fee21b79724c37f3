// SPDX-License-Identifier: MIT
// A word scaled to a bound, and the streams in which words lie.

#ifndef CORE_SCALE_INNER_H
#define CORE_SCALE_INNER_H

#include "divide.h"

static inline uint64_t product(uint32_t a, uint32_t b) {
#if defined(__ARM_ARCH_6M__)
    // This core multiplies 32 by 32 to 32 bits only; by halves it needs no helper from the compiler.
    uint32_t al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
    uint32_t low = al * bl, mid1 = al * bh, mid2 = ah * bl;
    uint32_t mid = (low >> 16) + (mid1 & 0xffff) + (mid2 & 0xffff);
    uint32_t high = ah * bh + (mid1 >> 16) + (mid2 >> 16) + (mid >> 16);
    return (uint64_t)high << 32 | (mid << 16 | (low & 0xffff));
#else
    return (uint64_t)a * b;
#endif
}

static inline uint64_t stream_number(uint64_t machine, uint32_t purpose, uint32_t rejection) {
    return machine | (uint64_t)(purpose << 8 | rejection << 16) << 32;
}

// Scale a word to 0 <= *value < bound. 0 if the word must be rejected.
static inline int scale_word(uint32_t word, uint32_t bound, uint32_t *value) {
    uint64_t scaled = product(word, bound);
    uint32_t low = (uint32_t)scaled;
    *value = (uint32_t)(scaled >> 32);
    // The excess is below the bound, so it is worked out only on the rare way.
    return low >= bound || low >= core_rng_excess(bound);
}

#endif
