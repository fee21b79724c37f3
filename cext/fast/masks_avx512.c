// SPDX-License-Identifier: MIT
// Line masks compiled for AVX-512.

#if defined(__x86_64__) && defined(__GNUC__)
#include <stddef.h>
#include <stdint.h>
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,popcnt,bmi,bmi2")
#define HAS_TIER 1
#else
#define HAS_TIER 0
#endif

#include "masks_body.h"

#if HAS_TIER
int core_fast_has_avx512(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("bmi2");
}
#else
int core_fast_has_avx512(void) {
    return 0;
}
#endif

int core_fast_masks_avx512(fast_run *run, uint64_t blocks) {
    return run_blocks(run, blocks, say_masks);
}
