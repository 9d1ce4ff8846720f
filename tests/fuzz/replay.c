/* SPDX-License-Identifier: MIT
 *
 * replay.c - runs inputs that a fuzzer has kept, without the fuzzer: all files in the
 * folders named on the command line. After "-q", stderr goes to /dev/null.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned replayed;

static int replay(const char *name, const struct stat *status, int kind)
{
    if (kind != FTW_F)
        return 0;
    const size_t size = (size_t)status->st_size;
    uint8_t *data =
        malloc(size > 0 ? size : 1); /* exactly this size, for the sanitizer */
    FILE *file = fopen(name, "rb");
    if (data == NULL || file == NULL || fread(data, 1, size, file) != size)
        return -1;
    fclose(file);
    printf("# %s\n", name);
    fflush(stdout); /* if it crashes, the last name is that of the input */
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    replayed++;
    return 0;
}

int main(int argc, char **argv)
{
    int wrong = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-q") == 0)
            wrong |= dup2(open("/dev/null", O_WRONLY), STDERR_FILENO) < 0;
        else
            wrong |= ftw(argv[i], replay, 8) != 0;
    wrong |= replayed == 0;
    printf("1..1\n%sok 1 - %u inputs\n", wrong ? "not " : "", replayed);
    return wrong;
}
