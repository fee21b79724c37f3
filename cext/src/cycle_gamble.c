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

// How many prizes at the least give back `cents`, the largest that fits first; UINT32_MAX if none do to the cent.
static uint32_t returns_of(const core_tables *tables, uint32_t cents) {
    uint32_t prizes = 0;
    for (uint32_t k = tables->classes; --k > 0;) {
        if (tables->first[k] < tables->first[k + 1]) {
            for (; cents >= tables->prize_cents[k]; cents -= tables->prize_cents[k]) {
                prizes++;
            }
        }
    }
    return cents ? UINT32_MAX : prizes;
}

// Can so much be given back by the plays that are sure to lose before the cycle ends? `remaining` entries are left
// in the stratum, `losses` of them without a prize. Whoever plays single or double, the entries left make at least
// half as many plays within the cycle, and an entry with a prize spoils one of them.
static int returnable(const core_tables *tables, uint32_t stratum, uint32_t remaining, uint32_t losses,
    uint32_t cents) {
    for (uint32_t s = stratum + 1; s < tables->strata; s++) {
        losses += core_tables_plan(tables, s, 0);
        for (uint32_t k = 0; k < tables->classes; k++) {
            remaining += core_tables_plan(tables, s, k);
        }
    }
    const uint32_t plays = tables->simultaneous_max > 1 ? remaining >> 1 : remaining;
    const uint32_t prizes = remaining - losses;
    return cents <= tables->return_max_cents
        && returns_of(tables, cents) <= (plays > prizes ? plays - prizes : 0);
}

// What a lost gamble of a prize puts into the account: what no won gamble gave before it.
static uint32_t returned_if_lost(const core_state *state, uint32_t prize_cents) {
    return prize_cents > state->advance_cents ? prize_cents - state->advance_cents : 0;
}

void core_gamble_turn(const core_urn *urn, core_state *state) {
    if (urn->cycle != state->cycle) {
        state->advance_cents = 0;
    }
    state->stratum = urn->stratum;
    state->cycle = urn->cycle;
}

int core_gamble_return(const core_tables *tables, const core_source *source, uint32_t word,
    core_state *state, core_entry *entry) {
    uint32_t k = tables->classes - 1u, shown;
    while (tables->prize_cents[k] > state->return_cents || tables->first[k] == tables->first[k + 1]) {
        k--;
    }
    const int code = draw_from(source, CORE_PURPOSE_DISPLAY, word, tables->first[k + 1] - tables->first[k], &shown);
    if (code == CORE_OK) {
        entry->prize_class = k;
        entry->window = window_at(tables, tables->first[k] + shown);
        state->return_cents -= tables->prize_cents[k];
    }
    return code;
}

void core_gamble_offer(const core_tables *tables, const core_entry *entries, uint32_t count, const core_urn *urn,
    core_state *state) {
    const uint32_t cycle = state->cycle;
    uint32_t won_cents = 0, returned = 0;
    for (uint32_t e = 0; e < count; e++) {
        won_cents += tables->prize_cents[entries[e].prize_class];
        returned |= is_returned(&entries[e]);
    }
    core_gamble_turn(urn, state);
    const uint32_t account_cents = state->return_cents + returned_if_lost(state, won_cents);
    const uint32_t losses = (uint32_t)(urn->upto[0] + CORE_URN_BIAS);
    if (urn->cycle == cycle && !returned && may_double(tables, count, 0, won_cents)
            && returnable(tables, urn->stratum, urn->remaining, losses, account_cents)) {
        state->phase = count;
        state->at_stake_cents = won_cents;
    }
}

// The play is over: what its gambles lost goes to the return account, what they gave is an advance on that.
static void settle(const core_tables *tables, uint32_t prize_cents, core_state *state) {
    if (state->at_stake_cents) {
        const uint32_t added = state->at_stake_cents - prize_cents;
        const uint32_t room = tables->advance_max_cents - state->advance_cents;
        state->advance_cents += added < room ? added : room;
    } else {
        const uint32_t cents = returned_if_lost(state, prize_cents);
        state->advance_cents -= prize_cents - cents;
        state->return_cents += cents;
    }
    state->phase = state->gambles = state->at_stake_cents = 0;
}

