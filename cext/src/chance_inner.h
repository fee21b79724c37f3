// SPDX-License-Identifier: MIT
// What the files of type C share among themselves: wide draws, the course of a play, the pots, the state.

#ifndef CORE_CHANCE_INNER_H
#define CORE_CHANCE_INNER_H

#include "chance.h"
#include "inner.h"

enum { CHANCE_COMBO_SIZE = 32, CHANCE_SCATTER_SIZE = 16, CHANCE_PICK_SIZE = 12, CHANCE_POT_SIZE = 48 };

// Numbers ----------------------------------------------------------------------------------------

// numerator / denominator (1 or more) by shift and subtract: small cores have no divider.
uint64_t core_chance_divide(uint64_t numerator, uint64_t denominator, uint64_t *rest);

// 2^64 mod bound: how many of the 2^64 pairs are one too many for an even draw. bound is 1 or more.
uint64_t core_chance_excess(uint64_t bound);

// Upper half of a * b; the lower one goes to *low.
static inline uint64_t chance_product(uint64_t a, uint64_t b, uint64_t *low) {
    const uint32_t al = (uint32_t)a, ah = (uint32_t)(a >> 32), bl = (uint32_t)b, bh = (uint32_t)(b >> 32);
    const uint64_t ll = product(al, bl), lh = product(al, bh), hl = product(ah, bl);
    const uint64_t middle = (ll >> 32) + (uint32_t)lh + (uint32_t)hl;
    *low = middle << 32 | (uint32_t)ll;
    return product(ah, bh) + (lh >> 32) + (hl >> 32) + (middle >> 32);
}

static inline int chance_within(uint32_t value, uint32_t low, uint32_t high) {
    return value >= low && value <= high;
}

static inline uint32_t chance_clipped(const core_chance *t, uint32_t cents) {
    return cents < t->cap_cents ? cents : t->cap_cents;
}

// Tables ------------------------------------------------------------------------------------------

// Strips, combinations, scatters, picks and pots of tables whose sections are placed: checked, pots worked out.
int core_chance_read_rows(core_chance *t);

// Draws ------------------------------------------------------------------------------------------

// An even draw below `bound` from pair `pair` (0 to 7) of block `block`.
int core_chance_below(const core_source *source, uint32_t purpose, uint64_t block, uint32_t pair,
    uint64_t bound, uint64_t *value);

// An even draw from pair `drawn` of the features of play source->index.
static inline int chance_feature_below(const core_source *source, uint32_t drawn, uint32_t bound,
    uint32_t *value) {
    uint64_t wide;
    const uint64_t block = (source->index << 20) + (drawn >> 3);
    const int code = core_chance_below(source, CORE_PURPOSE_FEATURE, block, drawn & 7, bound, &wide);
    *value = (uint32_t)wide;
    return code;
}

// The tickets of all reels from a pair, and what is left of it: the lower half of x * N.
static inline uint64_t chance_split(const core_chance *t, uint32_t set, uint64_t x,
    uint32_t tickets[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < t->reels; r++) {
        const uint64_t low = product((uint32_t)x, t->weight[set][r]);
        const uint64_t high = product((uint32_t)(x >> 32), t->weight[set][r]) + (low >> 32);
        tickets[r] = (uint32_t)(high >> 32);
        x = high << 32 | (uint32_t)low;
    }
    return x;
}

// The tickets of all reels from a pair; 0 if it must be rejected.
static inline int chance_tickets_pair(const core_chance *t, uint32_t set, uint64_t x,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint64_t bound = t->combinations[set], rest = chance_split(t, set, x, tickets);
    return rest >= bound || rest >= core_chance_excess(bound);
}

// The same from one word, with N below 2^32.
static inline int chance_tickets_word(const core_chance *t, uint32_t set, uint32_t x,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint32_t bound = (uint32_t)t->combinations[set];
    const uint32_t rest = (uint32_t)(chance_split(t, set, (uint64_t)x << 32, tickets) >> 32);
    return rest >= bound || rest >= core_rng_excess(bound);
}

static inline uint32_t chance_is_wide(const core_chance *t) {
    return t->combinations[0] >> 32 != 0;
}

// The tickets of paid play source->index, from rejection stream `rejection` on.
int core_chance_draw_paid(const core_chance *t, const core_source *source, uint32_t rejection,
    uint32_t tickets[CORE_MAX_REELS]);

// Tickets from the words at `word` of a block of `purpose`: one word, or two if `wide`.
int core_chance_draw(const core_chance *t, const core_source *source, uint32_t set, uint32_t purpose,
    uint32_t wide, uint64_t block, uint32_t word, uint32_t rejection, uint32_t tickets[CORE_MAX_REELS]);

// The tickets of a free play that takes pair `drawn` of its play's features.
int core_chance_draw_free(const core_chance *t, const core_source *source, uint32_t drawn,
    uint32_t tickets[CORE_MAX_REELS]);

static inline uint32_t chance_set(const core_chance *t, uint32_t is_free) {
    return is_free && t->sets == 2;
}

static inline void chance_stops_of(const core_chance *t, uint32_t set, const uint32_t tickets[CORE_MAX_REELS],
    uint8_t stops[CORE_MAX_REELS]) {
    for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
        stops[r] = r < t->reels ? t->stop_of[set][r][tickets[r]] : 0;
    }
}

