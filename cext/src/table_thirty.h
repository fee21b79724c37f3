// SPDX-License-Identifier: MIT
// Treinta y cuarenta, many coups at a time: counted, never one by one told.
//
// A shoe is shuffled as table_units.h says and dealt from its first card: the black row until it has `ends_at` points
// or more, then the red one; the coup that needs a card behind the last `below_red` is void and ends the shoe. A fresh
// coup is the first one of a shoe shuffled for it alone: coup i draws from words 16 i to 16 i + 15 of purpose play, and
// cards behind the 16th from words 2^56 + 64 i on.
//
// Beside each bet, rojo, negro, color and inverso in this order, one stake is followed that goes to prison at every 31
// and 31 until it is settled; only then another one is laid. Prisoners go on from shoe to shoe and from coup to coup:
// where a count begins they are what the units before it have made of them.

#ifndef CORE_TABLE_THIRTY_H
#define CORE_TABLE_THIRTY_H

#include "table_units.h"

#define CORE_THIRTY_ZEROS 16    // how often a prisoner has seen 31 and 31, 0: it is free; the last one: so often or more
#define CORE_THIRTY_UNIT 32768  // one stake, in which gains of prisoners are summed

typedef struct {
    uint32_t cards, below_red, ends_at;
    uint32_t jailed;      // what of a stake is imprisoned at its first 31 and 31, in units of 1 / CORE_THIRTY_UNIT
    uint32_t null_frees;  // equal points but 31 free a prisoner
    uint8_t points[CORE_SHOE_CARDS];  // 1 to 10 of each card, by its number in a new shoe
    uint8_t red[CORE_SHOE_CARDS];     // 1: a heart or a diamond
} core_thirty_rules;

typedef struct {
    uint64_t shoes, coups, dealt;  // dealt: cards of coups that were not void
    uint64_t cells[2][10][10];     // [first card red][points of the black row - ends_at][of the red row - ends_at]
    uint64_t moments[21];          // sums over shoes of the products of coups of each kind, kind i with kinds i to 5:
                                   // negro color, negro inverso, rojo color, rojo inverso, equal points, 31 and 31
    uint64_t ends[4][CORE_THIRTY_ZEROS][4];  // [bet][zeros seen before][won, lost, equal points, 31 and 31]
    int64_t jail[4][3];  // sums over shoes for the stakes settled in one, n, and their gain, g: n n, n g, g g
} core_thirty_tally;

// Shoes first to first + shoes - 1; the tally is added to.
int core_table_thirty(const core_thirty_rules *rules, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t shoes, core_thirty_tally *tally);

// Fresh coups first to first + coups - 1, each counted as a shoe of its own; the tally is added to.
int core_table_thirty_fresh(const core_thirty_rules *rules, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t coups, core_thirty_tally *tally);

#endif
