// SPDX-License-Identifier: MIT
// Three cards against the bank's three, many deals at a time: counted, never one by one told.
//
// Deal i is core_cards_deal's deal i of 6 of 52 cards of purpose play: the first, third and fifth card are the
// player's, the others the bank's. What a hand is worth, and whether it goes on, follows from its ranks and from
// whether its cards are of one suit; the table of all such hands is the caller's.

#ifndef CORE_TABLE_THREE_H
#define CORE_TABLE_THREE_H

#include "bulk.h"

#define CORE_THREE_HANDS 8192  // by the first card's rank * 256 + the second's * 16 + the third's, + 4096 of one suit
#define CORE_THREE_KINDS 7
#define CORE_THREE_SCORES 4096

// What comes of a hand
#define CORE_THREE_FOLDS 0   // it retires
#define CORE_THREE_OUT 1     // the bank does not play
#define CORE_THREE_WORSE 2   // the bank plays and is below it,
#define CORE_THREE_EQUAL 3   // like it,
#define CORE_THREE_BETTER 4  // or above it
#define CORE_THREE_FATES 5

typedef struct {
    uint32_t plays_at;                // the least score with which the bank plays
    uint16_t hand[CORE_THREE_HANDS];  // score * 16 + kind * 2 + whether the player goes on with it
} core_three_rules;

// Deals first to first + deals - 1 by loops of a tier (bulk.h); `counts[kind * CORE_THREE_FATES + fate]` is added to. Fails on a tier that this
// processor has not.
int core_table_three(uint32_t tier, const core_three_rules *rules, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint64_t first, uint64_t deals, uint64_t counts[CORE_THREE_KINDS * CORE_THREE_FATES]);

#endif
