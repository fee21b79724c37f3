// SPDX-License-Identifier: MIT
// Type C: one step of a play.

#ifndef CORE_CHANCE_STEP_H
#define CORE_CHANCE_STEP_H

#include "chance_state.h"

// outcome.h says what an outcome has where, little endian.
//
// Wobble: byte r of word i of purpose device, reels 4 and 5 from the next rejection stream, as type B has it; in
// a free play that drew pair n, from rejection streams 2 n + 2 and 2 n + 3. Nothing turns in other steps.

// Decide one step. `next` may be `state`. CORE_E_PHASE: the phase has no such action. CORE_E_ARGUMENT: no such
// action or bet.
int core_chance_step(const core_chance *tables, const uint8_t state[CORE_STATE_SIZE], uint32_t kind,
    uint32_t choice, uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]);

#endif
