// SPDX-License-Identifier: MIT
// Type C: even draws from pairs of words.

#include "pairs_inner.h"

int core_chance_below(const core_source *source, uint32_t purpose, uint64_t block, uint32_t pair,
    uint64_t bound, uint64_t *value) {
    for (uint32_t rejection = 0; rejection < 0x10000; rejection++) {
        uint32_t words[16];
        uint64_t low;
        core_rng_block(source->key, block, stream_number(source->machine, purpose, rejection), words);
        *value = chance_product(words[2 * pair] | (uint64_t)words[2 * pair + 1] << 32, bound, &low);
        if (low >= bound || low >= core_chance_excess(bound)) {
            return CORE_OK;
        }
    }
    return CORE_E_EXHAUSTED;
}
