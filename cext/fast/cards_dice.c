// SPDX-License-Identifier: MIT
// Many throws of dice, as core_dice_throw makes them one by one.

#include <string.h>

#include "bulk.h"
#include "bulk_inner.h"
#include "cards_fast.h"
#include "draw_inner.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE_COPIES 1
#define INLINED inline __attribute__((always_inline))
#else
#define WIDE_COPIES 0
#define INLINED inline
#endif

enum { LISTED_DICE = 3, LISTED = 216 };

typedef struct {
    uint32_t dice, bound, excess;
    uint8_t faces[LISTED][4];  // of each value, for three dice at most
} listed;

static void list_faces(uint32_t dice, listed *list) {
    list->dice = dice;
    list->bound = 1;
    for (uint32_t die = 0; die < dice; die++) {
        list->bound *= 6;
    }
    list->excess = core_rng_excess(list->bound);
    for (uint32_t value = 0; value < LISTED; value++) {
        uint32_t rest = value;
        memset(list->faces[value], 0, 4);
        for (uint32_t die = dice; die-- > 0; rest /= 6) {
            list->faces[value][die] = (uint8_t)(1 + rest % 6);
        }
    }
}

// The upper half of word * bound, and whether a lower half calls for a rejection. In 32-bit lanes, which
// compilers vectorise: the bound is below 2^16.
static INLINED uint32_t scale(const listed *list, const uint32_t words[CORE_BATCH_WORDS],
    uint32_t values[CORE_BATCH_WORDS]) {
    const uint32_t bound = list->bound, excess = list->excess;
    uint32_t rejected = 0;
    for (int i = 0; i < CORE_BATCH_WORDS; i++) {
        const uint32_t word = words[i];
        values[i] = ((word >> 16) * bound + ((word & 0xffff) * bound >> 16)) >> 16;
        rejected |= word * bound < excess;
    }
    return rejected;
}

#if WIDE_COPIES
__attribute__((target("avx2"))) static uint32_t scale_avx2(const listed *list,
    const uint32_t words[CORE_BATCH_WORDS], uint32_t values[CORE_BATCH_WORDS]) {
    return scale(list, words, values);
}
#endif

static uint32_t scale_batch(const listed *list, const uint32_t words[CORE_BATCH_WORDS],
    uint32_t values[CORE_BATCH_WORDS]) {
#if WIDE_COPIES
    if (core_rng_tier() >= CORE_TIER_AVX2) {
        return scale_avx2(list, words, values);
    }
#endif
    return scale(list, words, values);
}

// Faces of `many` values in a row: four bytes at a time while they fit, the next throw covering what is too many.
static void put_faces(const listed *list, const uint32_t *values, uint32_t many, uint8_t *faces) {
    const size_t dice = list->dice;
    uint32_t i = 0;
    for (; i + 4 <= many; i++) {
        memcpy(faces + i * dice, list->faces[values[i]], 4);
    }
    for (; i < many; i++) {
        memcpy(faces + i * dice, list->faces[values[i]], dice);
    }
}

static int throw_singly(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t throws, uint32_t dice, uint8_t *faces) {
    int code = CORE_OK;
    for (uint64_t i = 0; i < throws && code == CORE_OK; i++) {
        code = core_dice_throw(key, machine, purpose, first + i, dice, faces + i * dice);
    }
    return code;
}

int core_dice_throws(const uint8_t key[CORE_KEY_SIZE], uint64_t machine, uint32_t purpose, uint64_t first,
    uint64_t throws, uint32_t dice, uint8_t *faces) {
    uint32_t words[CORE_BATCH_WORDS], values[CORE_BATCH_WORDS];
    listed list;
    if (machine >> CORE_MACHINE_BITS || purpose > 0xff || dice - 1 >= CORE_DICE_MAX ||
        throws > UINT64_MAX - first) {
        return CORE_E_ARGUMENT;
    }
    if (dice > LISTED_DICE) {
        return throw_singly(key, machine, purpose, first, throws, dice, faces);
    }
    list_faces(dice, &list);
    for (uint64_t at = first, end = first + throws; at < end;) {
        const uint32_t skipped = (uint32_t)at & (CORE_BATCH_WORDS - 1);
        const uint64_t left = end - at;
        const uint32_t room = CORE_BATCH_WORDS - skipped, many = left < room ? (uint32_t)left : room;
        core_rng_batch(key, stream_number(machine, purpose, 0), (at - skipped) >> 4, words);
        const uint32_t rejected = scale_batch(&list, words, values);
        put_faces(&list, values + skipped, many, faces);
        for (uint32_t i = 0; rejected && i < many; i++) {
            if (words[skipped + i] * list.bound < list.excess) {
                const int code = core_dice_throw(key, machine, purpose, at + i, dice, faces + i * dice);
                if (code != CORE_OK) {
                    return code;
                }
            }
        }
        at += many;
        faces += (size_t)many * dice;
    }
    return CORE_OK;
}
