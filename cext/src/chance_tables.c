// SPDX-License-Identifier: MIT
// Type C: the tables blob: deriving what follows from the rest, and checking all of it before the first play.

#include "chance_turn_inner.h"
#include "errors.h"

enum { AT_VERSION = 4, AT_TYPE = 6, AT_EVALUATION = 7, AT_SIZE = 8, AT_PRICE = 12, AT_CAP = 16, AT_UNIT = 20,
       AT_REELS = 24, AT_ROWS, AT_SYMBOLS, AT_PAYLINES, AT_COMBOS, AT_SCATTERS, AT_PICKS, AT_POTS,
       AT_MAX_FREE = 32, AT_FREE_MULTIPLIER = 34, AT_SETS, AT_ROUNDS, AT_ZERO1, AT_GAMBLE_WINS = 40,
       AT_GAMBLE_OF = 44, AT_GAMBLE_MAX = 48, AT_BETS = 52, AT_MYSTERY_OF = 56 };

static int read_header(core_chance *t, const uint8_t *blob, size_t size) {
    if (size < CORE_CHANCE_HEADER) {
        return CORE_E_SIZE;
    }
    if (blob[0] != 'a' || blob[1] != 'z' || blob[2] != 'a' || blob[3] != 'r'
            || get_u16(blob + AT_VERSION) != CORE_CHANCE_VERSION || blob[AT_TYPE] != CORE_TYPE_C
            || blob[AT_EVALUATION] > CORE_CHANCE_WAYS || !all_zero(blob + AT_ZERO1, 3)) {
        return CORE_E_FORMAT;
    }
    t->blob = blob;
    t->type = blob[AT_TYPE];
    t->evaluation = blob[AT_EVALUATION];
    t->price_cents = get_u32(blob + AT_PRICE);
    t->cap_cents = get_u32(blob + AT_CAP);
    t->reels = blob[AT_REELS];
    t->rows = blob[AT_ROWS];
    t->symbols = blob[AT_SYMBOLS];
    t->paylines = blob[AT_PAYLINES];
    t->combos = blob[AT_COMBOS];
    t->scatters = blob[AT_SCATTERS];
    t->picks = blob[AT_PICKS];
    t->pots = blob[AT_POTS];
    t->max_free_plays = (uint16_t)get_u16(blob + AT_MAX_FREE);
    t->free_multiplier = blob[AT_FREE_MULTIPLIER];
    t->sets = blob[AT_SETS];
    t->gamble_rounds = blob[AT_ROUNDS];
    t->gamble_wins = get_u32(blob + AT_GAMBLE_WINS);
    t->gamble_of = get_u32(blob + AT_GAMBLE_OF);
    t->gamble_max_cents = get_u32(blob + AT_GAMBLE_MAX);
    t->mystery_of = get_u64(blob + AT_MYSTERY_OF);
    t->bet[0] = t->bets = 1;
    for (int i = 1; i < CORE_CHANCE_MAX_BETS; i++) {
        t->bet[i] = blob[AT_BETS + i - 1];
        t->bets = (uint8_t)(t->bets + (t->bet[i] != 0));
    }
    return CORE_OK;
}

// Bets ascend, none after a gap, and none costs more than a play may.
static int check_bets(const core_chance *t) {
    for (int i = 1; i < CORE_CHANCE_MAX_BETS; i++) {
        if (i < t->bets ? t->bet[i] <= t->bet[i - 1] || t->bet[i] > CORE_CHANCE_MAX_BET
                              || t->price_cents * t->bet[i] > CORE_MAX_PRICE
                        : t->bet[i] != 0) {
            return 0;
        }
    }
    return 1;
}

// The numbers of the header.
static int check_counts(const core_chance *t) {
    if (!within(t->reels, 1, CORE_MAX_REELS) || !within(t->rows, 1, CORE_MAX_ROWS)
            || !within(t->symbols, 1, CORE_CHANCE_MAX_SYMBOLS) || !within(t->sets, 1, 2)) {
        return CORE_E_REELS;
    }
    const int lines = t->evaluation == CORE_CHANCE_LINES;
    if (t->paylines > (lines ? CORE_CHANCE_MAX_PAYLINES : 0) || (lines && !t->paylines)
            || t->scatters > CORE_CHANCE_MAX_SCATTERS) {
        return CORE_E_PAYS;
    }
    if (!within(t->price_cents, 1, CORE_MAX_PRICE)
            || !within(t->cap_cents, 1, CORE_CHANCE_MAX_CAP) || !check_bets(t)) {
        return CORE_E_PLAN;
    }
    if (t->picks > CORE_CHANCE_MAX_PICKS || t->max_free_plays > CORE_CHANCE_MAX_FREE_PLAYS
            || !within(t->free_multiplier, 1, CORE_CHANCE_MAX_MULTIPLIER)) {
        return CORE_E_FEATURES;
    }
    if (t->gamble_rounds ? t->gamble_wins < 1 || t->gamble_wins >= t->gamble_of
                               || !within(t->gamble_max_cents, 1, t->cap_cents)
                         : t->gamble_wins || t->gamble_of || t->gamble_max_cents) {
        return CORE_E_FEATURES;
    }
    return t->pots > CORE_CHANCE_MAX_POTS ? CORE_E_POTS : CORE_OK;
}

