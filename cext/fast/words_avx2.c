// SPDX-License-Identifier: MIT
// ChaCha20, eight blocks side by side in AVX2 registers: the bytes of core_rng_stream.

#include "bulk_inner.h"
#include "bytes_inner.h"

#if CORE_WIDE
#include <immintrin.h>
CORE_TIER("avx2")

#define INLINED static inline __attribute__((always_inline))

typedef __m256i reg;

// Which bytes go where in a rotation to the left by 16 and by 8 bits, of which AVX2 has none.
static const int8_t by16[32] __attribute__((aligned(32))) = {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
    2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13};
static const int8_t by8[32] __attribute__((aligned(32))) = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14,
    3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};

// Sixteen registers hold the state, so this one must come from memory; the compiler would keep it in one.
INLINED reg shuffle(reg v, const int8_t bytes[32]) {
    reg shuffled;
    __asm__("vpshufb %2, %1, %0" : "=x"(shuffled) : "x"(v), "m"(*(const reg *)bytes));
    return shuffled;
}

INLINED reg rotate(reg v, int bits) {
    if (bits == 16) {
        return shuffle(v, by16);
    }
    if (bits == 8) {
        return shuffle(v, by8);
    }
    return _mm256_or_si256(_mm256_slli_epi32(v, bits), _mm256_srli_epi32(v, 32 - bits));
}

// A quarter of four quarter rounds side by side, on rows of the state: row b is added to row a, which changes
// row d. In the second half of a double round the rows but the first are turned, each by its number.
INLINED void steps(reg x[16], int a, int b, int d, int bits, int turn) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        const int at = 4 * a + ((i + turn * a) & 3), from = 4 * b + ((i + turn * b) & 3);
        const int to = 4 * d + ((i + turn * d) & 3);
        x[at] = _mm256_add_epi32(x[at], x[from]);
        x[to] = rotate(_mm256_xor_si256(x[to], x[at]), bits);
    }
}

INLINED void double_round(reg x[16]) {
#pragma GCC unroll 2
    for (int turn = 0; turn < 2; turn++) {
        steps(x, 0, 1, 3, 16, turn);
        steps(x, 2, 3, 1, 12, turn);
        steps(x, 0, 1, 3, 8, turn);
        steps(x, 2, 3, 1, 7, turn);
    }
}

// Lanes 4 q to 4 q + 3 of two registers that stand four words apart.
INLINED reg pick(const reg done[16], int word, int q) {
    const __m128i *low = (const __m128i *)&done[word], *high = (const __m128i *)&done[word + 4];
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(low + q)), _mm_load_si128(high + q), 1);
}

// A quarter of the way from lanes to blocks: words 8 half to 8 half + 7 of blocks 4 q to 4 q + 3.
INLINED void transpose(uint8_t *out, const reg done[16], int half, int q) {
    const reg a = pick(done, 8 * half, q), b = pick(done, 8 * half + 1, q);
    const reg c = pick(done, 8 * half + 2, q), d = pick(done, 8 * half + 3, q);
    reg low = _mm256_unpacklo_epi32(a, b), high = _mm256_unpacklo_epi32(c, d);
    uint8_t *to = out + 256 * q + 32 * half;
    _mm256_storeu_si256((reg *)to, _mm256_unpacklo_epi64(low, high));
    _mm256_storeu_si256((reg *)(to + 64), _mm256_unpackhi_epi64(low, high));
    low = _mm256_unpackhi_epi32(a, b);
    high = _mm256_unpackhi_epi32(c, d);
    _mm256_storeu_si256((reg *)(to + 128), _mm256_unpacklo_epi64(low, high));
    _mm256_storeu_si256((reg *)(to + 192), _mm256_unpackhi_epi64(low, high));
}

void core_words_avx2(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches) {
    const reg lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), top = _mm256_set1_epi32(INT32_MIN);
    reg start[16], done[16], x[16];
    uint8_t *before = out;
    start[0] = _mm256_set1_epi32(0x61707865);  // "expand 32-byte k" (RFC 8439 section 2.3)
    start[1] = _mm256_set1_epi32(0x3320646e);
    start[2] = _mm256_set1_epi32(0x79622d32);
    start[3] = _mm256_set1_epi32(0x6b206574);
    for (int i = 0; i < 8; i++) {
        start[4 + i] = _mm256_set1_epi32((int)get_u32(key + 4 * i));
    }
    start[14] = _mm256_set1_epi32((int)stream);
    start[15] = _mm256_set1_epi32((int)(stream >> 32));
    for (int i = 0; i < 16; i++) {
        done[i] = lane;  // transposed to where the first eight blocks will stand
    }
    for (size_t n = 0; n < 2 * batches; n++, block += 8, out += 512) {
        const reg low = _mm256_add_epi32(_mm256_set1_epi32((int)block), lane);
        // All ones, which is less one, where the low half has passed its end; compared without sign.
        const reg carry = _mm256_cmpgt_epi32(_mm256_xor_si256(lane, top), _mm256_xor_si256(low, top));
        start[12] = low;
        start[13] = _mm256_sub_epi32(_mm256_set1_epi32((int)(block >> 32)), carry);
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            x[i] = start[i];
        }
        // Transposing waits on memory and a round on arithmetic, so the blocks before are transposed on the way.
#pragma GCC unroll 10
        for (int round = 0; round < 10; round++) {
            double_round(x);
            if (round < 8 && round % 2 == 0) {
                transpose(before, done, round / 4, round / 2 & 1);
            }
        }
#pragma GCC unroll 16
        for (int i = 0; i < 16; i++) {
            done[i] = _mm256_add_epi32(x[i], start[i]);
        }
        before = out;
    }
    for (int part = 0; batches && part < 4; part++) {
        transpose(before, done, part / 2, part & 1);
    }
}

CORE_TIER_END
#endif
