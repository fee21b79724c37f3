// SPDX-License-Identifier: MIT
// Many words and many draws at once.

#ifndef CORE_BULK_H
#define CORE_BULK_H

#include "rng.h"

// How wide the loops that make many words may be; every tier makes the same bytes.
#define CORE_TIER_PLAIN 0
#define CORE_TIER_AVX2 1
#define CORE_TIER_NEON 1  // of another processor
#define CORE_TIER_AVX512 2

// The widest tier of this processor.
uint32_t core_rng_tier(void);

// core_rng_stream, many blocks at a time. Fails on a tier above core_rng_tier().
int core_rng_fill(uint32_t tier, const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint8_t *out, size_t size);

// core_rng_below for the words of `plays` plays from `first` on, each of which owns `width` words, a power of
// two up to 256: the first `count` of them are drawn below `bounds`, the rest left alone. `out` takes
// plays * count values.
int core_rng_draws(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t plays, uint32_t width, const uint32_t *bounds, uint32_t count, uint32_t *out);

#endif
