// SPDX-License-Identifier: MIT
// A dice cup as a machine of its own: each step is one throw of all its dice.
//
// State, little endian; as of the other types the caller commits it and entropy is mixed in by core_state_absorb:
//    0 u8 version   1 u8 type   2 u8 dice   3 u8 0   4 u32 generation   8 u64 machine
//   16 u8 tables[16]                  first half of the digest of what the cup is
//   32 u8 key[32]
//   64 u64 throw                      number of the next throw
//   72 zero to 256
//
// Outcome, little endian:
//    0 u8 dice   1 u8 faces[12], 1 to 6, those not there 0   13 u8 0[3]   16 u64 throw   24 zero to 48

#ifndef CORE_CUP_H
#define CORE_CUP_H

#include "cards.h"
#include "sizes.h"

#define CORE_TYPE_D 0x44             // 'D': dice cup
#define CORE_CUP_VERSION 1           // of the state
#define CORE_CUP_TABLES_SIZE 16

// The state of a cup that has thrown nothing.
int core_cup_new(const uint8_t tables[CORE_CUP_TABLES_SIZE], uint32_t dice, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint8_t state[CORE_STATE_SIZE]);

// Whether a state is one of this cup.
int core_cup_check(const uint8_t tables[CORE_CUP_TABLES_SIZE], uint32_t dice, const uint8_t state[CORE_STATE_SIZE]);

// The same without knowing the cup: what core_state_absorb asks.
int core_cup_frame(const uint8_t state[CORE_STATE_SIZE]);

// Throw all dice: core_dice_throw of the state's next throw, purpose CORE_PURPOSE_DICE. `next` may be `state`.
int core_cup_step(const uint8_t tables[CORE_CUP_TABLES_SIZE], uint32_t dice, const uint8_t state[CORE_STATE_SIZE],
    uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]);

#endif
