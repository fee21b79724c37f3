// SPDX-License-Identifier: MIT
// The module `payout` of MicroPython: what firmware imports on a board (docs/real_board.md).
//
// The tables are those that the build was given (PAYOUT_TABLES), in flash. Where payout_entropy returns 0,
// `absorb` gives the state back as it came, as the emulator does in a run without entropy.

#include <string.h>

#include "payout.h"

#include "py/mphal.h"
#include "py/obj.h"
#include "py/runtime.h"

extern const uint8_t payout_tables[], payout_tables_end[];

// Fill 32 bytes with true chance; 0 if this build has none. rp2350.c has that of the chip.
int payout_entropy(uint8_t bytes[CORE_KEY_SIZE]);
// A number that tells this chip from others.
uint64_t payout_unique(void);

static payout machine;
static uint8_t opened;

static const payout *ready(void) {
    if (!opened) {
        const int code = payout_open(&machine, payout_tables, (size_t)(payout_tables_end - payout_tables));
        if (code != CORE_OK) {
            mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("tables: %s"), core_error_text(code));
        }
        opened = 1;
    }
    return &machine;
}

static void refuse(int code) {
    if (code != CORE_OK) {
        mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("%s"), core_error_text(code));
    }
}

static const uint8_t *state_of(mp_obj_t object) {
    mp_buffer_info_t given;
    mp_get_buffer_raise(object, &given, MP_BUFFER_READ);
    if (given.len != CORE_STATE_SIZE) {
        mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("state must have 256 bytes (got %d)"), (int)given.len);
    }
    return given.buf;
}

static uint32_t natural(mp_obj_t object) {
    const mp_int_t number = mp_obj_get_int(object);
    if (number < 0 || number > 255) {
        mp_raise_ValueError(MP_ERROR_TEXT("0 to 255"));
    }
    return (uint32_t)number;
}

static mp_obj_t step(mp_obj_t state, mp_obj_t first, mp_obj_t second) {
    uint8_t next[CORE_STATE_SIZE], outcome[CORE_OUTCOME_SIZE];
    refuse(payout_step(ready(), state_of(state), natural(first), natural(second), next, outcome));
    mp_obj_t both[2] = {mp_obj_new_bytes(next, sizeof next), mp_obj_new_bytes(outcome, sizeof outcome)};
    return mp_obj_new_tuple(2, both);
}
static MP_DEFINE_CONST_FUN_OBJ_3(step_object, step);

static mp_obj_t absorb(mp_obj_t state) {
    uint8_t entropy[CORE_KEY_SIZE], next[CORE_STATE_SIZE];
    const uint8_t *before = state_of(state);
    if (!payout_entropy(entropy)) {
        return mp_obj_new_bytes(before, CORE_STATE_SIZE);
    }
    refuse(core_state_absorb(before, entropy, next));
    return mp_obj_new_bytes(next, sizeof next);
}
static MP_DEFINE_CONST_FUN_OBJ_1(absorb_object, absorb);

static mp_obj_t describe(void) {
    uint32_t facts[4];
    uint8_t digest[CORE_DIGEST_SIZE];
    payout_describe(ready(), facts, digest);
    mp_obj_t all[5];
    for (int i = 0; i < 4; i++) {
        all[i] = mp_obj_new_int_from_uint(facts[i]);
    }
    all[4] = mp_obj_new_bytes(digest, sizeof digest);
    return mp_obj_new_tuple(5, all);
}
static MP_DEFINE_CONST_FUN_OBJ_0(describe_object, describe);

static mp_obj_t check(mp_obj_t state) {
    return mp_obj_new_bool(payout_check(ready(), state_of(state)) == CORE_OK);
}
static MP_DEFINE_CONST_FUN_OBJ_1(check_object, check);

static mp_obj_t trial(void) {
    uint8_t seen[CORE_KEY_SIZE] = {0}, state[CORE_STATE_SIZE];
    if (!payout_entropy(seen)) {
        const uint64_t now_us = mp_hal_ticks_us();
        memcpy(seen, &now_us, sizeof now_us);
    }
    refuse(payout_trial(ready(), seen, payout_unique(), state));
    return mp_obj_new_bytes(state, sizeof state);
}
static MP_DEFINE_CONST_FUN_OBJ_0(trial_object, trial);

static const mp_rom_map_elem_t names[] = {
    {MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_payout)},
    {MP_ROM_QSTR(MP_QSTR_step), MP_ROM_PTR(&step_object)},
    {MP_ROM_QSTR(MP_QSTR_absorb), MP_ROM_PTR(&absorb_object)},
    {MP_ROM_QSTR(MP_QSTR_describe), MP_ROM_PTR(&describe_object)},
    {MP_ROM_QSTR(MP_QSTR_check), MP_ROM_PTR(&check_object)},
    {MP_ROM_QSTR(MP_QSTR_trial), MP_ROM_PTR(&trial_object)},
};
static MP_DEFINE_CONST_DICT(globals, names);

const mp_obj_module_t payout_module = {
    .base = {&mp_type_module},
    .globals = (mp_obj_dict_t *)&globals,
};

MP_REGISTER_MODULE(MP_QSTR_payout, payout_module);
