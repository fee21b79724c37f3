// SPDX-License-Identifier: MIT
// The dice cup: its state, and one throw a step.

#include "bytes_inner.h"
#include "cup.h"

enum { AT_VERSION = 0, AT_TYPE = 1, AT_DICE = 2, AT_MACHINE = 8, AT_TABLES = 16, AT_KEY = 32,
       AT_THROW = 64, AT_ZERO = 72, OUTCOME_FACES = 1, OUTCOME_THROW = 16 };

int core_cup_new(const uint8_t tables[CORE_CUP_TABLES_SIZE], uint32_t dice, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint8_t state[CORE_STATE_SIZE]) {
    if (dice - 1 >= CORE_DICE_MAX || machine >> CORE_MACHINE_BITS) {
        return CORE_E_ARGUMENT;
    }
    clear_bytes(state, CORE_STATE_SIZE);
    state[AT_VERSION] = CORE_CUP_VERSION;
    state[AT_TYPE] = CORE_TYPE_D;
    state[AT_DICE] = (uint8_t)dice;
    put_u64(state + AT_MACHINE, machine);
    copy_bytes(state + AT_TABLES, tables, CORE_CUP_TABLES_SIZE);
    copy_bytes(state + AT_KEY, key, CORE_KEY_SIZE);
    return CORE_OK;
}

int core_cup_frame(const uint8_t bytes[CORE_STATE_SIZE]) {
    if (bytes[AT_VERSION] != CORE_CUP_VERSION || bytes[AT_TYPE] != CORE_TYPE_D || bytes[AT_DICE + 1] != 0
            || bytes[AT_DICE] - 1u >= CORE_DICE_MAX || get_u64(bytes + AT_MACHINE) >> CORE_MACHINE_BITS
            || !all_zero(bytes + AT_ZERO, CORE_STATE_SIZE - AT_ZERO)) {
        return CORE_E_STATE;
    }
    return CORE_OK;
}

int core_cup_check(const uint8_t tables[CORE_CUP_TABLES_SIZE], uint32_t dice,
    const uint8_t state[CORE_STATE_SIZE]) {
    int code = core_cup_frame(state);
    if (code != CORE_OK) {
        return code;
    }
    if (!same_bytes(state + AT_TABLES, tables, CORE_CUP_TABLES_SIZE)) {
        return CORE_E_FOREIGN;
    }
    return state[AT_DICE] == dice ? CORE_OK : CORE_E_STATE;
}

int core_cup_step(const uint8_t tables[CORE_CUP_TABLES_SIZE], uint32_t dice, const uint8_t state[CORE_STATE_SIZE],
    uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]) {
    uint8_t faces[CORE_DICE_MAX];
    int code = core_cup_check(tables, dice, state);
    if (code != CORE_OK) {
        return code;
    }
    const uint64_t number = get_u64(state + AT_THROW);
    if (number == UINT64_MAX) {
        return CORE_E_EXHAUSTED;
    }
    code = core_dice_throw(state + AT_KEY, get_u64(state + AT_MACHINE), CORE_PURPOSE_DICE, number, dice, faces);
    if (code != CORE_OK) {
        return code;
    }
    copy_bytes(next, state, CORE_STATE_SIZE);
    put_u64(next + AT_THROW, number + 1);
    clear_bytes(outcome, CORE_OUTCOME_SIZE);
    outcome[0] = (uint8_t)dice;
    for (uint32_t i = 0; i < dice; i++) {
        outcome[OUTCOME_FACES + i] = faces[i];
    }
    put_u64(outcome + OUTCOME_THROW, number);
    return CORE_OK;
}
