// SPDX-License-Identifier: MIT
// ChaCha20, four blocks side by side in NEON registers, of which ARM64 has as many as state and spare words need: the
// bytes of core_rng_stream.

#include "bulk_inner.h"
#include "bytes_inner.h"

#if CORE_NEON
#include <arm_neon.h>

#define INLINED static inline __attribute__((always_inline))

typedef uint32x4_t reg;

// Which bytes go where in a rotation to the left by 8 bits.
static const uint8_t by8[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};

INLINED void quarter(reg x[16], int a, int b, int c, int d, uint8x16_t turn) {
    x[a] = vaddq_u32(x[a], x[b]);
    x[d] = veorq_u32(x[d], x[a]);
    x[d] = vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x[d])));
    x[c] = vaddq_u32(x[c], x[d]);
    x[b] = veorq_u32(x[b], x[c]);
    x[b] = vsriq_n_u32(vshlq_n_u32(x[b], 12), x[b], 20);
    x[a] = vaddq_u32(x[a], x[b]);
    x[d] = veorq_u32(x[d], x[a]);
    x[d] = vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x[d]), turn));
    x[c] = vaddq_u32(x[c], x[d]);
    x[b] = veorq_u32(x[b], x[c]);
    x[b] = vsriq_n_u32(vshlq_n_u32(x[b], 7), x[b], 25);
}

// Words 4 n to 4 n + 3 of four blocks, a block in each lane, to where they belong in the blocks.
INLINED void put_four(const reg x[16], const reg start[16], int n, uint8_t *out) {
    reg p[4];
    for (int i = 0; i < 4; i++) {
        p[i] = vaddq_u32(x[4 * n + i], start[4 * n + i]);
    }
    const uint64x2_t ab = vreinterpretq_u64_u32(vzip1q_u32(p[0], p[1])), cd = vreinterpretq_u64_u32(vzip1q_u32(p[2], p[3]));
    const uint64x2_t ef = vreinterpretq_u64_u32(vzip2q_u32(p[0], p[1])), gh = vreinterpretq_u64_u32(vzip2q_u32(p[2], p[3]));
    vst1q_u8(out + 16 * n, vreinterpretq_u8_u64(vzip1q_u64(ab, cd)));
    vst1q_u8(out + 16 * n + 64, vreinterpretq_u8_u64(vzip2q_u64(ab, cd)));
    vst1q_u8(out + 16 * n + 128, vreinterpretq_u8_u64(vzip1q_u64(ef, gh)));
    vst1q_u8(out + 16 * n + 192, vreinterpretq_u8_u64(vzip2q_u64(ef, gh)));
}

void core_words_neon(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t batches) {
    static const uint32_t count_up[4] = {0, 1, 2, 3};
    const reg lane = vld1q_u32(count_up);
    const uint8x16_t turn = vld1q_u8(by8);
    reg start[16], x[16];
    start[0] = vdupq_n_u32(0x61707865);  // "expand 32-byte k" (RFC 8439 section 2.3)
    start[1] = vdupq_n_u32(0x3320646e);
    start[2] = vdupq_n_u32(0x79622d32);
    start[3] = vdupq_n_u32(0x6b206574);
    for (int i = 0; i < 8; i++) {
        start[4 + i] = vdupq_n_u32(get_u32(key + 4 * i));
    }
    start[14] = vdupq_n_u32((uint32_t)stream);
    start[15] = vdupq_n_u32((uint32_t)(stream >> 32));
    for (size_t n = 0; n < 4 * batches; n++, block += 4, out += 256) {
        start[12] = vaddq_u32(vdupq_n_u32((uint32_t)block), lane);
        // All ones, which is less one, where the low half has passed its end.
        start[13] = vsubq_u32(vdupq_n_u32((uint32_t)(block >> 32)), vcltq_u32(start[12], lane));
        for (int i = 0; i < 16; i++) {
            x[i] = start[i];
        }
        for (int round = 0; round < 20; round += 2) {
            quarter(x, 0, 4, 8, 12, turn);
            quarter(x, 1, 5, 9, 13, turn);
            quarter(x, 2, 6, 10, 14, turn);
            quarter(x, 3, 7, 11, 15, turn);
            quarter(x, 0, 5, 10, 15, turn);
            quarter(x, 1, 6, 11, 12, turn);
            quarter(x, 2, 7, 8, 13, turn);
            quarter(x, 3, 4, 9, 14, turn);
        }
        for (int part = 0; part < 4; part++) {
            put_four(x, start, part, out);
        }
    }
}

#endif
