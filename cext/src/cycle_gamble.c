// SPDX-License-Identifier: MIT
// Type B, options: prizes that are raised, and a gamble of what a play won, double or nothing.

#include "inner.h"

enum { RAISE_SIZE = 12, WORDS_SHIFT = 24 };

// One even draw from word `number` of those that an entry owns for its features.
static int feature_below(const core_source *source, uint32_t number, uint32_t bound, uint32_t *value) {
    if (source->index >> (64 - WORDS_SHIFT)) {
        return CORE_E_EXHAUSTED;
    }
    const uint64_t word = (source->index << WORDS_SHIFT) + number;
    return core_rng_below(source->key, source->machine, CORE_PURPOSE_FEATURE, word, bound, value);
}

int core_gamble_raise(const core_tables *tables, const core_source *source, uint32_t *prize_class) {
    const uint8_t *row = tables->raise_rows;
    for (uint32_t i = 0; i < tables->raises; i++, row += RAISE_SIZE) {
        if (row[0] == *prize_class) {
            uint32_t ticket;
            const int code = feature_below(source, 0, get_u32(row + 8), &ticket);
            if (code == CORE_OK && ticket < get_u32(row + 4)) {
                *prize_class = row[1];
            }
            return code;
        }
    }
    return CORE_OK;
}

// May what is at stake be doubled once more, within the maximum of such a play?
static int may_double(const core_tables *tables, uint32_t entries, uint32_t gambles, uint32_t cents) {
    const uint32_t most = entries > 1 ? tables->double_max_cents : tables->single_max_cents;
    return gambles < tables->gamble_rounds && cents > 0 && cents <= most >> 1;
}

void core_gamble_refill(const core_tables *tables, const core_urn *urn, core_state *state) {
    // Strata of a cycle are 64 at most, and a stratum's refill is below 2^24.
    const uint32_t of_cycle = tables->strata * tables->refill_cents;
    const uint64_t cents = product(urn->cycle - state->cycle, of_cycle) + urn->stratum * tables->refill_cents
        - state->stratum * tables->refill_cents;
    const uint32_t room = tables->lost_max_cents - state->allowance_cents;
    state->allowance_cents += cents < room ? (uint32_t)cents : room;
    state->stratum = urn->stratum;
    state->cycle = urn->cycle;
}

void core_gamble_offer(const core_tables *tables, const core_entry *entries, uint32_t count, const core_urn *urn,
    core_state *state) {
    const uint32_t cycle = state->cycle;
    uint32_t won_cents = 0, planned_cents = 0;
    for (uint32_t e = 0; e < count; e++) {
        won_cents += tables->prize_cents[entries[e].prize_class];
        planned_cents += tables->prize_cents[entries[e].planned];
    }
    core_gamble_refill(tables, urn, state);
    if (urn->cycle == cycle && may_double(tables, count, 0, won_cents)
            && planned_cents <= state->allowance_cents) {
        state->phase = count;
        state->at_stake_cents = won_cents;
        state->planned_cents = planned_cents;
    }
}

// The play is over: what gambles lost or added goes to the allowance.
static void settle(const core_tables *tables, core_state *state) {
    if (state->at_stake_cents) {
        const uint32_t added = state->at_stake_cents - (state->at_stake_cents >> state->gambles);
        const uint32_t room = tables->lost_max_cents - state->allowance_cents;
        state->allowance_cents += added < room ? added : room;
    } else {
        state->allowance_cents -= state->planned_cents;
    }
    state->phase = state->gambles = state->at_stake_cents = state->planned_cents = 0;
}

int core_gamble_answer(const core_tables *tables, uint32_t answer, core_state *state, uint32_t *prize_cents) {
    uint32_t won = 0;
    if (answer == CORE_GAMBLE_DARE) {
        const core_source source = {state->key, state->machine, state->play - 1};
        const int code = feature_below(&source, 1 + state->gambles, 2, &won);
        if (code != CORE_OK) {
            return code;
        }
        state->at_stake_cents = won ? state->at_stake_cents << 1 : 0;
        state->gambles += won;
    } else if (answer != CORE_GAMBLE_TAKE) {
        return CORE_E_ARGUMENT;
    }
    *prize_cents = state->at_stake_cents;
    if (!won || !may_double(tables, state->phase, state->gambles, state->at_stake_cents)) {
        settle(tables, state);
    }
    return CORE_OK;
}

