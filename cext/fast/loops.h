// SPDX-License-Identifier: MIT
// The loops of the kernels, one a tier.

#ifndef CORE_FAST_LOOPS_H
#define CORE_FAST_LOOPS_H

#include "kernel.h"

// Blocks of plays from run->source.index on, all of them whole; `events` has room for them.
int core_fast_masks_plain(fast_run *run, uint64_t blocks);
int core_fast_masks_avx2(fast_run *run, uint64_t blocks);
int core_fast_masks_avx512(fast_run *run, uint64_t blocks);
int core_fast_automaton_plain(fast_run *run, uint64_t blocks);
int core_fast_automaton_avx2(fast_run *run, uint64_t blocks);
int core_fast_automaton_avx512(fast_run *run, uint64_t blocks);
int core_fast_staged_avx2(fast_run *run, uint64_t blocks);
int core_fast_staged_avx512(fast_run *run, uint64_t blocks);

// Whether this processor runs them.
int core_fast_has_avx2(void);
int core_fast_has_avx512(void);

#endif
