// SPDX-License-Identifier: MIT
// Type C: many plays in a loop, with exact tallies.

#ifndef CORE_CHANCE_CAMPAIGN_H
#define CORE_CHANCE_CAMPAIGN_H

#include "chance_pots.h"

typedef struct {
    uint64_t plays;        // paid plays made
    uint64_t won_cents;    // capped totals added up, pots apart
    uint64_t hits;         // plays that won something, pots apart
    uint64_t featured;     // plays whose paid turn gave picks or free plays
    uint64_t free_plays, picks, gambles;  // made
    uint64_t capped;       // plays whose total reached the cap
    uint64_t digest;       // sum over the plays, see core_chance_digest: parts of a campaign add up
    uint64_t events;       // pot events written
} core_chance_tally;

// What play i adds to the digest: (value + 1 + (total_cents << 40)) * (2 i + 1), modulo 2^64; value is the paid
// play's draw below N, total_cents what it won in all.
uint64_t core_chance_digest(uint64_t play, uint64_t value, uint32_t total_cents);

// Plays first to first + plays - 1 of a machine, pots apart: features always played to their end, `rounds`
// gambles made wherever they are offered. histogram[total_cents / unit_cents] is added to; it has
// cap_cents / unit_cents + 1 bins. Plays that hit a pot by combination or mystery go to `events`; before one
// that finds no room in `capacity` the campaign stops (tally->plays says where). The tally is set, not added to.
// `kernel` is CORE_KERNEL_PLAIN here and a faster one in fast.h; all give the same tally to the bit.
int core_chance_campaign(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t plays, uint32_t rounds, uint64_t *histogram, core_pot_event *events,
    uint64_t capacity, core_chance_tally *tally);

#endif
