// SPDX-License-Identifier: MIT
// A block of deals of five cards against five, once for each tier that has lanes.

#ifndef CORE_FAST_STUD_H
#define CORE_FAST_STUD_H

#include "table_stud.h"

#define STUD_BLOCK 256       // deals: their words, hands and classes stay in the nearest cache
#define STUD_WORDS (16 * STUD_BLOCK)  // bytes of a block's words: two pairs to a deal

// A block's hands: four cards of each in the bytes of a number, the first lowest, and the fifth.
typedef struct {
    uint32_t mine[STUD_BLOCK], mine_last[STUD_BLOCK], bank[STUD_BLOCK], bank_last[STUD_BLOCK];
} stud_hands;

// The words of a block, little-endian, become hands. Returned is the least upper half of what is left of a first pair,
// or 0 where the upper half of a second one is 0: of a pair that is rejected it is not above that of the excess.
uint32_t core_stud_avx2(const uint8_t words[STUD_WORDS], stud_hands *hands);
uint32_t core_stud_avx512(const uint8_t words[STUD_WORDS], stud_hands *hands);

#endif
