// SPDX-License-Identifier: MIT
// Black jack, many hands at a time: counted, never one by one told.
//
// A shoe is shuffled as table_units.h says. Behind the burnt cards come rounds of `boxes` hands: a card to each, one to
// the croupier, a second to each, then box after box what its plan asks for, then his own cards. The last round is the
// one in which the cards before the last `below_red` run out; if it empties the shoe, cards of another shoe follow,
// which owns the words from 2^63 + 512 i on. A fresh hand is one box against the croupier, the first cards of a shoe
// shuffled for it alone: hand i draws from words 16 i to 16 i + 15 of purpose play, and cards behind the 16th from words
// 2^56 + 512 i on.
//
// A hand is an automaton over the kinds of its cards. State 0 has no card; every card leads to a state with a higher
// number, the last state is that of a hand that has passed. In each state the plan says what to do against each kind of
// the croupier's first card. A hand that is separated becomes two in the state `parted`, each of which is played as the
// plan says; the left one first, to its end.

#ifndef CORE_TABLE_BLACK_JACK_H
#define CORE_TABLE_BLACK_JACK_H

#include "table_units.h"

#define CORE_BLACK_JACK_KINDS 16      // of cards at most
#define CORE_BLACK_JACK_STATES 4096   // of a hand at most
#define CORE_BLACK_JACK_BANK 64       // states of the croupier at most
#define CORE_BLACK_JACK_WORTHS 16     // what a hand may be worth once it stands
#define CORE_BLACK_JACK_BOXES 7
#define CORE_BLACK_JACK_HANDS 256     // of a box at most: the campaign ends with CORE_E_EXHAUSTED where there are more
#define CORE_BLACK_JACK_GAINS 2049    // cells of a box's gain, in half stakes from -1024 on
#define CORE_BLACK_JACK_COUNTS 21     // cells of the true count, rounded, from -10 or less to 10 or more

// What a plan does.
#define CORE_BLACK_JACK_STAND 0
#define CORE_BLACK_JACK_HIT 1
#define CORE_BLACK_JACK_DOUBLE 2
#define CORE_BLACK_JACK_SPLIT 3

// What the croupier comes to: 17 to 21, passed, black jack, three sevens; these are his states 0 to 7.
#define CORE_BLACK_JACK_BUST 5
#define CORE_BLACK_JACK_NATURAL 6
#define CORE_BLACK_JACK_ENDS 8

typedef struct {
    uint32_t cards, below_red, burnt, boxes, states;
    uint8_t kind[CORE_SHOE_CARDS];       // of each card, by its number in a new shoe
    int8_t tag[CORE_BLACK_JACK_KINDS];   // what a card of a kind adds to the count once it is seen
    uint8_t insured[CORE_BLACK_JACK_KINDS];  // 1: an insurance may be laid against it
    const uint16_t *next;    // [states][CORE_BLACK_JACK_KINDS]
    const uint8_t *act;      // [CORE_BLACK_JACK_KINDS][states]: by the croupier's first card
    const uint16_t *parted;  // [states]
    const uint8_t *worth;    // [states]: 0 of a hand that has passed, 1 of a black jack
    uint8_t bank_first[CORE_BLACK_JACK_KINDS];                       // his state with one card, 8 or more
    uint8_t bank_next[CORE_BLACK_JACK_BANK][CORE_BLACK_JACK_KINDS];  // an end, or a state with a higher number
    int8_t pays[4][CORE_BLACK_JACK_WORTHS][CORE_BLACK_JACK_ENDS];    // half stakes, -4 to 4; the first place: 1 doubled,
                                                                     // 2 not the first hand of its box, 3 both
} core_black_jack_rules;

// Rounds that belong together, and sums over shoes of products: r rounds, g gain of all boxes in half stakes, a
// croupiers against whom an insurance may be laid, t of them with a black jack.
typedef struct {
    uint64_t rounds, insured, naturals;
    int64_t gain;
    int64_t rr, rg, gg, aa, at, tt;
} core_black_jack_part;

typedef struct {
    uint64_t shoes, dealt, hands, doubled;            // hands: with those that were separated
    uint64_t bank[CORE_BLACK_JACK_ENDS];              // croupiers who drew to their end
    core_black_jack_part all;                         // of fresh hands without the sums of products
    core_black_jack_part counts[CORE_BLACK_JACK_COUNTS];  // by the true count before the round; not of fresh hands
    int64_t box_rg[CORE_BLACK_JACK_BOXES], box_gg[CORE_BLACK_JACK_BOXES];  // as of a part, of a box alone
    uint64_t gains[CORE_BLACK_JACK_BOXES][CORE_BLACK_JACK_GAINS];
} core_black_jack_tally;

// Shoes first to first + shoes - 1; the tally is added to.
int core_table_black_jack(uint32_t tier, const core_black_jack_rules *rules, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint64_t first, uint64_t shoes, core_black_jack_tally *tally);

// Fresh hands first to first + hands - 1, of one box; the tally is added to.
int core_table_black_jack_fresh(uint32_t tier, const core_black_jack_rules *rules, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint64_t first, uint64_t hands, core_black_jack_tally *tally);

#endif
