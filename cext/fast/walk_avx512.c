// SPDX-License-Identifier: MIT
// The layered automaton woven into ChaCha20 for AVX-512: while the vector units make the words of the next block,
// the load units walk the plays of this one.

#include "bulk_inner.h"
#include "bytes_inner.h"
#include "loops.h"
#include "rare.h"

#if CORE_WIDE

#include <immintrin.h>
CORE_TIER("avx512f,avx512bw,avx512vl,avx512dq,bmi,bmi2")

#ifndef CHACHA_ROUNDS
#define CHACHA_ROUNDS 20
#endif

typedef __m512i vec;
#define INLINED static inline __attribute__((always_inline))

// The plays of a block as digits: of the merged reels together, and of each reel after them.
typedef struct {
    uint32_t first[BLOCK_PLAYS];
    uint16_t digit[3][BLOCK_PLAYS];
} digits;

// Running sums for the digest. `sum` adds up 16 plays at a time and `sums` adds up `sum`, so that at the end the
// sum weighted by the number of the play follows without a product a play.
typedef struct {
    vec even, evens, odd, odds, units, unitss;
} running;

typedef struct {
    fast_run *run;
    const fast_kernel *kernel;
    digits *drawn;          // of the block whose words were made last
    uint64_t block;         // number of the next block of words
    uint64_t extra;         // digest of what was redrawn
    running sums;
} weaver;

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

INLINED vec set32(uint32_t x) {
    return _mm512_set1_epi32((int)x);
}

// The start of sixteen blocks side by side, word w of each in x[w] (RFC 8439 section 2.3).
INLINED void chacha_start(const fast_run *run, uint64_t block, vec x[16]) {
    const uint64_t stream = stream_number(run->source.machine, CORE_PURPOSE_PLAY, 0);
    const vec lane = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    x[0] = set32(0x61707865);
    x[1] = set32(0x3320646e);
    x[2] = set32(0x79622d32);
    x[3] = set32(0x6b206574);
    for (int i = 0; i < 8; i++) {
        x[4 + i] = set32(get_u32(run->source.key + 4 * i));
    }
    // Sixteen blocks from a multiple of sixteen on never carry.
    x[12] = _mm512_add_epi32(set32((uint32_t)block), lane);
    x[13] = set32((uint32_t)(block >> 32));
    x[14] = set32((uint32_t)stream);
    x[15] = set32((uint32_t)(stream >> 32));
}

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

// x * radix: the upper halves, and the lower ones in *x.
INLINED vec scale(vec *x, vec radix) {
    const vec even = _mm512_mul_epu32(*x, radix), odd = _mm512_mul_epu32(_mm512_srli_epi64(*x, 32), radix);
    *x = _mm512_mask_blend_epi32(0xaaaa, even, _mm512_slli_epi64(odd, 32));
    return _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
}

// Sixteen words become digits; the words that are rejected as bits.
INLINED uint32_t draw_vector(const fast_kernel *k, vec x, uint32_t at, uint32_t followers, uint32_t merged,
    digits *to, running *sums) {
    const fast_automaton *a = &k->of.automaton;
    const vec all = set32((uint32_t)k->tables->combinations[0]);
    const vec even = _mm512_srli_epi64(_mm512_mul_epu32(x, all), 32);
    const vec odd = _mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(x, 32), all), 32);
    sums->even = _mm512_add_epi64(sums->even, even);
    sums->evens = _mm512_add_epi64(sums->evens, sums->even);
    sums->odd = _mm512_add_epi64(sums->odd, odd);
    sums->odds = _mm512_add_epi64(sums->odds, sums->odd);
    _mm512_storeu_si512(to->first + at, scale(&x, set32(merged)));
    for (uint32_t f = 0; f < followers; f++) {
        const vec digit = scale(&x, set32(a->width[a->merged + f]));
        _mm256_storeu_si256((void *)(to->digit[f] + at), _mm512_cvtepi32_epi16(digit));
    }
    return k->excess_word ? _mm512_cmplt_epu32_mask(x, set32(k->excess_word)) : 0;
}

