// SPDX-License-Identifier: MIT
// What the tiers of deals of three cards share: plain loops in lanes of 32 and 16 bits, which compilers make as wide
// as the tier that includes them.

#ifndef CORE_FAST_THREE_INNER_H
#define CORE_FAST_THREE_INNER_H

#include "lanes_deal_inner.h"
#include "three.h"

enum { DECK = 52, DEALT = 6, ONE_SUIT = 4096 };

// Where the table has a hand.
LANES_INLINED uint32_t hand_of(uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t differ = ((a ^ b) | (a ^ c)) & 3;
    return (a >> 2) << 8 | (b >> 2) << 4 | c >> 2 | (uint32_t)(differ == 0) * ONE_SUIT;
}

// The hands of a block; the least upper half of what is left of a pair. Six draws stand in a row, not in a loop:
// compilers do not make loops in loops wide.
LANES_INLINED uint32_t deal_hands(const uint8_t *words, uint16_t *mine, uint16_t *bank) {
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < THREE_BLOCK; i++) {
        uint32_t low = get_u32(words + 8 * i), high = get_u32(words + 8 * i + 4);
        const uint32_t a = take_card(&high, &low, DECK), b = take_card(&high, &low, DECK - 1) + 1;
        const uint32_t c = take_card(&high, &low, DECK - 2) + 2, d = take_card(&high, &low, DECK - 3) + 3;
        const uint32_t e = take_card(&high, &low, DECK - 4) + 4, f = take_card(&high, &low, DECK - 5) + 5;
        const uint32_t second = left_at(b, a, 0);
        const uint32_t third = left_at(left_at(c, b, 1), a, 0);
        const uint32_t fourth = left_at(left_at(left_at(d, c, 2), b, 1), a, 0);
        const uint32_t fifth = left_at(left_at(left_at(left_at(e, d, 3), c, 2), b, 1), a, 0);
        const uint32_t sixth = left_at(left_at(left_at(left_at(left_at(f, e, 4), d, 3), c, 2), b, 1), a, 0);
        mine[i] = (uint16_t)hand_of(a, third, fifth);
        bank[i] = (uint16_t)hand_of(second, fourth, sixth);
        least = high < least ? high : least;
    }
    return least;
}

LANES_INLINED void look_up(const uint16_t *hand, uint16_t *hands) {
    for (uint32_t i = 0; i < THREE_BLOCK; i++) {
        hands[i] = hand[hands[i]];
    }
}

// What comes of a hand against the bank's, both as the table has them.
LANES_INLINED uint16_t cell_of(uint16_t own, uint16_t bank, uint16_t plays_at) {
    const uint16_t score = own >> 4, other = bank >> 4;
    uint16_t fate = score > other ? CORE_THREE_WORSE : score < other ? CORE_THREE_BETTER : CORE_THREE_EQUAL;
    fate = other < plays_at ? CORE_THREE_OUT : fate;
    fate = own & 1 ? fate : CORE_THREE_FOLDS;
    return (uint16_t)((own >> 1 & 7) * THREE_CELL + fate);
}

LANES_INLINED uint32_t settle_block(const core_three_rules *rules, const uint8_t *words, uint8_t *cells) {
    uint16_t mine[THREE_BLOCK], bank[THREE_BLOCK];
    const uint16_t plays_at = (uint16_t)rules->plays_at;
    const uint32_t least = deal_hands(words, mine, bank);
    look_up(rules->hand, mine);
    look_up(rules->hand, bank);
    for (uint32_t i = 0; i < THREE_BLOCK; i++) {
        cells[i] = (uint8_t)cell_of(mine[i], bank[i], plays_at);
    }
    return least;
}

#endif
