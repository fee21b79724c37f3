// SPDX-License-Identifier: MIT
// Type C: many plays, pots apart: the steps of core_chance_step in a loop, which faster kernels reproduce.

#include "bulk_inner.h"
#include "chance_campaign.h"
#include "chance_course_inner.h"
#include "chance_pots_inner.h"
#include "chance_state.h"
#include "chance_turn_inner.h"

// Lower 64 bits of a * b.
static uint64_t times(uint64_t a, uint64_t b) {
    uint64_t low;
    chance_product(a, b, &low);
    return low;
}

uint64_t core_chance_digest(uint64_t play, uint64_t value, uint32_t total_cents) {
    return times(value + 1 + ((uint64_t)total_cents << 40), 2 * play + 1);
}

// Exact division by `unit` is a shift and a product modulo 2^32.
typedef struct {
    uint32_t shift, inverse;
} divider;

static divider divider_of(uint32_t unit) {
    divider d = {0, 0};
    while (!(unit & 1)) {
        unit >>= 1;
        d.shift++;
    }
    // Newton's step doubles the bits that are right; of an odd number's inverse the number itself has three.
    d.inverse = unit;
    for (int i = 0; i < 4; i++) {
        d.inverse *= 2 - unit * d.inverse;
    }
    return d;
}

// The words of the paid plays, made a batch of blocks at a time.
typedef struct {
    uint64_t first;  // play of the batch's first word or pair
    uint32_t plays, wide, words[CORE_BATCH_WORDS];
} batch;

static int draw(const core_chance *t, const core_source *source, batch *made,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint64_t play = source->index;
    if (play - made->first >= made->plays) {
        made->first = play & ~(uint64_t)(made->plays - 1);
        core_rng_batch(source->key, stream_number(source->machine, CORE_PURPOSE_PLAY, 0),
            made->wide ? made->first >> 3 : made->first >> 4, made->words);
    }
    const uint32_t *word = made->words + ((uint32_t)(play - made->first) << made->wide);
    const int accepted = made->wide
        ? chance_tickets_pair(t, 0, word[0] | (uint64_t)word[1] << 32, tickets)
        : chance_tickets_word(t, 0, word[0], tickets);
    return accepted ? CORE_OK : core_chance_draw_paid(t, source, 1, tickets);
}

static uint64_t value_of(const core_chance *t, const uint32_t tickets[CORE_MAX_REELS]) {
    uint64_t value = 0;
    for (uint32_t r = 0; r < t->reels; r++) {
        value = times(value, t->weight[0][r]) + tickets[r];
    }
    return value;
}

static int free_play(const core_chance *t, const core_source *source, chance_course *course) {
    uint32_t tickets[CORE_MAX_REELS];
    uint8_t stops[CORE_MAX_REELS];
    core_chance_turn seen;
    const int code = core_chance_draw_free(t, source, course->drawn, tickets);
    if (code != CORE_OK) {
        return code;
    }
    chance_stops_of(t, chance_set(t, 1), tickets, stops);
    core_chance_turn_at(t, 1, stops, &seen);
    course->free_left--;
    course->drawn++;
    chance_win(t, seen.prize_cents, course);
    core_chance_give(t, &seen, course);
    return CORE_OK;
}

// All that follows the paid turn.
static int features(const core_chance *t, const core_source *source, uint32_t rounds, chance_course *course,
    core_chance_tally *tally) {
    int code = CORE_OK;
    uint32_t phase, which, cents = 0;
    while (code == CORE_OK && (phase = core_chance_phase(t, course)) != CORE_PHASE_IDLE) {
        if (phase == CORE_PHASE_FREE) {
            tally->free_plays++;
            code = free_play(t, source, course);
        } else if (phase == CORE_PHASE_PICK) {
            tally->picks++;
            code = core_chance_pick(t, source, course, &which, &cents);
            chance_win(t, cents, course);
        } else if (course->gambles < rounds) {
            tally->gambles++;
            code = core_chance_gamble(t, source, course, &which, &cents);
            chance_win(t, cents, course);
        } else {
            break;
        }
    }
    return code;
}

// Play source->index; *hits are its pots by combination and mystery.
static int decide(const core_chance *t, const core_source *source, batch *made, uint32_t rounds,
    uint64_t *value, uint32_t *hits, chance_course *course, core_chance_tally *tally) {
    uint32_t tickets[CORE_MAX_REELS];
    uint8_t stops[CORE_MAX_REELS];
    core_chance_turn seen;
    int code = draw(t, source, made, tickets);
    if (code == CORE_OK) {
        code = core_chance_mystery(t, source, 1, hits);
    }
    if (code != CORE_OK) {
        return code;
    }
    *value = value_of(t, tickets);
    chance_stops_of(t, 0, tickets, stops);
    core_chance_turn_at(t, 0, stops, &seen);
    *hits |= seen.pots;
    chance_settle(course);
    chance_win(t, seen.prize_cents, course);
    core_chance_give(t, &seen, course);
    tally->featured += course->free_given || course->picks_left;
    return features(t, source, rounds, course, tally);
}

// Member by member: a copy of the whole would be a call for memcpy.
static void copy(const core_chance_tally *from, core_chance_tally *to) {
    to->plays = from->plays;
    to->won_cents = from->won_cents;
    to->hits = from->hits;
    to->featured = from->featured;
    to->free_plays = from->free_plays;
    to->picks = from->picks;
    to->gambles = from->gambles;
    to->capped = from->capped;
    to->digest = from->digest;
    to->events = from->events;
}

static void clear(core_chance_tally *tally) {
    tally->plays = tally->won_cents = tally->hits = tally->featured = tally->free_plays = 0;
    tally->picks = tally->gambles = tally->capped = tally->digest = tally->events = 0;
}

int core_chance_campaign(const core_chance *t, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t plays, uint32_t rounds, uint64_t *histogram, core_pot_event *events,
    uint64_t capacity, core_chance_tally *tally) {
    if (machine >> CORE_MACHINE_BITS || first > CORE_CHANCE_MAX_PLAYS
            || plays > CORE_CHANCE_MAX_PLAYS - first) {
        return CORE_E_ARGUMENT;
    }
    const divider bins = divider_of(t->unit_cents);
    core_source source = {key, machine, first};
    core_chance_tally done;
    batch made;
    made.wide = chance_is_wide(t);
    made.plays = CORE_BATCH_WORDS >> made.wide;
    made.first = first - made.plays;  // no play of it is wanted, so the first draw makes a batch
    clear(tally);
    for (; source.index < first + plays; source.index++) {
        chance_course course;
        uint64_t value;
        uint32_t hits;
        copy(tally, &done);
        const int code = decide(t, &source, &made, rounds, &value, &hits, &course, tally);
        if (code != CORE_OK) {
            return code;
        }
        if (hits) {
            if (tally->events == capacity) {
                copy(&done, tally);
                return CORE_OK;
            }
            events[tally->events].play = source.index;
            events[tally->events++].pots = hits;
        }
        tally->plays++;
        tally->won_cents += course.won_cents;
        tally->hits += course.won_cents > 0;
        tally->capped += course.won_cents == t->cap_cents;
        tally->digest += core_chance_digest(source.index, value, course.won_cents);
        histogram[(course.won_cents >> bins.shift) * bins.inverse]++;
    }
    return CORE_OK;
}
