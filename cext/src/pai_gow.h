// SPDX-License-Identifier: MIT
// Pai Gow: seven cards made into a high hand of five and a low hand of two, many deals at a time.
//
// A deal is `players` + 1 packets of seven of 53 cards. Every packet is set in the same declared way, and each
// player's two hands are compared with the bank's. Classes of the high hand are those of a core_hand_table of five
// cards, classes of the low hand those of one of two cards; class 1 is the lowest.
//
// The high hand must be worth more than the low one, else the hand is foul (Orden of 30 December 2005 of the Illes
// Balears, 16, VII and VIII.3). `ceiling` says for each class of the high hand the best low hand that it allows.
//
// A way of setting is rows. The first row that fits the packet says how it is set: of all splits that are not foul
// and whose high hand is of a kind in `keep`, the one with the best low hand, and of those the best high hand; but
// the same of the kinds in `other` if there is none, if its low hand is below `least_low`, or if the row compares
// and the low hand of `other` is better. A row with `has` fits only packets of which some split that is not foul has
// a high hand of a kind in `has`.

#ifndef CORE_PAI_GOW_H
#define CORE_PAI_GOW_H

#include "cards_fast.h"

#define CORE_PAI_GOW_CARDS 7         // of a packet
#define CORE_PAI_GOW_SPLITS 21       // ways to choose two of seven
#define CORE_PAI_GOW_DECK 53
#define CORE_PAI_GOW_ROWS 64
#define CORE_PAI_GOW_PLAYERS 6
#define CORE_PAI_GOW_LOWS 128        // more than there are classes of two cards

// What the ranks of a packet are, the joker counted as an ace: how often the most frequent ones come.
#define CORE_PAI_GOW_NO_PAIR 0
#define CORE_PAI_GOW_PAIR 1
#define CORE_PAI_GOW_TWO_PAIRS 2
#define CORE_PAI_GOW_THREE_PAIRS 3
#define CORE_PAI_GOW_THREE 4
#define CORE_PAI_GOW_FULL 5          // three and a pair
#define CORE_PAI_GOW_FULL_TWICE 6    // three and two pairs
#define CORE_PAI_GOW_THREE_TWICE 7
#define CORE_PAI_GOW_FOUR 8
#define CORE_PAI_GOW_FOUR_PAIR 9
#define CORE_PAI_GOW_FOUR_THREE 10
#define CORE_PAI_GOW_FIVE 11         // five aces
#define CORE_PAI_GOW_FIVE_PAIR 12
#define CORE_PAI_GOW_PATTERNS 13

typedef struct {
    uint8_t pattern;
    uint8_t top_least, top_most;         // ranks, 0 the two: the highest of those that come most often
    uint8_t second_least, second_most;   // the next one; the highest single card where there is no other
    uint16_t least_low;                  // class of two cards, 0: any
    uint16_t keep, other;                // bit k: high hands of kind k
    uint16_t has;                        // bit k, as of `keep`; 0: the row asks for none
    uint8_t compare;                     // 1: `other` where its low hand is better
} core_pai_gow_row;

// Use the functions: the fields may change. Where no five cards of a packet are of one suit its ranks alone say how it
// is set, so `made` has the answer of all sets of ranks, found as the class of seven cards is found.
typedef struct {
    const core_hand_table *high, *seven;
    uint32_t rows, asks;  // asks: whether a row has a condition `has`
    uint32_t first[CORE_PAI_GOW_PATTERNS + 1];
    core_pai_gow_row row[CORE_PAI_GOW_ROWS];
    uint64_t key[CORE_PAI_GOW_DECK + 3], set[CORE_PAI_GOW_DECK + 3];
    uint16_t low[CORE_PAI_GOW_DECK * 64];        // class of the low hand of two cards, card * 64 + card
    uint16_t ceiling[CORE_HANDS_MAX_CLASSES + 1];
    uint8_t kind[CORE_HANDS_MAX_CLASSES + 1];
    uint32_t made[CORE_HANDS_SLOTS];             // high class << 16 | low class
} core_pai_gow;

typedef struct {
    uint16_t high, low;     // classes; 0 where the packet cannot be set, which no way does
    uint8_t first, second;  // places of the two cards of the low hand in the packet
} core_pai_gow_hands;

typedef struct {
    uint64_t deals;
    // Of each player's place: won, nobody wins, lost.
    uint64_t results[CORE_PAI_GOW_PLAYERS][3];
    // Rows of the text's table of comparison (16, VII): high superior, inferior, equal; low superior, inferior, equal.
    uint64_t cases[3][3];
    // Deals in which so many players won and so many lost.
    uint64_t together[CORE_PAI_GOW_PLAYERS + 1][CORE_PAI_GOW_PLAYERS + 1];
} core_pai_gow_tally;

// Make a game of the tables of five, two and seven cards of its order and of a way of setting. Rows are sorted by
// pattern and each pattern ends with one that fits every packet. A way that leaves packets without a split is built:
// core_pai_gow_count counts them in row 0. `high` and `seven` must outlive the game.
int core_pai_gow_build(core_pai_gow *game, const core_hand_table *high, const core_hand_table *low,
    const core_hand_table *seven, const core_pai_gow_row *rows, uint32_t count);

// The row of a packet's way; fails on a card that the deck has not. That cards differ is the caller's promise.
int core_pai_gow_row_of(const core_pai_gow *game, const uint8_t cards[CORE_PAI_GOW_CARDS], uint32_t *row);

// Set many packets, seven cards each, in the game's way.
int core_pai_gow_set(const core_pai_gow *game, const uint8_t *cards, uint64_t packets, core_pai_gow_hands *hands);

// All 21 splits of one packet, foul ones too (`high` and `low` say which: core_pai_gow_foul).
int core_pai_gow_splits(const core_pai_gow *game, const uint8_t cards[CORE_PAI_GOW_CARDS],
    core_pai_gow_hands splits[CORE_PAI_GOW_SPLITS]);

// 1 if the high hand is not worth more than the low one, 0 if it is; fails on a class that there is not.
int core_pai_gow_foul(const core_pai_gow *game, uint32_t high, uint32_t low);

// Deals first to first + deals - 1: the packets are cut from shuffle `deal` in order, the first for the place that throw
// `deal` of three dice says, the bank's place being 0 and counted as one; the tally is added to.
int core_pai_gow_deals(const core_pai_gow *game, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint32_t players, uint64_t first, uint64_t deals, core_pai_gow_tally *tally);

// counts[high class * CORE_PAI_GOW_LOWS + low class] of every packet of `left` cards whose lowest place is from `from`
// to `to` - 1, set in the game's way; counts are added to. `left` ascends.
int core_pai_gow_count(const core_pai_gow *game, const uint8_t *left, uint32_t many, uint32_t from, uint32_t to,
    uint32_t *counts);

#endif
