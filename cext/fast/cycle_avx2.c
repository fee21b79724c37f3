// SPDX-License-Identifier: MIT
// The prize cycle in AVX2 registers.

#include "bulk_inner.h"
#include "course_inner.h"
#include "entry_inner.h"

#if CORE_WIDE
#include <immintrin.h>
#define TIER_WALK core_cycle_avx2
#define TIER_WORDS core_words_avx2
#define TIER_CHAIN core_words_chain_avx2
CORE_TIER("avx2,popcnt")
#include "cycle_inner.h"

// The product's upper half in each lane; the mask is that of scale_lanes.
INLINED uint32_t multiply(__m256i word, __m256i bound, __m256i *product_high) {
    const __m256i even = _mm256_mul_epu32(word, bound);
    const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(word, 32), _mm256_srli_epi64(bound, 32));
    const __m256i low = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
    *product_high = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
    // Compared without sign: below the bound is at most one less.
    const __m256i most = _mm256_sub_epi32(bound, _mm256_set1_epi32(1));
    const __m256i below = _mm256_cmpeq_epi32(_mm256_min_epu32(low, most), low);
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(below));
}

INLINED uint32_t scale_eight(const uint32_t *words, uint32_t remaining, uint32_t *tickets) {
    const __m256i bound = _mm256_sub_epi32(
        _mm256_set1_epi32((int)remaining), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    __m256i high;
    const uint32_t doubtful = multiply(_mm256_loadu_si256((const __m256i *)words), bound, &high);
    const __m256i ticket = _mm256_xor_si256(high, _mm256_set1_epi32(CORE_URN_BIAS));
    _mm256_storeu_si256((__m256i *)tickets, _mm256_or_si256(ticket, _mm256_slli_epi32(ticket, 16)));
    return doubtful;
}

INLINED uint32_t scale_lanes(const uint32_t *words, uint32_t remaining, uint32_t *tickets) {
    const uint32_t first = scale_eight(words, remaining, tickets);
    return first | scale_eight(words + 8, remaining - 8, tickets + 8) << 8;
}

// Sixteen numbers looked up by index in registers.
INLINED __m256i look_sixteen(const uint32_t *row, __m256i index) {
    const __m256i low = _mm256_permutevar8x32_epi32(_mm256_load_si256((const __m256i *)row), index);
    const __m256i high = _mm256_permutevar8x32_epi32(_mm256_load_si256((const __m256i *)(row + 8)), index);
    return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high),
        _mm256_castsi256_ps(_mm256_slli_epi32(index, 28))));
}

INLINED uint32_t show_eight(const room *r, const uint8_t *ones, const uint32_t *words, int wide, uint32_t *shown) {
    const __m256i above = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)ones));
    const __m256i k = wide ? _mm256_sub_epi32(_mm256_set1_epi32(CORE_MAX_CLASSES), above)
        : _mm256_sub_epi32(_mm256_set1_epi32(CORE_MAX_CLASSES / 2), _mm256_srli_epi32(above, 1));
    __m256i places = look_sixteen(r->places, k);
    if (wide) {
        const __m256i beyond = look_sixteen(r->places + 16, k);
        places = _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(places), _mm256_castsi256_ps(beyond),
            _mm256_castsi256_ps(_mm256_slli_epi32(k, 27))));
    }
    const __m256i count = _mm256_add_epi32(_mm256_and_si256(places, _mm256_set1_epi32(0xffff)), _mm256_set1_epi32(1));
    __m256i high;
    const uint32_t doubtful = multiply(_mm256_loadu_si256((const __m256i *)words), count, &high);
    high = _mm256_add_epi32(_mm256_srli_epi32(places, 16), high);
    _mm256_storeu_si256((__m256i *)shown, _mm256_or_si256(_mm256_slli_epi32(k, 16), high));
    return doubtful;
}

INLINED uint32_t show_lanes(const room *r, const uint8_t *ones, const uint32_t *words, int wide, uint32_t *shown) {
    const uint32_t first = show_eight(r, ones, words, wide, shown);
    return first | show_eight(r, ones + 8, words + 8, wide, shown + 8) << 8;
}

CORE_TIER_END
#endif
