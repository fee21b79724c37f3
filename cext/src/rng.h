// SPDX-License-Identifier: MIT
// Words: the keystream, and one even draw.

#ifndef CORE_RNG_H
#define CORE_RNG_H

#include <stddef.h>
#include <stdint.h>

#define CORE_KEY_SIZE 32         // bytes of a key, and of absorbed entropy
#define CORE_MACHINE_BITS 40     // a machine's number is below 2^40

// Purposes of the words
#define CORE_PURPOSE_PLAY 0      // word i decides the prize of entry i
#define CORE_PURPOSE_FEATURE 1   // type B: from word i * 2^24 on the raise of entry i, the gambles of its play, and
                                 // in word CORE_MAX_ROUNDS + 1 whether it gives back
#define CORE_PURPOSE_DISPLAY 2   // word i decides the window of entry i
#define CORE_PURPOSE_DEVICE 3    // word i varies the reels' speed; moves no money
#define CORE_PURPOSE_ABSORB 4    // block g makes the key of generation g + 1

// Block `block` of stream `stream`: 16 words, in the order in which RFC 8439 writes them.
void core_rng_block(const uint8_t key[CORE_KEY_SIZE], uint64_t block, uint64_t stream, uint32_t out[16]);

// Keystream bytes from the start of a block on, words little-endian.
void core_rng_stream(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t block, uint8_t *out,
    size_t size);

// Word `word` of a stream.
uint32_t core_rng_word(const uint8_t key[CORE_KEY_SIZE], uint64_t stream, uint64_t word);

// One even draw of 0 <= value < bound from word `word` of (machine, purpose); bound is 1 or more.
// Exact, by rejection (Lemire 2019, "Fast random integer generation in an interval").
int core_rng_below(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t word,
    uint32_t bound, uint32_t *value);

#endif