// Stops, sums of weights and combinations of a set from its two rows of numbers.
static int read_set(core_chance *t, uint32_t set, const uint8_t *stops, const uint8_t *weights) {
    t->combinations[set] = 1;
    for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
        const uint32_t count = get_u16(stops + 2 * r), weight = get_u16(weights + 2 * r);
        t->stops[set][r] = (uint16_t)count;
        t->weight[set][r] = (uint16_t)weight;
        if (r >= t->reels) {
            if (count || weight) {
                return CORE_E_REELS;
            }
            continue;
        }
        if (!within(count, t->rows > 2 ? t->rows : 2, CORE_CHANCE_MAX_STOPS)
                || !within(weight, count, CORE_CHANCE_MAX_WEIGHT)) {
            return CORE_E_REELS;
        }
        uint64_t low;  // 2^60 times 2^12 at most, so the upper half tells of more than 2^64
        if (chance_product(t->combinations[set], weight, &low) || low > CORE_CHANCE_MAX_COMBINATIONS) {
            return CORE_E_REELS;
        }
        t->combinations[set] = low;
    }
    return CORE_OK;
}

// Where the reels' rows of a section begin; each stop or ticket of a reel takes `unit` bytes.
static size_t place(core_chance *t, uint16_t counts[2][CORE_MAX_REELS], size_t unit, size_t at,
    const uint8_t *rows[2][CORE_MAX_REELS]) {
    for (uint32_t set = 0; set < t->sets; set++) {
        for (uint32_t r = 0; r < t->reels; r++) {
            if (rows) {
                rows[set][r] = t->blob + at;
            }
            at += unit * counts[set][r];
        }
    }
    return at;
}

// Where everything lies; *derived is where the tickets begin, *end where the digest does.
static int read_sections(core_chance *t, size_t size, size_t *derived, size_t *end) {
    size_t at = CORE_CHANCE_HEADER + 24 * (size_t)t->sets;
    if (size < at) {
        return CORE_E_SIZE;
    }
    const uint8_t *stops = t->blob + CORE_CHANCE_HEADER, *weights = stops + 12 * (size_t)t->sets;
    for (uint32_t set = 0; set < t->sets; set++) {
        const int code = read_set(t, set, stops + 12 * set, weights + 12 * set);
        if (code != CORE_OK) {
            return code;
        }
    }
    const size_t combos = at, scatters = at += CHANCE_COMBO_SIZE * (size_t)t->combos;
    const size_t picks = at += CHANCE_SCATTER_SIZE * (size_t)t->scatters;
    const size_t pots = at += CHANCE_PICK_SIZE * (size_t)t->picks;
    const size_t paylines = at += CHANCE_POT_SIZE * (size_t)t->pots;
    const size_t multipliers = at += (size_t)t->paylines * t->reels;
    const size_t strips = at += t->symbols, listed = place(t, t->stops, 1, strips, NULL);
    *derived = place(t, t->stops, 2, listed, NULL);
    *end = place(t, t->weight, 1, *derived, NULL);
    if (size < *end || size - *end < CORE_DIGEST_SIZE) {
        return CORE_E_SIZE;
    }
    t->combo_rows = t->blob + combos;
    t->scatter_rows = t->blob + scatters;
    t->pick_rows = t->blob + picks;
    t->pot_rows = t->blob + pots;
    t->payline_rows = t->blob + paylines;
    t->multipliers = t->blob + multipliers;
    place(t, t->stops, 1, strips, t->strips);
    place(t, t->stops, 2, listed, t->weights);
    place(t, t->weight, 1, *derived, t->stop_of);
    return CORE_OK;
}

static uint32_t gcd(uint32_t a, uint32_t b) {
    while (b) {
        uint64_t rest;
        core_chance_divide(a, b, &rest);
        a = b;
        b = (uint32_t)rest;
    }
    return a;
}

