// SPDX-License-Identifier: MIT
// ChaCha20 for AVX2, eight blocks side by side: word w of each in x[w]. A unit of that tier includes it.

#ifndef CORE_FAST_CHACHA_AVX2_INNER_H
#define CORE_FAST_CHACHA_AVX2_INNER_H

#include <stdint.h>

#define INLINED static inline __attribute__((always_inline))

// Which bytes go where in a rotation to the left by 16 and by 8 bits, of which AVX2 has none.
static const int8_t by16[32] __attribute__((aligned(32))) = {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
    2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13};
static const int8_t by8[32] __attribute__((aligned(32))) = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14,
    3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};

#define ADD_TURN_BYTES(a, b, d, by)                  \
    "vpaddd %[" #b "], %[" #a "], %[" #a "]\n\t"     \
    "vpxor %[" #a "], %[" #d "], %[" #d "]\n\t"      \
    "vpshufb %[" #by "], %[" #d "], %[" #d "]\n\t"
#define ADD_TURN_BITS(c, d, b, left, right)          \
    "vpaddd %[" #d "], %[" #c "], %[" #c "]\n\t"     \
    "vpxor %[" #c "], %[" #b "], %[" #b "]\n\t"      \
    "vpslld $" #left ", %[" #b "], %[spare]\n\t"     \
    "vpsrld $" #right ", %[" #b "], %[" #b "]\n\t"   \
    "vpor %[spare], %[" #b "], %[" #b "]\n\t"

// Two quarter rounds, on words a to d and e to h. As many registers as the state has words leave none to spare:
// a compiler that sees all quarters spills them in the middle of one.
#define TWO_QUARTERS(x, a_, b_, c_, d_, e_, f_, g_, h_)                                              \
    {                                                                                                \
        __m256i spare_;                                                                              \
        __asm__(ADD_TURN_BYTES(a, b, d, by16) ADD_TURN_BYTES(e, f, h, by16)                          \
            ADD_TURN_BITS(c, d, b, 12, 20) ADD_TURN_BITS(g, h, f, 12, 20)                            \
            ADD_TURN_BYTES(a, b, d, by8) ADD_TURN_BYTES(e, f, h, by8)                                \
            ADD_TURN_BITS(c, d, b, 7, 25) ADD_TURN_BITS(g, h, f, 7, 25)                              \
            : [a] "+x"(x[a_]), [b] "+x"(x[b_]), [c] "+x"(x[c_]), [d] "+x"(x[d_]), [e] "+x"(x[e_]),   \
              [f] "+x"(x[f_]), [g] "+x"(x[g_]), [h] "+x"(x[h_]), [spare] "=&x"(spare_)               \
            : [by16] "m"(*(const __m256i *)by16), [by8] "m"(*(const __m256i *)by8));                 \
    }

// One quarter round.
#define QUARTER(x, a_, b_, c_, d_)                                                                   \
    {                                                                                                \
        __m256i spare_;                                                                              \
        __asm__(ADD_TURN_BYTES(a, b, d, by16) ADD_TURN_BITS(c, d, b, 12, 20)                         \
            ADD_TURN_BYTES(a, b, d, by8) ADD_TURN_BITS(c, d, b, 7, 25)                               \
            : [a] "+x"(x[a_]), [b] "+x"(x[b_]), [c] "+x"(x[c_]), [d] "+x"(x[d_]), [spare] "=&x"(spare_) \
            : [by16] "m"(*(const __m256i *)by16), [by8] "m"(*(const __m256i *)by8));                 \
    }

// The first quarter rounds but that of the counter's low word are the same for all blocks that share its high one.
INLINED void begin_rounds(const __m256i start[16], __m256i begun[16]) {
    for (int i = 0; i < 16; i++) {
        begun[i] = start[i];
    }
    for (int i = 1; i < 4; i++) {
        QUARTER(begun, i, 4 + i, 8 + i, 12 + i)
    }
}

// Words 4 n to 4 n + 3 of eight blocks become those of blocks 0 to 3 and, in the upper halves, of blocks 4 to 7.
INLINED void turn_four(__m256i x[16], const __m256i start[16], int n) {
    __m256i *p = x + 4 * n;
    for (int i = 0; i < 4; i++) {
        p[i] = _mm256_add_epi32(p[i], start[4 * n + i]);
    }
    const __m256i ab = _mm256_unpacklo_epi32(p[0], p[1]), cd = _mm256_unpacklo_epi32(p[2], p[3]);
    const __m256i ef = _mm256_unpackhi_epi32(p[0], p[1]), gh = _mm256_unpackhi_epi32(p[2], p[3]);
    p[0] = _mm256_unpacklo_epi64(ab, cd);
    p[1] = _mm256_unpackhi_epi64(ab, cd);
    p[2] = _mm256_unpacklo_epi64(ef, gh);
    p[3] = _mm256_unpackhi_epi64(ef, gh);
}

// The end of eight blocks: what they began with is added, and they stand one after the other.
INLINED void put_eight(__m256i x[16], const __m256i start[16], uint8_t *out) {
    for (int half = 0; half < 2; half++) {
        turn_four(x, start, 2 * half);
        turn_four(x, start, 2 * half + 1);
        for (int i = 0; i < 4; i++) {
            const __m256i a = x[8 * half + i], b = x[8 * half + 4 + i];
            uint8_t *to = out + 64 * i + 32 * half;
            _mm256_storeu_si256((void *)to, _mm256_permute2x128_si256(a, b, 0x20));
            _mm256_storeu_si256((void *)(to + 256), _mm256_permute2x128_si256(a, b, 0x31));
        }
    }
}

#endif
