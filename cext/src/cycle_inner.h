// SPDX-License-Identifier: MIT
// The loops of the prize cycle in wide registers. cycle_avx2.c and cycle_avx512.c compile them for their tier,
// with TIER_WALK (the walk's name), TIER_WORDS (words by batches of blocks), TIER_CHAIN (the same, woven),
// `scale_lanes` (words to tickets) and `show_lanes` (words to windows).
//
// A stretch is entries of one stratum whose words are at hand. Its tickets can be scaled side by side, because an
// urn loses one entry a draw whatever is drawn; only the urn itself is walked entry by entry, as running sums in
// one register or two. Windows are found side by side after that. The digest is a chain from entry to entry; that of
// one room of words is made while the next is drawn and walked.

#ifndef CORE_CYCLE_INNER_H
#define CORE_CYCLE_INNER_H

#include "bulk_inner.h"
#include "chain_inner.h"
#include "course_inner.h"
#include "entry_inner.h"

#if CORE_WIDE
#include <immintrin.h>

// Makes the entries of a course up to `end`, which leaves at least the last play to core_course_finish.
typedef int core_cycle_walk(core_course *c, const core_tables *tables, uint64_t end, uint32_t display);
core_cycle_walk core_cycle_avx2, core_cycle_avx512;
#endif

#ifdef TIER_WALK

#define INLINED static inline __attribute__((always_inline))

enum { BATCHES = 4, WORDS = BATCHES * CORE_BATCH_WORDS, LANES = 16, ROWS = CORE_MAX_CLASSES + 1 };

typedef struct {
    const core_tables *tables;
    core_course *course;
    // What a class looks up, by the ones of `take`.
    uint64_t weight[ROWS];  // prizes only: in the digest
    uint32_t raised[ROWS];
    // With windows, by class: the first place in the tables' list << 16 | how many less one.
    uint32_t places[CORE_MAX_CLASSES] __attribute__((aligned(64)));
    // Rows end with room for lanes that reach beyond the last word.
    uint32_t words[WORDS + LANES] __attribute__((aligned(64)));
    uint32_t shown[WORDS + LANES] __attribute__((aligned(64)));
    uint32_t tickets[WORDS + LANES] __attribute__((aligned(64)));  // biased, in both halves of a word
    uint32_t waiting[WORDS + LANES] __attribute__((aligned(64)));  // for the chain, as `show_lanes` gives them
    uint8_t ones[WORDS + LANES];                                   // of each entry
    core_chain chain;
    core_urn before;  // as it was when its entries were counted last
} room;

// Scales LANES words to tickets below remaining, remaining - 1, ... ; bit i: the lower half of lane i's product is
// below its bound, so the word may have to be rejected.
INLINED uint32_t scale_lanes(const uint32_t *words, uint32_t remaining, uint32_t *tickets);

// Scales LANES words to windows of classes, given by the ones of `take`: class << 16 | place. The same bits.
INLINED uint32_t show_lanes(const room *r, const uint8_t *ones, const uint32_t *words, int wide, uint32_t *shown);

static uint32_t class_of(uint32_t ones, int wide) {
    const uint32_t above = wide ? ones : ones / 2 + CORE_MAX_CLASSES / 2;
    // A ticket is below at least its own class, so row 0 of the wide is never read.
    return (CORE_MAX_CLASSES - above) & (CORE_MAX_CLASSES - 1);
}

static void look_up(room *r, int wide) {
    for (uint32_t ones = 0; ones < ROWS; ones++) {
        const uint32_t k = class_of(ones, wide);
        r->raised[ones] = 0;
        for (uint32_t i = 0; i < r->tables->raises; i++) {
            r->raised[ones] |= r->tables->raise_rows[RAISE_SIZE * i] == k;
        }
        r->weight[ones] = core_prize_digest(0, k);
    }
    for (uint32_t k = 0; k < CORE_MAX_CLASSES; k++) {
        const uint32_t first = r->tables->first[k];
        r->places[k] = first << 16 | ((r->tables->first[k + 1] - first - 1) & 0xffff);
    }
}

// The rare way: entry `index`, whose word may have to be rejected.
static __attribute__((noinline)) int draw_late(const room *r, uint32_t purpose, uint64_t index, uint32_t word,
    uint32_t bound, uint32_t *value) {
    const core_source source = {r->course->source.key, r->course->source.machine, index};
    return draw_from(&source, purpose, word, bound, value);
}

// Entry `i` after the course's index is of a class that may be raised.
static __attribute__((noinline)) int raise_entry(room *r, uint32_t i, int wide, uint32_t *ones) {
    core_course *c = r->course;
    const core_source source = {c->source.key, c->source.machine, c->source.index + i};
    uint32_t k = class_of(*ones, wide);
    c->tally.counts[k]--;  // the urn counts it as planned
    const int code = core_gamble_raise(r->tables, &source, &k);
    c->tally.counts[k]++;
    *ones = CORE_MAX_CLASSES - (wide ? k : 2 * k);
    return code;
}