// Thirty-two of them.
INLINED uint32_t draw_two(const fast_kernel *k, const uint32_t *words, uint32_t at, uint32_t followers,
    uint32_t merged, digits *to, running *sums) {
    const vec low = _mm512_loadu_si512(words + at), high = _mm512_loadu_si512(words + at + 16);
    const uint32_t bits = draw_vector(k, low, at, followers, merged, to, sums);
    return bits | draw_vector(k, high, at + 16, followers, merged, to, sums) << 16;
}

// The tables of a walk, and where in the block it is.
typedef struct {
    const uint16_t *first, *last;
    const uint32_t *middle[2];
    size_t width[3];
    uint32_t *bins;
    const digits *drawn;
    uint16_t *units;
} walker;

INLINED void walk(const walker *w, uint32_t i, uint32_t followers, uint32_t scaled, uint32_t copy) {
    size_t at = w->first[w->drawn->first[i]], units = 0;
    if (followers == 0) {
        units = at;
    } else {
        for (uint32_t f = 0; f + 1 < followers; f++) {
            const size_t edge = w->middle[f][(scaled ? at : at * w->width[f]) + w->drawn->digit[f][i]];
            at = edge & 0xffff;
            units += edge >> 16;
        }
        at = scaled ? at : at * w->width[followers - 1];
        units += w->last[at + w->drawn->digit[followers - 1][i]];
    }
    w->units[i] = (uint16_t)units;
    w->bins[(size_t)copy * BINS + units]++;
}

#define WALK(n)                                         \
    _Pragma("GCC unroll 12") for (uint32_t q = 0; q < n; q++) { \
        walk(&w, i + q, followers, scaled, q & 3);              \
    }                                                   \
    i += n;

#define COLUMNS                                                                                          \
    QUARTER(x[0], x[4], x[8], x[12]) QUARTER(x[1], x[5], x[9], x[13]) QUARTER(x[2], x[6], x[10], x[14])  \
        QUARTER(x[3], x[7], x[11], x[15])
#define DIAGONALS                                                                                        \
    QUARTER(x[0], x[5], x[10], x[15]) QUARTER(x[1], x[6], x[11], x[12]) QUARTER(x[2], x[7], x[8], x[13]) \
        QUARTER(x[3], x[4], x[9], x[14])

// Rare: the words of the block in `to` that were rejected are drawn again, and the digest told.
static int redraw(weaver *weave, const uint32_t rejected[BLOCK_PLAYS / 32], uint64_t first_play, digits *to) {
    const fast_kernel *k = weave->kernel;
    const fast_automaton *a = &k->of.automaton;
    fast_block block;
    fast_run run = *weave->run;
    run.source.index = first_play;
    const int code = core_fast_redraw(&run, rejected, &block);
    for (uint32_t i = 0; code == CORE_OK && i < BLOCK_PLAYS; i++) {
        if (!(rejected[i >> 5] >> (i & 31) & 1)) {
            continue;
        }
        uint64_t value = to->first[i];
        uint32_t first = 0;
        for (uint32_t r = 0; r < k->tables->reels; r++) {
            if (r < a->merged) {
                first = first * a->width[r] + block.tickets[r][i];
            } else {
                value = value * a->width[r] + to->digit[r - a->merged][i];
                to->digit[r - a->merged][i] = block.tickets[r][i];
            }
        }
        to->first[i] = first;
        weave->extra += (block_value(k, &block, i) - value) * (2 * (first_play + i) + 1);
    }
    return code;
}

// The digits of the first block, beside no walk.
INLINED int draw_digits(weaver *weave, const uint32_t *words, digits *to, uint32_t followers, uint32_t merged) {
    uint32_t rejected[BLOCK_PLAYS / 32], any = 0;
    for (uint32_t v = 0; v < BLOCK_PLAYS; v += 32) {
        rejected[v / 32] = draw_two(weave->kernel, words, v, followers, merged, to, &weave->sums);
        any |= rejected[v / 32];
    }
    weave->block += 16;
    return any ? redraw(weave, rejected, (weave->block - 16) << 4, to) : CORE_OK;
}

