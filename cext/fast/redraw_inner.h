// SPDX-License-Identifier: MIT
// The words of several blocks of plays, those that are rejected drawn again by lanes. Tiers say what walk_inner.h
// asks for, and chacha_rounds.

#ifndef CORE_FAST_REDRAW_INNER_H
#define CORE_FAST_REDRAW_INNER_H

#include "bulk_inner.h"
#include "bytes_inner.h"
#include "kernel.h"

enum { BATCHES = 4 };  // of words at a time
#define OFTEN (UINT32_C(1) << 25)  // of 2^32: words that are rejected twice a block or more
#define ALL_LANES ((UINT32_C(1) << LANES) - 1)

// The start of LANES blocks side by side, word w of each in x[w] (RFC 8439 section 2.3).
INLINED void chacha_start(const fast_run *run, uint32_t rejection, uint64_t block, vec x[16]) {
    const uint64_t stream = stream_number(run->source.machine, CORE_PURPOSE_PLAY, rejection);
    x[0] = of_word(0x61707865);
    x[1] = of_word(0x3320646e);
    x[2] = of_word(0x79622d32);
    x[3] = of_word(0x6b206574);
    for (int i = 0; i < 8; i++) {
        x[4 + i] = of_word(get_u32(run->source.key + 4 * i));
    }
    // LANES blocks from a multiple of LANES on never carry.
    x[12] = add32(of_word((uint32_t)block), count_up());
    x[13] = of_word((uint32_t)(block >> 32));
    x[14] = of_word((uint32_t)stream);
    x[15] = of_word((uint32_t)(stream >> 32));
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
    uint32_t again[BATCHES * BLOCK_PLAYS], count = 0;
    uint16_t at[BATCHES * BLOCK_PLAYS];
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

// Words from block `block` of the stream of plays on.
INLINED void make_words(const fast_run *run, uint64_t block, size_t batches, uint32_t *words) {
    const uint64_t stream = stream_number(run->source.machine, CORE_PURPOSE_PLAY, 0);
    TIER_WORDS(run->source.key, stream, block, (void *)words, batches);
    if (run->kernel->excess_word > OFTEN) {
        redraw_words(run, block, batches, words);
    }
}

#endif
