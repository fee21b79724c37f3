// SPDX-License-Identifier: MIT
// Words by their number, and even draws from them.

#ifndef CORE_DRAW_INNER_H
#define CORE_DRAW_INNER_H

#include "errors.h"
#include "rng.h"
#include "scale_inner.h"

// Where an entry's words come from.
typedef struct {
    const uint8_t *key;
    uint64_t machine;
    uint64_t index;
} core_source;

// Draw from `word`, which is word `index` of the purpose; go on to the rejection streams if it is rejected.
static inline int draw_from(const core_source *source, uint32_t purpose, uint32_t word, uint32_t bound,
    uint32_t *value) {
    if (scale_word(word, bound, value)) {
        return CORE_OK;
    }
    return core_rng_below(source->key, source->machine, purpose, source->index, bound, value);
}

#endif
