// SPDX-License-Identifier: MIT
// Dice and cards: throws, shuffles and deals as even draws.

#ifndef CORE_CARDS_H
#define CORE_CARDS_H

#include "core.h"

#define CORE_PURPOSE_DICE 7  // word i is throw i, for a table that has cards on purpose play as well

// Dice -------------------------------------------------------------------------------------------
//
// Throw i of a purpose is one draw below 6^dice from word i, as core_rng_below makes it. Its digits to base 6,
// the first die's most significant, plus 1 are the faces. So throw i is a function of (key, machine, purpose, i).

#define CORE_DICE_MAX 12     // 6^12 is the last power of 6 below 2^32

int core_dice_throw(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t throw_number,
    uint32_t dice, uint8_t faces[]);

// Shuffles and deals -----------------------------------------------------------------------------
//
// Cards are numbered from 0 and lie in that order. Step j, from 0, draws a place among those from j on and lets
// the card there change places with the one at place j (Fisher and Yates 1938, Durstenfeld 1964): after step j
// places 0 to j hold the cards dealt, in order. A shuffle is a deal of all cards.
//
// The draws, below cards, cards - 1, ..., are made in groups: as many of them as have a product of 2^48 at most
// make one even draw below their product from one pair (chance.h says what a pair is and how it is rejected),
// whose digits they are, the first draw's most significant (Brackett-Rozinsky and Lemire 2024, "Batched Ranged
// Random Integer Generation"). A deal owns the least power of two of pairs, W, that has one for each group: deal i
// owns the pairs from i * W on. So deal i is a function of (key, machine, purpose, cards, count, i).

#define CORE_CARDS_MAX 255   // cards of one deck
#define CORE_DEAL_LIMIT (UINT64_C(1) << 48)  // the chance that a pair is rejected is below 2^-16

// W, from 1 to 64; 0 if cards are not 1 to 255 or count not 1 to cards.
uint32_t core_cards_pairs(uint32_t cards, uint32_t count);

// Deal `count` of the cards. `deck` has room for all of them and ends as the places above.
int core_cards_deal(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t deal,
    uint32_t cards, uint32_t count, uint8_t deck[]);

#endif