static int scale(room *r, const uint32_t *words, uint32_t entries) {
    const uint32_t remaining = r->course->urn.remaining;
    for (uint32_t i = 0; i < entries; i += LANES) {
        uint32_t doubtful = scale_lanes(words + i, remaining - i, r->tickets + i);
        for (uint32_t j = i; doubtful; j++, doubtful >>= 1) {
            uint32_t ticket;
            if (!(doubtful & 1) || j >= entries) {
                continue;
            }
            const uint64_t index = r->course->source.index + j;
            int code = draw_late(r, CORE_PURPOSE_PLAY, index, words[j], remaining - j, &ticket);
            if (code != CORE_OK) {
                return code;
            }
            r->tickets[j] = (ticket ^ CORE_URN_BIAS) * 0x10001u;
        }
    }
    return CORE_OK;
}

// Take a ticket out of sixteen classes in `low` or, `wide`, thirty-two in both. The ones returned are as many as
// there are classes whose running sum is above the ticket, of the narrow twice as many as among the first sixteen.
INLINED uint32_t take(__m256i *low, __m256i *high, const uint32_t *ticket, int wide) {
    const __m256i drawn = _mm256_set1_epi32((int)*ticket);
    __m256i over = _mm256_cmpgt_epi16(*low, drawn);
    *low = _mm256_add_epi16(*low, over);
    if (wide) {
        const __m256i beyond = _mm256_cmpgt_epi16(*high, drawn);
        *high = _mm256_add_epi16(*high, beyond);
        over = _mm256_packs_epi16(over, beyond);
    }
    return (uint32_t)__builtin_popcount((uint32_t)_mm256_movemask_epi8(over));
}

// Takes by fours while the chain has entries, of which one is about as long as four takes. Returns how many.
INLINED uint32_t take_fours(room *r, __m256i *low, __m256i *high, uint8_t *ones, uint32_t entries, int wide) {
    core_chain chain = r->chain;
    const uint32_t waiting = (uint32_t)(chain.end - chain.shown);
    const uint32_t taken = 4 * (waiting < entries / 4 ? waiting : entries / 4);
    for (uint32_t i = 0; i < taken; i += 4) {
        chain_entry(&chain);
#pragma GCC unroll 4
        for (uint32_t j = i; j < i + 4; j++) {
            ones[j] = (uint8_t)take(low, high, &r->tickets[j], wide);
        }
    }
    r->chain = chain;
    return taken;
}

// The stretch of which the course's index is the first entry; the ones of each are for its window.
INLINED int walk_stretch(room *r, uint8_t *ones_of, uint32_t entries, int wide, int display, int raises) {
    core_course *c = r->course;
    __m256i *upto = (__m256i *)c->urn.upto;
    __m256i low = _mm256_loadu_si256(upto), high = _mm256_loadu_si256(upto + 1);
    uint64_t sum = 0, sums = 0;
    uint32_t i = display && !raises ? take_fours(r, &low, &high, ones_of, entries, wide) : 0;
    for (; i < entries; i++) {
        uint32_t ones = take(&low, &high, &r->tickets[i], wide);
        if (raises && r->raised[ones]) {
            const int code = raise_entry(r, i, wide, &ones);
            if (code != CORE_OK) {
                return code;
            }
        }
        if (display) {
            ones_of[i] = (uint8_t)ones;
        } else {
            sum += r->weight[ones];
            sums += sum;
        }
    }
    // Entry i weighs 2 (index + i) + 1; in `sums` it is counted entries - i times.
    c->tally.digest += (2 * (c->source.index + entries) + 1) * sum - 2 * sums;
    _mm256_storeu_si256(upto, low);
    _mm256_storeu_si256(upto + 1, high);
    for (int k = 16; !wide && k < CORE_MAX_CLASSES; k++) {
        c->urn.upto[k] = c->urn.upto[15];  // the classes that there are not
    }
    c->urn.remaining -= entries;
    c->source.index += entries;
    return CORE_OK;
}

#define STRETCH(wide, display, raises) \
    case 4 * wide + 2 * display + raises: \
        return walk_stretch(r, ones_of, entries, wide, display, raises);

