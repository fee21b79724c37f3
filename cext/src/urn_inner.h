// SPDX-License-Identifier: MIT
// Type B: the urn of a stratum, and an entry that was taken out of it.

#ifndef CORE_URN_INNER_H
#define CORE_URN_INNER_H

#include "state_inner.h"

// The entries left in a stratum, as running sums less 2^15: `upto[k]` counts classes 0 to k. In this form
// finding and taking an entry is one pass without branches over 16-bit lanes, which compilers vectorise.
typedef struct {
    int16_t upto[CORE_MAX_CLASSES];
    uint32_t remaining, stratum, cycle;
} core_urn;

#define CORE_URN_BIAS 32768

void core_urn_open(core_urn *urn, const core_state *state);

// Fill the urn with the next stratum; after the last one a new cycle begins.
int core_urn_refill(core_urn *urn, const core_tables *tables);

// Take entry `ticket` (0 <= ticket < remaining) out of the urn; its class.
static inline uint32_t urn_take(core_urn *urn, uint32_t ticket) {
    int16_t biased = (int16_t)((int32_t)ticket - CORE_URN_BIAS);
    int16_t above = 0;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        int16_t one = (int16_t)(biased < urn->upto[k]);
        urn->upto[k] = (int16_t)(urn->upto[k] - one);
        above = (int16_t)(above + one);
    }
    urn->remaining--;
    return (uint32_t)(CORE_MAX_CLASSES - above);
}

// Entries of the stratum that are still to lose.
static inline uint32_t urn_losses(const core_urn *urn) {
    return (uint32_t)(urn->upto[0] + CORE_URN_BIAS);
}

typedef struct {
    uint32_t prize_class, window;
    uint32_t planned;  // the class that the plan dealt; prize_class may be higher
} core_entry;

// The plan dealt no prize, so this one comes out of the return account of gambles: a raise lifts prizes only.
static inline uint32_t is_returned(const core_entry *entry) {
    return entry->planned == 0 && entry->prize_class != 0;
}

#endif
