// SPDX-License-Identifier: MIT
// Type B: what a machine is, in one blob.

#ifndef CORE_TABLES_H
#define CORE_TABLES_H

#include "sha256.h"
#include "sizes.h"

#define CORE_TABLES_VERSION 1    // layout of the blob
#define CORE_HEADER_SIZE 64      // bytes of the blob before its sections
#define CORE_MAX_STOPS 255       // stops of one reel
#define CORE_MAX_WINDOWS 65536   // product of the stops
#define CORE_MAX_PAYLINES 32
#define CORE_MAX_PAYS 64
#define CORE_MAX_CLASSES 32      // prize classes, class 0 is the loss
#define CORE_MAX_STRATA 64
#define CORE_MAX_STRATUM 65535   // entries of one stratum
#define CORE_MAX_PRIZE 16777215  // cents of one pay
#define CORE_MAX_SIMULTANEOUS 2  // entries taken by one play (RD 2110/1998: two simultaneous plays)
#define CORE_MAX_ROUNDS 20       // gambles of one prize
#define CORE_MAX_ACCOUNT 1000000 // cents of the return account of gambles, and of an advance on it

#define CORE_SYMBOL_ANY 255      // in a pay: every symbol matches
#define CORE_NO_CLASS 255        // a window whose pay is no prize of the plan; never shown
#define CORE_TYPE_B 0x42         // 'B': recreational machine with a programmed prize cycle

// Blob, little endian:
//    0 "azar"   4 u16 version   6 u8 type   7 u8 hold (0, 1)   8 u32 size of the whole blob
//   12 u32 price_cents   16 u8 simultaneous_max   17 u8 reels   18 u8 rows   19 u8 paylines
//   20 u8 pays   21 u8 classes   22 u8 strata   23 u8 0   24 u8 stops[6]   30 u16 0
//   32 u32 windows   36 u32 listed
//   40 u8 gamble_rounds (0: no gamble)   41 u8 raises   42 u16 0
//   44 u32 single_max_cents   48 u32 double_max_cents   52 u32 return_max_cents   (0 without a gamble)
//   56 u32 advance_max_cents   60 u16 return_one_in   62 u16 return_spare   (0 without a gamble)
//   u32 prize_cents[classes]          [0] is 0, ascending
//   u32 first[classes + 1]            where each class begins in the window list
//   u16 plan[strata][classes]         entries of each class in each stratum
//   pays: u32 prize_cents, u8 symbol[6], u16 0
//   u8 payline[paylines][reels]       row on each reel, 0 is the top
//   u8 strip[reels][stops]            symbol ids
//   raises: u8 class, u8 to, u16 0, u32 wins, u32 of            ascending by class, none twice
//   u8 class_map[windows]             class of each window, CORE_NO_CLASS if its pay is no prize
//   u16 window_list[listed]           the windows of each class, ascending
//   u8 digest[32]                     SHA-256 of all that precedes
//
// The stop of a reel is the one on its middle row (rows / 2). A reel turns downward, so its next stop
// stands above: row j of a reel at stop s shows strip[(s + rows / 2 - j) mod stops].
// On each payline the largest matching pay counts; paylines add up.
// Window number: the stops as digits, reel 0 first, reel r having radix stops[r].
// A raise lifts an entry that the plan dealt to a higher class, wins times of `of`; with reels held it does not.

// Use the functions: the fields may change.
typedef struct {
    const uint8_t *blob, *plan, *pay_rows, *payline_rows, *strips, *class_map, *window_list;
    uint32_t size, price_cents, windows, listed, cycle_entries;
    uint32_t prize_cents[CORE_MAX_CLASSES], first[CORE_MAX_CLASSES + 1], stride[CORE_MAX_REELS];
    uint32_t single_max_cents, double_max_cents, return_max_cents, advance_max_cents, return_one_in, return_spare;
    const uint8_t *raise_rows;
    uint8_t stops[CORE_MAX_REELS];
    uint8_t type, hold, reels, rows, paylines, pays, classes, strata, simultaneous_max;
    uint8_t gamble_rounds, raises;
    uint8_t digest[CORE_DIGEST_SIZE];
} core_tables;

// Fill in what follows from the rest. On entry `blob` holds the sections up to `strip` and their counts
// (size, windows, listed and first are ignored); `capacity` must leave room for 3 bytes a window and the
// digest. On success *size is the blob's length.
int core_tables_compile(uint8_t *blob, size_t capacity, size_t *size);

// Check a blob completely and make it ready. The blob must outlive the tables.
int core_tables_open(core_tables *tables, const uint8_t *blob, size_t size);

// Entries of a class in a stratum; 0 out of range.
uint32_t core_tables_plan(const core_tables *tables, uint32_t stratum, uint32_t prize_class);

// Window `index` of a class as stops; fails out of range.
int core_tables_window(const core_tables *tables, uint32_t prize_class, uint32_t index,
    uint8_t stops[CORE_MAX_REELS]);

// Class of a window, CORE_NO_CLASS if it pays no prize of the plan; fails off the strips.
int core_tables_class(const core_tables *tables, const uint8_t stops[CORE_MAX_REELS]);

#endif