// Make the digits of the next block in `to` and walk those of this one; the units of its plays are then said.
INLINED int weave_block(weaver *weave, const walker *from, digits *to, uint32_t followers, uint32_t scaled,
    uint32_t merged) {
    vec x[16], y[16];
    uint32_t i = 0;
    const walker w = *from;
    chacha_start(weave->run, weave->block, x);
    for (int round = 0; round < CHACHA_ROUNDS; round += 2) {
        COLUMNS
        WALK(8)
        DIAGONALS
        WALK(8)
    }
    chacha_start(weave->run, weave->block, y);
    for (int v = 0; v < 16; v++) {
        x[v] = _mm512_add_epi32(x[v], y[v]);
    }
    transpose(x, y);
    uint32_t words[BLOCK_PLAYS] __attribute__((aligned(64)));
    for (uint32_t v = 0; v < 16; v++) {
        _mm512_store_si512(words + 16 * v, x[v]);
    }
    uint32_t rejected[BLOCK_PLAYS / 32], any = 0;
    running sums = weave->sums;
    for (uint32_t v = 0; v < BLOCK_PLAYS; v += 32) {
        rejected[v / 32] = draw_two(weave->kernel, words, v, followers, merged, to, &sums);
        any |= rejected[v / 32];
        WALK(12)
    }
    while (i < BLOCK_PLAYS) {
        WALK(8)  // where there are fewer rounds
    }
    weave->sums = sums;
    weave->block += 16;
    return any ? redraw(weave, rejected, (weave->block - 16) << 4, to) : CORE_OK;
}

// After a walk: the units into the running sums, and marked plays made again.
INLINED int settle(weaver *weave, const digits *of, fast_block *block) {
    fast_run *run = weave->run;
    const fast_automaton *a = &weave->kernel->of.automaton;
    const uint32_t over = run->last_bin + 1;
    const vec most = set32(over);
    uint32_t marked = 0;
    for (uint32_t v = 0; v < BLOCK_PLAYS; v += 16) {
        const vec said = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(block->units + v)));
        const vec clipped = _mm512_min_epu32(said, most);
        weave->sums.units = _mm512_add_epi32(weave->sums.units, clipped);
        weave->sums.unitss = _mm512_add_epi32(weave->sums.unitss, weave->sums.units);
        marked |= _mm512_cmpge_epu32_mask(said, most);
    }
    for (uint32_t i = 0; marked && i < BLOCK_PLAYS; i++) {
        if (block->units[i] < over) {
            continue;
        }
        uint64_t value = of->first[i];
        for (uint32_t r = a->merged; r < weave->kernel->tables->reels; r++) {
            value = value * a->width[r] + of->digit[r - a->merged][i];
        }
        const int code = core_fast_replay(run, i, value, over);
        if (code != CORE_OK) {
            return code;
        }
    }
    return CORE_OK;
}

// The digest of all plays from `first` on, from the running sums.
static uint64_t woven_digest(const weaver *weave, uint64_t first, uint64_t blocks) {
    const running *sums = &weave->sums;
    const uint64_t vectors = 16 * blocks, plays = 16 * vectors, unit = weave->kernel->tables->unit_cents;
    uint64_t even[8], evens[8], odd[8], odds[8], digest = plays * (2 * first + plays), units_digest = 0;
    uint32_t units[16], unitss[16];
    _mm512_storeu_si512(even, sums->even);
    _mm512_storeu_si512(evens, sums->evens);
    _mm512_storeu_si512(odd, sums->odd);
    _mm512_storeu_si512(odds, sums->odds);
    _mm512_storeu_si512(units, sums->units);
    _mm512_storeu_si512(unitss, sums->unitss);
    for (uint64_t lane = 0; lane < 8; lane++) {
        digest += (2 * (first + 2 * lane) + 1) * even[lane] + 32 * (vectors * even[lane] - evens[lane]);
        digest += (2 * (first + 2 * lane) + 3) * odd[lane] + 32 * (vectors * odd[lane] - odds[lane]);
    }
    for (uint64_t lane = 0; lane < 16; lane++) {
        units_digest += (2 * (first + lane) + 1) * units[lane] + 32 * (vectors * units[lane] - unitss[lane]);
    }
    return digest + (unit * units_digest << 40) + weave->extra;
}

