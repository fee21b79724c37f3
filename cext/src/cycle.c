// SPDX-License-Identifier: MIT
// Type B: the programmed prize cycle, drawn without replacement from an urn a stratum.

#include "bytes_inner.h"
#include "entry_inner.h"
#include "outcome.h"
#include "reels_inner.h"
#include "step.h"

static void close_urn(const core_urn *urn, core_state *state) {
    int32_t below = -CORE_URN_BIAS;
    core_gamble_turn(urn, state);
    state->remaining = urn->remaining;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        state->left[k] = (uint16_t)(urn->upto[k] - below);
        below = urn->upto[k];
    }
}

void core_cycle_settle(const core_tables *tables, const core_urn *urn, const core_entry *last, uint32_t lost,
    core_state *state) {
    close_urn(urn, state);
    core_reels_stops(tables, last->window, state->stops);
    state->lost = lost;
    state->hold_offer = core_state_offer(tables, state);
}

static uint32_t word_of(const core_source *source, uint32_t purpose) {
    return core_rng_word(source->key, stream_number(source->machine, purpose, 0), source->index);
}

// How many windows of each class keep the held stops.
static void count_shown(const core_tables *tables, uint32_t held, const uint8_t kept[CORE_MAX_REELS],
    uint32_t shown[CORE_MAX_CLASSES]) {
    uint8_t stops[CORE_MAX_REELS];
    for (uint32_t k = 0; k < CORE_MAX_CLASSES; k++) {
        shown[k] = 0;
    }
    uint32_t window = core_reels_first(tables, held, kept, stops);
    do {
        uint32_t k = tables->class_map[window];
        if (k != CORE_NO_CLASS) {
            shown[k]++;
        }
    } while (core_reels_next(tables, held, stops, &window));
}

// With reels held: the same urn, restricted to the classes that some window with those stops can show.
static int decide_held(const core_tables *tables, const core_source *source, core_urn *urn, uint32_t held,
    const core_state *state, core_entry *entry) {
    uint8_t stops[CORE_MAX_REELS];
    uint32_t shown[CORE_MAX_CLASSES], total = 0, before = 0, ticket, choice, k;
    count_shown(tables, held, state->stops, shown);
    for (k = 0; k < CORE_MAX_CLASSES; k++) {
        total += shown[k] ? state->left[k] : 0;
    }
    int code = draw_from(source, CORE_PURPOSE_PLAY, word_of(source, CORE_PURPOSE_PLAY), total, &ticket);
    if (code != CORE_OK) {
        return code;
    }
    for (k = 0; !shown[k] || ticket >= state->left[k]; k++) {
        ticket -= shown[k] ? state->left[k] : 0;
        before += state->left[k];
    }
    urn_take(urn, before);
    const uint32_t word = word_of(source, CORE_PURPOSE_DISPLAY);
    code = draw_from(source, CORE_PURPOSE_DISPLAY, word, shown[k], &choice);
    if (code != CORE_OK) {
        return code;
    }
    uint32_t window = core_reels_first(tables, held, state->stops, stops);
    while (tables->class_map[window] != k || choice-- > 0) {
        core_reels_next(tables, held, stops, &window);
    }
    entry->prize_class = entry->planned = k;
    entry->window = window;
    return urn->remaining ? CORE_OK : core_urn_refill(urn, tables);
}

// What every outcome begins with.
static void report_head(const core_tables *tables, const core_state *state, uint32_t count, uint32_t answer,
    uint8_t outcome[CORE_OUTCOME_SIZE]) {
    clear_bytes(outcome, CORE_OUTCOME_SIZE);
    outcome[CYCLE_AT_ENTRIES] = (uint8_t)count;
    outcome[CYCLE_AT_REELS] = tables->reels;
    outcome[CYCLE_AT_PHASE] = (uint8_t)state->phase;
    outcome[CYCLE_AT_ANSWER] = (uint8_t)answer;
    put_u32(outcome + CYCLE_AT_HOLD_OFFER, state->hold_offer);
}

