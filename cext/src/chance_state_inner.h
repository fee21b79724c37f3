// SPDX-License-Identifier: MIT
// Type C: a state, unpacked.

#ifndef CORE_CHANCE_STATE_INNER_H
#define CORE_CHANCE_STATE_INNER_H

#include "chance_course_inner.h"
#include "chance_pots.h"
#include "chance_state.h"

enum { STATE_AT_VERSION = 0, STATE_AT_TYPE = 1, STATE_AT_ZERO1 = 2, STATE_AT_MACHINE = 8,
       STATE_AT_TABLES = 16, STATE_AT_KEY = 32, STATE_AT_PLAY = 64, STATE_AT_PHASE = 72, STATE_AT_GAMBLES = 73,
       STATE_AT_PICKS = 74, STATE_AT_FREE_LEFT = 76, STATE_AT_FREE_GIVEN = 78, STATE_AT_DRAWN = 80,
       STATE_AT_WON = 84, STATE_AT_STOPS = 88, STATE_AT_SET = 94, STATE_AT_BET = 95, STATE_AT_ZERO2 = 96,
       STATE_AT_POTS = 128, STATE_TABLES_SIZE = 16 };

// A checked state: its bytes, of which key and stops are used as they lie there, and the rest of them read.
typedef struct {
    uint8_t bytes[CORE_STATE_SIZE];
    uint64_t machine, play;
    uint32_t set, bet, phase;
    chance_course course;
    core_pot pots[CORE_CHANCE_MAX_POTS];
} chance_state;

int core_chance_state_read(const core_chance *t, const uint8_t bytes[CORE_STATE_SIZE], chance_state *state);
void core_chance_state_write(chance_state *state, uint8_t next[CORE_STATE_SIZE]);

// Version and unused bytes: what can be told without the tables. CORE_E_PHASE: the play is not settled.
int core_chance_state_frame(const uint8_t bytes[CORE_STATE_SIZE]);

#endif
