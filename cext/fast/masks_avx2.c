// SPDX-License-Identifier: MIT
// Line masks compiled for AVX2.

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)  // clang has no such pragma
#include <stddef.h>
#include <stdint.h>
#pragma GCC target("avx2,popcnt,bmi,bmi2")
#define HAS_TIER 1
#else
#define HAS_TIER 0
#endif

#include "masks_body.h"

#if HAS_TIER
int core_fast_has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2");
}
#else
int core_fast_has_avx2(void) {
    return 0;
}
#endif

int core_fast_masks_avx2(fast_run *run, uint64_t blocks) {
    return run_blocks(run, blocks, say_masks);
}
