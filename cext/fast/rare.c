// SPDX-License-Identifier: MIT
// Plays of a block whose words are rejected, or that a mystery draw hits.

#include "bulk_inner.h"
#include "rare.h"

static void put_tickets(fast_run *run, uint32_t i, const uint32_t tickets[CORE_MAX_REELS], fast_block *block) {
    for (uint32_t r = 0; r < run->kernel->tables->reels; r++) {
        block->tickets[r][i] = (uint16_t)tickets[r];
    }
}

// As chance_tickets_word and chance_tickets_pair, with the excess worked out beforehand.
static int tickets_of(const fast_kernel *k, const uint32_t *words, uint32_t i,
    uint32_t tickets[CORE_MAX_REELS]) {
    const core_chance *t = k->tables;
    uint32_t low = k->wide ? words[2 * i] : 0, high = k->wide ? words[2 * i + 1] : words[i];
    for (uint32_t r = 0; r < t->reels; r++) {
        const uint64_t below = (uint64_t)low * t->weight[0][r];
        const uint64_t above = (uint64_t)high * t->weight[0][r] + (below >> 32);
        tickets[r] = (uint32_t)(above >> 32);
        high = (uint32_t)above;
        low = (uint32_t)below;
    }
    return k->wide ? ((uint64_t)high << 32 | low) >= k->excess_pair : high >= k->excess_word;
}

// Plays whose words were rejected, in ascending order.
typedef struct {
    uint32_t count, play[BLOCK_PLAYS];
} rejects;

// A whole batch of the next rejection stream, where several words were rejected; what it leaves stays listed.
static void redraw_batch(fast_run *run, uint32_t rejection, rejects *list, fast_block *block) {
    const fast_kernel *k = run->kernel;
    uint32_t words[CORE_BATCH_WORDS], tickets[CORE_MAX_REELS], left = 0;
    core_rng_batch(run->source.key, stream_number(run->source.machine, CORE_PURPOSE_PLAY, rejection),
        run->source.index >> (k->wide ? 3 : 4), words);
    for (uint32_t n = 0; n < list->count; n++) {
        const uint32_t i = list->play[n];
        if (tickets_of(k, words, i, tickets)) {
            put_tickets(run, i, tickets, block);
        } else {
            list->play[left++] = i;
        }
    }
    list->count = left;
}

int core_fast_redraw(fast_run *run, const uint32_t rejected[BLOCK_PLAYS / 32], uint32_t rejection, fast_block *block) {
    uint32_t tickets[CORE_MAX_REELS];
    rejects list;
    list.count = 0;
    for (uint32_t w = 0; w < run->kernel->plays / 32; w++) {
        for (uint32_t bits = rejected[w]; bits; bits &= bits - 1) {
            list.play[list.count++] = 32 * w + (uint32_t)__builtin_ctz(bits);
        }
    }
    for (; list.count > 1; rejection++) {
        redraw_batch(run, rejection, &list, block);  // costs about what two single blocks do
    }
    for (uint32_t n = 0; n < list.count; n++) {
        const core_source source = {run->source.key, run->source.machine, run->source.index + list.play[n]};
        const int code = core_chance_draw_paid(run->kernel->tables, &source, rejection, tickets);
        if (code != CORE_OK) {
            return code;
        }
        put_tickets(run, list.play[n], tickets, block);
    }
    return CORE_OK;
}

int core_fast_mystery(fast_run *run, uint16_t units[BLOCK_PLAYS]) {
    const core_chance *t = run->kernel->tables;
    uint32_t words[2 * CORE_BATCH_WORDS];
    uint64_t hits = 0;
    if (!t->mystery_of) {
        return CORE_OK;
    }
    for (uint32_t level = 0; level < t->pots; level++) {
        hits += t->pot[level].mystery;
    }
    for (uint32_t at = 0; at < 2 * run->kernel->plays; at += CORE_BATCH_WORDS) {
        core_rng_batch(run->source.key, stream_number(run->source.machine, CORE_PURPOSE_MYSTERY, 0),
            (run->source.index + at / 2) >> 3, words + at);
    }
    for (uint32_t i = 0; i < run->kernel->plays; i++) {
        uint64_t low;
        const uint64_t x = words[2 * i] | (uint64_t)words[2 * i + 1] << 32;
        // A draw that may have to be rejected is left to the portable way, too.
        if (chance_product(x, t->mystery_of, &low) < hits || low < t->mystery_of) {
            units[i] = MARKED;
        }
    }
    return CORE_OK;
}
