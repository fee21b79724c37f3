// SPDX-License-Identifier: MIT
// Type C: the pots, one play at a time.

#ifndef CORE_CHANCE_POTS_INNER_H
#define CORE_CHANCE_POTS_INNER_H

#include "chance_pots.h"
#include "draw_inner.h"

// Bits of the pots that the mystery draw of play source->index hits, at a bet of `times` the first.
int core_chance_mystery(const core_chance *t, const core_source *source, uint32_t times, uint32_t *hits);

// The threshold of a pot that begins with play source->index; 0 if it has none.
int core_chance_threshold(const core_chance *t, const core_source *source, uint32_t level, core_pot *pot);

// One play of a pot: its contribution, `times` that of the first bet, then `*hit`: by combination or mystery on entry, by the threshold, too,
// on return. *cents is what it pays, 0 if it is not hit.
int core_chance_pot_play(const core_chance *t, const core_source *source, uint32_t level, uint32_t times,
    uint32_t *hit, core_pot *pot, uint32_t *cents);

// Whether a pot can stand so.
int core_chance_pot_check(const core_chance *t, uint32_t level, const core_pot *pot);

// The pots of a state's bytes, checked, and back.
int core_chance_pots_read(const core_chance *t, const uint8_t *bytes, core_pot pots[CORE_CHANCE_MAX_POTS]);
void core_chance_pots_write(const core_pot pots[CORE_CHANCE_MAX_POTS], uint8_t *bytes);

// The same for all of them, a bit each.
int core_chance_pots_play(const core_chance *t, const core_source *source, uint32_t times, uint32_t *hits,
    core_pot pots[CORE_CHANCE_MAX_POTS], uint32_t cents[CORE_CHANCE_MAX_POTS]);

#endif
