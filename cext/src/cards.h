// SPDX-License-Identifier: MIT
// Dice and cards: throws and deals as even draws, and what a hand of cards is worth.

#ifndef CORE_CARDS_H
#define CORE_CARDS_H

#include "errors.h"
#include "rng.h"

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
// make one even draw below their product from one pair (chance_tables.h says what a pair is and how it is rejected),
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

// Hands ------------------------------------------------------------------------------------------
//
// Card 4 * rank + suit, rank 0 the lowest of the deck and the highest the ace; card 4 * ranks is the joker. What
// the decks and orders of a game are is data: core_hands. The best `width` of the cards given count.
//
// A score is larger for a better hand and the same for a tie: place << 24 | kind << 20 | five numbers of 4 bits,
// which are ranks + 1 (0: none) of what decides, most important first. Straights have one number: that of the
// highest card, for the ace-low one that of the highest but its ace; where that one is second of all, it takes
// the number of the highest one, whose own is one more.
//
// The joker ("bug") is an ace, or completes a straight, a flush or a straight flush.

#define CORE_HAND_HIGH 0
#define CORE_HAND_PAIR 1
#define CORE_HAND_TWO_PAIRS 2
#define CORE_HAND_FIGURES 3         // nothing but the highest `figures` ranks
#define CORE_HAND_THREE 4
#define CORE_HAND_STRAIGHT 5
#define CORE_HAND_FLUSH 6
#define CORE_HAND_FULL 7
#define CORE_HAND_FOUR 8
#define CORE_HAND_STRAIGHT_FLUSH 9
#define CORE_HAND_ROYAL 10          // the straight flush up to the ace
#define CORE_HAND_FIVE 11           // five aces
#define CORE_HAND_KINDS 12

#define CORE_HANDS_ACE_LOW 1        // an ace may stand below the lowest rank in a straight
#define CORE_HANDS_JOKER 2          // the deck has a joker
#define CORE_HANDS_LOW_SECOND 4     // among straights the ace-low one is second only to the highest
#define CORE_HANDS_LOW_SECOND_FLUSH 8  // among straight flushes too
#define CORE_HANDS_JOKER_ACE 16     // in a flush the joker is an ace beside an ace, not the highest card missing
#define CORE_HANDS_ALL_FLAGS 31

#define CORE_HANDS_MIN_RANKS 5
#define CORE_HANDS_MAX_RANKS 13
#define CORE_HANDS_MAX_CARDS 7

typedef struct {
    uint8_t ranks;                  // 5 to 13
    uint8_t width;                  // 2 (pair or high card only), 3 or 5
    uint8_t flags;
    uint8_t figures;                // 0: there is no such kind
    uint8_t place[CORE_HAND_KINDS];  // of each kind among all, 0 the lowest
} core_hands;

// Refuses places that are no order, or in which a kind lies below one that its hands contain.
int core_hands_check(const core_hands *hands);

// The score of the best `width` of `count` cards, width to 7; refuses what is no card, and a card given twice.
int core_hands_score(const core_hands *hands, const uint8_t *cards, uint32_t count, uint32_t *score);

#endif