// The largest amount of which the cap and every prize are multiples, and so every total.
static uint32_t unit(const core_chance *t) {
    uint32_t cents = t->cap_cents;
    for (uint32_t i = 0; i < t->combos; i++) {
        cents = gcd(cents, get_u32(t->combo_rows + CHANCE_COMBO_SIZE * i));
    }
    for (uint32_t i = 0; i < t->scatters; i++) {
        cents = gcd(cents, get_u32(t->scatter_rows + CHANCE_SCATTER_SIZE * i));
    }
    for (uint32_t i = 0; i < t->picks; i++) {
        cents = gcd(cents, get_u32(t->pick_rows + CHANCE_PICK_SIZE * i));
    }
    return cents;
}

// All that a manufacturer states, and where the derived rest lies.
static int read_stated(core_chance *t, const uint8_t *blob, size_t size, size_t *derived, size_t *end) {
    int code = read_header(t, blob, size);
    code = code == CORE_OK ? check_counts(t) : code;
    code = code == CORE_OK ? read_sections(t, size, derived, end) : code;
    return code == CORE_OK ? core_chance_read_rows(t) : code;
}

int core_chance_compile(uint8_t *blob, size_t capacity, size_t *size) {
    core_chance t;
    size_t at, end;
    const int code = read_stated(&t, blob, capacity, &at, &end);
    if (code != CORE_OK) {
        return code;
    }
    for (uint32_t set = 0; set < t.sets; set++) {
        for (uint32_t r = 0; r < t.reels; r++) {
            for (uint32_t s = 0; s < t.stops[set][r]; s++) {
                for (uint32_t n = get_u16(t.weights[set][r] + 2 * s); n > 0; n--) {
                    blob[at++] = (uint8_t)s;
                }
            }
        }
    }
    *size = end + CORE_DIGEST_SIZE;
    put_u32(blob + AT_SIZE, (uint32_t)*size);
    put_u32(blob + AT_UNIT, unit(&t));
    core_sha256(blob, end, blob + end);
    return CORE_OK;
}

// Each ticket names the stop that its weights give it.
static int check_tickets(const core_chance *t) {
    for (uint32_t set = 0; set < t->sets; set++) {
        for (uint32_t r = 0; r < t->reels; r++) {
            const uint8_t *ticket = t->stop_of[set][r];
            for (uint32_t s = 0; s < t->stops[set][r]; s++) {
                for (uint32_t n = get_u16(t->weights[set][r] + 2 * s); n > 0; n--) {
                    if (*ticket++ != s) {
                        return CORE_E_WINDOWS;
                    }
                }
            }
        }
    }
    return CORE_OK;
}

int core_chance_open(core_chance *t, const uint8_t *blob, size_t size) {
    size_t derived, end;
    const int code = read_stated(t, blob, size, &derived, &end);
    if (code != CORE_OK) {
        return code;
    }
    if (size != end + CORE_DIGEST_SIZE || get_u32(blob + AT_SIZE) != size) {
        return CORE_E_SIZE;
    }
    t->size = (uint32_t)size;
    t->unit_cents = unit(t);
    core_sha256(blob, end, t->digest);
    if (!same_bytes(t->digest, blob + end, CORE_DIGEST_SIZE)) {
        return CORE_E_DIGEST;
    }
    return get_u32(blob + AT_UNIT) == t->unit_cents ? check_tickets(t) : CORE_E_WINDOWS;
}

int core_chance_stops(const core_chance *t, uint32_t set, uint64_t value, uint8_t stops[CORE_MAX_REELS]) {
    uint32_t tickets[CORE_MAX_REELS];
    if (set >= t->sets || value >= t->combinations[set]) {
        return CORE_E_ARGUMENT;
    }
    for (uint32_t r = t->reels; r-- > 0;) {
        uint64_t digit;
        value = core_chance_divide(value, t->weight[set][r], &digit);
        tickets[r] = (uint32_t)digit;
    }
    chance_stops_of(t, set, tickets, stops);
    return CORE_OK;
}

int core_chance_evaluate(const core_chance *t, uint32_t is_free, const uint8_t stops[CORE_MAX_REELS],
    core_chance_turn *turn) {
    if (is_free > 1) {
        return CORE_E_ARGUMENT;
    }
    for (uint32_t r = 0; r < t->reels; r++) {
        if (stops[r] >= t->stops[chance_set(t, is_free)][r]) {
            return CORE_E_ARGUMENT;
        }
    }
    core_chance_turn_at(t, is_free, stops, turn);
    return CORE_OK;
}
