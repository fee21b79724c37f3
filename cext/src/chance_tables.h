// SPDX-License-Identifier: MIT
// Type C: what a machine of chance is, in one blob.

#ifndef CORE_CHANCE_TABLES_H
#define CORE_CHANCE_TABLES_H

#include "sha256.h"
#include "sizes.h"

#define CORE_TYPE_C 0x43               // 'C': machine of chance
#define CORE_CHANCE_VERSION 1          // layout of the blob and of the state
#define CORE_CHANCE_HEADER 64          // bytes of the blob before its sections
#define CORE_CHANCE_MAX_STOPS 256      // stops of one reel
#define CORE_CHANCE_MAX_WEIGHT 4096    // sum of the weights of one reel
#define CORE_CHANCE_MAX_SYMBOLS 32
#define CORE_CHANCE_MAX_PAYLINES 100
#define CORE_CHANCE_MAX_COMBOS 255
#define CORE_CHANCE_MAX_SCATTERS 32
#define CORE_CHANCE_MAX_PICKS 32
#define CORE_CHANCE_MAX_POTS 4
#define CORE_CHANCE_MAX_FREE_PLAYS 1000
#define CORE_CHANCE_MAX_GIVEN 255      // picks of all scatter rows together
#define CORE_CHANCE_MAX_CAP 4000000    // cents that one play may win, pots apart
#define CORE_CHANCE_MAX_MULTIPLIER 100
#define CORE_CHANCE_MAX_BETS 5         // bets of one play, each a multiple of the first
#define CORE_CHANCE_MAX_BET 100        // times the first
#define CORE_CHANCE_MAX_COMBINATIONS (UINT64_C(1) << 60)  // and mystery_of
#define CORE_CHANCE_MAX_PLAYS (UINT64_C(1) << 44)  // a play owns 2^20 blocks of its purpose
#define CORE_CHANCE_MAX_SHARE 1000000000           // share_of, reserve_of
#define CORE_CHANCE_MAX_POT UINT64_C(4000000000000)  // limit_mc: its cents fit 32 bits

#define CORE_CHANCE_LINES 0            // evaluation: paylines
#define CORE_CHANCE_WAYS 1             // evaluation: all ways
#define CORE_CHANCE_ANY UINT32_C(0xffffffff)  // mask of a combination that every symbol matches

#define CORE_POT_COMBINATION 0         // hit by a combination or scatter row that names the pot
#define CORE_POT_MYSTERY 1             // hit by a draw in every paid play
#define CORE_POT_MUST_HIT 2            // hit when it reaches a threshold drawn at its reset

// Words
//
// Pair p of a purpose is a 64-bit number: its word 2 p, and above it its word 2 p + 1. An even draw below
// `bound` (1 to 2^60) from a pair x is the upper half of the 128-bit x * bound; x is rejected if the lower half
// is below 2^64 mod bound. From a word, bound below 2^32, the same with halves of 32 bits. A rejected word or
// pair takes the same number in the next rejection stream.
//
// Reels: each reel r has a weight for each stop and their sum W[r]; N = W[0] * W[1] * ... combinations, at most
// 2^60. A play draws one value below N, whose digits, reel 0 first (most significant) with radix W[r], are
// tickets; ticket t of a reel is the stop whose weights, summed from stop 0 on, first exceed t. (The digits need
// no division: from the pair x they are the upper halves of x * W[0], of its lower half * W[1], and so on.)
// A paid play i draws from word i of purpose play if N < 2^32, else from pair i. What follows in the same
// play (free plays, picks, gambles, in the order in which they are made) draws from pairs i * 2^23 + n of
// purpose feature, n = 0, 1, ...: the start of block i * 2^20.