int core_gamble_check(const core_tables *tables, const core_state *state) {
    const uint32_t at_stake = state->at_stake_cents, planned = state->planned_cents;
    if (state->allowance_cents > tables->lost_max_cents) {
        return CORE_E_STATE;
    }
    if (!state->phase) {
        return state->gambles || at_stake || planned ? CORE_E_STATE : CORE_OK;
    }
    // The play that won it lies in this cycle whole.
    const uint64_t taken = state->play - product(state->cycle, tables->cycle_entries);
    if (state->phase > tables->simultaneous_max || state->lost || taken < state->phase
            || !may_double(tables, state->phase, state->gambles, at_stake)) {
        return CORE_E_STATE;
    }
    const uint32_t first = at_stake >> state->gambles;
    return first << state->gambles == at_stake && planned && planned <= first
            && planned <= state->allowance_cents ? CORE_OK : CORE_E_STATE;
}

// One play of a course, and what its player makes of a gamble.
static int course_play(core_course *c, const core_tables *tables, uint32_t rounds, uint32_t *lost) {
    core_entry entries[CORE_MAX_SIMULTANEOUS];
    *lost = 1;
    for (uint32_t e = 0; e < c->simultaneous; e++, c->source.index++) {
        uint32_t play, display;
        play = core_rng_word(c->source.key, stream_number(c->source.machine, CORE_PURPOSE_PLAY, 0),
            c->source.index);
        display = core_rng_word(c->source.key, stream_number(c->source.machine, CORE_PURPOSE_DISPLAY, 0),
            c->source.index);
        const int code = decide_entry(tables, &c->source, &c->urn, play, display, &entries[e]);
        if (code != CORE_OK) {
            return code;
        }
        c->tally.counts[entries[e].prize_class]++;
        c->tally.digest = core_tally_digest(c->tally.digest, entries[e].prize_class, entries[e].window);
        *lost &= entries[e].prize_class == 0;
    }
    c->entry = entries[c->simultaneous - 1];
    core_gamble_offer(tables, entries, c->simultaneous, &c->urn, &c->state);
    c->state.play = c->source.index;
    c->tally.offers += c->state.phase != 0;
    const uint32_t first_cents = c->state.at_stake_cents;
    for (uint32_t made = 0; c->state.phase; made++) {
        uint32_t cents;
        const uint32_t dares = made < rounds, answer = dares ? CORE_GAMBLE_DARE : CORE_GAMBLE_TAKE;
        const int code = core_gamble_answer(tables, answer, &c->state, &cents);
        if (code != CORE_OK) {
            return code;
        }
        if (dares) {
            c->tally.gambles++;
            c->tally.gambles_won += cents != 0;
            c->tally.digest = core_tally_digest(c->tally.digest, UINT32_MAX, cents != 0);
        }
        if (!c->state.phase) {
            c->tally.lost_cents += cents ? 0 : first_cents;
            c->tally.added_cents += cents ? cents - first_cents : 0;
        }
    }
    return CORE_OK;
}

int core_campaign_gamble(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint32_t rounds, uint8_t next[CORE_STATE_SIZE], core_tally *tally) {
    core_course c;
    uint32_t lost = 0;
    int code = core_course_open(&c, tables, bytes, simultaneous, plays, 1);
    if (code == CORE_OK && rounds > tables->gamble_rounds) {
        code = CORE_E_ARGUMENT;
    }
    while (code == CORE_OK && c.source.index < c.end) {
        code = course_play(&c, tables, rounds, &lost);
    }
    if (code != CORE_OK) {
        return code;
    }
    if (plays) {
        core_cycle_settle(tables, &c.urn, &c.entry, lost, &c.state);
    }
    core_state_write(tables, &c.state, next);
    core_tally_copy(&c.tally, tally);
    return CORE_OK;
}
