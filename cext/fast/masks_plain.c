// SPDX-License-Identifier: MIT
// Line masks for any processor.

#include "block.h"
#include "loops.h"
#include "masks_body.h"

int core_fast_masks_plain(fast_run *run, uint64_t blocks) {
    return run_blocks(run, blocks, say_masks);
}
