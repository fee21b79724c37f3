// SPDX-License-Identifier: MIT
// A block of deals of five cards, for AVX2.

#include "tier_inner.h"

#if CORE_WIDE
CORE_TIER("avx2")
#include "stud_deal_inner.h"

uint32_t core_stud_avx2(const uint8_t words[STUD_WORDS], stud_hands *hands) {
    return deal_block(words, hands);
}

CORE_TIER_END
#else
#include "stud_deal_inner.h"

uint32_t core_stud_avx2(const uint8_t words[STUD_WORDS], stud_hands *hands) {
    return deal_block(words, hands);
}

#endif
