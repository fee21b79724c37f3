// SPDX-License-Identifier: MIT
// Fresh entropy for the key of a state, whose type has it where all have it.

#include "absorb.h"
#include "bytes_inner.h"
#include "chance_state_inner.h"
#include "cup.h"
#include "draw_inner.h"
#include "state_inner.h"
#include "wheel.h"

enum { AT_TYPE = 1, AT_GENERATION = 4, AT_MACHINE = 8, AT_KEY = 32 };

int core_state_absorb(const uint8_t bytes[CORE_STATE_SIZE], const uint8_t entropy[CORE_KEY_SIZE],
    uint8_t next[CORE_STATE_SIZE]) {
    uint8_t key[CORE_KEY_SIZE];
    const int code = bytes[AT_TYPE] == CORE_TYPE_C ? core_chance_state_frame(bytes)
        : bytes[AT_TYPE] == CORE_TYPE_D            ? core_cup_frame(bytes)
        : bytes[AT_TYPE] == CORE_TYPE_W            ? core_wheel_frame(bytes)
                                                   : core_state_frame(bytes);
    if (code != CORE_OK) {
        return code;
    }
    uint32_t generation = get_u32(bytes + AT_GENERATION);
    uint64_t stream = stream_number(get_u64(bytes + AT_MACHINE), CORE_PURPOSE_ABSORB, 0);
    if (generation == UINT32_MAX) {
        return CORE_E_EXHAUSTED;
    }
    core_rng_stream(bytes + AT_KEY, stream, generation, key, CORE_KEY_SIZE);
    for (int i = 0; i < CORE_KEY_SIZE; i++) {
        key[i] ^= entropy[i];
    }
    copy_bytes(next, bytes, CORE_STATE_SIZE);
    core_rng_stream(key, stream, generation, next + AT_KEY, CORE_KEY_SIZE);
    put_u32(next + AT_GENERATION, generation + 1);
    return CORE_OK;
}