// Mystery draws mark plays that the walk has counted already.
static int mark_mysteries(fast_run *run, fast_block *block) {
    uint16_t said[BLOCK_PLAYS];
    for (uint32_t i = 0; i < BLOCK_PLAYS; i++) {
        said[i] = block->units[i];
    }
    const int code = core_fast_mystery(run, block);
    for (uint32_t i = 0; code == CORE_OK && i < BLOCK_PLAYS; i++) {
        if (block->units[i] != said[i]) {
            run->bins[(i & 3) * BINS + said[i]]--;
        }
    }
    return code;
}

INLINED int weave_blocks(fast_run *run, uint64_t blocks, uint32_t followers, uint32_t scaled) {
    const fast_kernel *k = run->kernel;
    const fast_automaton *a = &k->of.automaton;
    const uint64_t first = run->source.index;
    const vec zero = _mm512_setzero_si512();
    weaver weave = {run, k, 0, first >> 4, 0, {zero, zero, zero, zero, zero, zero}};
    uint32_t merged = 1;
    digits drawn[2];
    fast_block block;
    for (uint32_t r = 0; r < a->merged; r++) {
        merged *= a->width[r];
    }
    walker w = {a->first, a->last, {0, 0}, {1, 1, 1}, run->bins, drawn, block.units};
    for (uint32_t f = 0; f < followers; f++) {
        w.width[f] = a->width[a->merged + f];
        if (f + 1 < followers) {
            w.middle[f] = a->middle[a->merged + f];
        }
    }
    uint32_t words[BLOCK_PLAYS];
    core_rng_batch(run->source.key, stream_number(run->source.machine, CORE_PURPOSE_PLAY, 0), weave.block, words);
    int code = draw_digits(&weave, words, drawn, followers, merged);
    for (uint64_t b = 0; code == CORE_OK && b < blocks; b++) {
        w.drawn = drawn + (b & 1);
        const running before = weave.sums;
        const uint64_t extra = weave.extra;
        code = weave_block(&weave, &w, drawn + (~b & 1), followers, scaled, merged);
        if (b + 1 == blocks) {
            weave.sums.even = before.even;
            weave.sums.evens = before.evens;
            weave.sums.odd = before.odd;
            weave.sums.odds = before.odds;
            weave.extra = extra;
        }
        if (code == CORE_OK && k->tables->mystery_of) {
            code = mark_mysteries(run, &block);
        }
        if (code == CORE_OK) {
            code = settle(&weave, w.drawn, &block);
        }
        run->source.index += BLOCK_PLAYS;
    }
    run->tally->digest += woven_digest(&weave, first, blocks);
    return code;
}

int core_fast_automaton_avx512(fast_run *run, uint64_t blocks) {
    const fast_automaton *a = &run->kernel->of.automaton;
    switch (2 * a->steps + a->scaled) {
    case 2:
    case 3:
        return weave_blocks(run, blocks, 0, 0);
    case 4:
        return weave_blocks(run, blocks, 1, 0);
    case 5:
        return weave_blocks(run, blocks, 1, 1);
    case 6:
        return weave_blocks(run, blocks, 2, 0);
    case 7:
        return weave_blocks(run, blocks, 2, 1);
    case 8:
        return weave_blocks(run, blocks, 3, 0);
    default:
        return weave_blocks(run, blocks, 3, 1);
    }
}

CORE_TIER_END

#else

int core_fast_automaton_avx512(fast_run *run, uint64_t blocks) {
    (void)run;
    (void)blocks;
    return CORE_E_ARGUMENT;
}

#endif
