/* SPDX-License-Identifier: MIT
 *
 * program.c - the program fairshuf, for option_table.h.
 */
#include "tools/options.h"

const char options_program[] = "fairshuf";
const unsigned options_bit = PROGRAM_FAIRSHUF;
