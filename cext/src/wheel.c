// SPDX-License-Identifier: MIT
// The electronic wheel: its state, and one pocket a step.

#include "bytes_inner.h"
#include "wheel.h"

enum { AT_VERSION = 0, AT_TYPE = 1, AT_POCKETS = 2, AT_MACHINE = 8, AT_TABLES = 16, AT_KEY = 32,
       AT_DRAW = 64, AT_ZERO = 72, POCKETS_MIN = 2, OUTCOME_POCKETS = 2, OUTCOME_DRAW = 16 };

static int none_such(uint32_t pockets) {
    return pockets < POCKETS_MIN || pockets > CORE_WHEEL_POCKETS_MAX;
}

int core_wheel_new(const uint8_t tables[CORE_WHEEL_TABLES_SIZE], uint32_t pockets,
    const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint8_t state[CORE_STATE_SIZE]) {
    if (none_such(pockets) || machine >> CORE_MACHINE_BITS) {
        return CORE_E_ARGUMENT;
    }
    clear_bytes(state, CORE_STATE_SIZE);
    state[AT_VERSION] = CORE_WHEEL_VERSION;
    state[AT_TYPE] = CORE_TYPE_W;
    put_u16(state + AT_POCKETS, pockets);
    put_u64(state + AT_MACHINE, machine);
    copy_bytes(state + AT_TABLES, tables, CORE_WHEEL_TABLES_SIZE);
    copy_bytes(state + AT_KEY, key, CORE_KEY_SIZE);
    return CORE_OK;
}

int core_wheel_frame(const uint8_t bytes[CORE_STATE_SIZE]) {
    if (bytes[AT_VERSION] != CORE_WHEEL_VERSION || bytes[AT_TYPE] != CORE_TYPE_W
            || none_such(get_u16(bytes + AT_POCKETS)) || get_u64(bytes + AT_MACHINE) >> CORE_MACHINE_BITS
            || !all_zero(bytes + AT_ZERO, CORE_STATE_SIZE - AT_ZERO)) {
        return CORE_E_STATE;
    }
    return CORE_OK;
}

int core_wheel_check(const uint8_t tables[CORE_WHEEL_TABLES_SIZE], uint32_t pockets,
    const uint8_t state[CORE_STATE_SIZE]) {
    const int code = core_wheel_frame(state);
    if (code != CORE_OK) {
        return code;
    }
    if (!same_bytes(state + AT_TABLES, tables, CORE_WHEEL_TABLES_SIZE)) {
        return CORE_E_FOREIGN;
    }
    return get_u16(state + AT_POCKETS) == pockets ? CORE_OK : CORE_E_STATE;
}

int core_wheel_step(const uint8_t tables[CORE_WHEEL_TABLES_SIZE], uint32_t pockets,
    const uint8_t state[CORE_STATE_SIZE], uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]) {
    uint32_t pocket;
    int code = core_wheel_check(tables, pockets, state);
    if (code != CORE_OK) {
        return code;
    }
    const uint64_t number = get_u64(state + AT_DRAW);
    if (number == UINT64_MAX) {
        return CORE_E_EXHAUSTED;
    }
    code = core_rng_below(state + AT_KEY, get_u64(state + AT_MACHINE), CORE_PURPOSE_PLAY, number, pockets, &pocket);
    if (code != CORE_OK) {
        return code;
    }
    copy_bytes(next, state, CORE_STATE_SIZE);
    put_u64(next + AT_DRAW, number + 1);
    clear_bytes(outcome, CORE_OUTCOME_SIZE);
    put_u16(outcome, pocket);
    put_u16(outcome + OUTCOME_POCKETS, pockets);
    put_u64(outcome + OUTCOME_DRAW, number);
    return CORE_OK;
}
