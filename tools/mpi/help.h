/* SPDX-License-Identifier: MIT
 *
 * help.h - the texts of --help and --version of fairshuf-mpi.
 */
#ifndef CLUSTER_HELP_H
#define CLUSTER_HELP_H

#include <stdio.h>

/* Both print to `out`; the caller checks for write errors. */
void cluster_help(FILE *out, const char *program);
void cluster_version(FILE *out, const char *program);

#endif
