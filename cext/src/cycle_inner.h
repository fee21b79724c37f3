// SPDX-License-Identifier: MIT
// The loops of the prize cycle in wide registers. cycle_avx2.c and cycle_avx512.c compile them for their tier,
// with TIER_WALK (the walk's name), TIER_WORDS (words by batches of blocks) and `scale_lanes` (words to tickets).
//
// A stretch is entries of one stratum whose words are at hand. Its tickets can be scaled side by side, because an
// urn loses one entry a draw whatever is drawn; only the urn itself is walked entry by entry, as running sums in
// one register or two.

#ifndef CORE_CYCLE_INNER_H
#define CORE_CYCLE_INNER_H

#include "bulk_inner.h"
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
    uint64_t marked[ROWS];  // with windows: the class as the digest takes it
    uint32_t first[ROWS], count[ROWS], raised[ROWS];
    // Rows end with room for lanes that reach beyond the last word.
    uint32_t words[WORDS + LANES] __attribute__((aligned(64)));
    uint32_t shown[WORDS + LANES] __attribute__((aligned(64)));
    uint32_t tickets[WORDS + LANES] __attribute__((aligned(64)));  // biased, in both halves of a word
} room;

// Scales LANES words to tickets below remaining, remaining - 1, ... ; bit i: the lower half of lane i's product is
// below its bound, so the word may have to be rejected.
INLINED uint32_t scale_lanes(const uint32_t *words, uint32_t remaining, uint32_t *tickets);

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
        r->marked[ones] = (uint64_t)k << 32;
        r->first[ones] = r->tables->first[k];
        r->count[ones] = r->tables->first[k + 1] - r->tables->first[k];
    }
}

// The rare way: an entry `i` after the course's index whose word may have to be rejected.
static __attribute__((noinline)) int draw_late(const room *r, uint32_t purpose, uint32_t i, uint32_t word,
    uint32_t bound, uint32_t *value) {
    core_source source = r->course->source;
    source.index += i;
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
            int code = draw_late(r, CORE_PURPOSE_PLAY, j, words[j], remaining - j, &ticket);
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

// The stretch of which the course's index is the first entry; `shown` is its word of purpose display.
INLINED int walk_stretch(room *r, const uint32_t *shown, uint32_t entries, int wide, int display, int raises) {
    core_course *c = r->course;
    __m256i *upto = (__m256i *)c->urn.upto;
    __m256i low = _mm256_loadu_si256(upto), high = _mm256_loadu_si256(upto + 1);
    uint64_t digest = c->tally.digest, sum = 0, sums = 0;
    for (uint32_t i = 0; i < entries; i++) {
        uint32_t ones = take(&low, &high, &r->tickets[i], wide);
        if (raises && r->raised[ones]) {
            const int code = raise_entry(r, i, wide, &ones);
            if (code != CORE_OK) {
                return code;
            }
        }
        if (!display) {
            sum += r->weight[ones];
            sums += sum;
            continue;
        }
        const uint64_t scaled = (uint64_t)shown[i] * r->count[ones];
        uint32_t choice = (uint32_t)(scaled >> 32);
        if (__builtin_expect((uint32_t)scaled < r->count[ones], 0)) {
            int code = draw_late(r, CORE_PURPOSE_DISPLAY, i, shown[i], r->count[ones], &choice);
            if (code != CORE_OK) {
                return code;
            }
        }
        digest = digest_entry(digest, r->marked[ones] | window_at(r->tables, r->first[ones] + choice));
    }
    // Entry i weighs 2 (index + i) + 1; in `sums` it is counted entries - i times.
    c->tally.digest = display ? digest : digest + (2 * (c->source.index + entries) + 1) * sum - 2 * sums;
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
        return walk_stretch(r, shown, entries, wide, display, raises);

static int stretch(room *r, const uint32_t *words, const uint32_t *shown, uint32_t entries, uint32_t display) {
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
        return walk_stretch(r, shown, entries, 1, 1, 1);
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

int TIER_WALK(core_course *c, const core_tables *tables, uint64_t end, uint32_t display) {
    const uint64_t play = stream_number(c->source.machine, CORE_PURPOSE_PLAY, 0);
    const uint64_t display_stream = stream_number(c->source.machine, CORE_PURPOSE_DISPLAY, 0);
    room r;
    r.tables = tables;
    r.course = c;
    look_up(&r, tables->classes > CORE_MAX_CLASSES / 2);
    core_urn before = c->urn;
    while (c->source.index < end) {
        const uint64_t from = c->source.index & ~(uint64_t)15;
        const uint64_t to = end - from > WORDS ? from + WORDS : end;
        const size_t batches = (size_t)((to - from + CORE_BATCH_WORDS - 1) / CORE_BATCH_WORDS);
        TIER_WORDS(c->source.key, play, from >> 4, (uint8_t *)r.words, batches);
        if (display) {
            TIER_WORDS(c->source.key, display_stream, from >> 4, (uint8_t *)r.shown, batches);
        }
        while (c->source.index < to) {
            const uint64_t at = c->source.index - from, rest = to - c->source.index;
            const uint32_t entries = rest < c->urn.remaining ? (uint32_t)rest : c->urn.remaining;
            int code = stretch(&r, r.words + at, r.shown + at, entries, display);
            if (code == CORE_OK && !c->urn.remaining) {
                count_taken(&before, &c->urn, c->tally.counts);
                code = core_urn_refill(&c->urn, tables);
                before = c->urn;
            }
            if (code != CORE_OK) {
                return code;
            }
        }
    }
    count_taken(&before, &c->urn, c->tally.counts);
    return CORE_OK;
}

#endif
#endif
