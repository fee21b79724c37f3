// SPDX-License-Identifier: MIT
// Type C: one step of a play.

#ifndef CORE_CHANCE_STEP_H
#define CORE_CHANCE_STEP_H

#include "chance_state.h"

// Outcome, little endian, 48 bytes:
//    0 u8 kind (the action)   1 u8 reels   2 u8 phase (after the step)   3 u8 flags: 1 settled, 2 capped
//    4 u32 step_cents (won by this turn, pick or gamble, before the play's cap)
//    8 u8 wobble[6]   14 u8 pots hit   15 u8 pick row, or 1 if a gamble was won
//   16 u32 won_cents (of the play so far, capped; what to pay if settled)
//   20 u16 free_left   22 u16 free_given (by the play so far)   24 u8 stops[6]   30 u16 picks_left
//   32 u32 pot_cents[4]
//
// Wobble: byte r of word i of purpose device, reels 4 and 5 from the next rejection stream, as type B has it; in
// a free play that drew pair n, from rejection streams 2 n + 2 and 2 n + 3. Nothing turns in other steps.

// Decide one step. `next` may be `state`. CORE_E_PHASE: the phase has no such action. CORE_E_ARGUMENT: no such
// action or bet.
int core_chance_step(const core_chance *tables, const uint8_t state[CORE_STATE_SIZE], uint32_t kind,
    uint32_t choice, uint8_t next[CORE_STATE_SIZE], uint8_t outcome[CORE_OUTCOME_SIZE]);

#endif
