// SPDX-License-Identifier: MIT
// A block of deals of three cards, for AVX2.

#include "tier_inner.h"

#if CORE_WIDE
CORE_TIER("avx2")
#include "three_inner.h"

uint32_t core_three_avx2(const core_three_rules *rules, const uint8_t words[8 * THREE_BLOCK],
    uint8_t cells[THREE_BLOCK]) {
    return settle_block(rules, words, cells);
}

CORE_TIER_END
#else
#include "three.h"

uint32_t core_three_avx2(const core_three_rules *rules, const uint8_t words[8 * THREE_BLOCK],
    uint8_t cells[THREE_BLOCK]) {
    return core_three_plain(rules, words, cells);
}

#endif
