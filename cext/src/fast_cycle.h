// SPDX-License-Identifier: MIT
// The prize cycle on a large computer: campaigns of core.h by wider registers, the same to the bit.

#ifndef CORE_FAST_CYCLE_H
#define CORE_FAST_CYCLE_H

#include "bulk.h"
#include "campaign.h"

// The widest tier that core_cycle_campaign has here: a CORE_TIER_.
uint32_t core_cycle_tier(void);

// core_campaign (display 1) or core_campaign_prizes (display 0) by the loops of a tier: state, counts and digest
// are those of the portable one. Fails on a tier above core_cycle_tier().
int core_cycle_campaign(uint32_t tier, uint32_t display, const core_tables *tables,
    const uint8_t state[CORE_STATE_SIZE], uint32_t simultaneous, uint64_t plays,
    uint8_t next[CORE_STATE_SIZE], core_tally *tally);

#endif
