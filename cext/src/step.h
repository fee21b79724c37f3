// SPDX-License-Identifier: MIT
// Type B: one play, or an answer to the gamble that it offered.

#ifndef CORE_STEP_H
#define CORE_STEP_H

#include "state.h"

// outcome.h says what an outcome has where, little endian.

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
