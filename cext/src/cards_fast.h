// SPDX-License-Identifier: MIT
// Many deals and many hands at once, on large computers: the same deals and the same order as cards.h.

#ifndef CORE_CARDS_FAST_H
#define CORE_CARDS_FAST_H

#include "cards.h"

// Throws first to first + throws - 1; `faces` takes throws * dice bytes.
int core_dice_throws(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t throws, uint32_t dice, uint8_t *faces);

// Deals first to first + deals - 1 of `count` of the cards; `out` takes deals * count bytes, each deal in order.
int core_cards_deals(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t deals, uint32_t cards, uint32_t count, uint8_t *out);

// Hands ------------------------------------------------------------------------------------------
//
// A class numbers the scores of an order from 1, the lowest, without gaps: hands of 5, 6 and 7 cards of one order
// have the same classes. A table of the order and of the number of cards finds the class of a hand by a few sums
// and look-ups: the ranks' keys, multiples of powers of 5, add up to a key of the ranks alone (no rank comes more
// than 4 times, and the joker has a power of its own), and the suits are counted beside them.
//
// Build it once; it is read only after that. Use the functions: the fields may change.

#define CORE_HANDS_MAX_CLASSES 16384
#define CORE_HANDS_BUCKETS 8192
#define CORE_HANDS_SLOTS 131072
#define CORE_HANDS_SETS 16384        // ranks of one suit, and the joker

typedef struct {
    core_hands hands;
    uint32_t count, deck, classes, slot_mask, by_suit;  // by_suit: how many of a suit may be a flush, with the joker
    uint32_t rank_key[CORE_HANDS_MAX_RANKS + 1];        // the last one: the joker's
    uint64_t bias;                                      // brings a suit that may be a flush to 8
    uint64_t card_key[64];                              // key of its rank, and 1 in the counter of its suit
    uint64_t card_set[64];                              // its rank in the 16 bits of its suit
    uint16_t flush[CORE_HANDS_SETS];                    // best class that a suit alone makes, 0 if none
    uint16_t moved[CORE_HANDS_BUCKETS];
    uint16_t slot[CORE_HANDS_SLOTS];                    // best class that the ranks make
    uint32_t score[CORE_HANDS_MAX_CLASSES];             // of class i + 1
} core_hand_table;

#define CORE_HANDS_MAX_RANK_SETS 67834  // of 7 cards of 13 ranks: 49205, and 18395 with a joker; of 6 cards less

typedef struct {
    uint32_t many, classes;
    uint32_t key[CORE_HANDS_MAX_RANK_SETS], sorted[CORE_HANDS_MAX_RANK_SETS];
    uint16_t value[CORE_HANDS_MAX_RANK_SETS];
    uint32_t first[CORE_HANDS_BUCKETS + 1];
    uint16_t order[CORE_HANDS_BUCKETS];
    uint8_t used[CORE_HANDS_SLOTS];
} core_hand_builder;

// Make the table of hands of `count` cards, width to 7. Refuses hands in which two suits could be flushes (3 counted
// of more than 5 cards). The builder is scratch.
int core_hand_table_build(core_hand_table *table, core_hand_builder *scratch, const core_hands *hands,
    uint32_t count);

// The classes of many hands, `count` cards each, by loops of a tier (bulk.h). Fails on a tier that this processor has
// not and on a card that the deck has not; that the cards of a hand differ is the caller's promise (if they do not, its
// class means nothing).
int core_hand_table_rank(uint32_t tier, const core_hand_table *table, const uint8_t *cards, uint64_t hands,
    uint16_t *classes);

// counts[class] for all hands of the deck, by sets of ranks and ways to suit them. counts[0] stays 0.
int core_hand_table_count(const core_hand_table *table, uint64_t counts[CORE_HANDS_MAX_CLASSES + 1]);

// The same by looking at every hand whose lowest card is from `low` to `high` - 1; counts are added to.
int core_hand_table_enumerate(const core_hand_table *table, uint32_t low, uint32_t high,
    uint64_t counts[CORE_HANDS_MAX_CLASSES + 1]);

#endif