// Blob
//
// Blob, little endian:
//    0 "azar"   4 u16 version   6 u8 type   7 u8 evaluation   8 u32 size of the whole blob
//   12 u32 price_cents   16 u32 cap_cents   20 u32 unit_cents (derived: divides the cap and every prize)
//   24 u8 reels   25 u8 rows   26 u8 symbols   27 u8 paylines (0 with ways)
//   28 u8 combos   29 u8 scatters   30 u8 picks   31 u8 pots
//   32 u16 max_free_plays   34 u8 free_multiplier   35 u8 sets (1, or 2: free plays turn other reels)
//   36 u8 gamble_rounds   37 u8 0[3]   40 u32 gamble_wins   44 u32 gamble_of   48 u32 gamble_max_cents
//   52 u8 further_bets[4] (times the first bet, 2 or more, ascending, then 0)   56 u64 mystery_of
//   u16 stops[sets][6]   u16 weight[sets][6] (sums)
//   combos: u32 prize_cents, u8 group, u8 span, u8 multiplies, u8 pot, u32 mask[6]            32 bytes each
//   scatters: u32 prize_cents, u32 mask, u16 free_plays, u16 retrigger, u8 count, u8 group, u8 picks, u8 pot
//                                                                                            16 bytes each
//   picks: u32 prize_cents, u32 weight, u8 ends, u8 0[3]                                      12 bytes each
//   pots: u64 seed_mc, u64 limit_mc, u32 share, u32 share_of, u32 reserve, u32 reserve_of, u64 mystery,
//         u8 hit, u8 0[7]                                                                     48 bytes each
//   u8 payline[paylines][reels]       row on each reel, 0 is the top
//   u8 multiplier[symbols]            1, or what a wild multiplies by
//   u8 strip[set][reel][stops]        symbol ids
//   u16 weights[set][reel][stops]     1 or more
//   u8 stop_of[set][reel][weight]     derived: the stop of each ticket
//   u8 digest[32]                     SHA-256 of all that precedes
//
// Windows are those of tables.h: row j of a reel at stop s shows strip[(s + rows / 2 - j) mod stops].
// pot: 0 none, 1 + level otherwise. A combo's mask has bit s for each symbol s that its reel may show;
// span is the number of leading reels that count; beyond it every mask is CORE_CHANCE_ANY.
//
// A play costs price_cents, the first bet, or one of the further bets, which is price_cents times its number.
// Every amount in the tables is for the first bet; what a play wins is that times its bet, and so are cap,
// contributions to the pots, the odds of their mystery draw (at most 1 at the highest bet) and what may be
// gambled. No value that is drawn depends on the bet.
//
// What a turn pays is clipped at cap_cents wherever that keeps numbers small: it changes no play's total.
//
// Lines: a combo matches a payline if each reel shows a symbol of its mask there. It is worth prize_cents, if
// `multiplies` times the multipliers of the symbols on its first `span` reels. The line pays its worthiest
// combo; lines add up.
// Ways: a combo's ways are the product, over its span, of the cells of each reel that show a symbol of its
// mask, each counted as often as its multiplier says if `multiplies`. In each group the combo of the longest
// span that has ways counts (the first of equals), prize_cents times its ways; groups add up. With ways the
// rows are sorted by group, and so are the scatters always.
// Scatters: the cells of the whole window that show a symbol of the mask are counted; in each group the row
// with the largest `count` that is reached applies (the first of equals).
// In a free play `retrigger` stands for free_plays, prizes of combos and scatters are multiplied by
// free_multiplier, and no pot is hit. In a paid play a pot is hit once by every row that applies and names it:
// any matching combo on any line (ways: any combo with ways), the worthiest or not, or an applying scatter row.
// Only a pot with hit CORE_POT_COMBINATION may be named.

typedef struct {
    uint64_t seed_mc, limit_mc, mystery;  // millicents; mystery hits of mystery_of draws
    uint32_t share, share_of, reserve, reserve_of;
    uint64_t step_mc, reserve_step_mc;    // whole millicents of one contribution
    uint32_t step_rest, reserve_step_rest;  // and what remains, in parts of share_of and reserve_of
    uint32_t hit;
} core_pot_rule;

// Use the functions: the fields may change.
typedef struct {
    const uint8_t *blob, *combo_rows, *scatter_rows, *pick_rows, *pot_rows, *payline_rows, *multipliers;
    const uint8_t *strips[2][CORE_MAX_REELS], *weights[2][CORE_MAX_REELS], *stop_of[2][CORE_MAX_REELS];
    uint64_t combinations[2];             // N of each set
    uint64_t mystery_of;
    uint32_t size, price_cents, cap_cents, unit_cents;
    uint32_t gamble_wins, gamble_of, gamble_max_cents, pick_weight;
    uint16_t stops[2][CORE_MAX_REELS], weight[2][CORE_MAX_REELS], max_free_plays;
    uint8_t type, evaluation, reels, rows, symbols, paylines, combos, scatters, picks, pots;
    uint8_t bets, bet[CORE_CHANCE_MAX_BETS];  // how many, and each as a multiple of price_cents
    uint8_t free_multiplier, sets, gamble_rounds, must_hit;  // must_hit: some pot has a threshold
    core_pot_rule pot[CORE_CHANCE_MAX_POTS];
    uint8_t digest[CORE_DIGEST_SIZE];
} core_chance;

// As core_tables_compile: fills in sizes, unit_cents and stop_of behind the stated sections, and the digest.
int core_chance_compile(uint8_t *blob, size_t capacity, size_t *size);

// Check a blob completely and make it ready. The blob must outlive the tables.
int core_chance_open(core_chance *tables, const uint8_t *blob, size_t size);

#endif
