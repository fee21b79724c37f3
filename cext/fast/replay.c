// SPDX-License-Identifier: MIT
// One play made by itself, features and all, in place of what its block had counted: as the portable campaign does,
// but with free plays read from line masks and their words drawn a block at a time.

#include "chance_course_inner.h"
#include "chance_pots_inner.h"
#include "chance_state.h"
#include "masks_body.h"

typedef struct {
    core_source source;
    uint64_t block;              // of the words below, and whether there are any
    uint32_t drawn, words[16];
} feature_words;

// Pair number `pair` of the features of a play.
static uint64_t feature_pair(feature_words *from, uint32_t pair) {
    const uint64_t block = (from->source.index << 20) + (pair >> 3);
    if (!from->drawn || block != from->block) {
        core_rng_block(from->source.key, block,
            stream_number(from->source.machine, CORE_PURPOSE_FEATURE, 0), from->words);
        from->block = block;
        from->drawn = 1;
    }
    const uint32_t *word = from->words + 2 * (pair & 7);
    return word[0] | (uint64_t)word[1] << 32;
}

static int draw_free(const core_chance *t, feature_words *from, uint32_t pair,
    uint32_t tickets[CORE_MAX_REELS]) {
    const uint64_t x = feature_pair(from, pair);
    return chance_tickets_pair(t, chance_set(t, 1), x, tickets)
        ? CORE_OK
        : core_chance_draw_free(t, &from->source, pair, tickets);
}

// What the paid turn of a play shows: its lines or ways by an automaton, if it can tell.
static void paid_turn(const fast_kernel *k, const uint32_t tickets[CORE_MAX_REELS],
    const uint8_t stops[CORE_MAX_REELS], core_chance_turn *turn) {
    const core_chance *t = k->tables;
    const uint32_t units = k->paid_lines.steps ? automaton_units(&k->paid_lines, t->reels, tickets) : MARKED;
    if (units >= MARKED) {
        core_chance_turn_at(t, 0, stops, turn);
        return;
    }
    *turn = (core_chance_turn){chance_clipped(t, units * t->unit_cents), 0, 0, 0};
    if (t->scatters) {
        chance_window window;
        chance_show(t, 0, stops, &window);
        core_chance_scatters(t, 0, &window, turn);
    }
}

// What a free play shows, by an automaton or by masks if they can tell.
static void free_turn(const fast_kernel *k, const uint32_t tickets[CORE_MAX_REELS],
    const uint8_t stops[CORE_MAX_REELS], core_chance_turn *turn) {
    const core_chance *t = k->tables;
    const fast_masks *m = &k->free_masks;
    uint32_t few[NARROW_LANES], units = MARKED;
    uint64_t many[512];
    if (k->free_plays.steps) {
        units = automaton_units(&k->free_plays, t->reels, tickets);
    } else if (k->has_free) {
        units = m->narrow ? narrow_lines(t, m, stops, few) : wide_lines(t, m, stops, many);
        if (units >= ALARM && m->narrow && !m->multiplies) {
            units = mixed_lines(t, m, stops);
        }
        units = units < ALARM ? units + scatter_units(t, m, stops) : MARKED;
    }
    if (units >= MARKED) {
        core_chance_turn_at(t, 1, stops, turn);
        return;
    }
    *turn = (core_chance_turn){chance_clipped(t, units * t->unit_cents), 0, 0, 0};
}

static int free_play(const fast_kernel *k, feature_words *from, chance_course *course) {
    uint32_t tickets[CORE_MAX_REELS];
    uint8_t stops[CORE_MAX_REELS];
    core_chance_turn turn;
    const int code = draw_free(k->tables, from, course->drawn, tickets);
    if (code == CORE_OK) {
        chance_stops_of(k->tables, chance_set(k->tables, 1), tickets, stops);
        free_turn(k, tickets, stops, &turn);
        course->free_left--;
        course->drawn++;
        chance_win(k->tables, turn.prize_cents, course);
        core_chance_give(k->tables, &turn, course);
    }
    return code;
}

static int pick(const core_chance *t, feature_words *from, chance_course *course, uint32_t *cents) {
    uint32_t row;
    uint64_t low;
    const uint64_t ticket = chance_product(feature_pair(from, course->drawn), t->pick_weight, &low);
    if (low < t->pick_weight) {
        return core_chance_pick(t, &from->source, course, &row, cents);  // perhaps to be rejected
    }
    *cents = chance_picked(t, (uint32_t)ticket, course, &row);
    return CORE_OK;
}

static int play_features(const fast_run *run, feature_words *from, chance_course *course) {
    const core_chance *t = run->kernel->tables;
    core_chance_tally *tally = run->tally;
    int code = CORE_OK;
    uint32_t phase, which, cents = 0;
    while (code == CORE_OK && (phase = core_chance_phase(t, course)) != CORE_PHASE_IDLE) {
        if (phase == CORE_PHASE_FREE) {
            tally->free_plays++;
            code = free_play(run->kernel, from, course);
            continue;
        }
        if (phase == CORE_PHASE_PICK) {
            tally->picks++;
            code = pick(t, from, course, &cents);
        } else if (course->gambles < run->rounds) {
            tally->gambles++;
            code = core_chance_gamble(t, &from->source, course, &which, &cents);
        } else {
            break;
        }
        chance_win(t, cents, course);
    }
    return code;
}

int core_fast_replay(fast_run *run, uint32_t i, uint64_t value, uint32_t units) {
    const core_chance *t = run->kernel->tables;
    core_chance_tally *tally = run->tally;
    feature_words from = {{run->source.key, run->source.machine, run->source.index + i}, 0, 0, {0}};
    const uint64_t play = from.source.index;
    uint8_t stops[CORE_MAX_REELS];
    core_chance_turn turn;
    chance_course course;
    uint32_t hits, tickets[CORE_MAX_REELS];
    int code = core_chance_mystery(t, &from.source, 1, &hits);
    if (code != CORE_OK) {
        return code;
    }
    uint64_t rest = value;
    for (uint32_t r = 0; r < t->reels; r++) {
        tickets[r] = (uint32_t)(rest / run->kernel->stride[r]);
        rest %= run->kernel->stride[r];
    }
    chance_stops_of(t, 0, tickets, stops);
    paid_turn(run->kernel, tickets, stops, &turn);
    hits |= turn.pots;
    chance_settle(&course);
    chance_win(t, turn.prize_cents, &course);
    core_chance_give(t, &turn, &course);
    tally->featured += course.free_given || course.picks_left;
    code = play_features(run, &from, &course);
    if (hits) {
        run->events[tally->events].play = play;
        run->events[tally->events++].pots = hits;
    }
    tally->plays++;
    tally->won_cents += course.won_cents;
    tally->hits += course.won_cents > 0;
    tally->capped += course.won_cents == t->cap_cents;
    tally->digest += core_chance_digest(play, value, course.won_cents)
        - core_chance_digest(play, value, units * t->unit_cents);
    run->histogram[course.won_cents / t->unit_cents]++;
    return code;
}
