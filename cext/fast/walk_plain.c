// SPDX-License-Identifier: MIT
// The plays of a block by the layered automaton, for any processor.

#include "block.h"
#include "loops.h"

static void say_automaton(const fast_run *run, const uint16_t *before, fast_block *block) {
    const fast_kernel *k = run->kernel;
    const uint32_t reels = k->tables->reels;
    for (uint32_t i = 0; i < k->plays; i++) {
        uint32_t tickets[CORE_MAX_REELS];
        for (uint32_t r = 0; r < reels; r++) {
            tickets[r] = block->tickets[r][i];
        }
        block->units[i] = (uint16_t)automaton_units(&k->of.automaton, reels, tickets);
        count_play(run, before, i);
    }
}

int core_fast_automaton_plain(fast_run *run, uint64_t blocks) {
    return run_blocks(run, blocks, say_automaton);
}
