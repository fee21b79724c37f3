// SPDX-License-Identifier: MIT
// Quick campaigns: kernels made ready and chosen, and blocks run.

#include "build.h"
#include "loops.h"
#include "pairs_inner.h"

static uint32_t can_run(uint32_t kernel) {
    switch (kernel) {
    case CORE_KERNEL_MASKS_AVX2:
    case CORE_KERNEL_AUTOMATON_AVX2:
    case CORE_KERNEL_STAGED_AVX2:
        return (uint32_t)core_fast_has_avx2();
    case CORE_KERNEL_MASKS_AVX512:
    case CORE_KERNEL_AUTOMATON_AVX512:
    case CORE_KERNEL_STAGED_AVX512:
        return (uint32_t)core_fast_has_avx512();
    default:
        return kernel == CORE_KERNEL_MASKS || kernel == CORE_KERNEL_AUTOMATON;
    }
}

// Of kernels that read the same the first.
static uint32_t kind_of(uint32_t kernel) {
    if (kernel < CORE_KERNEL_AUTOMATON) {
        return CORE_KERNEL_MASKS;
    }
    return kernel == CORE_KERNEL_AUTOMATON ? kernel : CORE_KERNEL_AUTOMATON_AVX2;
}

static const fast_kernel *opened(const uint8_t *built) {
    return (const void *)(built + (-(uintptr_t)built & 63));
}

int core_fast_suits(const uint8_t *built, uint32_t kernel) {
    const fast_kernel *k = opened(built);
    // The woven walk takes single words.
    const uint32_t woven = kernel == CORE_KERNEL_AUTOMATON_AVX2 || kernel == CORE_KERNEL_AUTOMATON_AVX512;
    return can_run(kernel) && kind_of(kernel) == k->kind && !(woven && k->wide);
}

// An automaton if there is room for it.
static void build_turns(const core_chance *tables, uint32_t is_free, fast_automaton *a, arena *stay, arena scratch) {
    const arena before = *stay;
    if (core_fast_automaton_build(tables, is_free, 1, a, stay, scratch) != CORE_OK) {
        *stay = before;
        a->steps = 0;
    }
}

// What plays with features read. Masks take next to no time to make, so a kernel of masks makes nothing else.
static void build_features(fast_kernel *k, arena *stay, arena scratch) {
    const core_chance *t = k->tables;
    core_chance lines = *t;
    lines.scatters = 0;
    k->paid_lines.steps = k->free_plays.steps = k->has_free = 0;
    if (k->kind != CORE_KERNEL_MASKS && (t->max_free_plays || t->picks)) {
        build_turns(&lines, 0, &k->paid_lines, stay, scratch);
    }
    if (k->kind != CORE_KERNEL_MASKS && t->max_free_plays) {
        build_turns(t, 1, &k->free_plays, stay, scratch);
    }
    if (!k->free_plays.steps && t->max_free_plays && t->evaluation == CORE_CHANCE_LINES) {
        k->has_free = core_fast_masks_build(t, 1, &k->free_masks, stay) == CORE_OK;
    }
}

int core_fast_build(const core_chance *tables, uint32_t kernel, uint8_t *memory, size_t size,
    uint8_t *scratch, size_t scratch_size, size_t *used) {
    arena stay = {memory, memory + size};
    fast_kernel *k = arena_take(&stay, sizeof *k);
    if (!can_run(kernel)) {
        return CORE_E_ARGUMENT;
    }
    if (!k) {
        return CORE_E_EXHAUSTED;
    }
    k->tables = tables;
    k->kind = kind_of(kernel);
    k->wide = (uint32_t)chance_is_wide(tables);
    k->plays = BLOCK_PLAYS >> k->wide;
    k->excess_word = k->wide ? 0 : core_rng_excess((uint32_t)tables->combinations[0]);
    k->excess_pair = k->wide ? core_chance_excess(tables->combinations[0]) : 0;
    uint64_t stride = 1;
    for (uint32_t r = tables->reels; r-- > 0;) {
        k->stride[r] = stride;
        stride *= tables->weight[0][r];
    }
    int code;
    if (k->kind == CORE_KERNEL_MASKS) {
        code = core_fast_masks_build(tables, 0, &k->of.masks, &stay);
    } else {
        code = core_fast_automaton_build(tables, 0, k->kind == CORE_KERNEL_AUTOMATON, &k->of.automaton, &stay,
            (arena){scratch, scratch + scratch_size});
    }
    if (code == CORE_OK) {
        build_features(k, &stay, (arena){scratch, scratch + scratch_size});
    }
    *used = (size_t)(stay.at - memory);
    return code;
}

