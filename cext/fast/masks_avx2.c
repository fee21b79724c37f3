// SPDX-License-Identifier: MIT
// Line masks compiled for AVX2.

#include "bulk_inner.h"
#include "chance_turn_inner.h"
#include "loops.h"
#include "rare.h"

#if CORE_WIDE
CORE_TIER("avx2,popcnt,bmi,bmi2")
#endif

#include "block.h"
#include "masks_body.h"

#if CORE_WIDE
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

#if CORE_WIDE
CORE_TIER_END
#endif
