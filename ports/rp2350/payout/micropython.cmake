# SPDX-License-Identifier: MIT
# The module payout in MicroPython's port to the RP2350, which is built by cmake: docs/real_board.md.
if(NOT EXISTS "${PAYOUT_TABLES}")
    message(FATAL_ERROR "set PAYOUT_TABLES to tables.bin: azar rom extract FILE.rom -o DIR")
endif()
set(PAYOUT_CORE ${CMAKE_CURRENT_LIST_DIR}/../../../cext/src)
file(GLOB PAYOUT_CORE_SOURCES ${PAYOUT_CORE}/*.c)

add_library(usermod_payout INTERFACE)
target_sources(usermod_payout INTERFACE
    ${CMAKE_CURRENT_LIST_DIR}/modpayout.c
    ${CMAKE_CURRENT_LIST_DIR}/payout.c
    ${CMAKE_CURRENT_LIST_DIR}/tables.c
    ${CMAKE_CURRENT_LIST_DIR}/rp2350.c
    ${PAYOUT_CORE_SOURCES}
)
target_include_directories(usermod_payout INTERFACE ${CMAKE_CURRENT_LIST_DIR} ${PAYOUT_CORE})
target_compile_definitions(usermod_payout INTERFACE PAYOUT_TABLES="${PAYOUT_TABLES}")
if(PAYOUT_REPEATABLE)
    target_compile_definitions(usermod_payout INTERFACE PAYOUT_REPEATABLE)
endif()
target_link_libraries(usermod_payout INTERFACE pico_rand pico_unique_id)
target_link_libraries(usermod INTERFACE usermod_payout)
