// SPDX-License-Identifier: MIT
// Type C: the 256 bytes that the firmware commits: made, checked, read and written.

#include "bytes_inner.h"
#include "chance_pots_inner.h"
#include "chance_state_inner.h"

// Picks of one play: each of its turns may give the most.
enum { MOST_PICKS = CORE_CHANCE_MAX_GIVEN * (CORE_CHANCE_MAX_FREE_PLAYS + 1) };

static void unpack(const uint8_t *bytes, chance_state *state) {
    copy_bytes(state->bytes, bytes, CORE_STATE_SIZE);
    state->machine = get_u64(bytes + STATE_AT_MACHINE);
    state->play = get_u64(bytes + STATE_AT_PLAY);
    state->set = bytes[STATE_AT_SET];
    state->bet = bytes[STATE_AT_BET];
    state->phase = bytes[STATE_AT_PHASE];
    state->course.gambles = bytes[STATE_AT_GAMBLES];
    state->course.picks_left = (uint16_t)get_u16(bytes + STATE_AT_PICKS);
    state->course.free_left = (uint16_t)get_u16(bytes + STATE_AT_FREE_LEFT);
    state->course.free_given = (uint16_t)get_u16(bytes + STATE_AT_FREE_GIVEN);
    state->course.drawn = get_u32(bytes + STATE_AT_DRAWN);
    state->course.won_cents = get_u32(bytes + STATE_AT_WON);
}

// Settled and all zero, or a course that leads to the stored phase.
static int check_course(const core_chance *t, const chance_course *c, uint32_t phase) {
    if (phase == CORE_PHASE_IDLE) {
        return !(c->gambles | c->picks_left | c->free_left | c->free_given | c->drawn | c->won_cents);
    }
    // Free plays made and gambles took a pair each, and so did picks, which leave no count.
    const uint32_t least = (uint32_t)c->free_given - c->free_left + c->gambles;
    return c->won_cents <= t->cap_cents && core_chance_phase(t, c) == phase
        && c->picks_left <= (t->picks ? CORE_CHANCE_MAX_GIVEN : 0) && c->free_left <= c->free_given
        && c->free_given <= t->max_free_plays && (phase == CORE_PHASE_GAMBLE || !c->gambles)
        && c->drawn >= least && c->drawn - least <= (t->picks ? MOST_PICKS : 0);
}

static int check_reels(const core_chance *t, const chance_state *state) {
    if (state->set >= t->sets) {
        return 0;
    }
    for (uint32_t r = 0; r < CORE_MAX_REELS; r++) {
        const uint32_t stop = state->bytes[STATE_AT_STOPS + r];
        if (r < t->reels ? stop >= t->stops[state->set][r] : stop != 0) {
            return 0;
        }
    }
    return 1;
}

int core_chance_state_frame(const uint8_t bytes[CORE_STATE_SIZE]) {
    if (bytes[STATE_AT_VERSION] != CORE_CHANCE_VERSION || bytes[STATE_AT_TYPE] != CORE_TYPE_C
            || !all_zero(bytes + STATE_AT_ZERO1, 2)
            || !all_zero(bytes + STATE_AT_ZERO2, STATE_AT_POTS - STATE_AT_ZERO2)
            || get_u64(bytes + STATE_AT_MACHINE) >> CORE_MACHINE_BITS) {
        return CORE_E_STATE;
    }
    return bytes[STATE_AT_PHASE] == CORE_PHASE_IDLE ? CORE_OK : CORE_E_PHASE;
}

int core_chance_state_read(const core_chance *t, const uint8_t bytes[CORE_STATE_SIZE], chance_state *state) {
    if (core_chance_state_frame(bytes) == CORE_E_STATE) {
        return CORE_E_STATE;
    }
    if (!same_bytes(bytes + STATE_AT_TABLES, t->digest, STATE_TABLES_SIZE)) {
        return CORE_E_FOREIGN;
    }
    unpack(bytes, state);
    // After the last play of all the number is one beyond it.
    if (state->play > CORE_CHANCE_MAX_PLAYS
            || (state->play == CORE_CHANCE_MAX_PLAYS && state->phase)
            || state->bet >= t->bets || (state->phase == CORE_PHASE_IDLE && state->bet)
            || !check_course(t, &state->course, state->phase) || !check_reels(t, state)) {
        return CORE_E_STATE;
    }
    return core_chance_pots_read(t, bytes + STATE_AT_POTS, state->pots);
}

void core_chance_state_write(chance_state *state, uint8_t next[CORE_STATE_SIZE]) {
    const chance_course *course = &state->course;
    uint8_t *bytes = state->bytes;
    put_u64(bytes + STATE_AT_PLAY, state->play);
    bytes[STATE_AT_PHASE] = (uint8_t)state->phase;
    bytes[STATE_AT_GAMBLES] = course->gambles;
    put_u16(bytes + STATE_AT_PICKS, course->picks_left);
    put_u16(bytes + STATE_AT_FREE_LEFT, course->free_left);
    put_u16(bytes + STATE_AT_FREE_GIVEN, course->free_given);
    put_u32(bytes + STATE_AT_DRAWN, course->drawn);
    put_u32(bytes + STATE_AT_WON, course->won_cents);
    bytes[STATE_AT_SET] = (uint8_t)state->set;
    bytes[STATE_AT_BET] = (uint8_t)state->bet;
    core_chance_pots_write(state->pots, bytes + STATE_AT_POTS);
    copy_bytes(next, bytes, CORE_STATE_SIZE);
}
