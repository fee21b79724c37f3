// SPDX-License-Identifier: MIT
// Type B: the 256 bytes that the caller commits.

#ifndef CORE_STATE_H
#define CORE_STATE_H

#include "rng.h"
#include "tables.h"

#define CORE_STATE_VERSION 1     // layout below

// State of type B, little endian:
//    0 u8 version   1 u8 type   2 u16 0   4 u32 generation   8 u64 machine
//   16 u8 tables[16]                  first half of the tables' digest
//   32 u8 key[32]
//   64 u64 play                       number of the next entry
//   72 u32 cycle   76 u8 stratum   77 u8 lost (the last play won nothing)   78 u16 0
//   80 u16 left[32]                   entries left of each class in this stratum
//  144 u32 remaining                  their sum, 1 or more
//  148 u32 hold_offer                 bit m: the reels of mask m may be held in the next play
//  152 u8 stops[6]                    what the reels show
//  158 u8 phase                      0, or a gamble is offered: 1 after a single play, 2 after a double one
//  159 u8 gambles                    won of this prize
//  160 u32 at_stake_cents            what it has become, 0 in phase 0
//  164 u32 return_cents              the return account: what gambles lost, to be given back in this cycle
//  168 u32 advance_cents             what gambles gave in this cycle, not yet set against a loss
//  172 zero to 256
//
// A lost gamble puts the prize that the play had won into the return account, less the advance that won gambles of
// the same cycle left; the advance is used up first, and never above advance_max_cents.
//
// The account is given back in pieces of the smallest prize, by entries that the plan deals no prize and that are
// played with no reel held. Losses of the cycle are known: how many the plan has left, however they are played.
// With k pieces and n losses left, the one at hand included, it gives one back
//   if k = n;  else with a chance of k in n - return_spare;  but of no more than 1 in return_one_in:
// an even choice of the losses left but for the last return_spare, which are for what the bound put off.
// A gamble is offered only if its loss would leave the account within return_max_cents, of whole pieces, and that
// chance at two thirds of its bound or less; reels may be held only if a loss would leave it so. So k is never above
// n, the account is empty when its cycle ends, and a cycle pays at least its plan; any consecutive plays pay at least
// the plan's less return_max_cents + advance_max_cents, whoever dares when. A play that ends its cycle, or reaches
// into the next, is offered none, nor is one that gave something back.

// The state with which a cycle begins; a new machine begins with cycle 0. Its entries are those that follow
// all cycles before, so a campaign may begin anywhere; what the reels showed, and a hold, are not known.
int core_state_new(const core_tables *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint32_t cycle, uint8_t state[CORE_STATE_SIZE]);

// All that `core_step` checks before it plays.
int core_state_check(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE]);

#endif
