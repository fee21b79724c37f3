// SPDX-License-Identifier: MIT
// An electronic wheel as a machine of its own: each step draws one of its pockets.
//
// State, little endian; as of the other types the caller commits it and entropy is mixed in by core_state_absorb:
//    0 u8 version   1 u8 type   2 u16 pockets   4 u32 generation   8 u64 machine
//   16 u8 tables[16]                  first half of the digest of what the wheel is
//   32 u8 key[32]
//   64 u64 draw                       number of the next draw
//   72 zero to 256
//
// Outcome, little endian:
//    0 u16 pocket, from 0   2 u16 pockets   4 zero to 16   16 u64 draw   24 zero to 48

#ifndef CORE_WHEEL_H
#define CORE_WHEEL_H

#include "errors.h"
#include "rng.h"
#include "sizes.h"

#define CORE_TYPE_W 0x57             // 'W': wheel
#define CORE_WHEEL_VERSION 1         // of the state
#define CORE_WHEEL_TABLES_SIZE 16
#define CORE_WHEEL_POCKETS_MAX 250

// The state of a wheel that has drawn nothing; 2 to CORE_WHEEL_POCKETS_MAX pockets.
int core_wheel_new(const uint8_t tables[CORE_WHEEL_TABLES_SIZE], uint32_t pockets,
    const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint8_t state[CORE_STATE_SIZE]);

// Whether a state is one of this wheel.
int core_wheel_check(const uint8_t tables[CORE_WHEEL_TABLES_SIZE], uint32_t pockets,
    const uint8_t state[CORE_STATE_SIZE]);

// The same without knowing the wheel: what core_state_absorb asks.
int core_wheel_frame(const uint8_t state[CORE_STATE_SIZE]);

// Draw a pocket: core_rng_below of the state's next draw, purpose CORE_PURPOSE_PLAY. `next` may be `state`.
int core_wheel_step(const uint8_t tables[CORE_WHEEL_TABLES_SIZE], uint32_t pockets,
    const uint8_t state[CORE_STATE_SIZE], uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]);

#endif
