// SPDX-License-Identifier: MIT
// The automaton walked stage by stage over a block, for tables beyond the second-level cache: the lookups of a stage
// do not wait for each other, and what the next one reads is fetched ahead.

#ifndef CORE_FAST_STAGED_INNER_H
#define CORE_FAST_STAGED_INNER_H

#include "walk_inner.h"

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

INLINED int stage_blocks(fast_run *run, uint64_t blocks, shape s) {
    const uint64_t first = run->source.index, plays = s.wide ? BLOCK_PLAYS / 2 : BLOCK_PLAYS;
    uint32_t words[BATCHES * BLOCK_PLAYS];
    uint16_t units[2][BLOCK_PLAYS];
    digits drawn;
    walker w;
    walk_open(&w, run);
    for (uint32_t i = 0; i < BLOCK_PLAYS; i++) {
        units[1][i] = BINS - 1;  // before the first block; never read
    }
    int code = CORE_OK;
    for (uint64_t n = 0; code == CORE_OK && n < blocks; n++) {
        const uint64_t batch = n % BATCHES, left = blocks - n;
        if (batch == 0) {
            const uint64_t block = run->source.index >> (s.wide ? 3 : 4);
            const size_t batches = left < BATCHES ? (size_t)left : BATCHES;
            make_words(run, block, batches, words);
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
