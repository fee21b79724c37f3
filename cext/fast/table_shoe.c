// SPDX-License-Identifier: MIT
// Whole shoes of punto y banca, and coups of fresh ones.

#include <string.h>

#include "bulk_inner.h"
#include "draw_inner.h"
#include "table_units.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE_COPIES 1
#define INLINED inline __attribute__((always_inline))
#else
#define WIDE_COPIES 0
#define INLINED inline
#endif

enum { FRESH_DRAWS = 6, FRESH_WORDS = 8, NO_THIRD = 10, NATURAL = 8, LEAST_CARDS = 52 };

typedef struct {
    uint32_t bound[CORE_SHOE_CARDS], excess[CORE_SHOE_CARDS];
} draw_plan;

// What the points of two cards are, and of three.
static const uint8_t units_of[28] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7};

static void plan_draws(uint32_t cards, draw_plan *plan) {
    for (uint32_t j = 0; j < CORE_SHOE_CARDS; j++) {
        plan->bound[j] = j + 1 < cards ? cards - j : 1;
        plan->excess[j] = core_rng_excess(plan->bound[j]);
    }
}

static INLINED uint32_t scale(const uint32_t *words, const uint32_t *bound, const uint32_t *excess, uint32_t many,
    uint32_t *values) {
    uint32_t rejected = 0;
    for (uint32_t i = 0; i < many; i++) {
        const uint32_t word = words[i], below = bound[i];
        values[i] = ((word >> 16) * below + ((word & 0xffff) * below >> 16)) >> 16;
        rejected |= word * below < excess[i];
    }
    return rejected;
}

#if WIDE_COPIES
__attribute__((target("avx2"))) static uint32_t scale_avx2(const uint32_t *words, const uint32_t *bound,
    const uint32_t *excess, uint32_t many, uint32_t *values) {
    return scale(words, bound, excess, many, values);
}
#endif

static uint32_t scale_all(const uint32_t *words, const uint32_t *bound, const uint32_t *excess, uint32_t many,
    uint32_t *values) {
#if WIDE_COPIES
    if (core_rng_tier() >= CORE_TIER_AVX2) {
        return scale_avx2(words, bound, excess, many, values);
    }
#endif
    return scale(words, bound, excess, many, values);
}

// Replace the values of words that are rejected; word 0 is word `index` of purpose play.
static int redraw(const core_source *source, const uint32_t *words, const uint32_t *bound, const uint32_t *excess,
    uint32_t many, uint32_t *values) {
    for (uint32_t i = 0; i < many; i++) {
        if (words[i] * bound[i] < excess[i]) {
            const int code = core_rng_below(source->key, source->machine, CORE_PURPOSE_PLAY, source->index + i,
                bound[i], &values[i]);
            if (code != CORE_OK) {
                return code;
            }
        }
    }
    return CORE_OK;
}

// One coup from the cards at `deck`; how many it took. The result is counted as of whom it is: 0 punto, 1 banca,
// 2 nobody.
static INLINED uint32_t play_coup(const core_shoe_rules *rules, const uint8_t *deck, core_shoe_tally *tally,
    uint64_t won[3]) {
    uint32_t punto = units_of[deck[0] + deck[2]], banca = units_of[deck[1] + deck[3]], used = 4;
    if (punto < NATURAL && banca < NATURAL) {
        const uint32_t bank = banca;
        uint32_t third = NO_THIRD;
        if (punto <= rules->punto_draws_to) {
            third = deck[used++];
            punto = units_of[punto + third];
        }
        if (rules->bank_draws[bank][third]) {
            banca = units_of[banca + deck[used++]];
        }
    }
    tally->cells[used - 4][punto][banca]++;
    won[punto > banca ? 0 : punto < banca ? 1 : 2]++;
    return used;
}

static void add_shoe(const uint64_t won[3], core_shoe_tally *tally) {
    uint64_t *moment = tally->moments;
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            *moment++ += won[i] * won[j];
        }
    }
    tally->shoes++;
    tally->coups += won[0] + won[1] + won[2];
}

static int well_formed(const core_shoe_rules *rules, uint64_t machine) {
    int fits = rules->cards >= LEAST_CARDS && rules->cards <= CORE_SHOE_CARDS && rules->punto_draws_to < NATURAL &&
        rules->below_red >= FRESH_DRAWS && rules->below_red + FRESH_DRAWS + NO_THIRD + 1 < rules->cards &&
        machine >> CORE_MACHINE_BITS == 0;
    for (uint32_t i = 0; fits && i < rules->cards; i++) {
        fits = rules->points[i] <= 9;
    }
    return fits;
}

