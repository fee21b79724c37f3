// SPDX-License-Identifier: MIT
// Kernels made ready for some tables.

#ifndef CORE_FAST_BUILD_H
#define CORE_FAST_BUILD_H

#include "kernel.h"
#include "parts.h"

int core_fast_masks_build(const core_chance *t, uint32_t is_free, fast_masks *masks, arena *memory);
int core_fast_automaton_build(const core_chance *t, uint32_t is_free, uint32_t mapped, fast_automaton *automaton,
    arena *memory, arena scratch);

#endif
