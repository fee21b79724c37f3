// SPDX-License-Identifier: MIT
// Type C: the 256 bytes that the caller commits.

#ifndef CORE_CHANCE_STATE_H
#define CORE_CHANCE_STATE_H

#include "chance_tables.h"
#include "rng.h"

// State of type C, little endian: bytes 0 to 63 as type B; then
//   64 u64 play          number of the next play, or of the one under way
//   72 u8 phase (below)   73 u8 gambles (rounds made)   74 u16 picks_left   76 u16 free_left   78 u16 free_given
//                        (what the play under way has left and was given; 0 when settled)
//   80 u32 drawn         pairs of purpose feature used by this play; 0 when settled
//   84 u32 won_cents     won so far by the play under way at the first bet, capped; 0 when settled
//   88 u8 stops[6]       what the reels show   94 u8 set shown
//   95 u8 bet of the play under way, by its place; 0 when settled   96 zero to 127
//  128 pot[4]: u64 value_mc, u64 reserve_mc, u64 threshold_mc, u32 carry, u32 reserve_carry

#define CORE_PHASE_IDLE 0     // settled; action play
#define CORE_PHASE_PICK 1     // action pick
#define CORE_PHASE_FREE 2     // action free play
#define CORE_PHASE_GAMBLE 3   // action gamble or collect

#define CORE_ACTION_PLAY 0
#define CORE_ACTION_PICK 1
#define CORE_ACTION_FREE 2
#define CORE_ACTION_GAMBLE 3
#define CORE_ACTION_COLLECT 4

// After each step the phase is the first that applies: idle if the cap is reached, pick if picks are left, free
// if free plays are left, gamble if rounds are left, the win is above 0, at most gamble_max_cents, and its
// double at most the cap; else idle. What is left when the cap is reached is lost. A play that has become idle is
// settled and pays won_cents. A turn gives free plays as far as the play's free_given stays within
// max_free_plays. The `choice` of a play is the place of its bet, where
// there is one to choose. That of a pick or gamble, or of a play with one bet (which
// object, which colour) is shown and moves nothing: the draw alone decides.
// A gamble is won if a draw below gamble_of is below gamble_wins: the win doubles; else it is lost.
// A pick draws below the sum of the weights; a row that ends takes all picks left.

int core_chance_state_new(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first_play, uint8_t state[CORE_STATE_SIZE]);
int core_chance_state_check(const core_chance *tables, const uint8_t state[CORE_STATE_SIZE]);

#endif