static void play_shoe(const core_shoe_rules *rules, const uint8_t *deck, core_shoe_tally *tally) {
    uint64_t won[3] = {0, 0, 0};
    uint32_t dealt = 1 + (deck[0] ? deck[0] : NO_THIRD);
    while (dealt <= rules->cards - rules->below_red) {
        dealt += play_coup(rules, deck + dealt, tally, won);
    }
    add_shoe(won, tally);
}

int core_table_shoes(const core_shoe_rules *rules, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t shoes, core_shoe_tally *tally) {
    uint32_t words[CORE_SHOE_CARDS], values[CORE_SHOE_CARDS];
    uint8_t deck[CORE_SHOE_CARDS];
    draw_plan plan;
    if (!well_formed(rules, machine) || shoes > UINT64_MAX / CORE_SHOE_CARDS - first) {
        return CORE_E_ARGUMENT;
    }
    plan_draws(rules->cards, &plan);
    for (uint64_t shoe = first, end = first + shoes; shoe < end; shoe++) {
        const core_source source = {key, machine, shoe * CORE_SHOE_CARDS};
        for (uint32_t half = 0; half < CORE_SHOE_CARDS; half += CORE_BATCH_WORDS) {
            core_rng_batch(key, stream_number(machine, CORE_PURPOSE_PLAY, 0), (source.index + half) >> 4, words + half);
        }
        if (scale_all(words, plan.bound, plan.excess, rules->cards, values)) {
            const int code = redraw(&source, words, plan.bound, plan.excess, rules->cards, values);
            if (code != CORE_OK) {
                return code;
            }
        }
        memcpy(deck, rules->points, rules->cards);
        for (uint32_t j = 0; j + 1 < rules->cards; j++) {
            const uint8_t kept = deck[j];
            deck[j] = deck[j + values[j]];
            deck[j + values[j]] = kept;
        }
        play_shoe(rules, deck, tally);
    }
    return CORE_OK;
}

// The first cards of a shoe of its own: places that a draw has left are looked up among the few that moved.
static void take_first(const core_shoe_rules *rules, const uint32_t *values, uint8_t deck[FRESH_DRAWS]) {
    uint32_t place[FRESH_DRAWS];
    for (uint32_t j = 0; j < FRESH_DRAWS; j++) {
        uint32_t card = j + values[j];
        for (uint32_t k = j; k-- > 0;) {  // what lay at `card` before draw k was what lay at place k
            card = k + values[k] == card ? k : card;
        }
        place[j] = card;
        deck[j] = rules->points[place[j]];
    }
}

int core_table_fresh(const core_shoe_rules *rules, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t coups, core_shoe_tally *tally) {
    enum { PER_BATCH = CORE_BATCH_WORDS / FRESH_WORDS };
    uint32_t words[CORE_BATCH_WORDS], values[CORE_BATCH_WORDS], bound[CORE_BATCH_WORDS], excess[CORE_BATCH_WORDS];
    draw_plan plan;
    if (!well_formed(rules, machine) || coups > UINT64_MAX / FRESH_WORDS - first) {
        return CORE_E_ARGUMENT;
    }
    plan_draws(rules->cards, &plan);
    for (uint32_t i = 0; i < CORE_BATCH_WORDS; i++) {
        const uint32_t draw = i % FRESH_WORDS;
        bound[i] = draw < FRESH_DRAWS ? plan.bound[draw] : 1;
        excess[i] = draw < FRESH_DRAWS ? plan.excess[draw] : 0;
    }
    for (uint64_t at = first, end = first + coups; at < end;) {
        const uint64_t from = at - at % PER_BATCH;
        const core_source source = {key, machine, from * FRESH_WORDS};
        core_rng_batch(key, stream_number(machine, CORE_PURPOSE_PLAY, 0), source.index >> 4, words);
        if (scale_all(words, bound, excess, CORE_BATCH_WORDS, values)) {
            const int code = redraw(&source, words, bound, excess, CORE_BATCH_WORDS, values);
            if (code != CORE_OK) {
                return code;
            }
        }
        for (; at < end && at - from < PER_BATCH; at++) {
            uint8_t deck[FRESH_DRAWS];
            uint64_t won[3] = {0, 0, 0};
            take_first(rules, values + (at - from) * FRESH_WORDS, deck);
            play_coup(rules, deck, tally, won);
            add_shoe(won, tally);
        }
    }
    return CORE_OK;
}
