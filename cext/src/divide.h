// SPDX-License-Identifier: MIT
// Divisions by shift and subtract: small cores have no divider.

#ifndef CORE_DIVIDE_H
#define CORE_DIVIDE_H

#include <stdint.h>

// The remainder of value / by (1 or more).
uint32_t core_rng_rest(uint32_t value, uint32_t by);

// 2^32 mod bound: how many of the 2^32 words are one too many for an even draw. bound is 1 or more.
uint32_t core_rng_excess(uint32_t bound);

// numerator / denominator (1 or more).
uint64_t core_chance_divide(uint64_t numerator, uint64_t denominator, uint64_t *rest);

// 2^64 mod bound: how many of the 2^64 pairs are one too many for an even draw. bound is 1 or more.
uint64_t core_chance_excess(uint64_t bound);

#endif
