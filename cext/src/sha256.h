// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4), by which tables and their states name one another.

#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define CORE_DIGEST_SIZE 32      // SHA-256 at the blob's end

void core_sha256(const uint8_t *data, size_t size, uint8_t digest[CORE_DIGEST_SIZE]);

// Whole blocks of 64 bytes chained on to a hash that was begun: a long one can be put down and taken up again.
// `chain` is the eight words H of FIPS 180-4 section 6.2, big endian.
void core_sha256_blocks(uint8_t chain[CORE_DIGEST_SIZE], const uint8_t *data, size_t blocks);

#endif
