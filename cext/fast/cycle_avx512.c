// SPDX-License-Identifier: MIT
// The prize cycle with words and tickets in AVX-512 registers; the urn stays in half ones, which are quicker to
// compare and take from.

#include "bulk_inner.h"
#include "course_inner.h"
#include "entry_inner.h"

#if CORE_WIDE
#include <immintrin.h>
#define TIER_WALK core_cycle_avx512
#define TIER_WORDS core_words_avx512
#define TIER_CHAIN core_words_chain_avx512
CORE_TIER("avx512f,avx512bw,avx512vl,popcnt")
#include "cycle_inner.h"

// The product's upper half in each lane; the mask is that of scale_lanes.
INLINED uint32_t multiply(__m512i word, __m512i bound, __m512i *high) {
    const __m512i even = _mm512_mul_epu32(word, bound);
    const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64(word, 32), _mm512_srli_epi64(bound, 32));
    const __m512i low = _mm512_mask_blend_epi32(0xaaaa, even, _mm512_slli_epi64(odd, 32));
    *high = _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
    return _mm512_cmplt_epu32_mask(low, bound);
}

INLINED uint32_t scale_lanes(const uint32_t *words, uint32_t remaining, uint32_t *tickets) {
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i bound = _mm512_sub_epi32(_mm512_set1_epi32((int)remaining), lane);
    __m512i high;
    const uint32_t doubtful = multiply(_mm512_loadu_si512(words), bound, &high);
    const __m512i ticket = _mm512_xor_si512(high, _mm512_set1_epi32(CORE_URN_BIAS));
    _mm512_storeu_si512(tickets, _mm512_or_si512(ticket, _mm512_slli_epi32(ticket, 16)));
    return doubtful;
}

INLINED uint32_t show_lanes(const room *r, const uint8_t *ones, const uint32_t *words, int wide, uint32_t *shown) {
    const __m512i above = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)ones));
    const __m512i k = wide ? _mm512_sub_epi32(_mm512_set1_epi32(CORE_MAX_CLASSES), above)
        : _mm512_sub_epi32(_mm512_set1_epi32(CORE_MAX_CLASSES / 2), _mm512_srli_epi32(above, 1));
    const __m512i places = _mm512_permutex2var_epi32(
        _mm512_load_si512(r->places), k, _mm512_load_si512(r->places + LANES));
    const __m512i count = _mm512_add_epi32(_mm512_and_si512(places, _mm512_set1_epi32(0xffff)), _mm512_set1_epi32(1));
    __m512i high;
    const uint32_t doubtful = multiply(_mm512_loadu_si512(words), count, &high);
    high = _mm512_add_epi32(_mm512_srli_epi32(places, 16), high);
    _mm512_storeu_si512(shown, _mm512_or_si512(_mm512_slli_epi32(k, 16), high));
    return doubtful;
}

CORE_TIER_END
#endif
