// SPDX-License-Identifier: MIT
// A block of deals of three cards against three, once for each tier.

#ifndef CORE_FAST_THREE_H
#define CORE_FAST_THREE_H

#include "table_three.h"

#define THREE_BLOCK 512  // deals: their words and hands stay in the nearest cache
#define THREE_CELL 8     // a kind's cells: one for each fate

// The words of a block, little-endian, become cells, kind * THREE_CELL + fate. Returned is the least upper half
// of what is left of a pair: of one that is rejected it is not above that of the excess.
uint32_t core_three_plain(const core_three_rules *rules, const uint8_t words[8 * THREE_BLOCK],
    uint8_t cells[THREE_BLOCK]);
uint32_t core_three_avx2(const core_three_rules *rules, const uint8_t words[8 * THREE_BLOCK],
    uint8_t cells[THREE_BLOCK]);
uint32_t core_three_avx512(const core_three_rules *rules, const uint8_t words[8 * THREE_BLOCK],
    uint8_t cells[THREE_BLOCK]);

#endif