static int run_kernel(fast_run *run, uint32_t kernel, uint64_t blocks) {
    switch (kernel) {
    case CORE_KERNEL_MASKS:
        return core_fast_masks_plain(run, blocks);
    case CORE_KERNEL_MASKS_AVX2:
        return core_fast_masks_avx2(run, blocks);
    case CORE_KERNEL_MASKS_AVX512:
        return core_fast_masks_avx512(run, blocks);
    case CORE_KERNEL_AUTOMATON:
        return core_fast_automaton_plain(run, blocks);
    case CORE_KERNEL_AUTOMATON_AVX2:
        return core_fast_automaton_avx2(run, blocks);
    case CORE_KERNEL_AUTOMATON_AVX512:
        return core_fast_automaton_avx512(run, blocks);
    case CORE_KERNEL_STAGED_AVX2:
        return core_fast_staged_avx2(run, blocks);
    default:
        return core_fast_staged_avx512(run, blocks);
    }
}

// Campaign ---------------------------------------------------------------------------------------

static void add_tally(core_chance_tally *sum, const core_chance_tally *more) {
    sum->plays += more->plays;
    sum->won_cents += more->won_cents;
    sum->hits += more->hits;
    sum->featured += more->featured;
    sum->free_plays += more->free_plays;
    sum->picks += more->picks;
    sum->gambles += more->gambles;
    sum->capped += more->capped;
    sum->digest += more->digest;
    sum->events += more->events;
}

// What the bins have counted, into the histogram and the tally.
static void flush(fast_run *run) {
    const uint64_t unit = run->kernel->tables->unit_cents;
    for (uint32_t bin = 0; bin <= run->last_bin; bin++) {
        uint64_t count = 0;
        for (uint32_t copy = 0; copy < 4; copy++) {
            count += run->bins[copy * BINS + bin];
        }
        run->histogram[bin] += count;
        run->tally->plays += count;
        run->tally->won_cents += count * bin * unit;
        run->tally->hits += bin ? count : 0;
    }
}

// Some plays the portable way; *stopped if an event found no room.
static int run_portable(fast_run *run, uint64_t plays, uint32_t *stopped) {
    core_chance_tally more;
    const int code = core_chance_campaign(run->kernel->tables, run->source.key, run->source.machine,
        run->source.index, plays, run->rounds, run->histogram, run->events + run->tally->events,
        run->capacity - run->tally->events, &more);
    if (code == CORE_OK) {
        add_tally(run->tally, &more);
        run->source.index += more.plays;
        *stopped = more.plays < plays;
    }
    return code;
}

// How many blocks may follow: whole ones, and as many as events have room for and bins can count.
static uint64_t blocks_ahead(const fast_run *run, uint64_t end) {
    const core_chance *t = run->kernel->tables;
    const uint64_t plays = run->kernel->plays;
    uint64_t blocks = (end - run->source.index) / plays;
    if (t->pots) {
        const uint64_t room = (run->capacity - run->tally->events) / plays;
        blocks = room < blocks ? room : blocks;
    }
    return blocks < UINT64_C(1) << 24 ? blocks : UINT64_C(1) << 24;
}

int core_fast_campaign(const uint8_t *built, uint32_t kernel, uint8_t *scratch, const uint8_t key[CORE_KEY_SIZE],
    uint64_t machine, uint64_t first, uint64_t plays, uint32_t rounds, uint64_t *histogram,
    core_pot_event *events, uint64_t capacity, core_chance_tally *tally) {
    const fast_kernel *k = opened(built);
    const core_chance *t = k->tables;
    const uint32_t cap_bin = t->cap_cents / t->unit_cents;
    fast_run run = {k, {key, machine, first}, rounds, 0, histogram, capacity, events, tally, 0};
    uint32_t stopped = 0;
    if (!core_fast_suits(built, kernel) || machine >> CORE_MACHINE_BITS || first > CORE_CHANCE_MAX_PLAYS
        || plays > CORE_CHANCE_MAX_PLAYS - first) {
        return CORE_E_ARGUMENT;
    }
    run.bins = (void *)(scratch + (-(uintptr_t)scratch & 63));
    // A play that reaches the cap, or a win that may be gambled, is one for the portable way.
    run.last_bin = cap_bin - 1 < MOST_BIN ? cap_bin - 1 : MOST_BIN;
    if (rounds && t->gamble_rounds) {
        run.last_bin = 0;
    }
    *tally = (core_chance_tally){0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    for (uint32_t bin = 0; bin <= run.last_bin; bin++) {
        for (uint32_t copy = 0; copy < 4; copy++) {
            run.bins[copy * BINS + bin] = 0;
        }
    }
    const uint64_t end = first + plays;
    int code = CORE_OK;
    while (code == CORE_OK && !stopped && run.source.index < end) {
        const uint64_t into = run.source.index & (k->plays - 1);
        const uint64_t blocks = into ? 0 : blocks_ahead(&run, end);
        if (blocks) {
            code = run_kernel(&run, kernel, blocks);
            continue;
        }
        const uint64_t left = end - run.source.index, whole = k->plays - into;
        code = run_portable(&run, left < whole ? left : whole, &stopped);
    }
    flush(&run);
    return code;
}
