// SPDX-License-Identifier: MIT
// What the tiers of deals of five cards share: plain loops in lanes of 32 bits.

#ifndef CORE_FAST_STUD_DEAL_INNER_H
#define CORE_FAST_STUD_DEAL_INNER_H

#include "lanes_deal_inner.h"
#include "stud.h"

enum { DECK = CORE_STUD_DECK };

// What lies at a place when so many cards are out.
#define LEFT_1(place) left_at(place, a, 0)
#define LEFT_2(place) LEFT_1(left_at(place, b, 1))
#define LEFT_3(place) LEFT_2(left_at(place, c, 2))
#define LEFT_4(place) LEFT_3(left_at(place, d, 3))
#define LEFT_5(place) LEFT_4(left_at(place, e, 4))
#define LEFT_6(place) LEFT_5(left_at(place, f, 5))
#define LEFT_7(place) LEFT_6(left_at(place, g, 6))
#define LEFT_8(place) LEFT_7(left_at(place, h, 7))
#define LEFT_9(place) LEFT_8(left_at(place, i, 8))

// Eight draws are of a deal's first pair, two of its second (cards.h). They stand in a row, not in a loop: compilers do
// not make loops in loops wide.
LANES_INLINED uint32_t deal_block(const uint8_t *words, stud_hands *hands) {
    uint32_t least = UINT32_MAX, other = UINT32_MAX;
    for (uint32_t at = 0; at < STUD_BLOCK; at++) {
        uint32_t low = get_u32(words + 16 * at), high = get_u32(words + 16 * at + 4);
        uint32_t other_low = get_u32(words + 16 * at + 8), other_high = get_u32(words + 16 * at + 12);
        const uint32_t a = take_card(&high, &low, DECK), b = take_card(&high, &low, DECK - 1) + 1;
        const uint32_t c = take_card(&high, &low, DECK - 2) + 2, d = take_card(&high, &low, DECK - 3) + 3;
        const uint32_t e = take_card(&high, &low, DECK - 4) + 4, f = take_card(&high, &low, DECK - 5) + 5;
        const uint32_t g = take_card(&high, &low, DECK - 6) + 6, h = take_card(&high, &low, DECK - 7) + 7;
        const uint32_t i = take_card(&other_high, &other_low, DECK - 8) + 8;
        const uint32_t j = take_card(&other_high, &other_low, DECK - 9) + 9;
        hands->mine[at] = a | LEFT_2(c) << 8 | LEFT_4(e) << 16 | LEFT_6(g) << 24;
        hands->bank[at] = LEFT_1(b) | LEFT_3(d) << 8 | LEFT_5(f) << 16 | LEFT_7(h) << 24;
        hands->mine_last[at] = LEFT_8(i);
        hands->bank_last[at] = LEFT_9(j);
        least = high < least ? high : least;
        other = other_high < other ? other_high : other;
    }
    return other == 0 ? 0 : least;
}

#endif
