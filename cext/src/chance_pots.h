// SPDX-License-Identifier: MIT
// Type C: the pots of a machine, play by play and over a course of plays.

#ifndef CORE_CHANCE_POTS_H
#define CORE_CHANCE_POTS_H

#include "chance_tables.h"
#include "rng.h"

#define CORE_PURPOSE_MYSTERY 5         // pair i: the mystery draw of play i
#define CORE_PURPOSE_POT 6             // pair 4 i + level: the threshold of a new pot (i - 1: play that hit it)
#define CORE_CHANCE_MAX_RESERVE (UINT64_C(1) << 62)     // millicents; then the numbering has run out

// In each paid play every pot takes its contribution: price_cents * 1000 * share / share_of millicents for the
// first bet and as often as the bet says, what does not divide carried to the next, and alike its hidden reserve. What passes the limit goes to the
// reserve. Then hits are decided: combination, mystery draw (one draw below mystery_of a play; level l hits in
// the l-th interval of `mystery` values for the first bet and as often as many as the bet says, levels in order), threshold reached. A pot that is hit pays its whole
// cents; the rest, the reserve and the seed are the new pot, as far as the limit allows, and a new threshold
// is drawn evenly from (new value, limit]; it is the limit itself if the new value is.
// Seeds and contributions together are what was paid, stands and is carried, to the millicent.

typedef struct {
    uint64_t value_mc, reserve_mc, threshold_mc;
    uint32_t carry, reserve_carry;
} core_pot;

typedef struct {
    uint64_t play;   // number of the play that hit it
    uint64_t pots;   // bit l: pot l, by combination or mystery (not by threshold)
} core_pot_event;

typedef struct {
    uint64_t hits[CORE_CHANCE_MAX_POTS];
    uint64_t cents[CORE_CHANCE_MAX_POTS];
} core_pot_awards;

// The pots over plays first to first + plays - 1, whose events are given in order: by closed form what
// core_chance_step does play by play. `pots` is read and written; awards are added to.
int core_chance_pots(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first, uint64_t plays, const core_pot_event *events, uint64_t count,
    core_pot pots[CORE_CHANCE_MAX_POTS], core_pot_awards *awards);

// The pots with which a machine begins at play `first_play`.
int core_chance_pots_new(const core_chance *tables, const uint8_t key[CORE_KEY_SIZE], uint64_t machine,
    uint64_t first_play, core_pot pots[CORE_CHANCE_MAX_POTS]);

#endif
