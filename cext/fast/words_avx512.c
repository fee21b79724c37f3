// SPDX-License-Identifier: MIT
// ChaCha20, sixteen blocks side by side in AVX-512 registers: the bytes of core_rng_stream.

#include "bulk_inner.h"
#include "bytes_inner.h"
#include "chain_inner.h"

#if CORE_WIDE
#include <immintrin.h>
CORE_TIER("avx512f")

#define INLINED static inline __attribute__((always_inline))

typedef __m512i reg;

// A quarter of four quarter rounds side by side, on rows of the state: row b is added to row a, which changes
// row d. In the second half of a double round the rows but the first are turned, each by its number.
INLINED void steps(reg x[16], int a, int b, int d, int bits, int turn) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        const int at = 4 * a + ((i + turn * a) & 3), from = 4 * b + ((i + turn * b) & 3);
        const int to = 4 * d + ((i + turn * d) & 3);
        x[at] = _mm512_add_epi32(x[at], x[from]);
        reg mixed = _mm512_xor_si512(x[to], x[at]);
        switch (bits) {
        case 16: x[to] = _mm512_rol_epi32(mixed, 16); break;
        case 12: x[to] = _mm512_rol_epi32(mixed, 12); break;
        case 8: x[to] = _mm512_rol_epi32(mixed, 8); break;
        default: x[to] = _mm512_rol_epi32(mixed, 7); break;
        }
    }
}

INLINED void double_round(reg x[16], core_chain *chain) {
#pragma GCC unroll 2
    for (int turn = 0; turn < 2; turn++) {
        steps(x, 0, 1, 3, 16, turn);
        CHAIN(chain, 1)
        steps(x, 2, 3, 1, 12, turn);
        CHAIN(chain, 1)
        steps(x, 0, 1, 3, 8, turn);
        CHAIN(chain, 1)
        steps(x, 2, 3, 1, 7, turn);
        CHAIN(chain, 1)
    }
}

// Sixteen bytes to each of four blocks that lie four apart.
INLINED void put_quarters(uint8_t *out, reg words) {
    _mm_storeu_si128((__m128i *)out, _mm512_castsi512_si128(words));
    _mm_storeu_si128((__m128i *)(out + 256), _mm512_extracti32x4_epi32(words, 1));
    _mm_storeu_si128((__m128i *)(out + 512), _mm512_extracti32x4_epi32(words, 2));
    _mm_storeu_si128((__m128i *)(out + 768), _mm512_extracti32x4_epi32(words, 3));
}

// An eighth of the way from lanes to blocks: words 4 g to 4 g + 3 of blocks 2 half and 2 half + 1 (modulo 4).
INLINED void transpose(uint8_t *out, const reg done[16], int g, int half) {
    const reg a = done[4 * g], b = done[4 * g + 1], c = done[4 * g + 2], d = done[4 * g + 3];
    const reg low = half ? _mm512_unpackhi_epi32(a, b) : _mm512_unpacklo_epi32(a, b);
    const reg high = half ? _mm512_unpackhi_epi32(c, d) : _mm512_unpacklo_epi32(c, d);
    put_quarters(out + 128 * half + 16 * g, _mm512_unpacklo_epi64(low, high));
    put_quarters(out + 128 * half + 16 * g + 64, _mm512_unpackhi_epi64(low, high));
}

INLINED void make_words(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches, core_chain *chain) {
    const reg lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    reg start[16], done[16], x[16];
    uint8_t *before = out;
    start[0] = _mm512_set1_epi32(0x61707865);  // "expand 32-byte k" (RFC 8439 section 2.3)
    start[1] = _mm512_set1_epi32(0x3320646e);
    start[2] = _mm512_set1_epi32(0x79622d32);
    start[3] = _mm512_set1_epi32(0x6b206574);
    for (int i = 0; i < 8; i++) {
        start[4 + i] = _mm512_set1_epi32((int)get_u32(key + 4 * i));
    }
    start[14] = _mm512_set1_epi32((int)stream);
    start[15] = _mm512_set1_epi32((int)(stream >> 32));
    for (int i = 0; i < 16; i++) {
        done[i] = lane;  // transposed to where the first batch will stand
    }
    for (size_t n = 0; n < batches; n++, block += 16, out += 1024) {
        const reg low = _mm512_add_epi32(_mm512_set1_epi32((int)block), lane);
        const reg high = _mm512_set1_epi32((int)(block >> 32));
        start[12] = low;
        start[13] = _mm512_mask_add_epi32(
            high, _mm512_cmplt_epu32_mask(low, lane), high, _mm512_set1_epi32(1));
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            x[i] = start[i];
        }
        // Transposing keeps one port busy and a round another, so the batch before is transposed on the way.
#pragma GCC unroll 10
        for (int round = 0; round < 10; round++) {
            double_round(x, chain);
            if (round < 8) {
                transpose(before, done, round / 2, round & 1);
            }
            CHAIN(chain, 1)
        }
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            done[i] = _mm512_add_epi32(x[i], start[i]);
        }
        CHAIN(chain, 6)
        before = out;
    }
    for (int part = 0; batches && part < 8; part++) {
        transpose(before, done, part / 2, part & 1);
    }
}

void core_words_avx512(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches) {
    make_words(key, stream, block, out, batches, NULL);
}

void core_words_chain_avx512(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches, core_chain *chain) {
    core_chain own = *chain;
    make_words(key, stream, block, out, batches, &own);
    *chain = own;
}

CORE_TIER_END
#endif
