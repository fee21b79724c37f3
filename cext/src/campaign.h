// SPDX-License-Identifier: MIT
// Type B: the same steps in a loop, with exact tallies.

#ifndef CORE_CAMPAIGN_H
#define CORE_CAMPAIGN_H

#include "state.h"

typedef struct {
    uint64_t plays;
    uint64_t counts[CORE_MAX_CLASSES];  // entries of each class
    uint64_t digest;                    // see core_tally_digest, core_prize_digest
    uint64_t offers;                    // plays after which a gamble was offered
    uint64_t gambles, gambles_won;
    uint64_t lost_cents;                // prizes that gambles lost
    uint64_t added_cents;               // what won gambles gave on top of prizes
    uint64_t returned_cents;            // prizes that gave lost ones back; counted like any
} core_tally;

#define CORE_DIGEST_START UINT64_C(0x6a09e667f3bcc908)

// One more entry in a digest of plays; starts from CORE_DIGEST_START.
uint64_t core_tally_digest(uint64_t digest, uint32_t prize_class, uint32_t window);

// `plays` plays without hold, each of `simultaneous` entries. Every gamble that is offered is declined, and none is
// counted. The tally is set, not added to.
int core_campaign(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE], uint32_t simultaneous,
    uint64_t plays, uint8_t next[CORE_STATE_SIZE], core_tally *tally);

// The same by a player who dares whenever a gamble is offered, up to `rounds` times a prize, and then takes. A gamble
// adds class 0xffffffff and window 1 (won) or 0 to the digest. With `rounds` 0 all but `offers` is core_campaign's.
int core_campaign_gamble(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint32_t rounds, uint8_t next[CORE_STATE_SIZE], core_tally *tally);

// What an entry adds to a digest of prizes only, which starts from 0 and is the sum modulo 2^64: the digests of
// parts of a course add up. weight(class) * (2 * entry + 1), weight(c) being number c of SplitMix64 from 0.
uint64_t core_prize_digest(uint64_t entry, uint32_t prize_class);

// The same plays, prizes only: which prize every entry is, but no window to show it, except for the last play's,
// which the next state names. State and counts are those of core_campaign; the digest is of prizes only.
int core_campaign_prizes(const core_tables *tables, const uint8_t state[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint8_t next[CORE_STATE_SIZE], core_tally *tally);

#endif
