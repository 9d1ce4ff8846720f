/* SPDX-License-Identifier: MIT
 *
 * help.c - the texts of --help and --version of fairshuf-mpi. See help.h.
 */
#include "tools/mpi/help.h"

#include <mpi.h>
#include <stdbool.h>
#include <string.h>

#include "cli/help_options.h"
#include "tools/help.h"

void cluster_help(FILE *out, const char *program)
{
    fprintf(
        out,
        "Usage: mpirun -n R %s [OPTION]... FILE... -o OUTPUT\n"
        "Write the lines of FILEs to OUTPUT in random order, with R ranks. Every\n"
        "order is equally likely. With the same seed, the output is that of fairshuf,\n"
        "byte for byte, with any number of ranks. All ranks must see all files.\n\n"
        "Examples:\n"
        "  mpirun -n 64 %s big.txt -o mixed.txt\n"
        "  mpirun -n 64 %s --seed=2024 --csv --header part-*.csv \\\n"
        "      --split=train.csv:80,test.csv:20\n"
        "  srun -n 256 %s --memory=4G --temp-dir=/local big.txt -o mixed.txt\n"
        "  %s --explain --ranks=256 --memory=4G big.txt\n",
        program, program, program, program, program);
    help_options(out, false);
    fprintf(out, "\nFor details, see: man fairshuf-mpi\n");
}

void cluster_version(FILE *out, const char *program)
{
    char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    help_version(out, program, false);
    if (MPI_Get_library_version(mpi, &length) != MPI_SUCCESS || length <= 0)
        return;
    mpi[strcspn(mpi, ",\n")] = '\0'; /* long lists of build options may follow */
    for (char *c = mpi; *c != '\0'; c++)
        if (*c == '\t')
            *c = ' ';
    fprintf(out, "MPI: %s\n", mpi);
}
