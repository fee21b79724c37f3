// SPDX-License-Identifier: MIT
// What deals of one play and deals of many share: how draws are grouped and digits taken.

#ifndef CORE_CARDS_INNER_H
#define CORE_CARDS_INNER_H

#include "cards.h"
#include "pairs_inner.h"

// The next digit of x * (product of the bounds): x is 64 bits behind the point.
static inline uint32_t take_digit(uint64_t *x, uint32_t bound) {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)  // there it would be a call for a helper
    __extension__ typedef unsigned __int128 wide;
    const wide scaled = (wide)*x * bound;
    *x = (uint64_t)scaled;
    return (uint32_t)(scaled >> 64);
#else
    const uint64_t low = product((uint32_t)*x, bound);
    const uint64_t high = product((uint32_t)(*x >> 32), bound) + (low >> 32);
    *x = high << 32 | (uint32_t)low;
    return (uint32_t)(high >> 32);
#endif
}

// How many of the draws below `left`, left - 1, ... make a group, at most `steps`; their product.
static inline uint32_t group_size(uint32_t left, uint32_t steps, uint64_t *all) {
    uint32_t size = 0;
    *all = 1;
    while (size < steps) {
        const uint32_t bound = left - size;
        const uint64_t more = product((uint32_t)*all, bound) +
            ((uint64_t)(uint32_t)product((uint32_t)(*all >> 32), bound) << 32);
        if (more > CORE_DEAL_LIMIT) {
            break;
        }
        *all = more;
        size++;
    }
    return size;
}

#endif
