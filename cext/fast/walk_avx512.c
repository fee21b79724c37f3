// SPDX-License-Identifier: MIT
// The walks of the automaton for AVX-512.

#include "bulk_inner.h"
#include "loops.h"

#if CORE_WIDE

#include <immintrin.h>
CORE_TIER("avx512f,avx512bw,avx512vl,avx512dq,bmi,bmi2")
#include "lanes_avx512_inner.h"
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
