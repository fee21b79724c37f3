// SPDX-License-Identifier: MIT
// The core's manual: how chance is drawn and how a play is decided.
//
// C99 without malloc, globals, floats, libc or 64-bit division, so that the very same files run in a
// campaign on a desk and on a Cortex-M0+. The caller owns every buffer. All bytes that leave the core
// (tables, state, outcome) have one fixed little-endian layout, whatever the processor.
//
// 1. Words (rng.h, bulk.h).  Chance is the ChaCha20 keystream (RFC 8439 block and word order) with a 64-bit block
//    counter and a 64-bit stream number: machine in bits 0 to 39, purpose in bits 40 to 47, rejection
//    in bits 48 to 63. A rejected word is replaced by the same word of the next rejection stream, so
//    word i of a purpose is a function of (key, machine, i) alone and any entry can be found directly.
// 2. Tables (tables.h).  What a machine is, in one blob. `core_tables_compile` derives the window lists from
//    strips, paylines and pays; `core_tables_open` checks every bound, re-derives every window and
//    compares the SHA-256, so that a damaged blob is an error and never a crash.
// 3. State (state.h, absorb.h).  256 bytes that the caller commits. It names its tables by digest and is refused by others.
// 4. Step (step.h).  `core_step` decides a play: a pure function of tables, state and action.
// 5. Campaign (campaign.h).  The same steps in a loop, with exact tallies.
//
// Machines of chance (type C) have words, tables, states, steps and campaigns of their own: chance.h.
//
// Functions return CORE_OK or a negative CORE_E_ code. What they write through pointers is meant only if
// they succeed, except that a state or an outcome is never touched by a call that fails.
// `core_error_text` (errors.h) explains a code.
//
// Whoever uses the core includes this file. Its own units include the parts that they need.

#ifndef CORE_H
#define CORE_H

#include "absorb.h"
#include "bulk.h"
#include "campaign.h"
#include "errors.h"
#include "rng.h"
#include "sha256.h"
#include "sizes.h"
#include "state.h"
#include "step.h"
#include "tables.h"

#endif
