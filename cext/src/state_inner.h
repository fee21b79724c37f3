// SPDX-License-Identifier: MIT
// Type B: a state, unpacked.

#ifndef CORE_STATE_INNER_H
#define CORE_STATE_INNER_H

#include "state.h"

// A checked state, unpacked.
typedef struct {
    uint64_t machine, play;
    uint32_t generation, cycle, stratum, remaining, hold_offer;
    uint32_t lost;
    uint32_t phase, gambles, at_stake_cents, return_cents, advance_cents;
    uint8_t key[CORE_KEY_SIZE];
    uint8_t stops[CORE_MAX_REELS];
    uint16_t left[CORE_MAX_CLASSES];
} core_state;

int core_state_read(const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE], core_state *state);
void core_state_write(const core_tables *tables, const core_state *state, uint8_t bytes[CORE_STATE_SIZE]);

// Version, type and unused bytes: what can be told without the tables. CORE_E_PHASE: a gamble is offered.
int core_state_frame(const uint8_t bytes[CORE_STATE_SIZE]);

// The masks that may be held: reels proper and not none, with a loss and a prize left that can be shown.
uint32_t core_state_offer(const core_tables *tables, const core_state *state);

#endif
