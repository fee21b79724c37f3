// SPDX-License-Identifier: MIT
// Type C: the 256 bytes that the firmware commits: made, checked, read and written.

#include "chance_inner.h"

enum { AT_VERSION = 0, AT_TYPE = 1, AT_ZERO1 = 2, AT_GENERATION = 4, AT_MACHINE = 8, AT_TABLES = 16,
       AT_KEY = 32, AT_PLAY = 64, AT_PHASE = 72, AT_GAMBLES = 73, AT_PICKS = 74, AT_FREE_LEFT = 76,
       AT_FREE_GIVEN = 78, AT_DRAWN = 80, AT_WON = 84, AT_STOPS = 88, AT_SET = 94, AT_ZERO2 = 95,
       AT_POTS = 128, POT_SIZE = 32, TABLES_SIZE = 16,
       // Picks of one play: each of its turns may give the most.
       MOST_PICKS = CORE_CHANCE_MAX_GIVEN * (CORE_CHANCE_MAX_FREE_PLAYS + 1) };

static void unpack(const uint8_t bytes[CORE_STATE_SIZE], chance_state *state) {
    state->generation = get_u32(bytes + AT_GENERATION);
    state->machine = get_u64(bytes + AT_MACHINE);
    state->play = get_u64(bytes + AT_PLAY);
    state->set = bytes[AT_SET];
    state->phase = bytes[AT_PHASE];
    state->course.gambles = bytes[AT_GAMBLES];
    state->course.picks_left = (uint16_t)get_u16(bytes + AT_PICKS);
    state->course.free_left = (uint16_t)get_u16(bytes + AT_FREE_LEFT);
    state->course.free_given = (uint16_t)get_u16(bytes + AT_FREE_GIVEN);
    state->course.drawn = get_u32(bytes + AT_DRAWN);
    state->course.won_cents = get_u32(bytes + AT_WON);
    for (int i = 0; i < CORE_KEY_SIZE; i++) {
        state->key[i] = bytes[AT_KEY + i];
    }
    for (int r = 0; r < CORE_MAX_REELS; r++) {
        state->stops[r] = bytes[AT_STOPS + r];
    }
    for (int level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
        const uint8_t *at = bytes + AT_POTS + POT_SIZE * level;
        core_pot *pot = &state->pots[level];
        pot->value_mc = get_u64(at);
        pot->reserve_mc = get_u64(at + 8);
        pot->threshold_mc = get_u64(at + 16);
        pot->carry = get_u32(at + 24);
        pot->reserve_carry = get_u32(at + 28);
    }
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
        if (r < t->reels ? state->stops[r] >= t->stops[state->set][r] : state->stops[r] != 0) {
            return 0;
        }
    }
    return 1;
}

int core_chance_pot_check(const core_chance *t, uint32_t level, const core_pot *pot) {
    const core_pot_rule *rule = &t->pot[level];
    if (level >= t->pots) {
        return !(pot->value_mc | pot->reserve_mc | pot->threshold_mc | pot->carry | pot->reserve_carry);
    }
    if (rule->hit == CORE_POT_MUST_HIT
            ? pot->threshold_mc > rule->limit_mc
                || (pot->value_mc >= pot->threshold_mc && pot->value_mc != rule->limit_mc)
            : pot->threshold_mc != 0) {
        return 0;
    }
    return pot->value_mc >= rule->seed_mc && pot->value_mc <= rule->limit_mc
        && pot->reserve_mc <= CORE_CHANCE_MAX_RESERVE && pot->carry < rule->share_of
        && pot->reserve_carry < rule->reserve_of;
}

