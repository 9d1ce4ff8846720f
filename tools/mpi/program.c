/* SPDX-License-Identifier: MIT
 *
 * program.c - the program fairshuf-mpi, for option_table.h.
 */
#include "tools/options.h"

const char options_program[] = "fairshuf-mpi";
const unsigned options_bit = PROGRAM_MPI;