static void report(const core_tables *tables, const core_state *state, const core_entry *entries,
    uint32_t count, uint8_t outcome[CORE_OUTCOME_SIZE]) {
    report_head(tables, state, count, 0, outcome);
    for (uint32_t r = 0; r < tables->reels; r += 4) {
        // A word has a byte for each of four reels; the others take the next rejection stream's word.
        uint64_t stream = stream_number(state->machine, CORE_PURPOSE_DEVICE, r / 4);
        uint32_t word = core_rng_word(state->key, stream, state->play);
        for (uint32_t i = r; i < tables->reels && i < r + 4; i++, word >>= 8) {
            outcome[CYCLE_AT_WOBBLE + i] = (uint8_t)word;
        }
    }
    for (uint32_t e = 0; e < count; e++) {
        uint8_t *at = outcome + CYCLE_AT_ENTRY + ENTRY_SIZE * e;
        at[ENTRY_AT_PRIZE_CLASS] = (uint8_t)entries[e].prize_class;
        at[ENTRY_AT_PLANNED] = (uint8_t)(entries[e].planned < entries[e].prize_class ? entries[e].planned : 0);
        at[ENTRY_AT_RETURNED] = (uint8_t)is_returned(&entries[e]);
        put_u32(at + ENTRY_AT_PRIZE_CENTS, tables->prize_cents[entries[e].prize_class]);
        core_reels_stops(tables, entries[e].window, at + ENTRY_AT_STOPS);
    }
}

static int check_action(const core_tables *tables, const core_state *state, const core_action *action) {
    const uint32_t count = action->simultaneous, held = action->held;
    if (action->answer) {
        return count || held ? CORE_E_ARGUMENT : state->phase ? CORE_OK : CORE_E_PHASE;
    }
    if (state->phase) {
        return CORE_E_PHASE;
    }
    if (count < 1 || count > tables->simultaneous_max) {
        return CORE_E_ARGUMENT;
    }
    if (held && (held > 31 || count != 1 || !(state->hold_offer >> held & 1))) {
        return CORE_E_HOLD;
    }
    return state->play > UINT64_MAX - count ? CORE_E_EXHAUSTED : CORE_OK;
}

// A gamble taken or dared.
static int answer(const core_tables *tables, uint32_t what, core_state *state,
    uint8_t outcome[CORE_OUTCOME_SIZE]) {
    uint32_t prize_cents;
    const int code = core_gamble_answer(tables, what, state, &prize_cents);
    if (code == CORE_OK) {
        report_head(tables, state, 0, what, outcome);
        put_u32(outcome + CYCLE_AT_ENTRY + ENTRY_AT_PRIZE_CENTS, prize_cents);
        for (uint32_t r = 0; r < tables->reels; r++) {
            outcome[CYCLE_AT_ENTRY + ENTRY_AT_STOPS + r] = state->stops[r];
        }
    }
    return code;
}

int core_cycle_entries(const core_tables *tables, const core_source *source, uint32_t count, uint32_t held,
    core_urn *urn, core_state *state, core_entry *entries) {
    core_source at = {source->key, source->machine, source->index};
    for (uint32_t e = 0; e < count; e++, at.index++) {
        int code = held ? decide_held(tables, &at, urn, held, state, &entries[e])
                              : decide_entry(tables, &at, urn, word_of(&at, CORE_PURPOSE_PLAY),
                                    word_of(&at, CORE_PURPOSE_DISPLAY), &entries[e]);
        if (code == CORE_OK && !held && state->return_cents && entries[e].prize_class == 0) {
            code = core_gamble_return(tables, &at, word_of(&at, CORE_PURPOSE_DISPLAY), urn, state, &entries[e]);
        }
        if (code != CORE_OK) {
            return code;
        }
    }
    return CORE_OK;
}

static int play(const core_tables *tables, const core_action *action, core_state *state,
    uint8_t outcome[CORE_OUTCOME_SIZE]) {
    core_urn urn;
    core_entry entries[CORE_MAX_SIMULTANEOUS];
    const uint32_t count = action->simultaneous;
    const core_source source = {state->key, state->machine, state->play};
    uint32_t lost = 1;
    core_urn_open(&urn, state);
    const int code = core_cycle_entries(tables, &source, count, action->held, &urn, state, entries);
    if (code != CORE_OK) {
        return code;
    }
    for (uint32_t e = 0; e < count; e++) {
        lost &= entries[e].prize_class == 0;
    }
    core_gamble_offer(tables, entries, count, &urn, state);
    core_cycle_settle(tables, &urn, &entries[count - 1], lost, state);
    report(tables, state, entries, count, outcome);
    state->play += count;
    return CORE_OK;
}

static int step_cycle(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE],
    const core_action *action, uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]) {
    core_state state;
    int code = core_state_read(tables, bytes, &state);
    if (code == CORE_OK) {
        code = check_action(tables, &state, action);
    }
    if (code == CORE_OK) {
        code = action->answer ? answer(tables, action->answer, &state, outcome)
                              : play(tables, action, &state, outcome);
    }
    if (code == CORE_OK) {
        core_state_write(tables, &state, next);
    }
    return code;
}

int core_step(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE], const core_action *action,
    uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]) {
    switch (tables->type) {
    case CORE_TYPE_B:
        return step_cycle(tables, state, action, next, outcome);
    default:
        return CORE_E_FORMAT;
    }
}
