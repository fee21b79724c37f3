// SPDX-License-Identifier: MIT
// What the self-tests share: a condition that must hold, and choices that are the same in every build.

#ifndef REQUIRE_H
#define REQUIRE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition) require((condition) != 0, #condition, __FILE__, __LINE__)

static inline void require(int held, const char *text, const char *file, int line) {
    if (!held) {
        fprintf(stderr, "%s:%d: %s does not hold\n", file, line, text);
        exit(1);
    }
}

static inline uint32_t chance(uint64_t *seed) {  // xorshift64*, Vigna 2016: chooses actions and damage only
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (uint32_t)(*seed * UINT64_C(2685821657736338717) >> 32);
}

#endif
