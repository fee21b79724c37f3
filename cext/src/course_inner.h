// SPDX-License-Identifier: MIT
// Type B: a campaign on its way.

#ifndef CORE_COURSE_INNER_H
#define CORE_COURSE_INNER_H

#include "campaign.h"
#include "draw_inner.h"
#include "urn_inner.h"

// core_tally_digest of an entry given as class << 32 | window.
static inline uint64_t digest_entry(uint64_t digest, uint64_t entry) {
    // The sum carries and the xorshift (Marsaglia 2003, "Xorshift RNGs", 13, 7, 17) is one to one: courses
    // that differ anywhere, or in their order, agree only by chance.
    digest += entry;
    digest ^= digest << 13;
    digest ^= digest >> 7;
    digest ^= digest << 17;
    return digest;
}

// Entries of a campaign on their way.
typedef struct {
    core_state state;       // as before the first of them
    core_source source;     // its index: the next entry
    uint64_t end;           // the entry after the last
    uint32_t simultaneous;
    core_urn urn;
    core_entry entry;       // the last one decided
    uint32_t class_before;  // and the class of the one before it
    core_tally tally;
} core_course;

// `display` 0: prizes only.
int core_course_open(core_course *c, const core_tables *tables, const uint8_t bytes[CORE_STATE_SIZE],
    uint32_t simultaneous, uint64_t plays, uint32_t display);

// Member by member: a small core would call for a helper.
void core_tally_copy(const core_tally *from, core_tally *to);

// Plays of a player who never dares until the return account is empty: from there on prizes are the plan's.
int core_course_return(core_course *c, const core_tables *tables, uint32_t display);

// Entries up to the end, with their windows or, without `display`, the last play's only; then settle.
int core_course_finish(core_course *c, const core_tables *tables, uint32_t display,
    uint8_t next[CORE_STATE_SIZE], core_tally *tally);

#endif
