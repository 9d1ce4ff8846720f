/* SPDX-License-Identifier: MIT
 *
 * model.c - what a run on several ranks will read, send and write. See model.h.
 *
 * Every rank reads its part of the input, and receives its part of the output. If both
 * fit into its memory, each byte is read once, sent at most once, and written once. If
 * not, a rank cannot keep its part of the input: it reads it once to count the records,
 * which is not necessary if all have the same length, and once to send them. What it
 * receives goes to a temporary file.
 *
 * Ranks send in rounds. In each, a rank fills its window with records, and sends to every
 * other rank what belongs there.
 */
#include "tools/mpi/model.h"

#include <assert.h>

#define MIB (1024.0 * 1024.0)
#define WINDOW (16 * MIB)    /* the usual window */
#define EACH (64 * 1024.0)   /* a window has at least this much for each rank, */
#define WINDOWS_IN_MEMORY 16 /* but at most this part of the memory limit */
#define RUN 24               /* bytes that describe a run of records of one cell */
#define SPAN 8               /* bytes that refer to a record while it is ordered */

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static double round_up(double x)
{
    const double down = (double)(uint64_t)x;
    return down < x ? down + 1 : down;
}

/* The bytes of the length before a record, with 7 bits in each. */
static double prefix_of(double length)
{
    double bytes = 1;
    for (; length >= 128; length /= 128)
        bytes++;
    return bytes;
}

struct cluster_forecast cluster_model(const struct cluster_load *load)
{
    assert(load->ranks > 0 && load->wanted <= load->records);
    const double ranks = (double)load->ranks, memory = (double)load->memory;
    const double share = load->records > 0 ? load->wanted / load->records : 0;
    const double length = load->records > 0 ? load->bytes / load->records : 0;
    const double others = (ranks - 1) / ranks; /* the part that goes to other ranks */
    const double stored = length + (load->fixed ? 0 : prefix_of(length));
    struct cluster_forecast result = {.fits = true};

    result.window = most(WINDOW, EACH * ranks);
    result.window = least(result.window, memory / WINDOWS_IN_MEMORY);
    result.rounds = round_up(load->wanted * stored / ranks / result.window);
    if (load->ranks > 1)
        result.messages =
            least(result.rounds * ranks * (ranks - 1), round_up(load->wanted * others));
    result.sent = load->wanted * stored * others + RUN * result.messages;
    result.written = share * load->bytes;

    const double buffers = 3 * result.window; /* two that are sent, one that is filled */
    const double in = load->bytes / ranks, out = load->wanted * stored / ranks;
    result.memory = in + out + SPAN * load->wanted / ranks + buffers;
    result.fits = result.memory <= memory;
    result.read = load->bytes;
    if (!result.fits) {
        result.read *= load->fixed ? 1 : 2;
        result.temporary = load->wanted * stored;
        result.memory = memory;
    }
    return result;
}
