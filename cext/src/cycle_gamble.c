// SPDX-License-Identifier: MIT
// Type B, options: prizes that are raised, and a gamble of what a play won, double or nothing.

#include "bytes_inner.h"
#include "gamble_inner.h"
#include "reels_inner.h"
#include "step.h"

enum { WORDS_SHIFT = 24, RETURN_WORD = 1 + CORE_MAX_ROUNDS };

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

// The prize in which the account is given back, the smallest that can be shown; 0 if none can.
static uint32_t piece_of(const core_tables *tables) {
    for (uint32_t k = 1; k < tables->classes; k++) {
        if (tables->first[k] < tables->first[k + 1]) {
            return k;
        }
    }
    return 0;
}

// Entries of the cycle that are still to lose, `losses` of them in this stratum: known, however they are played.
static uint32_t losses_after(const core_tables *tables, uint32_t stratum, uint32_t losses) {
    for (uint32_t s = stratum + 1; s < tables->strata; s++) {
        losses += core_tables_plan(tables, s, 0);
    }
    return losses;
}

// Of so many entries that will lose, those over which the account is spread.
static uint32_t spread_over(const core_tables *tables, uint32_t losses) {
    return losses > tables->return_spare ? losses - tables->return_spare : 0;
}

// Can the account be given back to the cent by this many entries that will lose, by each with a chance of at most two
// thirds of 1 in return_one_in? The last third is left to luck.
static int spreads(const core_tables *tables, uint32_t losses, uint32_t cents) {
    const uint32_t piece_cents = tables->prize_cents[piece_of(tables)];
    return cents == 0
        || (piece_cents && cents <= tables->return_max_cents && core_rng_rest(cents, piece_cents) == 0
            && product(3 * tables->return_one_in, cents)
                <= product(2 * spread_over(tables, losses), piece_cents));
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

int core_gamble_return(const core_tables *tables, const core_source *source, uint32_t word, const core_urn *urn,
    core_state *state, core_entry *entry) {
    const uint32_t k = piece_of(tables), piece_cents = tables->prize_cents[k], cents = state->return_cents;
    // This entry and those after it: the cycle ends with it if its urn was the last one.
    const uint32_t later = urn->cycle == state->cycle ? losses_after(tables, urn->stratum, urn_losses(urn)) : 0;
    const uint32_t spread = spread_over(tables, later + 1);
    uint32_t ticket = 0, shown;
    int code = CORE_OK, pays = product(later + 1, piece_cents) <= cents;
    if (!pays) {
        const int even = product(spread, piece_cents) >= product(cents, tables->return_one_in);
        code = feature_below(source, RETURN_WORD, even ? spread : tables->return_one_in, &ticket);
        pays = even ? product(ticket, piece_cents) < cents : ticket == 0;
    }
    if (code == CORE_OK && pays) {
        const uint32_t windows = tables->first[k + 1] - tables->first[k];
        code = draw_from(source, CORE_PURPOSE_DISPLAY, word, windows, &shown);
        if (code == CORE_OK) {
            entry->prize_class = k;
            entry->window = window_at(tables, tables->first[k] + shown);
            state->return_cents -= piece_cents;
        }
    }
    return code;
}

int core_gamble_may_hold(const core_tables *tables, const core_state *state) {
    return !state->return_cents
        || spreads(tables, losses_after(tables, state->stratum, state->left[0]) - 1, state->return_cents);
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
    if (urn->cycle != cycle || returned || !may_double(tables, count, 0, won_cents)) {
        return;
    }
    const uint32_t lost_cents = returned_if_lost(state, won_cents);
    const uint32_t losses = losses_after(tables, urn->stratum, urn_losses(urn));
    if (!lost_cents || spreads(tables, losses, state->return_cents + lost_cents)) {
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
    const uint32_t at_stake = state->at_stake_cents, entries = state->phase, cents = state->return_cents;
    const uint32_t piece_cents = tables->prize_cents[piece_of(tables)];
    const uint32_t losses = losses_after(tables, state->stratum, state->left[0]);
    if (state->advance_cents > tables->advance_max_cents || cents > tables->return_max_cents
            || (cents && (!piece_cents || core_rng_rest(cents, piece_cents)
                    || cents > product(losses, piece_cents)))) {
        return CORE_E_STATE;
    }
    if (!entries) {
        return state->gambles || at_stake ? CORE_E_STATE : CORE_OK;
    }
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
    const uint32_t lost_cents = returned_if_lost(state, first);
    return !lost_cents || spreads(tables, losses, cents + lost_cents) ? CORE_OK : CORE_E_STATE;
}
