// SPDX-License-Identifier: MIT
// The automaton's lookups woven into ChaCha20: while the vector units make the words of the next block, the load
// units walk the plays of this one. Each tier says how, by weave_block.

#ifndef CORE_FAST_WOVEN_INNER_H
#define CORE_FAST_WOVEN_INNER_H

#include "walk_inner.h"

#ifndef CHACHA_ROUNDS
#define CHACHA_ROUNDS 20
#endif

// A block that is walked, and the one before, which is counted.
typedef struct {
    const digits *drawn;
    uint16_t *units;
    const uint16_t *before;
} walked;

// What a counter's place has only just been looked up for makes the processor repeat the loads behind it, so units
// are counted a block later.
INLINED void walk(const walker *w, const walked *b, uint32_t i, shape s, uint32_t *bins) {
    uint32_t at = w->first[b->drawn->first[i]], units = s.followers ? 0 : at;
    for (uint32_t f = 0; f < s.followers; f++) {
        const uint32_t cell = at + b->drawn->cell[f][i];
        if (f + 1 < s.followers) {
            at = w->middle[f][cell] & 0xffff;
            units += w->middle[f][cell] >> 16;
        } else {
            units += w->last[cell];
        }
    }
    b->units[i] = (uint16_t)units;
    bins[b->before[i]]++;
}

// `n` plays of a block from *i on.
#define WALK(n)                                              \
    _Pragma("GCC unroll 12") for (uint32_t q = 0; q < n; q++) { \
        walk(&now, &b, i + q, s, bins + (size_t)(q & 3) * BINS); \
    }                                                        \
    i += n;

// Walk a block, and draw the one that begins at `next` into `to`.
INLINED int weave_block(walker *w, const walked *of, uint64_t next, shape s, digits *to);

INLINED int weave_blocks(fast_run *run, uint64_t blocks, shape s) {
    const uint64_t first = run->source.index;
    uint32_t words[BLOCK_PLAYS];
    uint16_t units[2][BLOCK_PLAYS];
    digits drawn[2];
    walker w, last;
    walk_open(&w, run);
    for (uint32_t i = 0; i < BLOCK_PLAYS; i++) {
        units[1][i] = BINS - 1;  // before the first block; never read
    }
    core_rng_batch(run->source.key, stream_number(run->source.machine, CORE_PURPOSE_PLAY, 0), first >> 4, words);
    int code = draw_block(&w, words, first, s, drawn);
    for (uint64_t n = 0; code == CORE_OK && n < blocks; n++) {
        const walked of = {drawn + (n & 1), units[n & 1], units[~n & 1]};
        if (n + 1 == blocks) {
            last = w;
        }
        code = weave_block(&w, &of, run->source.index + BLOCK_PLAYS, s, drawn + (~n & 1));
        if (n + 1 == blocks) {
            w = last;  // no play takes what was drawn
        }
        if (code == CORE_OK) {
            code = settle(&w, of.drawn, of.units, s);
        }
        run->source.index += BLOCK_PLAYS;
    }
    for (uint32_t i = 0; code == CORE_OK && i < BLOCK_PLAYS; i++) {
        run->bins[(i & 3) * BINS + units[~blocks & 1][i]]++;
    }
    run->tally->digest += walk_digest(&w, first, blocks * BLOCK_PLAYS);
    return code;
}

#define WEAVE(steps)     \
    case steps:          \
        return weave_blocks(run, blocks, (shape){steps - 1, 0, 0});

static int weave(fast_run *run, uint64_t blocks) {
    const fast_automaton *a = &run->kernel->of.automaton;
    const uint32_t reels = run->kernel->tables->reels;
    uint32_t width = a->width[0];
    for (uint32_t r = 1; r < reels; r++) {
        width = a->width[r] == width ? width : 0;
    }
    // Usual, and a tenth quicker than by any widths.
    if (width == 32 && reels == 5) {
        return weave_blocks(run, blocks, (shape){2, 0, 5});
    }
    if (width == 64 && reels == 3) {
        return weave_blocks(run, blocks, (shape){1, 0, 6});
    }
    switch (a->steps) {
        WEAVE(1)
        WEAVE(2)
        WEAVE(3)
    default:
        return weave_blocks(run, blocks, (shape){3, 0, 0});
    }
}

#endif
