// SPDX-License-Identifier: MIT
// Drawing, counting and digesting a block: loops that each tier compiles for its own registers.

#ifndef CORE_FAST_BLOCK_H
#define CORE_FAST_BLOCK_H

#include "bulk_inner.h"
#include "kernel.h"
#include "rare.h"

// The tickets of a block. The digits of a drawn value need no division: what a reel's product leaves below is
// the next reel's fraction, and after the last reel it says whether the word is rejected. Units of AVX-512 say so by
// BLOCK_AVX512, since clang tells a tier of the functions in a unit by no macro; they include redraw_inner.h before.
#ifdef BLOCK_AVX512

static inline int draw_words(fast_run *run, const uint32_t *words, fast_block *block) {
    const fast_kernel *k = run->kernel;
    const core_chance *t = k->tables;
    uint32_t rejected[BLOCK_PLAYS / 32], any = 0;
    const __m512i excess = _mm512_set1_epi32((int)k->excess_word);
    for (uint32_t i = 0; i < BLOCK_PLAYS; i += 16) {
        __m512i x = _mm512_loadu_si512(words + i);
        for (uint32_t r = 0; r < t->reels; r++) {
            const __m512i weight = _mm512_set1_epi32(t->weight[0][r]), odd_words = _mm512_srli_epi64(x, 32);
            const __m512i even = _mm512_mul_epu32(x, weight), odd = _mm512_mul_epu32(odd_words, weight);
            const __m512i above = _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
            _mm256_storeu_si256((void *)(block->tickets[r] + i), _mm512_cvtepi32_epi16(above));
            x = _mm512_mask_blend_epi32(0xaaaa, even, _mm512_slli_epi64(odd, 32));
        }
        const uint32_t bits = _mm512_cmplt_epu32_mask(x, excess);
        rejected[i / 32] = i & 16 ? rejected[i / 32] | bits << 16 : bits;
        any |= bits;
    }
    return any ? core_fast_redraw(run, rejected, 1, block) : CORE_OK;
}

static inline int draw_pairs(fast_run *run, const uint32_t *words, fast_block *block) {
    const fast_kernel *k = run->kernel;
    const core_chance *t = k->tables;
    uint32_t rejected[BLOCK_PLAYS / 32] = {0}, any = 0;
    const __m512i excess = _mm512_set1_epi64((long long)k->excess_pair);
    for (uint32_t i = 0; i < BLOCK_PLAYS / 2; i += 8) {
        __m512i x = _mm512_loadu_si512(words + 2 * i);
        for (uint32_t r = 0; r < t->reels; r++) {
            const __m512i weight = _mm512_set1_epi64(t->weight[0][r]);
            const __m512i below = _mm512_mul_epu32(x, weight);
            const __m512i above = _mm512_add_epi64(_mm512_mul_epu32(_mm512_srli_epi64(x, 32), weight),
                _mm512_srli_epi64(below, 32));
            _mm_storeu_si128((void *)(block->tickets[r] + i), _mm512_cvtepi64_epi16(_mm512_srli_epi64(above, 32)));
            x = _mm512_mask_blend_epi32(0xaaaa, below, _mm512_slli_epi64(above, 32));
        }
        const uint32_t bits = _mm512_cmplt_epu64_mask(x, excess);
        rejected[i / 32] |= bits << (i & 31);
        any |= bits;
    }
    return any ? core_fast_redraw(run, rejected, 1, block) : CORE_OK;
}

#else

enum { BATCHES = 1 };  // of words at a time

static inline void make_words(const fast_run *run, uint64_t block, size_t batches, uint32_t *words) {
    (void)batches;
    core_rng_batch(run->source.key, stream_number(run->source.machine, CORE_PURPOSE_PLAY, 0), block, words);
}

static inline int draw_words(fast_run *run, const uint32_t *words, fast_block *block) {
    const fast_kernel *k = run->kernel;
    const core_chance *t = k->tables;
    uint32_t x[BLOCK_PLAYS], rejected[BLOCK_PLAYS / 32], any = 0;
    for (uint32_t i = 0; i < BLOCK_PLAYS; i++) {
        x[i] = words[i];
    }
    for (uint32_t r = 0; r < t->reels; r++) {
        const uint32_t weight = t->weight[0][r];
        uint16_t *tickets = block->tickets[r];
        for (uint32_t i = 0; i < BLOCK_PLAYS; i++) {
            const uint64_t scaled = (uint64_t)x[i] * weight;
            tickets[i] = (uint16_t)(scaled >> 32);
            x[i] = (uint32_t)scaled;
        }
    }
    for (uint32_t i = 0; i < BLOCK_PLAYS; i++) {
        any |= x[i] < k->excess_word;
    }
    if (!any) {
        return CORE_OK;
    }
    for (uint32_t w = 0; w < BLOCK_PLAYS / 32; w++) {
        rejected[w] = 0;
        for (uint32_t i = 0; i < 32; i++) {
            rejected[w] |= (uint32_t)(x[32 * w + i] < k->excess_word) << i;
        }
    }
    return core_fast_redraw(run, rejected, 1, block);
}

