// SPDX-License-Identifier: MIT
// Five cards against the bank's of one deck, of which one lies open: a first bet, and a second one for who goes on.
//
// If the bank does not play, who went on gains 1. If it does, whoever has the higher hand gains 1 and what the second
// bet of `raises` is paid, `pays` times itself by the class of the hand; the lower hand loses both, an equal one nothing.
// Who does not go on loses 1. Everything is in first bets.
//
// Hands are numbered as sets: cards a < b < c < d < e are hand C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) + C(e, 5).

#ifndef CORE_TABLE_STUD_H
#define CORE_TABLE_STUD_H

#include "cards_fast.h"

#define CORE_STUD_DECK 52
#define CORE_STUD_CARDS 5
#define CORE_STUD_HANDS 2598960
#define CORE_STUD_FOURS 270725      // sets of four cards
#define CORE_STUD_AGAINST 163185    // hands of the bank beside five cards and its open one
#define CORE_STUD_LOOK 2            // of a class: its hands differ

// What comes of a hand.
#define CORE_STUD_FOLDS 0
#define CORE_STUD_OUT 1             // the bank does not play
#define CORE_STUD_WORSE 2           // the bank is below
#define CORE_STUD_EQUAL 3
#define CORE_STUD_BETTER 4
#define CORE_STUD_FATES 5

typedef struct {
    uint32_t plays_at;              // the least class with which the bank plays
    uint32_t raises;                // 1 to 100
    uint16_t pays[CORE_HANDS_MAX_CLASSES + 1];
} core_stud_rules;

typedef struct {
    uint64_t cells[CORE_HANDS_MAX_CLASSES + 1][CORE_STUD_FATES];  // by the class of the hand
    uint8_t goes[CORE_HANDS_MAX_CLASSES + 1];  // whether hands of a class go on: 0 none, 1 all, CORE_STUD_LOOK
} core_stud_tally;

// How many hands hold these cards, up to three limits: of those that do not play, below a class, and up to it.
typedef struct {
    uint32_t of[3];
} core_stud_held;

typedef struct {
    uint16_t classes[CORE_STUD_HANDS];
    uint32_t sorted[CORE_STUD_HANDS], first[CORE_HANDS_MAX_CLASSES + 2];
    core_stud_held one[CORE_STUD_DECK], two[1326], three[22100], four[CORE_STUD_FOURS];
} core_stud_scratch;

// All hands, each with all 47 open cards, against all hands of the bank beside them, by best play. `tally` is filled;
// bit u of goes[hand]: it goes on where card u lies open. The table has 52 cards and hands of five.
int core_stud_best(const core_hand_table *table, const core_stud_rules *rules, core_stud_scratch *scratch,
    uint64_t goes[CORE_STUD_HANDS], core_stud_tally *tally);

// Deals first to first + deals - 1 of ten cards of purpose play, one to the hand, one to the bank, five times, the
// last one open; the hand goes on as `goes` and the tally's classes have it. `kinds` has a row below 16 for each class;
// cells[row][fate] is added to. `tier` is how wide the loops are (bulk.h); the counts are the same.
int core_table_stud(uint32_t tier, const core_hand_table *table, const core_stud_rules *rules,
    const core_stud_tally *tally, const uint64_t goes[CORE_STUD_HANDS],
    const uint8_t kinds[CORE_HANDS_MAX_CLASSES + 1], const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t deals, uint64_t cells[16][CORE_STUD_FATES]);

#endif
