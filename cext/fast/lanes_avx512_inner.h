// SPDX-License-Identifier: MIT
// Sixteen words side by side for AVX-512, as walk_inner.h wants them. A unit of that tier includes it.

#ifndef CORE_FAST_LANES_AVX512_INNER_H
#define CORE_FAST_LANES_AVX512_INNER_H

#define INLINED static inline __attribute__((always_inline))
#define TIER_WORDS core_words_avx512

typedef __m512i vec;
enum { LANES = 16 };

INLINED vec of_word(uint32_t x) {
    return _mm512_set1_epi32((int)x);
}

INLINED vec count_up(void) {
    return _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

INLINED vec load(const void *from) {
    return _mm512_loadu_si512(from);
}

INLINED void store(void *to, vec x) {
    _mm512_storeu_si512(to, x);
}

INLINED vec load_halves(const uint16_t *from) {
    return _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)from));
}

INLINED vec add32(vec a, vec b) {
    return _mm512_add_epi32(a, b);
}

INLINED vec mul32(vec a, vec b) {
    return _mm512_mullo_epi32(a, b);
}

INLINED vec and32(vec a, vec b) {
    return _mm512_and_si512(a, b);
}

INLINED vec add64(vec a, vec b) {
    return _mm512_add_epi64(a, b);
}

INLINED vec mul64(vec a, vec b) {
    return _mm512_mul_epu32(a, b);
}

INLINED vec low(vec x) {
    return _mm512_maskz_mov_epi32(0x5555, x);
}

INLINED vec high(vec x) {
    return _mm512_srli_epi64(x, 32);
}

INLINED vec raise(vec x) {
    return _mm512_slli_epi64(x, 32);
}

INLINED vec join(vec even, vec odd) {
    return _mm512_mask_blend_epi32(0xaaaa, even, odd);
}

INLINED void part(vec a, vec b, vec *even, vec *odd) {
    *even = _mm512_permutex2var_epi64(a, _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), b);
    *odd = _mm512_permutex2var_epi64(a, _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1), b);
}

INLINED vec min32(vec a, vec b) {
    return _mm512_min_epu32(a, b);
}

INLINED vec max32(vec a, vec b) {
    return _mm512_max_epu32(a, b);
}

INLINED vec srl32(vec x, uint32_t bits) {
    return _mm512_srl_epi32(x, _mm_cvtsi32_si128((int)bits));
}

INLINED uint32_t same32(vec a, vec b) {
    return _mm512_cmpeq_epi32_mask(a, b);
}

INLINED vec below32(vec a, vec b, vec c, vec d) {
    return _mm512_mask_blend_epi32(_mm512_cmplt_epu32_mask(a, b), d, c);
}

#define ROL(x, n) _mm512_rol_epi32(x, n)
#define QUARTER(a, b, c, d)                              \
    a = _mm512_add_epi32(a, b);                          \
    d = ROL(_mm512_xor_si512(d, a), 16);                 \
    c = _mm512_add_epi32(c, d);                          \
    b = ROL(_mm512_xor_si512(b, c), 12);                 \
    a = _mm512_add_epi32(a, b);                          \
    d = ROL(_mm512_xor_si512(d, a), 8);                  \
    c = _mm512_add_epi32(c, d);                          \
    b = ROL(_mm512_xor_si512(b, c), 7);

#define COLUMNS                                                                                          \
    QUARTER(x[0], x[4], x[8], x[12]) QUARTER(x[1], x[5], x[9], x[13]) QUARTER(x[2], x[6], x[10], x[14])  \
        QUARTER(x[3], x[7], x[11], x[15])
#define DIAGONALS                                                                                        \
    QUARTER(x[0], x[5], x[10], x[15]) QUARTER(x[1], x[6], x[11], x[12]) QUARTER(x[2], x[7], x[8], x[13]) \
        QUARTER(x[3], x[4], x[9], x[14])

INLINED void chacha_rounds(vec x[16]) {
    for (int round = 0; round < 20; round += 2) {
        COLUMNS
        DIAGONALS
    }
}

#endif
