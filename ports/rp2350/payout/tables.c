// SPDX-License-Identifier: MIT
// The tables of one machine, from the file that the build names: `azar rom extract` writes it, tables.bin.

#include "payout.h"

#ifndef PAYOUT_TABLES
#error "set PAYOUT_TABLES to the path of tables.bin: azar rom extract FILE.rom -o DIR"
#endif

__asm__(".section .rodata\n"
        ".balign 8\n"
        ".global payout_tables\n"
        "payout_tables:\n"
        ".incbin \"" PAYOUT_TABLES "\"\n"
        ".global payout_tables_end\n"
        "payout_tables_end:\n"
        ".byte 0\n"
        ".balign 8\n"
        ".text\n");
