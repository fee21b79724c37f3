# SPDX-License-Identifier: MIT
# The module payout in ports of MicroPython that are built by make (that to Unix):
#   make -C ports/unix USER_C_MODULES=AZAR/ports/rp2350 PAYOUT_TABLES=DIR/tables.bin
PAYOUT_DIR := $(USERMOD_DIR)
PAYOUT_CORE := $(PAYOUT_DIR)/../../../cext/src
ifeq ($(PAYOUT_TABLES),)
$(error set PAYOUT_TABLES to tables.bin: azar rom extract FILE.rom -o DIR)
endif
SRC_USERMOD_C += $(PAYOUT_DIR)/modpayout.c
SRC_USERMOD_LIB_C += $(PAYOUT_DIR)/payout.c $(PAYOUT_DIR)/tables.c $(PAYOUT_DIR)/unix.c
SRC_USERMOD_LIB_C += $(sort $(wildcard $(PAYOUT_CORE)/*.c))
CFLAGS_USERMOD += -I$(PAYOUT_DIR) -I$(PAYOUT_CORE) -DPAYOUT_TABLES='"$(abspath $(PAYOUT_TABLES))"'
