// SPDX-License-Identifier: MIT
// Type C: the state and the pots of a new machine.

#include "bytes_inner.h"
#include "chance_pots_inner.h"
#include "chance_state_inner.h"

int core_chance_pots_new(const core_chance *t, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first_play, core_pot pots[CORE_CHANCE_MAX_POTS]) {
    const core_source source = {key, machine, first_play};
    int code = CORE_OK;
    if (machine >> CORE_MACHINE_BITS || first_play > CORE_CHANCE_MAX_PLAYS) {
        return CORE_E_ARGUMENT;
    }
    for (uint32_t level = 0; level < CORE_CHANCE_MAX_POTS && code == CORE_OK; level++) {
        core_pot *pot = &pots[level];
        pot->value_mc = level < t->pots ? t->pot[level].seed_mc : 0;
        pot->reserve_mc = pot->threshold_mc = 0;
        pot->carry = pot->reserve_carry = 0;
        if (level < t->pots) {
            code = core_chance_threshold(t, &source, level, pot);
        }
    }
    return code;
}

int core_chance_state_new(const core_chance *t, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first_play, uint8_t bytes[CORE_STATE_SIZE]) {
    chance_state state;
    const int code = core_chance_pots_new(t, key, machine, first_play, state.pots);
    if (code != CORE_OK) {
        return code;
    }
    clear_bytes(state.bytes, CORE_STATE_SIZE);
    state.bytes[STATE_AT_VERSION] = CORE_CHANCE_VERSION;
    state.bytes[STATE_AT_TYPE] = CORE_TYPE_C;
    put_u64(state.bytes + STATE_AT_MACHINE, machine);
    copy_bytes(state.bytes + STATE_AT_TABLES, t->digest, STATE_TABLES_SIZE);
    copy_bytes(state.bytes + STATE_AT_KEY, key, CORE_KEY_SIZE);
    state.play = first_play;
    state.set = state.bet = state.phase = 0;
    chance_settle(&state.course);
    core_chance_state_write(&state, bytes);
    return CORE_OK;
}

int core_chance_state_check(const core_chance *t, const uint8_t bytes[CORE_STATE_SIZE]) {
    chance_state state;
    return core_chance_state_read(t, bytes, &state);
}
