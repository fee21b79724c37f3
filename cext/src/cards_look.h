// SPDX-License-Identifier: MIT
// How a hand is found in its table.

#ifndef CORE_CARDS_LOOK_H
#define CORE_CARDS_LOOK_H

#include "cards_fast.h"

#define CARDS_SUIT_SHIFT 48
#define CARDS_MAY_FLUSH (UINT64_C(0x8888) << CARDS_SUIT_SHIFT)

// The best class that the ranks make, whatever the suits.
static inline uint32_t look_ranks(const core_hand_table *table, uint32_t key) {
    return table->slot[((key & table->slot_mask) + table->moved[key >> 19]) & table->slot_mask];
}

// The suit of which there are enough for a flush; one counter of `sum` is 8 or more.
static inline uint32_t flush_suit(uint64_t sum) {
    uint32_t suit = 0;
    while (!(sum >> (CARDS_SUIT_SHIFT + 3 + 4 * suit) & 1)) {
        suit++;
    }
    return suit;
}

// The class of a hand by the sum of its keys, bias included, and the union of its sets.
static inline uint32_t look_flush(const core_hand_table *table, uint64_t sum, uint64_t sets) {
    const uint32_t suited = table->flush[sets >> (16 * flush_suit(sum)) & (CORE_HANDS_SETS - 1)];
    const uint32_t other = look_ranks(table, (uint32_t)sum);
    return suited > other ? suited : other;
}

// Asks for the cards of hands to come and the room of their classes: a long stream lies beyond the nearer caches.
static inline void look_ahead(const uint8_t *cards, const uint16_t *classes) {
#ifdef __GNUC__
    __builtin_prefetch(cards + 4096);
    __builtin_prefetch(cards + 4096 + 64);
    __builtin_prefetch(classes + 1024, 1);
#else
    (void)cards;
    (void)classes;
#endif
}

// Whether a tier ranks sixteen hands of `count` cards at a time, and that for whole sixteens of them.
int core_hands_wide(uint32_t tier, uint32_t count);
void core_hands_sixteens(const core_hand_table *table, const uint8_t *cards, uint32_t hands, uint16_t *classes);

#endif
