// SPDX-License-Identifier: MIT
// Table games, many spins, throws and coups at a time: counted, never one by one told.
//
// A walk is an automaton over draws below one bound: unit i is word i of its purpose, as core_rng_below draws it,
// which two dice of core_dice_throw are, too (36, the first face the higher digit). Row s of `next` says the state
// after each value in state s, row s of `counts` how often each value fell in it; so every bet that a game settles by
// what fell in which state is counted at once.
//
// A shoe is shuffled as a table shuffles it (Durstenfeld): shoe i owns words 512 i to 512 i + 511 of purpose play, its
// draw j, from word 512 i + j below cards - j, takes a card from places j on to place j. The first card says how many
// more are burnt, its points or ten; coups follow until one has shown the red card, `below_red` cards before the end.
// A fresh coup is the first one of a shoe that is shuffled for it alone and of which nothing is burnt: coup i draws
// from words 8 i to 8 i + 5.

#ifndef CORE_TABLE_UNITS_H
#define CORE_TABLE_UNITS_H

#include "bulk.h"

#define CORE_WALK_BOUND 256      // the most that a draw may be below
#define CORE_WALK_CELLS 65536    // states times bound at most
#define CORE_SHOE_CARDS 512      // of a shoe at most: the words that it owns
#define CORE_SHOE_USED 3         // 4, 5 or 6 cards of a coup

typedef struct {
    uint32_t cards, below_red, punto_draws_to;
    uint8_t points[CORE_SHOE_CARDS];  // 0 to 9 of each card, by its number in a new shoe
    uint8_t bank_draws[8][11];        // by the bank's points, and punto's third card or 10 for none: 1 draws
} core_shoe_rules;

typedef struct {
    uint64_t shoes, coups;
    uint64_t cells[CORE_SHOE_USED][10][10];  // [cards - 4][points of punto][points of banca]
    uint64_t moments[6];  // sums over shoes of the products of coups won by punto (p), banca (b), none (t):
                          // pp, pb, pt, bb, bt, tt
} core_shoe_tally;

// Units first to first + units - 1 from *state on; *state is the one behind them. `next` has states * bound entries
// below `states`; `counts` is added to, states * bound of them.
int core_table_walk(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint32_t bound,
    uint64_t first, uint64_t units, uint32_t states, const uint16_t *next, uint32_t *state, uint64_t *counts);

// Shoes first to first + shoes - 1; the tally is added to.
int core_table_shoes(const core_shoe_rules *rules, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t shoes, core_shoe_tally *tally);

// Fresh coups first to first + coups - 1, each counted as a shoe of its own; the tally is added to.
int core_table_fresh(const core_shoe_rules *rules, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t coups, core_shoe_tally *tally);

#endif
