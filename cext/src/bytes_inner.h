// SPDX-License-Identifier: MIT
// Numbers as the little-endian bytes of blobs, states and outcomes, and what they may be.

#ifndef CORE_BYTES_INNER_H
#define CORE_BYTES_INNER_H

#include <stddef.h>
#include <stdint.h>

static inline int within(uint32_t value, uint32_t low, uint32_t high) {
    return value >= low && value <= high;
}

static inline uint32_t get_u16(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t get_u32(const uint8_t *p) {
    return get_u16(p) | get_u16(p + 2) << 16;
}

static inline uint64_t get_u64(const uint8_t *p) {
    return get_u32(p) | (uint64_t)get_u32(p + 4) << 32;
}

static inline void put_u16(uint8_t *p, uint32_t value) {
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

static inline void put_u32(uint8_t *p, uint32_t value) {
    put_u16(p, value & 0xffff);
    put_u16(p + 2, value >> 16);
}

static inline void put_u64(uint8_t *p, uint64_t value) {
    put_u32(p, (uint32_t)value);
    put_u32(p + 4, (uint32_t)(value >> 32));
}

static inline void copy_bytes(uint8_t *to, const uint8_t *from, size_t size) {
    for (size_t i = 0; i < size; i++) {
        to[i] = from[i];
    }
}

static inline void clear_bytes(uint8_t *p, size_t size) {
    for (size_t i = 0; i < size; i++) {
        p[i] = 0;
    }
}

static inline int same_bytes(const uint8_t *a, const uint8_t *b, size_t size) {
    uint32_t differ = 0;
    for (size_t i = 0; i < size; i++) {
        differ |= (uint32_t)a[i] ^ b[i];
    }
    return differ == 0;
}

static inline int all_zero(const uint8_t *p, size_t size) {
    uint32_t seen = 0;
    for (size_t i = 0; i < size; i++) {
        seen |= p[i];
    }
    return seen == 0;
}

#endif
