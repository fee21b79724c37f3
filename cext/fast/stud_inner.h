// SPDX-License-Identifier: MIT
// Hands of five cards by their number, as table_stud.h has it.

#ifndef CORE_STUD_INNER_H
#define CORE_STUD_INNER_H

#include "table_stud.h"

// n over k for k from 1 to 5 and n up to 52.
static const uint32_t stud_chosen[CORE_STUD_CARDS][CORE_STUD_DECK + 1] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
        31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52},
    {0, 0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 136, 153, 171, 190, 210, 231, 253, 276, 300,
        325, 351, 378, 406, 435, 465, 496, 528, 561, 595, 630, 666, 703, 741, 780, 820, 861, 903, 946, 990, 1035,
        1081, 1128, 1176, 1225, 1275, 1326},
    {0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560, 680, 816, 969, 1140, 1330, 1540, 1771,
        2024, 2300, 2600, 2925, 3276, 3654, 4060, 4495, 4960, 5456, 5984, 6545, 7140, 7770, 8436, 9139, 9880, 10660,
        11480, 12341, 13244, 14190, 15180, 16215, 17296, 18424, 19600, 20825, 22100},
    {0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380, 3060, 3876, 4845, 5985, 7315,
        8855, 10626, 12650, 14950, 17550, 20475, 23751, 27405, 31465, 35960, 40920, 46376, 52360, 58905, 66045, 73815,
        82251, 91390, 101270, 111930, 123410, 135751, 148995, 163185, 178365, 194580, 211876, 230300, 249900, 270725},
    {0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368, 6188, 8568, 11628, 15504, 20349, 26334,
        33649, 42504, 53130, 65780, 80730, 98280, 118755, 142506, 169911, 201376, 237336, 278256, 324632, 376992,
        435897, 501942, 575757, 658008, 749398, 850668, 962598, 1086008, 1221759, 1370754, 1533939, 1712304, 1906884,
        2118760, 2349060, 2598960},
};

static inline uint32_t stud_choose(uint32_t n, uint32_t k) {
    return stud_chosen[k - 1][n];
}

// The number of five different cards in any order, which are sorted.
static inline uint32_t stud_number(uint8_t cards[CORE_STUD_CARDS]) {
    uint32_t number = 0;
    for (uint32_t i = 1; i < CORE_STUD_CARDS; i++) {
        const uint8_t card = cards[i];
        uint32_t at = i;
        for (; at > 0 && cards[at - 1] > card; at--) {
            cards[at] = cards[at - 1];
        }
        cards[at] = card;
    }
    for (uint32_t i = 0; i < CORE_STUD_CARDS; i++) {
        number += stud_choose(cards[i], i + 1);
    }
    return number;
}

// The cards of a hand, the lowest first.
static inline void stud_cards(uint32_t number, uint8_t cards[CORE_STUD_CARDS]) {
    for (uint32_t k = CORE_STUD_CARDS, card = CORE_STUD_DECK - 1; k > 0; k--) {
        while (stud_choose(card, k) > number) {
            card--;
        }
        number -= stud_choose(card, k);
        cards[k - 1] = (uint8_t)card;
    }
}

#endif
