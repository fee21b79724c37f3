// SPDX-License-Identifier: MIT
// Divisions by shift and subtract.

#include "divide.h"

uint32_t core_rng_rest(uint32_t value, uint32_t by) {
    uint32_t step = by;
    while (step <= value >> 1) {
        step <<= 1;
    }
    while (step >= by) {
        if (value >= step) {
            value -= step;
        }
        step >>= 1;
    }
    return value;
}

uint32_t core_rng_excess(uint32_t bound) {
    // 2^32 and 2^32 - bound have the same remainder; this way is taken in fewer than bound of 2^32 draws.
    return core_rng_rest(0u - bound, bound);
}

uint64_t core_chance_divide(uint64_t numerator, uint64_t denominator, uint64_t *rest) {
    uint64_t quotient = 0, step = denominator, bit = 1;
    while (step <= numerator >> 1) {
        step <<= 1;
        bit <<= 1;
    }
    for (; bit; bit >>= 1, step >>= 1) {
        if (numerator >= step) {
            numerator -= step;
            quotient |= bit;
        }
    }
    *rest = numerator;
    return quotient;
}

uint64_t core_chance_excess(uint64_t bound) {
    uint64_t rest;
    core_chance_divide(UINT64_C(0) - bound, bound, &rest);  // 2^64 - bound has the remainder of 2^64
    return rest;
}
