// SPDX-License-Identifier: MIT
// The ports' self-test on a computer with an operating system: a line a topic.

#include <stdio.h>

#include "ports.h"

int main(void) {
    for (uint32_t topic = 0; topic < PORT_TOPICS; topic++) {
        char text[17];
        port_hex(port_digest(topic), text);
        printf("%s %s\n", text, port_name(topic));
    }
    return 0;
}
