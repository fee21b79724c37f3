// SPDX-License-Identifier: MIT
// Divisions of 64 bits by shift and subtract: small cores have no divider.

#include "pairs_inner.h"

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
