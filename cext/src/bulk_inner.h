// SPDX-License-Identifier: MIT
// Words by the batch, in registers of any width.

#ifndef CORE_BULK_INNER_H
#define CORE_BULK_INNER_H

#include "rng.h"
#include "tier_inner.h"

#define CORE_BATCH_WORDS 256  // 16 blocks

// The words of the 16 blocks from `block` on, in stream order.
void core_rng_batch(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint32_t words[CORE_BATCH_WORDS]);

// By a tier up to core_rng_tier().
void core_rng_batch_by(uint32_t tier, const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block,
    uint32_t words[CORE_BATCH_WORDS]);

// The same in wider registers, in cext/fast: bytes of `batches` times 16 blocks, as core_rng_stream gives them.
#if CORE_NEON
void core_words_neon(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches);
#endif
#if CORE_WIDE
void core_words_avx2(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches);
void core_words_avx512(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches);
#endif

#endif