int core_gamble_answer(const core_tables *tables, uint32_t answer, core_state *state, uint32_t *prize_cents) {
    const uint32_t first_cents = state->at_stake_cents >> state->gambles;
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
        settle(tables, first_cents, state);
    }
    return CORE_OK;
}

// Can a play of so many entries win exactly this?
static int winnable(const core_tables *tables, uint32_t entries, uint32_t cents) {
    for (uint32_t k = 0; k < tables->classes; k++) {
        if (tables->prize_cents[k] == cents
                || (entries > 1 && tables->prize_cents[k] < cents
                        && winnable(tables, 1, cents - tables->prize_cents[k]))) {
            return 1;
        }
    }
    return 0;
}

int core_gamble_check(const core_tables *tables, const core_state *state) {
    const uint32_t at_stake = state->at_stake_cents, entries = state->phase;
    uint32_t account_cents = state->return_cents;
    if (state->advance_cents > tables->advance_max_cents || (account_cents && state->lost)) {
        return CORE_E_STATE;
    }
    if (entries) {
        // The play that won it lies in this cycle whole.
        const uint64_t taken = state->play - product(state->cycle, tables->cycle_entries);
        if (entries > tables->simultaneous_max || state->lost || taken < entries
                || !may_double(tables, entries, state->gambles, at_stake)) {
            return CORE_E_STATE;
        }
        const uint32_t first = at_stake >> state->gambles;
        if (first << state->gambles != at_stake || !winnable(tables, entries, first)) {
            return CORE_E_STATE;
        }
        account_cents += returned_if_lost(state, first);
    } else if (state->gambles || at_stake) {
        return CORE_E_STATE;
    }
    return !account_cents || returnable(tables, state->stratum, state->remaining, state->left[0], account_cents)
        ? CORE_OK : CORE_E_STATE;
}

int core_gamble_play(core_course *c, const core_tables *tables, uint32_t rounds, uint32_t display) {
    core_entry entries[CORE_MAX_SIMULTANEOUS];
    const int code = core_cycle_entries(tables, &c->source, c->simultaneous, 0, &c->urn, &c->state, entries);
    if (code != CORE_OK) {
        return code;
    }
    for (uint32_t e = 0; e < c->simultaneous; e++, c->source.index++) {
        const uint32_t k = entries[e].prize_class;
        c->tally.counts[k]++;
        c->tally.digest = display ? core_tally_digest(c->tally.digest, k, entries[e].window)
                                  : c->tally.digest + core_prize_digest(c->source.index, k);
        c->tally.returned_cents += is_returned(&entries[e]) ? tables->prize_cents[k] : 0;
    }
    c->class_before = entries[0].prize_class;
    // Member by member: a small core would call for a helper.
    const core_entry *last = &entries[c->simultaneous - 1];
    c->entry.prize_class = last->prize_class;
    c->entry.window = last->window;
    c->entry.planned = last->planned;
    core_gamble_offer(tables, entries, c->simultaneous, &c->urn, &c->state);
    c->state.play = c->source.index;
    c->tally.offers += c->state.phase != 0;
    const uint32_t first_cents = c->state.at_stake_cents;
    for (uint32_t made = 0; c->state.phase; made++) {
        uint32_t cents;
        const uint32_t dares = made < rounds, answer = dares ? CORE_GAMBLE_DARE : CORE_GAMBLE_TAKE;
        const int answered = core_gamble_answer(tables, answer, &c->state, &cents);
        if (answered != CORE_OK) {
            return answered;
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
    int code = core_course_open(&c, tables, bytes, simultaneous, plays, 1);
    if (code == CORE_OK && rounds > tables->gamble_rounds) {
        code = CORE_E_ARGUMENT;
    }
    while (code == CORE_OK && c.source.index < c.end) {
        code = core_gamble_play(&c, tables, rounds, 1);
    }
    return code == CORE_OK ? core_course_finish(&c, tables, 1, next, tally) : code;
}
