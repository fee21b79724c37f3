// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4), by which tables and states name the tables they belong to.

#include "bytes_inner.h"
#include "sha256.h"

// First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
static const uint32_t ROUND_CONSTANTS[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotate_right(uint32_t x, int bits) {
    return x >> bits | x << (32 - bits);
}

static inline uint32_t get_u32_big(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline void put_u32_big(uint8_t *p, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        p[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

static void compress(uint32_t h[8], const uint8_t block[64]) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++) {
        w[i] = get_u32_big(block + 4 * i);
    }
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        uint32_t low = rotate_right(a, 7) ^ rotate_right(a, 18) ^ a >> 3;
        uint32_t high = rotate_right(b, 17) ^ rotate_right(b, 19) ^ b >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    for (int i = 0; i < 8; i++) {
        s[i] = h[i];
    }
    for (int i = 0; i < 64; i++) {
        uint32_t sum1 = rotate_right(s[4], 6) ^ rotate_right(s[4], 11) ^ rotate_right(s[4], 25);
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t t1 = s[7] + sum1 + choice + ROUND_CONSTANTS[i] + w[i];
        uint32_t sum0 = rotate_right(s[0], 2) ^ rotate_right(s[0], 13) ^ rotate_right(s[0], 22);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        for (int j = 7; j > 0; j--) {
            s[j] = s[j - 1];
        }
        s[4] += t1;
        s[0] = t1 + sum0 + majority;
    }
    for (int i = 0; i < 8; i++) {
        h[i] += s[i];
    }
}

void core_sha256_blocks(uint8_t chain[CORE_DIGEST_SIZE], const uint8_t *data, size_t blocks) {
    uint32_t h[8];
    for (int i = 0; i < 8; i++) {
        h[i] = get_u32_big(chain + 4 * i);
    }
    for (size_t block = 0; block < blocks; block++) {
        compress(h, data + 64 * block);
    }
    for (int i = 0; i < 8; i++) {
        put_u32_big(chain + 4 * i, h[i]);
    }
}

void core_sha256(const uint8_t *data, size_t size, uint8_t digest[CORE_DIGEST_SIZE]) {
    uint32_t h[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    uint8_t last[128];
    size_t done = 0;
    for (; size - done >= 64; done += 64) {
        compress(h, data + done);
    }
    size_t rest = size - done, padded = rest < 56 ? 64 : 128;
    for (size_t i = 0; i < padded; i++) {
        last[i] = i < rest ? data[done + i] : 0;
    }
    last[rest] = 0x80;
    uint64_t bits = (uint64_t)size << 3;
    put_u32_big(last + padded - 8, (uint32_t)(bits >> 32));
    put_u32_big(last + padded - 4, (uint32_t)bits);
    compress(h, last);
    if (padded == 128) {
        compress(h, last + 64);
    }
    for (int i = 0; i < 8; i++) {
        put_u32_big(digest + 4 * i, h[i]);
    }
}
