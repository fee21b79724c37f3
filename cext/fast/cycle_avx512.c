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
CORE_TIER("avx512f,avx512bw,avx512vl,popcnt")
#include "cycle_inner.h"

INLINED uint32_t scale_lanes(const uint32_t *words, uint32_t remaining, uint32_t *tickets) {
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i word = _mm512_loadu_si512(words);
    const __m512i bound = _mm512_sub_epi32(_mm512_set1_epi32((int)remaining), lane);
    const __m512i even = _mm512_mul_epu32(word, bound);
    const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64(word, 32), _mm512_srli_epi64(bound, 32));
    const __m512i high = _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
    const __m512i low = _mm512_mask_blend_epi32(0xaaaa, even, _mm512_slli_epi64(odd, 32));
    const __m512i ticket = _mm512_xor_si512(high, _mm512_set1_epi32(CORE_URN_BIAS));
    _mm512_storeu_si512(tickets, _mm512_or_si512(ticket, _mm512_slli_epi32(ticket, 16)));
    return _mm512_cmplt_epu32_mask(low, bound);
}

CORE_TIER_END
#endif
