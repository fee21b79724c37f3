// SPDX-License-Identifier: MIT
// The walks of the automaton for AVX-512.

#include "bulk_inner.h"
#include "loops.h"

#if CORE_WIDE

#include <immintrin.h>
CORE_TIER("avx512f,avx512bw,avx512vl,avx512dq,bmi,bmi2")

#define INLINED static inline __attribute__((always_inline))
#define TIER_WORDS core_words_avx512

typedef __m512i vec;
enum { LANES = 16 };

INLINED vec of_word(uint32_t x) {
    return _mm512_set1_epi32((int)x);
}

INLINED vec count_up(void) {
    return _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

INLINED vec load(const void *from) {
    return _mm512_loadu_si512(from);
}

INLINED void store(void *to, vec x) {
    _mm512_storeu_si512(to, x);
}

INLINED vec load_halves(const uint16_t *from) {
    return _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)from));
}

INLINED vec add32(vec a, vec b) {
    return _mm512_add_epi32(a, b);
}

INLINED vec mul32(vec a, vec b) {
    return _mm512_mullo_epi32(a, b);
}

INLINED vec and32(vec a, vec b) {
    return _mm512_and_si512(a, b);
}

INLINED vec add64(vec a, vec b) {
    return _mm512_add_epi64(a, b);
}

INLINED vec mul64(vec a, vec b) {
    return _mm512_mul_epu32(a, b);
}

INLINED vec low(vec x) {
    return _mm512_maskz_mov_epi32(0x5555, x);
}

INLINED vec high(vec x) {
    return _mm512_srli_epi64(x, 32);
}

INLINED vec raise(vec x) {
    return _mm512_slli_epi64(x, 32);
}

INLINED vec join(vec even, vec odd) {
    return _mm512_mask_blend_epi32(0xaaaa, even, odd);
}

INLINED void part(vec a, vec b, vec *even, vec *odd) {
    *even = _mm512_permutex2var_epi64(a, _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), b);
    *odd = _mm512_permutex2var_epi64(a, _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1), b);
}

INLINED vec min32(vec a, vec b) {
    return _mm512_min_epu32(a, b);
}

INLINED vec max32(vec a, vec b) {
    return _mm512_max_epu32(a, b);
}

INLINED vec srl32(vec x, uint32_t bits) {
    return _mm512_srl_epi32(x, _mm_cvtsi32_si128((int)bits));
}

INLINED uint32_t same32(vec a, vec b) {
    return _mm512_cmpeq_epi32_mask(a, b);
}

INLINED vec below32(vec a, vec b, vec c, vec d) {
    return _mm512_mask_blend_epi32(_mm512_cmplt_epu32_mask(a, b), d, c);
}

#define ROL(x, n) _mm512_rol_epi32(x, n)
#define QUARTER(a, b, c, d)                              \
    a = _mm512_add_epi32(a, b);                          \
    d = ROL(_mm512_xor_si512(d, a), 16);                 \
    c = _mm512_add_epi32(c, d);                          \
    b = ROL(_mm512_xor_si512(b, c), 12);                 \
    a = _mm512_add_epi32(a, b);                          \
    d = ROL(_mm512_xor_si512(d, a), 8);                  \
    c = _mm512_add_epi32(c, d);                          \
    b = ROL(_mm512_xor_si512(b, c), 7);

#define COLUMNS                                                                                          \
    QUARTER(x[0], x[4], x[8], x[12]) QUARTER(x[1], x[5], x[9], x[13]) QUARTER(x[2], x[6], x[10], x[14])  \
        QUARTER(x[3], x[7], x[11], x[15])
#define DIAGONALS                                                                                        \
    QUARTER(x[0], x[5], x[10], x[15]) QUARTER(x[1], x[6], x[11], x[12]) QUARTER(x[2], x[7], x[8], x[13]) \
        QUARTER(x[3], x[4], x[9], x[14])