static int stretch(room *r, const uint32_t *words, uint8_t *ones_of, uint32_t entries, uint32_t display) {
    const uint32_t wide = r->tables->classes > CORE_MAX_CLASSES / 2, raises = r->tables->raises > 0;
    int code = scale(r, words, entries);
    if (code != CORE_OK) {
        return code;
    }
    switch (4 * wide + 2 * display + raises) {
        STRETCH(0, 0, 0)
        STRETCH(0, 0, 1)
        STRETCH(0, 1, 0)
        STRETCH(0, 1, 1)
        STRETCH(1, 0, 0)
        STRETCH(1, 0, 1)
        STRETCH(1, 1, 0)
    default:
        return walk_stretch(r, ones_of, entries, 1, 1, 1);
    }
}

// Add what was taken out of an urn.
static void count_taken(const core_urn *before, const core_urn *after, uint64_t counts[CORE_MAX_CLASSES]) {
    int32_t below = 0;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        const int32_t taken = before->upto[k] - after->upto[k];
        counts[k] += (uint64_t)(taken - below);
        below = taken;
    }
}

// The windows of a room's entries from `i` to `end`; its words begin with that of entry `first`.
INLINED int show(room *r, uint64_t first, uint32_t i, uint32_t end, int wide) {
    for (; i < end; i += LANES) {
        uint32_t doubtful = show_lanes(r, r->ones + i, r->shown + i, wide, r->waiting + i);
        for (uint32_t j = i; doubtful; j++, doubtful >>= 1) {
            uint32_t choice;
            if (!(doubtful & 1) || j >= end) {
                continue;
            }
            const uint32_t k = class_of(r->ones[j], wide), count = (r->places[k] & 0xffff) + 1;
            int code = draw_late(r, CORE_PURPOSE_DISPLAY, first + j, r->shown[j], count, &choice);
            if (code != CORE_OK) {
                return code;
            }
            r->waiting[j] = k << 16 | ((r->places[k] >> 16) + choice);
        }
    }
    return CORE_OK;
}

// The words of entries `first` to `end`, woven with the chain: one that waits is of a room but for 15 at its begin,
// since only the last room is left sooner.
static void draw_words(room *r, uint64_t first, uint64_t end, uint32_t display) {
    const core_source *from = &r->course->source;
    const size_t batches = (size_t)((end - first + CORE_BATCH_WORDS - 1) / CORE_BATCH_WORDS);
    for (uint32_t n = 0; n <= display; n++) {
        const uint64_t stream = stream_number(from->machine, n ? CORE_PURPOSE_DISPLAY : CORE_PURPOSE_PLAY, 0);
        uint8_t *words = (uint8_t *)(n ? r->shown : r->words);
        if (r->chain.shown < r->chain.end) {
            TIER_CHAIN(from->key, stream, first >> 4, words, batches, &r->chain);
        } else {
            TIER_WORDS(from->key, stream, first >> 4, words, batches);
        }
    }
}

// Take the entries up to `end`, stretch by stretch; the room's words begin with that of entry `first`.
static int take_entries(room *r, uint64_t first, uint64_t end, uint32_t display) {
    core_course *c = r->course;
    int code = CORE_OK;
    while (code == CORE_OK && c->source.index < end) {
        const uint64_t at = c->source.index - first, rest = end - c->source.index;
        const uint32_t entries = rest < c->urn.remaining ? (uint32_t)rest : c->urn.remaining;
        code = stretch(r, r->words + at, r->ones + at, entries, display);
        if (code == CORE_OK && !c->urn.remaining) {
            count_taken(&r->before, &c->urn, c->tally.counts);
            code = core_urn_refill(&c->urn, r->tables);
            r->before = c->urn;
        }
    }
    return code;
}

int TIER_WALK(core_course *c, const core_tables *tables, uint64_t end, uint32_t display) {
    const int wide = tables->classes > CORE_MAX_CLASSES / 2;
    int code = CORE_OK;
    room r;
    r.tables = tables;
    r.course = c;
    r.before = c->urn;
    r.chain = (core_chain){c->tally.digest, tables->window_list, r.waiting, r.waiting};
    look_up(&r, wide);
    while (code == CORE_OK && c->source.index < end) {
        const uint64_t first = c->source.index & ~(uint64_t)15;
        const uint64_t last = end - first > WORDS ? first + WORDS : end;
        const uint32_t from = (uint32_t)(c->source.index - first), to = (uint32_t)(last - first);
        draw_words(&r, first, last, display);
        code = take_entries(&r, first, last, display);
        if (code == CORE_OK && display) {
            chain_rest(&r.chain);
            r.chain.shown = r.waiting + from;
            r.chain.end = r.waiting + to;
            code = wide ? show(&r, first, from, to, 1) : show(&r, first, from, to, 0);
        }
    }
    if (display) {
        chain_rest(&r.chain);
        c->tally.digest = r.chain.digest;
    }
    count_taken(&r.before, &c->urn, c->tally.counts);
    return code;
}

#endif
#endif
