// SPDX-License-Identifier: MIT
// Type B: one play, or an answer to the gamble that it offered.

#ifndef CORE_STEP_H
#define CORE_STEP_H

#include "state.h"

// Outcome, little endian:
//    0 u8 entries   1 u8 reels   2 u8 phase   3 u8 answer   4 u32 hold_offer   8 u8 wobble[6]   14 u16 0
//   16 entry[2]: u8 class, u8 planned, u8 returned, u8 0, u32 prize_cents, u8 stops[6], u16 0      (unused entry: zero)
// `planned` is the class that the plan dealt if the entry was raised, else 0. `returned` is 1 if the prize comes out of
// the return account of gambles. `phase` is that of the next state: not
// 0 asks for an answer. An answer has no entries; entry[0].prize_cents says what the play has won by then.

#define CORE_GAMBLE_TAKE 1  // keep what was won
#define CORE_GAMBLE_DARE 2  // an even draw: the double of it, or nothing

typedef struct {
    uint8_t simultaneous;  // entries to play, 1 to simultaneous_max; 0 for an answer
    uint8_t held;          // bit r: reel r is kept; needs the offer and simultaneous 1
    uint8_t answer;        // 0 for a play, else a CORE_GAMBLE_; needs a phase that asks
} core_action;

// Decide one play, or an answer. `next` may be `state`.
int core_step(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE], const core_action *action,
    uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]);

#endif