INLINED void chacha_rounds(vec x[16]) {
    for (int round = 0; round < 20; round += 2) {
        COLUMNS
        DIAGONALS
    }
}

#include "staged_inner.h"
#include "woven_inner.h"

// Sixteen vectors of one word of each block become sixteen blocks.
INLINED void transpose(vec x[16], vec y[16]) {
    for (int i = 0; i < 16; i += 4) {
        const vec a = _mm512_unpacklo_epi32(x[i], x[i + 1]), b = _mm512_unpackhi_epi32(x[i], x[i + 1]);
        const vec c = _mm512_unpacklo_epi32(x[i + 2], x[i + 3]), d = _mm512_unpackhi_epi32(x[i + 2], x[i + 3]);
        y[i] = _mm512_unpacklo_epi64(a, c);
        y[i + 1] = _mm512_unpackhi_epi64(a, c);
        y[i + 2] = _mm512_unpacklo_epi64(b, d);
        y[i + 3] = _mm512_unpackhi_epi64(b, d);
    }
    for (int j = 0; j < 4; j++) {
        const vec ab0 = _mm512_shuffle_i32x4(y[j], y[4 + j], 0x88), ab1 = _mm512_shuffle_i32x4(y[j], y[4 + j], 0xdd);
        const vec cd0 = _mm512_shuffle_i32x4(y[8 + j], y[12 + j], 0x88);
        const vec cd1 = _mm512_shuffle_i32x4(y[8 + j], y[12 + j], 0xdd);
        x[j] = _mm512_shuffle_i32x4(ab0, cd0, 0x88);
        x[8 + j] = _mm512_shuffle_i32x4(ab0, cd0, 0xdd);
        x[4 + j] = _mm512_shuffle_i32x4(ab1, cd1, 0x88);
        x[12 + j] = _mm512_shuffle_i32x4(ab1, cd1, 0xdd);
    }
}

INLINED int weave_block(walker *w, const walked *of, uint64_t next, shape s, digits *to) {
    vec x[16], y[16];
    uint32_t words[BLOCK_PLAYS] __attribute__((aligned(64))), rejected[BLOCK_PLAYS / 32], any = 0, i = 0;
    const walker now = *w;
    running sums = w->sums;
    const walked b = *of;
    uint32_t *const bins = w->run->bins;
    chacha_start(w->run, 0, next >> 4, x);
    for (int round = 0; round < CHACHA_ROUNDS; round += 2) {
        COLUMNS
        WALK(8)
        DIAGONALS
        WALK(8)
    }
    chacha_start(w->run, 0, next >> 4, y);
    for (int v = 0; v < 16; v++) {
        x[v] = add32(x[v], y[v]);
    }
    transpose(x, y);
    for (uint32_t v = 0; v < 16; v++) {
        store(words + 16 * v, x[v]);
    }
    for (uint32_t v = 0; v < BLOCK_PLAYS; v += 32) {
        const uint32_t bits = draw_single(&now, load(words + v), v, s, to, &sums);
        rejected[v / 32] = bits | draw_single(&now, load(words + v + 16), v + 16, s, to, &sums) << 16;
        any |= rejected[v / 32];
        WALK(12)
    }
    while (i < BLOCK_PLAYS) {
        WALK(8)  // where there are fewer rounds
    }
    w->sums = sums;
    return any ? redraw(w, rejected, next, s, to) : CORE_OK;
}

int core_fast_automaton_avx512(fast_run *run, uint64_t blocks) {
    return weave(run, blocks);
}

int core_fast_staged_avx512(fast_run *run, uint64_t blocks) {
    return stage(run, blocks);
}

CORE_TIER_END

#else

int core_fast_automaton_avx512(fast_run *run, uint64_t blocks) {
    (void)run;
    (void)blocks;
    return CORE_E_ARGUMENT;
}

int core_fast_staged_avx512(fast_run *run, uint64_t blocks) {
    (void)run;
    (void)blocks;
    return CORE_E_ARGUMENT;
}

#endif
