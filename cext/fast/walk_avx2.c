// SPDX-License-Identifier: MIT
// The walks of the automaton for AVX2.

#include "bulk_inner.h"
#include "loops.h"

#if CORE_WIDE

#include <immintrin.h>
CORE_TIER("avx2,popcnt,bmi,bmi2")
#include "chacha_avx2_inner.h"

#define TIER_WORDS core_words_avx2

typedef __m256i vec;
enum { LANES = 8 };

INLINED vec of_word(uint32_t x) {
    return _mm256_set1_epi32((int)x);
}

INLINED vec count_up(void) {
    return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}

INLINED vec load(const void *from) {
    return _mm256_loadu_si256(from);
}

INLINED void store(void *to, vec x) {
    _mm256_storeu_si256(to, x);
}

INLINED vec load_halves(const uint16_t *from) {
    return _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)from));
}

INLINED vec add32(vec a, vec b) {
    return _mm256_add_epi32(a, b);
}

INLINED vec mul32(vec a, vec b) {
    return _mm256_mullo_epi32(a, b);
}

INLINED vec and32(vec a, vec b) {
    return _mm256_and_si256(a, b);
}

INLINED vec add64(vec a, vec b) {
    return _mm256_add_epi64(a, b);
}

INLINED vec mul64(vec a, vec b) {
    return _mm256_mul_epu32(a, b);
}

INLINED vec low(vec x) {
    return _mm256_blend_epi32(x, _mm256_setzero_si256(), 0xaa);
}

INLINED vec high(vec x) {
    return _mm256_srli_epi64(x, 32);
}

INLINED vec raise(vec x) {
    return _mm256_slli_epi64(x, 32);
}

INLINED vec join(vec even, vec odd) {
    return _mm256_blend_epi32(even, odd, 0xaa);
}

INLINED void part(vec a, vec b, vec *even, vec *odd) {
    const vec lower = _mm256_permute2x128_si256(a, b, 0x20), upper = _mm256_permute2x128_si256(a, b, 0x31);
    *even = _mm256_unpacklo_epi64(lower, upper);
    *odd = _mm256_unpackhi_epi64(lower, upper);
}

INLINED vec min32(vec a, vec b) {
    return _mm256_min_epu32(a, b);
}

INLINED vec max32(vec a, vec b) {
    return _mm256_max_epu32(a, b);
}

INLINED vec srl32(vec x, uint32_t bits) {
    return _mm256_srl_epi32(x, _mm_cvtsi32_si128((int)bits));
}

INLINED uint32_t same32(vec a, vec b) {
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)));
}

INLINED vec below32(vec a, vec b, vec c, vec d) {
    return _mm256_blendv_epi8(c, d, _mm256_cmpeq_epi32(_mm256_max_epu32(a, b), a));
}

INLINED void chacha_rounds(vec x[16]) {
    for (int round = 0; round < 20; round += 2) {
        TWO_QUARTERS(x, 0, 4, 8, 12, 1, 5, 9, 13)
        TWO_QUARTERS(x, 2, 6, 10, 14, 3, 7, 11, 15)
        TWO_QUARTERS(x, 0, 5, 10, 15, 1, 6, 11, 12)
        TWO_QUARTERS(x, 2, 7, 8, 13, 3, 4, 9, 14)
    }
}

#include "staged_inner.h"
#include "woven_inner.h"

INLINED int weave_block(walker *w, const walked *of, uint64_t next, shape s, digits *to) {
    vec start[16];
    uint32_t words[BLOCK_PLAYS / 2], rejected[BLOCK_PLAYS / 32] = {0}, any = 0, i = 0;
    const walker now = *w;
    running sums = w->sums;
    const walked b = *of;
    uint32_t *const bins = w->run->bins;
    chacha_start(w->run, 0, next >> 4, start);
    for (uint32_t half = 0; half < 2; half++) {
        vec x[16];
#pragma GCC unroll 16
        for (int v = 0; v < 16; v++) {
            x[v] = start[v];
        }
        for (int round = 0; round < CHACHA_ROUNDS; round += 2) {
            TWO_QUARTERS(x, 0, 4, 8, 12, 1, 5, 9, 13)
            WALK(3)
            TWO_QUARTERS(x, 2, 6, 10, 14, 3, 7, 11, 15)
            WALK(3)
            TWO_QUARTERS(x, 0, 5, 10, 15, 1, 6, 11, 12)
            WALK(3)
            TWO_QUARTERS(x, 2, 7, 8, 13, 3, 4, 9, 14)
            WALK(3)
        }
        put_eight(x, start, (void *)words);
        start[12] = add32(start[12], of_word(LANES));
        for (uint32_t v = 0; v < BLOCK_PLAYS / 2; v += 16) {
            const uint32_t at = BLOCK_PLAYS / 2 * half + v;
            uint32_t bits = draw_single(&now, load(words + v), at, s, to, &sums);
            bits |= draw_single(&now, load(words + v + 8), at + 8, s, to, &sums) << 8;
            rejected[at / 32] |= bits << (at & 16);
            any |= bits;
            WALK(1)
        }
        while (i < BLOCK_PLAYS / 2 * (half + 1)) {
            WALK(4)  // where there are fewer rounds
        }
    }
    w->sums = sums;
    return any ? redraw(w, rejected, next, s, to) : CORE_OK;
}

int core_fast_automaton_avx2(fast_run *run, uint64_t blocks) {
    return weave(run, blocks);
}

int core_fast_staged_avx2(fast_run *run, uint64_t blocks) {
    return stage(run, blocks);
}

CORE_TIER_END

#else

int core_fast_automaton_avx2(fast_run *run, uint64_t blocks) {
    (void)run;
    (void)blocks;
    return CORE_E_ARGUMENT;
}

int core_fast_staged_avx2(fast_run *run, uint64_t blocks) {
    (void)run;
    (void)blocks;
    return CORE_E_ARGUMENT;
}

#endif
