// SPDX-License-Identifier: MIT
// Units for one tier of x86-64 registers, made by GCC and by clang alike. Every ARM64 has NEON, so that units for it
// need no more than CORE_NEON.
//
// Such a unit includes what it needs, then says CORE_TIER("avx2,..."), then its functions, then CORE_TIER_END.
// It must not call what its tier has on a processor without it: who calls it asks the processor first.

#ifndef CORE_TIER_INNER_H
#define CORE_TIER_INNER_H

#if defined(__x86_64__) && defined(__GNUC__)  // clang says that it is GNU C, too
#define CORE_WIDE 1
#else
#define CORE_WIDE 0
#endif

#if defined(__aarch64__) && defined(__GNUC__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CORE_NEON 1
#else
#define CORE_NEON 0
#endif

#if CORE_WIDE
#define CORE_PRAGMA(text) _Pragma(#text)
#ifdef __clang__
#define CORE_TIER(features) \
    CORE_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define CORE_TIER_END CORE_PRAGMA(clang attribute pop)
#else
#define CORE_TIER(features) CORE_PRAGMA(GCC target(features))
#define CORE_TIER_END
#endif
#endif

#endif
