// SPDX-License-Identifier: MIT
// Type C: one step of a play: a turn of the reels, a pick, a gamble, or the win collected.

#include "bytes_inner.h"
#include "chance_pots_inner.h"
#include "chance_state_inner.h"
#include "chance_step.h"
#include "chance_turn_inner.h"
#include "outcome.h"

// What a step shows, besides the state after it.
typedef struct {
    uint32_t step_cents, row, pots_hit, turned, rejection;  // rejection: stream of the wobble
    uint32_t pot_cents[CORE_CHANCE_MAX_POTS];
} report;

// A paid or free play: the reels, what they pay and give, and in a paid play the pots.
static int turn(const core_chance *t, const core_source *source, uint32_t is_free, chance_state *state,
    report *shown) {
    uint32_t tickets[CORE_MAX_REELS];
    core_chance_turn seen;
    int code = is_free ? core_chance_draw_free(t, source, state->course.drawn, tickets)
                       : core_chance_draw_paid(t, source, 0, tickets);
    if (code != CORE_OK) {
        return code;
    }
    state->set = chance_set(t, is_free);
    chance_stops_of(t, state->set, tickets, state->bytes + STATE_AT_STOPS);
    core_chance_turn_at(t, is_free, state->bytes + STATE_AT_STOPS, &seen);
    shown->turned = 1;
    shown->step_cents = seen.prize_cents;
    if (is_free) {
        state->course.free_left--;
        state->course.drawn++;
        shown->rejection = 2 * state->course.drawn;
    } else {
        code = core_chance_mystery(t, source, t->bet[state->bet], &shown->pots_hit);
        shown->pots_hit |= seen.pots;
        if (code == CORE_OK) {
            code = core_chance_pots_play(t, source, t->bet[state->bet], &shown->pots_hit, state->pots,
                shown->pot_cents);
        }
    }
    chance_win(t, seen.prize_cents, &state->course);
    core_chance_give(t, &seen, &state->course);
    return code;
}

static int act(const core_chance *t, uint32_t kind, chance_state *state, report *shown) {
    const core_source source = {state->bytes + STATE_AT_KEY, state->machine, state->play};
    chance_course *course = &state->course;
    int code = CORE_OK;
    if (kind == CORE_ACTION_PLAY || kind == CORE_ACTION_FREE) {
        return turn(t, &source, kind == CORE_ACTION_FREE, state, shown);
    }
    if (kind == CORE_ACTION_PICK) {
        code = core_chance_pick(t, &source, course, &shown->row, &shown->step_cents);
    } else if (kind == CORE_ACTION_GAMBLE) {
        code = core_chance_gamble(t, &source, course, &shown->row, &shown->step_cents);
    }
    chance_win(t, shown->step_cents, course);
    return code;
}

// A byte for each reel by which its speed varies; a word has four of them.
static void wobble(const core_chance *t, const chance_state *state, uint32_t rejection,
    uint8_t bytes[CORE_MAX_REELS]) {
    uint32_t word = 0;
    for (uint32_t r = 0; r < t->reels; r++, word >>= 8) {
        if ((r & 3) == 0) {
            const uint64_t stream =
                stream_number(state->machine, CORE_PURPOSE_DEVICE, (rejection + r / 4) & 0xffff);
            word = core_rng_word(state->bytes + STATE_AT_KEY, stream, state->play);
        }
        bytes[r] = (uint8_t)word;
    }
}

static void write_outcome(const core_chance *t, uint32_t kind, const chance_state *state, const report *shown,
    uint8_t outcome[CORE_OUTCOME_SIZE]) {
    const chance_course *course = &state->course;
    const uint32_t times = t->bet[state->bet];
    const uint32_t settled = state->phase == CORE_PHASE_IDLE, capped = course->won_cents == t->cap_cents;
    clear_bytes(outcome, CORE_OUTCOME_SIZE);
    outcome[CHANCE_AT_KIND] = (uint8_t)kind;
    outcome[CHANCE_AT_REELS] = t->reels;
    outcome[CHANCE_AT_PHASE] = (uint8_t)state->phase;
    outcome[CHANCE_AT_FLAGS] = (uint8_t)(settled | capped << 1);
    put_u32(outcome + CHANCE_AT_STEP_CENTS, shown->step_cents * times);  // at most CAP * BET, 4 * 10^8
    outcome[CHANCE_AT_POTS_HIT] = (uint8_t)shown->pots_hit;
    outcome[CHANCE_AT_ROW] = (uint8_t)shown->row;
    put_u32(outcome + CHANCE_AT_WON_CENTS, course->won_cents * times);
    put_u16(outcome + CHANCE_AT_FREE_LEFT, settled ? 0 : course->free_left);
    put_u16(outcome + CHANCE_AT_FREE_GIVEN, course->free_given);
    for (int r = 0; r < CORE_MAX_REELS; r++) {
        outcome[CHANCE_AT_STOPS + r] = state->bytes[STATE_AT_STOPS + r];
    }
    put_u16(outcome + CHANCE_AT_PICKS_LEFT, settled ? 0 : course->picks_left);
    for (int level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
        put_u32(outcome + CHANCE_AT_POT_CENTS + 4 * level, shown->pot_cents[level]);
    }
}

static int check_action(const core_chance *t, chance_state *state, uint32_t kind, uint32_t choice) {
    const uint32_t needed = kind == CORE_ACTION_COLLECT ? CORE_PHASE_GAMBLE : kind;
    if (kind > CORE_ACTION_COLLECT) {
        return CORE_E_ARGUMENT;
    }
    if (needed != state->phase) {
        return CORE_E_PHASE;
    }
    if (kind == CORE_ACTION_PLAY && t->bets > 1) {
        if (choice >= t->bets) {
            return CORE_E_ARGUMENT;
        }
        state->bet = choice;
    }
    return state->play == CORE_CHANCE_MAX_PLAYS ? CORE_E_EXHAUSTED : CORE_OK;
}

int core_chance_step(const core_chance *t, const uint8_t bytes[CORE_STATE_SIZE], uint32_t kind,
    uint32_t choice, uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]) {
    chance_state state;
    report shown;
    shown.step_cents = shown.row = shown.pots_hit = shown.turned = shown.rejection = 0;
    for (int level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
        shown.pot_cents[level] = 0;
    }
    int code = core_chance_state_read(t, bytes, &state);
    code = code == CORE_OK ? check_action(t, &state, kind, choice) : code;
    code = code == CORE_OK ? act(t, kind, &state, &shown) : code;
    if (code != CORE_OK) {
        return code;
    }
    state.phase = kind == CORE_ACTION_COLLECT ? CORE_PHASE_IDLE : core_chance_phase(t, &state.course);
    write_outcome(t, kind, &state, &shown, outcome);
    if (shown.turned) {
        wobble(t, &state, shown.rejection, outcome + 8);
    }
    if (state.phase == CORE_PHASE_IDLE) {
        chance_settle(&state.course);
        state.bet = 0;
        state.play++;
    }
    core_chance_state_write(&state, next);
    return CORE_OK;
}
