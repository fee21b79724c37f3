// SPDX-License-Identifier: MIT
// ChaCha20, eight blocks side by side in AVX2 registers: the bytes of core_rng_stream.

#include "bulk_inner.h"
#include "bytes_inner.h"
#include "chain_inner.h"

#if CORE_WIDE
#include <immintrin.h>
CORE_TIER("avx2")
#include "chacha_avx2_inner.h"

INLINED void make_words(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches, core_chain *chain) {
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), top = _mm256_set1_epi32(INT32_MIN);
    __m256i start[16], begun[16], x[16];
    volatile __m256i kept[4];  // of words 8 to 11 those that are not at hand
    start[0] = _mm256_set1_epi32(0x61707865);  // "expand 32-byte k" (RFC 8439 section 2.3)
    start[1] = _mm256_set1_epi32(0x3320646e);
    start[2] = _mm256_set1_epi32(0x79622d32);
    start[3] = _mm256_set1_epi32(0x6b206574);
    for (int i = 0; i < 8; i++) {
        start[4 + i] = _mm256_set1_epi32((int)get_u32(key + 4 * i));
    }
    start[14] = _mm256_set1_epi32((int)stream);
    start[15] = _mm256_set1_epi32((int)(stream >> 32));
    for (size_t n = 0; n < 2 * batches; n++, block += 8, out += 512) {
        const __m256i low = _mm256_add_epi32(_mm256_set1_epi32((int)block), lane);
        // All ones, which is less one, where the low half has passed its end; compared without sign.
        const __m256i carry = _mm256_cmpgt_epi32(_mm256_xor_si256(lane, top), _mm256_xor_si256(low, top));
        start[12] = low;
        start[13] = _mm256_sub_epi32(_mm256_set1_epi32((int)(block >> 32)), carry);
        if (n == 0 || (uint32_t)block + 7 < 15) {
            begin_rounds(start, begun);
        }
        begun[12] = low;
        __asm__ volatile("" : : "r"(start), "r"(begun) : "memory");  // else they are kept in registers, too
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            x[i] = begun[i];
        }
        QUARTER(x, 0, 4, 8, 12)
        kept[0] = x[8];
        kept[1] = x[9];
        for (int round = 0;; round += 2) {
            TWO_QUARTERS(x, 0, 5, 10, 15, 1, 6, 11, 12)
            CHAIN(chain, 1)
            kept[2] = x[10];
            kept[3] = x[11];
            x[8] = kept[0];
            x[9] = kept[1];
            TWO_QUARTERS(x, 2, 7, 8, 13, 3, 4, 9, 14)
            CHAIN(chain, 1)
            if (round == 18) {
                break;
            }
            TWO_QUARTERS(x, 0, 4, 8, 12, 1, 5, 9, 13)
            CHAIN(chain, 1)
            kept[0] = x[8];
            kept[1] = x[9];
            x[10] = kept[2];
            x[11] = kept[3];
            TWO_QUARTERS(x, 3, 7, 11, 15, 2, 6, 10, 14)
            CHAIN(chain, 1)
        }
        x[10] = kept[2];
        x[11] = kept[3];
        CHAIN(chain, 10)
        put_eight(x, start, out);
    }
}

void core_words_avx2(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches) {
    make_words(key, stream, block, out, batches, NULL);
}

void core_words_chain_avx2(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches, core_chain *chain) {
    core_chain own = *chain;
    make_words(key, stream, block, out, batches, &own);
    *chain = own;
}

CORE_TIER_END
#endif
