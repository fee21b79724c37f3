// SPDX-License-Identifier: MIT
// Plays that a loop leaves to the portable way.

#ifndef CORE_FAST_RARE_H
#define CORE_FAST_RARE_H

#include "kernel.h"

// Redraw the plays of a block whose words were rejected (a bit each), from a rejection stream on.
int core_fast_redraw(fast_run *run, const uint32_t rejected[BLOCK_PLAYS / 32], uint32_t rejection, fast_block *block);

// Mark the plays of a block that a mystery draw hits.
int core_fast_mystery(fast_run *run, uint16_t units[BLOCK_PLAYS]);

// Make play `i` of the block by itself, instead of what was counted: `value` and `units`.
int core_fast_replay(fast_run *run, uint32_t i, uint64_t value, uint32_t units);

#endif
