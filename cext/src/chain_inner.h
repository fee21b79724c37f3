// SPDX-License-Identifier: MIT
// The digest of entries with their windows. Each waits for the one before, seven operations long, so it is woven
// into what does not: while vector units make the words of other entries.

#ifndef CORE_CHAIN_INNER_H
#define CORE_CHAIN_INNER_H

#include "bytes_inner.h"
#include "course_inner.h"
#include "tier_inner.h"

typedef struct {
    uint64_t digest;
    const uint8_t *windows;        // the tables' list
    const uint32_t *shown, *end;   // entries to come: class << 16 | place in the list
} core_chain;

static inline void chain_entry(core_chain *chain) {
    const uint32_t shown = *chain->shown++;
    const uint64_t window = get_u16(chain->windows + 2 * (size_t)(shown & 0xffff));
    chain->digest = digest_entry(chain->digest, (uint64_t)(shown >> 16) << 32 | window);
}

static inline void chain_rest(core_chain *chain) {
    while (chain->shown < chain->end) {
        chain_entry(chain);
    }
}

// As many entries of a chain, if there is one.
#define CHAIN(chain, many)                                               \
    if (chain) {                                                         \
        _Pragma("GCC unroll 10") for (int n_ = 0; n_ < (many); n_++) {   \
            chain_entry(chain);                                          \
        }                                                                \
    }

// Words as core_words_avx2 and core_words_avx512 make them, and three entries of the chain for eight of them: it has
// as many.
#if CORE_WIDE
void core_words_chain_avx2(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches, core_chain *chain);
void core_words_chain_avx512(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches, core_chain *chain);
#endif

#endif
