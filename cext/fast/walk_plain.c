// SPDX-License-Identifier: MIT
// The plays of a block by the layered automaton, for any processor.

#include "block.h"
#include "loops.h"

static void say_automaton(const fast_kernel *k, fast_block *block) {
    const fast_automaton *a = &k->of.automaton;
    const uint32_t reels = k->tables->reels, last = reels - 1;
    for (uint32_t i = 0; i < k->plays; i++) {
        uint32_t at = 0, units = 0;
        for (uint32_t r = 0; r < a->merged; r++) {
            at = at * a->width[r] + a->column_of[r][block->tickets[r][i]];
        }
        at = a->first[at];
        if (a->merged == reels) {
            block->units[i] = (uint16_t)at;
            continue;
        }
        for (uint32_t r = a->merged; r < last; r++) {
            const uint32_t edge = a->middle[r][(size_t)at * a->width[r] + a->column_of[r][block->tickets[r][i]]];
            at = edge & 0xffff;
            units += edge >> 16;
        }
        units += a->last[(size_t)at * a->width[last] + a->column_of[last][block->tickets[last][i]]];
        block->units[i] = (uint16_t)(units < MARKED ? units : MARKED);
    }
}

int core_fast_automaton_plain(fast_run *run, uint64_t blocks) {
    return run_blocks(run, blocks, say_automaton);
}
