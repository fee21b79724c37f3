// SPDX-License-Identifier: MIT
// The automaton walked stage by stage over a block, for tables beyond the second-level cache: the lookups of a stage
// do not wait for each other, and what the next one reads is fetched ahead.

#ifndef CORE_FAST_STAGED_INNER_H
#define CORE_FAST_STAGED_INNER_H

#include "walk_inner.h"

enum { STAGED_BATCHES = 4 };  // of words at a time
#define OFTEN (UINT32_C(1) << 25)  // of 2^32: words that are rejected twice a block or more

INLINED void stage_walk(const walker *w, const digits *drawn, shape s, uint32_t *bins, uint16_t *units,
    const uint16_t *before) {
    const uint32_t plays = s.wide ? BLOCK_PLAYS / 2 : BLOCK_PLAYS;
    uint32_t at[BLOCK_PLAYS];
#pragma GCC unroll 4
    for (uint32_t i = 0; i < plays; i++) {
        at[i] = w->first[drawn->first[i]];
        units[i] = (uint16_t)at[i];
        if (s.followers) {
            at[i] += drawn->cell[0][i];
            __builtin_prefetch(s.followers > 1 ? (const void *)(w->middle[0] + at[i]) : w->last + at[i]);
            units[i] = 0;
        }
    }
    for (uint32_t f = 0; f + 1 < s.followers; f++) {
#pragma GCC unroll 4
        for (uint32_t i = 0; i < plays; i++) {
            const uint32_t edge = w->middle[f][at[i]];
            at[i] = (edge & 0xffff) + drawn->cell[f + 1][i];
            units[i] = (uint16_t)(units[i] + (edge >> 16));
            __builtin_prefetch(f + 2 < s.followers ? (const void *)(w->middle[f + 1] + at[i]) : w->last + at[i]);
        }
    }
#pragma GCC unroll 4
    for (uint32_t i = 0; i < plays; i++) {
        units[i] = (uint16_t)(units[i] + (s.followers ? w->last[at[i]] : 0));
        bins[(size_t)(i & 3) * BINS + before[i]]++;
    }
}

// Words numbered by `at`, their block `block` onwards, become those of a later rejection stream: LANES at most.
INLINED void draw_again(const fast_run *run, uint64_t block, uint32_t rejection, const uint16_t *at, uint32_t count,
    uint32_t *words) {
    vec start[16], x[16];
    uint32_t low[LANES], high[LANES], made[16][LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        const uint64_t counter = block + (i < count ? at[i] >> 4 : 0);
        low[i] = (uint32_t)counter;
        high[i] = (uint32_t)(counter >> 32);
    }
    chacha_start(run, rejection, block, start);
    start[12] = load(low);
    start[13] = load(high);
    for (uint32_t i = 0; i < 16; i++) {
        x[i] = start[i];
    }
    chacha_rounds(x);
    for (uint32_t i = 0; i < 16; i++) {
        store(made[i], add32(x[i], start[i]));
    }
    for (uint32_t i = 0; i < count; i++) {
        words[at[i]] = made[at[i] & 15][i];
    }
}

// Words that are rejected become those of the first rejection stream that gives others: of stream 1 all at once,
// of later ones those that are still needed.
INLINED void redraw_words(const fast_run *run, uint64_t block, size_t batches, uint32_t *words) {
    const uint64_t stream = stream_number(run->source.machine, CORE_PURPOSE_PLAY, 1);
    const fast_kernel *k = run->kernel;
    const vec all = of_word((uint32_t)k->tables->combinations[0]), bound = of_word(k->excess_word);
    uint32_t again[STAGED_BATCHES * BLOCK_PLAYS], count = 0;
    uint16_t at[STAGED_BATCHES * BLOCK_PLAYS];
    TIER_WORDS(run->source.key, stream, block, (void *)again, batches);
    for (uint32_t v = 0; v < batches * BLOCK_PLAYS; v += LANES) {
        const vec x = load(words + v), y = below32(mul32(x, all), bound, load(again + v), x), rest = mul32(y, all);
        store(words + v, y);
        for (uint32_t bits = ~same32(max32(rest, bound), rest) & ALL_LANES; bits; bits &= bits - 1) {
            at[count++] = (uint16_t)(v + (uint32_t)__builtin_ctz(bits));
        }
    }
    for (uint32_t rejection = 2; count; rejection++) {
        uint32_t left = 0;
        for (uint32_t n = 0; n < count; n += LANES) {
            draw_again(run, block, rejection, at + n, count - n < LANES ? count - n : LANES, words);
        }
        for (uint32_t n = 0; n < count; n++) {
            at[left] = at[n];
            left += words[at[n]] * (uint32_t)k->tables->combinations[0] < k->excess_word;
        }
        count = left;
    }
}

INLINED int stage_blocks(fast_run *run, uint64_t blocks, shape s) {
    const uint64_t first = run->source.index, plays = s.wide ? BLOCK_PLAYS / 2 : BLOCK_PLAYS;
    const uint64_t stream = stream_number(run->source.machine, CORE_PURPOSE_PLAY, 0);
    uint32_t words[STAGED_BATCHES * BLOCK_PLAYS];
    uint16_t units[2][BLOCK_PLAYS];
    digits drawn;
    walker w;
    walk_open(&w, run);
    for (uint32_t i = 0; i < BLOCK_PLAYS; i++) {
        units[1][i] = BINS - 1;  // before the first block; never read
    }
    int code = CORE_OK;
    for (uint64_t n = 0; code == CORE_OK && n < blocks; n++) {
        const uint64_t batch = n % STAGED_BATCHES, left = blocks - n;
        if (batch == 0) {
            const uint64_t block = run->source.index >> (s.wide ? 3 : 4);
            const size_t batches = left < STAGED_BATCHES ? (size_t)left : STAGED_BATCHES;
            TIER_WORDS(run->source.key, stream, block, (void *)words, batches);
            if (run->kernel->excess_word > OFTEN) {
                redraw_words(run, block, batches, words);
            }
        }
        code = draw_block(&w, words + BLOCK_PLAYS * batch, run->source.index, s, &drawn);
        stage_walk(&w, &drawn, s, run->bins, units[n & 1], units[~n & 1]);
        if (code == CORE_OK) {
            code = settle(&w, &drawn, units[n & 1], s);
        }
        run->source.index += plays;
    }
    for (uint32_t i = 0; code == CORE_OK && i < plays; i++) {
        run->bins[(i & 3) * BINS + units[~blocks & 1][i]]++;
    }
    run->tally->digest += walk_digest(&w, first, blocks * plays);
    return code;
}

#define STAGE(steps, wide)      \
    case 2 * steps + wide:      \
        return stage_blocks(run, blocks, (shape){steps - 1, wide, 0});

static int stage(fast_run *run, uint64_t blocks) {
    const fast_automaton *a = &run->kernel->of.automaton;
    switch (2 * a->steps + run->kernel->wide) {
        STAGE(1, 0)
        STAGE(2, 0)
        STAGE(3, 0)
        STAGE(4, 0)
        STAGE(3, 1)
    default:
        return stage_blocks(run, blocks, (shape){3, 1, 0});
    }
}

#endif
