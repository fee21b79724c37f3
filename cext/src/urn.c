// SPDX-License-Identifier: MIT
// Type B: the entries that are left in a stratum.

#include "errors.h"
#include "urn_inner.h"

static void fill(core_urn *urn, const uint16_t left[CORE_MAX_CLASSES]) {
    uint32_t sum = 0;
    for (int k = 0; k < CORE_MAX_CLASSES; k++) {
        sum += left[k];
        urn->upto[k] = (int16_t)((int32_t)sum - CORE_URN_BIAS);
    }
    urn->remaining = sum;
}

void core_urn_open(core_urn *urn, const core_state *state) {
    urn->stratum = state->stratum;
    urn->cycle = state->cycle;
    fill(urn, state->left);
}

int core_urn_refill(core_urn *urn, const core_tables *tables) {
    uint16_t left[CORE_MAX_CLASSES];
    if (++urn->stratum == tables->strata) {
        urn->stratum = 0;
        if (++urn->cycle == 0) {
            return CORE_E_EXHAUSTED;
        }
    }
    for (uint32_t k = 0; k < CORE_MAX_CLASSES; k++) {
        left[k] = (uint16_t)core_tables_plan(tables, urn->stratum, k);
    }
    fill(urn, left);
    return CORE_OK;
}