static inline int draw_pairs(fast_run *run, const uint32_t *words, fast_block *block) {
    const fast_kernel *k = run->kernel;
    const core_chance *t = k->tables;
    uint32_t low[BLOCK_PLAYS / 2], high[BLOCK_PLAYS / 2];
    uint32_t rejected[BLOCK_PLAYS / 32] = {0}, any = 0;
    for (uint32_t i = 0; i < BLOCK_PLAYS / 2; i++) {
        low[i] = words[2 * i];
        high[i] = words[2 * i + 1];
    }
    for (uint32_t r = 0; r < t->reels; r++) {
        const uint32_t weight = t->weight[0][r];
        uint16_t *tickets = block->tickets[r];
        for (uint32_t i = 0; i < BLOCK_PLAYS / 2; i++) {
            const uint64_t below = (uint64_t)low[i] * weight;
            const uint64_t above = (uint64_t)high[i] * weight + (below >> 32);
            tickets[i] = (uint16_t)(above >> 32);
            high[i] = (uint32_t)above;
            low[i] = (uint32_t)below;
        }
    }
    const uint32_t excess = (uint32_t)(k->excess_pair >> 32);
    for (uint32_t i = 0; i < BLOCK_PLAYS / 2; i++) {
        any |= high[i] <= excess;
    }
    for (uint32_t i = 0; any && i < BLOCK_PLAYS / 2; i++) {
        const uint64_t rest = (uint64_t)high[i] << 32 | low[i];
        rejected[i >> 5] |= (uint32_t)(rest < k->excess_pair) << (i & 31);
    }
    return any ? core_fast_redraw(run, rejected, 1, block) : CORE_OK;
}

#endif

// sum of x[i] and of x[i] * i, modulo 2^32; x below 2^15.
#ifdef BLOCK_AVX512
static inline void weigh(const uint16_t *x, uint32_t plays, uint32_t *sum, uint32_t *weighted) {
    const __m512i one = _mm512_set1_epi16(1), step = _mm512_set1_epi16(32);
    __m512i at = _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11,
        10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    __m512i a = _mm512_setzero_si512(), b = a;
    for (uint32_t i = 0; i < plays; i += 32) {
        const __m512i v = _mm512_loadu_si512(x + i);
        a = _mm512_add_epi32(a, _mm512_madd_epi16(v, one));
        b = _mm512_add_epi32(b, _mm512_madd_epi16(v, at));
        at = _mm512_add_epi16(at, step);
    }
    *sum = (uint32_t)_mm512_reduce_add_epi32(a);
    *weighted = (uint32_t)_mm512_reduce_add_epi32(b);
}
#else
static inline void weigh(const uint16_t *x, uint32_t plays, uint32_t *sum, uint32_t *weighted) {
    uint32_t a = 0, b = 0;
    for (uint32_t i = 0; i < plays; i++) {
        a += x[i];
        b += (uint32_t)x[i] * i;
    }
    *sum = a;
    *weighted = b;
}
#endif

// Digest a block whose units are said; plays that are marked are made again.
static inline int digest_block(fast_run *run, fast_block *block) {
    const fast_kernel *k = run->kernel;
    const uint64_t odd = 2 * run->source.index + 1;
    const uint32_t plays = k->plays, over = run->last_bin + 1;
    uint32_t sum, weighted, marked = 0;
    uint64_t digest = 0;
    for (uint32_t i = 0; i < plays; i++) {
        const uint32_t clipped = block->units[i] < over ? block->units[i] : over;
        block->units[i] = (uint16_t)clipped;
        marked |= clipped == over;
    }
    for (uint32_t r = 0; r < k->tables->reels; r++) {
        weigh(block->tickets[r], plays, &sum, &weighted);
        digest += k->stride[r] * (odd * sum + 2 * (uint64_t)weighted);
    }
    digest += odd * plays + (uint64_t)plays * (plays - 1);
    weigh(block->units, plays, &sum, &weighted);
    digest += (uint64_t)k->tables->unit_cents * (odd * sum + 2 * (uint64_t)weighted) << 40;
    run->tally->digest += digest;
    for (uint32_t i = 0; marked && i < plays; i++) {
        if (block->units[i] == over) {
            const int code = core_fast_replay(run, i, block_value(k, block, i), over);
            if (code != CORE_OK) {
                return code;
            }
        }
    }
    return CORE_OK;
}

// Draw, say, digest: what every kernel that is not interleaved does. `say` fills in the units and counts those of
// the block before.
static inline int run_blocks(fast_run *run, uint64_t blocks,
    void (*say)(const fast_run *run, const uint16_t *before, fast_block *block)) {
    const uint32_t wide = run->kernel->wide, plays = run->kernel->plays;
    fast_block both[2];
    uint32_t words[BATCHES * BLOCK_PLAYS];
    int code = CORE_OK;
    for (uint32_t i = 0; i < plays; i++) {
        both[1].units[i] = BINS - 1;  // before the first block; never read
    }
    for (uint64_t n = 0; code == CORE_OK && n < blocks; n++) {
        fast_block *block = both + (n & 1);
        const uint64_t batch = n % BATCHES, left = blocks - n;
        const uint32_t *from = words + BLOCK_PLAYS * batch;
        if (batch == 0) {
            make_words(run, run->source.index >> (wide ? 3 : 4), left < BATCHES ? (size_t)left : BATCHES, words);
        }
        code = wide ? draw_pairs(run, from, block) : draw_words(run, from, block);
        if (code == CORE_OK) {
            say(run, both[~n & 1].units, block);
            code = core_fast_mystery(run, block->units);
        }
        if (code == CORE_OK) {
            code = digest_block(run, block);
        }
        run->source.index += plays;
    }
    for (uint32_t i = 0; code == CORE_OK && i < plays; i++) {
        count_play(run, both[~blocks & 1].units, i);
    }
    return code;
}

#endif
