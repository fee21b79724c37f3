// SPDX-License-Identifier: MIT
// Whole shoes of punto y banca, and coups of fresh ones.

#include "shoe_inner.h"

enum { FRESH_DRAWS = 6, FRESH_WORDS = 8, NO_THIRD = 10, NATURAL = 8, LEAST_CARDS = 52 };

// What the points of two cards are, and of three.
static const uint8_t units_of[28] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7};

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
    uint8_t deck[CORE_SHOE_CARDS];
    draw_plan plan;
    if (!well_formed(rules, machine) || shoes > UINT64_MAX / CORE_SHOE_CARDS - first) {
        return CORE_E_ARGUMENT;
    }
    plan_draws(core_rng_tier(), rules->cards, &plan);
    for (uint64_t shoe = first, end = first + shoes; shoe < end; shoe++) {
        const int code = shuffle_shoe(key, machine, shoe, &plan, rules->cards, rules->points, deck);
        if (code != CORE_OK) {
            return code;
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
    plan_draws(core_rng_tier(), rules->cards, &plan);
    for (uint32_t i = 0; i < CORE_BATCH_WORDS; i++) {
        const uint32_t draw = i % FRESH_WORDS;
        bound[i] = draw < FRESH_DRAWS ? plan.bound[draw] : 1;
        excess[i] = draw < FRESH_DRAWS ? plan.excess[draw] : 0;
    }
    for (uint64_t at = first, end = first + coups; at < end;) {
        const uint64_t from = at - at % PER_BATCH;
        const core_source source = {key, machine, from * FRESH_WORDS};
        core_rng_batch(key, stream_number(machine, CORE_PURPOSE_PLAY, 0), source.index >> 4, words);
        if (scale_all(plan.tier, words, bound, excess, CORE_BATCH_WORDS, values)) {
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