int core_chance_state_read(const core_chance *t, const uint8_t bytes[CORE_STATE_SIZE], chance_state *state) {
    if (bytes[AT_VERSION] != CORE_CHANCE_VERSION || bytes[AT_TYPE] != CORE_TYPE_C
            || !all_zero(bytes + AT_ZERO1, 2) || !all_zero(bytes + AT_ZERO2, AT_POTS - AT_ZERO2)) {
        return CORE_E_STATE;
    }
    for (int i = 0; i < TABLES_SIZE; i++) {
        if (bytes[AT_TABLES + i] != t->digest[i]) {
            return CORE_E_FOREIGN;
        }
    }
    unpack(bytes, state);
    // After the last play of all the number is one beyond it.
    if (state->machine >> CORE_MACHINE_BITS || state->play > CORE_CHANCE_MAX_PLAYS
            || (state->play == CORE_CHANCE_MAX_PLAYS && state->phase)
            || !check_course(t, &state->course, state->phase) || !check_reels(t, state)) {
        return CORE_E_STATE;
    }
    for (uint32_t level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
        if (!core_chance_pot_check(t, level, &state->pots[level])) {
            return CORE_E_STATE;
        }
    }
    return CORE_OK;
}

void core_chance_state_write(const core_chance *t, const chance_state *state,
    uint8_t bytes[CORE_STATE_SIZE]) {
    const chance_course *course = &state->course;
    for (int i = 0; i < CORE_STATE_SIZE; i++) {
        bytes[i] = 0;
    }
    bytes[AT_VERSION] = CORE_CHANCE_VERSION;
    bytes[AT_TYPE] = CORE_TYPE_C;
    put_u32(bytes + AT_GENERATION, state->generation);
    put_u64(bytes + AT_MACHINE, state->machine);
    put_u64(bytes + AT_PLAY, state->play);
    bytes[AT_PHASE] = (uint8_t)state->phase;
    bytes[AT_GAMBLES] = course->gambles;
    put_u16(bytes + AT_PICKS, course->picks_left);
    put_u16(bytes + AT_FREE_LEFT, course->free_left);
    put_u16(bytes + AT_FREE_GIVEN, course->free_given);
    put_u32(bytes + AT_DRAWN, course->drawn);
    put_u32(bytes + AT_WON, course->won_cents);
    bytes[AT_SET] = (uint8_t)state->set;
    for (int i = 0; i < TABLES_SIZE; i++) {
        bytes[AT_TABLES + i] = t->digest[i];
    }
    for (int i = 0; i < CORE_KEY_SIZE; i++) {
        bytes[AT_KEY + i] = state->key[i];
    }
    for (int r = 0; r < CORE_MAX_REELS; r++) {
        bytes[AT_STOPS + r] = state->stops[r];
    }
    for (int level = 0; level < CORE_CHANCE_MAX_POTS; level++) {
        uint8_t *at = bytes + AT_POTS + POT_SIZE * level;
        const core_pot *pot = &state->pots[level];
        put_u64(at, pot->value_mc);
        put_u64(at + 8, pot->reserve_mc);
        put_u64(at + 16, pot->threshold_mc);
        put_u32(at + 24, pot->carry);
        put_u32(at + 28, pot->reserve_carry);
    }
}

int core_chance_state_new(const core_chance *t, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first_play, uint8_t bytes[CORE_STATE_SIZE]) {
    chance_state state;
    int code = core_chance_pots_new(t, key, machine, first_play, state.pots);
    if (code != CORE_OK) {
        return code;
    }
    state.machine = machine;
    state.play = first_play;
    state.generation = state.set = state.phase = 0;
    chance_settle(&state.course);
    for (int i = 0; i < CORE_KEY_SIZE; i++) {
        state.key[i] = key[i];
    }
    for (int r = 0; r < CORE_MAX_REELS; r++) {
        state.stops[r] = 0;
    }
    core_chance_state_write(t, &state, bytes);
    return CORE_OK;
}

int core_chance_state_check(const core_chance *t, const uint8_t bytes[CORE_STATE_SIZE]) {
    chance_state state;
    return core_chance_state_read(t, bytes, &state);
}
