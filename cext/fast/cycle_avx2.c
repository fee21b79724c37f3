// SPDX-License-Identifier: MIT
// The prize cycle in AVX2 registers.

#include "bulk_inner.h"
#include "course_inner.h"
#include "entry_inner.h"

#if CORE_WIDE
#include <immintrin.h>
#define TIER_WALK core_cycle_avx2
#define TIER_WORDS core_words_avx2
CORE_TIER("avx2,popcnt")
#include "cycle_inner.h"

// Eight words to tickets; the mask is that of scale_lanes.
INLINED uint32_t scale_eight(const uint32_t *words, uint32_t remaining, uint32_t *tickets) {
    const __m256i word = _mm256_loadu_si256((const __m256i *)words);
    const __m256i bound = _mm256_sub_epi32(
        _mm256_set1_epi32((int)remaining), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    const __m256i even = _mm256_mul_epu32(word, bound);
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(word, 32), _mm256_srli_epi64(bound, 32));
    const __m256i high = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
    const __m256i low = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
    const __m256i ticket = _mm256_xor_si256(high, _mm256_set1_epi32(CORE_URN_BIAS));
    _mm256_storeu_si256((__m256i *)tickets, _mm256_or_si256(ticket, _mm256_slli_epi32(ticket, 16)));
    // Compared without sign: below the bound is at most one less.
    const __m256i most = _mm256_sub_epi32(bound, _mm256_set1_epi32(1));
    const __m256i below = _mm256_cmpeq_epi32(_mm256_min_epu32(low, most), low);
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(below));
}

INLINED uint32_t scale_lanes(const uint32_t *words, uint32_t remaining, uint32_t *tickets) {
    const uint32_t first = scale_eight(words, remaining, tickets);
    return first | scale_eight(words + 8, remaining - 8, tickets + 8) << 8;
}

CORE_TIER_END
#endif
