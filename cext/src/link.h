// SPDX-License-Identifier: MIT
// A pot that machines share (RD 2110/1998 art. 7.h and 12, Decreto 159/2002 Annex I): what feeds it, what wins it.
//
// A link has pots; each is a state of its own here, moved by core_link alone, event by event, in the order in which
// the controller takes them. An event is a stake, and perhaps a prize that was hit on a machine or a table. What a
// pot draws is a function of (key, machine, number of the event), so a course of events has one result.
//
// Books, to the millicent, in every state: funded_mc + contributed_mc = 1000 paid_cents + value_mc + reserve_mc.

#ifndef CORE_LINK_H
#define CORE_LINK_H

#include "errors.h"
#include "rng.h"

#define CORE_LINK_SIZE 272             // bytes of a pot
#define CORE_LINK_VERSION 1            // layout below
#define CORE_LINK_RULES_SIZE 72        // bytes of its rules
#define CORE_LINK_MAX_PRIZES 4
#define CORE_LINK_MAX_TAKE_OF 65535
#define CORE_LINK_MAX_UNIT 10000       // cents, of which awards are multiples
#define CORE_LINK_MAX_WINNERS 255      // among whom one event is split
#define CORE_LINK_MAX_TOTAL (UINT64_C(1) << 62)  // millicents of staked_mc, contributed_mc, funded_mc

#define CORE_TYPE_LINK 0x4c            // 'L'

#define CORE_PURPOSE_LINK 8            // pair i: the mystery draw of event i
#define CORE_PURPOSE_LINK_POT 9        // pair i: the threshold of a pot that begins before event i

// What won
#define CORE_LINK_BY_NONE 0
#define CORE_LINK_BY_PRIZE 1           // the event's prize
#define CORE_LINK_BY_MYSTERY 2         // the draw of its stake
#define CORE_LINK_BY_THRESHOLD 3       // the pot reached its threshold

// Rules, little endian:
//    0 u64 base_mc    8 u64 limit_mc (at most CORE_CHANCE_MAX_POT)
//   16 u32 share   20 u32 share_of   24 u32 reserve   28 u32 reserve_of    (at most CORE_CHANCE_MAX_SHARE)
//   32 u64 mystery   40 u64 mystery_of   (0 unless hit by mystery)
//   48 u8 hit (CORE_POT_ of chance_tables.h)   49 u8 prizes (1 or more if hit by combination, else 0)   50 u16 0
//   52 prize[4]: u16 take, u16 take_of   (unused: zero)   68 u32 unit_cents (0: 1)
//
// A stake of s millicents adds s * share / share_of to the value and s * reserve / reserve_of to the reserve, which
// nobody sees; what does not divide is carried to the next stake. What passes the limit goes to the reserve.
// Then prize p, if hit, takes take / take_of of the value; a mystery draw below `mystery` of `mystery_of`, or the
// threshold reached, takes it all. The winners get the same whole number of unit_cents each, what does
// not divide remains: a machine that pays coins has to be able to pay it.
// A pot that was taken whole begins anew, by the rules that were last announced: remainder, reserve and base. The
// operator funds the base, and after a part was taken what is missing to it.

// Pot, little endian:
//    0 u8 version   1 u8 type   2 u16 0   4 u32 0   8 u64 machine (of its stream number: the pot's own)
//   16 u8 key[32]   48 u64 event (number of the next one)
//   56 u8 rules[72]   128 u8 then[72] (rules from the next beginning on)
//  200 u64 value_mc   208 u64 reserve_mc   216 u64 threshold_mc   224 u32 carry   228 u32 reserve_carry
//  232 u64 staked_mc   240 u64 contributed_mc   248 u64 funded_mc   256 u64 paid_cents   264 u64 hits

typedef struct {
    uint32_t stake_mc;
    uint8_t prize;    // 0 none, else 1 to the rules' prizes
    uint8_t winners;  // of the prize; 1 or more
} core_link_event;

typedef struct {
    uint64_t event;   // number of the event
    uint32_t cents;   // to each winner
    uint8_t winners;  // 0: nothing was won
    uint8_t by;       // CORE_LINK_BY_
    uint8_t restarted;
} core_link_award;

// A new pot at its base, which the operator funds. CORE_E_POTS: rules out of bounds.
int core_link_new(const uint8_t rules[CORE_LINK_RULES_SIZE], const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint8_t pot[CORE_LINK_SIZE]);

// All that `core_link` checks before it moves a pot, its books included.
int core_link_check(const uint8_t pot[CORE_LINK_SIZE]);

// Announce the rules that hold from the pot's next beginning on; share_of and reserve_of must stay.
// `next` may be `pot`.
int core_link_change(const uint8_t pot[CORE_LINK_SIZE], const uint8_t rules[CORE_LINK_RULES_SIZE],
    uint8_t next[CORE_LINK_SIZE]);

// One event. `next` may be `pot`.
int core_link(const uint8_t pot[CORE_LINK_SIZE], const core_link_event *event, uint8_t next[CORE_LINK_SIZE],
    core_link_award *award);

#endif