// Turn -------------------------------------------------------------------------------------------

// The symbols of a window, rows from the top.
typedef struct {
    uint8_t symbol[CORE_MAX_REELS][CORE_MAX_ROWS];
} chance_window;

// What a window pays, before the multiplier of a free play: each adds its cents to the turn, clipped at the
// cap, and its pots.
void core_chance_lines(const core_chance *t, const chance_window *window, core_chance_turn *turn);
void core_chance_ways(const core_chance *t, const chance_window *window, core_chance_turn *turn);
void core_chance_scatters(const core_chance *t, uint32_t is_free, const chance_window *window,
    core_chance_turn *turn);

// The turn at stops that are on their strips.
void core_chance_turn_at(const core_chance *t, uint32_t is_free, const uint8_t stops[CORE_MAX_REELS],
    core_chance_turn *turn);

// Course of a play -------------------------------------------------------------------------------

// What the play under way has won, was given and still has to do. All 0: nothing under way.
typedef struct {
    uint32_t won_cents, drawn;
    uint16_t picks_left, free_left, free_given;
    uint8_t gambles;
} chance_course;

// The phase that follows from the course.
uint32_t core_chance_phase(const core_chance *t, const chance_course *course);

static inline void chance_win(const core_chance *t, uint32_t cents, chance_course *course) {
    course->won_cents = chance_clipped(t, course->won_cents + cents);  // at most two caps
}

static inline void chance_settle(chance_course *course) {
    course->won_cents = course->drawn = 0;
    course->picks_left = course->free_left = course->free_given = 0;
    course->gambles = 0;
}

// Free plays, as far as max_free_plays allows, and picks.
void core_chance_give(const core_chance *t, const core_chance_turn *turn, chance_course *course);

// One pick: its row and cents. One gamble: whether it was won, and what it adds. Neither wins it yet.
int core_chance_pick(const core_chance *t, const core_source *source, chance_course *course, uint32_t *row,
    uint32_t *cents);
int core_chance_gamble(const core_chance *t, const core_source *source, chance_course *course, uint32_t *won,
    uint32_t *cents);

// Pots -------------------------------------------------------------------------------------------

// Bits of the pots that the mystery draw of play source->index hits, at a bet of `times` the first.
int core_chance_mystery(const core_chance *t, const core_source *source, uint32_t times, uint32_t *hits);

// The threshold of a pot that begins with play source->index; 0 if it has none.
int core_chance_threshold(const core_chance *t, const core_source *source, uint32_t level, core_pot *pot);

// One play of a pot: its contribution, `times` that of the first bet, then `*hit`: by combination or mystery on entry, by the threshold, too,
// on return. *cents is what it pays, 0 if it is not hit.
int core_chance_pot_play(const core_chance *t, const core_source *source, uint32_t level, uint32_t times,
    uint32_t *hit, core_pot *pot, uint32_t *cents);

// Whether a pot can stand so.
int core_chance_pot_check(const core_chance *t, uint32_t level, const core_pot *pot);

// The pots of a state's bytes, checked, and back.
int core_chance_pots_read(const core_chance *t, const uint8_t *bytes, core_pot pots[CORE_CHANCE_MAX_POTS]);
void core_chance_pots_write(const core_pot pots[CORE_CHANCE_MAX_POTS], uint8_t *bytes);

// The same for all of them, a bit each.
int core_chance_pots_play(const core_chance *t, const core_source *source, uint32_t times, uint32_t *hits,
    core_pot pots[CORE_CHANCE_MAX_POTS], uint32_t cents[CORE_CHANCE_MAX_POTS]);

// State ------------------------------------------------------------------------------------------

enum { STATE_AT_VERSION = 0, STATE_AT_TYPE = 1, STATE_AT_ZERO1 = 2, STATE_AT_MACHINE = 8,
       STATE_AT_TABLES = 16, STATE_AT_KEY = 32, STATE_AT_PLAY = 64, STATE_AT_PHASE = 72, STATE_AT_GAMBLES = 73,
       STATE_AT_PICKS = 74, STATE_AT_FREE_LEFT = 76, STATE_AT_FREE_GIVEN = 78, STATE_AT_DRAWN = 80,
       STATE_AT_WON = 84, STATE_AT_STOPS = 88, STATE_AT_SET = 94, STATE_AT_BET = 95, STATE_AT_ZERO2 = 96,
       STATE_AT_POTS = 128, STATE_TABLES_SIZE = 16 };

static inline void chance_copy(uint8_t *to, const uint8_t *from, int size) {
    for (int i = 0; i < size; i++) {
        to[i] = from[i];
    }
}

// A checked state: its bytes, of which key and stops are used as they lie there, and the rest of them read.
typedef struct {
    uint8_t bytes[CORE_STATE_SIZE];
    uint64_t machine, play;
    uint32_t set, bet, phase;
    chance_course course;
    core_pot pots[CORE_CHANCE_MAX_POTS];
} chance_state;

int core_chance_state_read(const core_chance *t, const uint8_t bytes[CORE_STATE_SIZE], chance_state *state);
void core_chance_state_write(chance_state *state, uint8_t next[CORE_STATE_SIZE]);

#endif
