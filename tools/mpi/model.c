/* SPDX-License-Identifier: MIT
 *
 * model.c - what a run on several ranks will read, send and write. See model.h.
 *
 * Every rank reads its part of the input, and receives its part of the output. Records
 * can be sent only when all ranks have counted theirs. If a rank cannot hold its part of
 * the input that long, it reads it twice. If it cannot keep what it receives, that goes
 * to a temporary file. Otherwise each byte is read once, sent at most once, and written
 * once.
 *
 * The constants are those of src/mpi: files.c and send.c (limits, rounds), scan.c
 * (pieces), runs.c (messages), cells_choose.c (cells) and deliver.c (stripes).
 */
#include "tools/mpi/model.h"

#include <assert.h>

#define KIB 1024.0
#define MIB (1024 * KIB)

enum {
    WINDOWS = 16,         /* a window is at most this part of the memory limit */
    ROW = 32,             /* bytes in the table of a message, for each run and one more */
    END = 4,              /* bytes for the end of a record that is held */
    SPAN = 16,            /* bytes for a record that is put in order */
    LEAF = 98304,         /* buckets with more records are divided into buckets */
    AIM = 65536,          /* so that they have this many, */
    MOST_BITS = 8,        /* but at most into 2^MOST_BITS */
    MOST_CELLS = 1 << 20, /* cells of all ranks */
    EVEN = 32,    /* a cell that is a smaller part of a rank's share stays whole */
    STRIPES = 16, /* smaller regions of an output are not aligned to stripes */
};
#define STRIPE MIB

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
    for (uint64_t left = (uint64_t)length; left >= 128; left /= 128)
        bytes++;
    return bytes;
}

/* ---- rounds ----------------------------------------------------------------------- */

/* The bytes that a rank reads at a time. */
static double piece_bytes(const struct cluster_load *load)
{
    const double each = 12.0 * load->threads; /* memory for each byte of a piece */
    double piece = MIB;
    while (piece > 4 * KIB && piece * each > (double)load->memory / 4)
        piece /= 2;
    return piece;
}

/* A slab of memory for records. */
static double slab_bytes(const struct cluster_load *load)
{
    return most(least(16 * MIB, (double)load->memory / WINDOWS), 64 * KIB);
}

/* The rounds in which a rank sends `in` bytes of records. */
static double count_rounds(const struct cluster_load *load, double in, bool held,
                           double length, double cells)
{
    const double piece = piece_bytes(load), memory = (double)load->memory;
    double wish = most(16 * MIB, 16 * KIB * (double)load->ranks);
    wish = least(most(wish, KIB * cells), memory / WINDOWS);
    if (held) { /* in groups of pieces, each in one slab; the first piece is small */
        const double group =
            least(slab_bytes(load) * length / (length + END), 64 * piece);
        const double groups = most(least(round_up(wish / group), 64 * piece / group), 1);
        return round_up(round_up((in + piece) / group) / (double)(uint64_t)groups);
    }
    const double fit = (double)(uint64_t)(memory / 4 / 10 / piece);
    const double pieces = least((double)(uint64_t)(wish / piece), least(fit, 64));
    return round_up(in / (most(pieces, 2 * load->threads) * piece));
}

/* ---- cells ------------------------------------------------------------------------ */

/* The buckets that n records are divided into. */
static double buckets_of(double n)
{
    int bits = 0;
    while (bits < MOST_BITS && n / (double)(1 << bits) > AIM)
        bits++;
    return (double)(1 << bits);
}

/* The number of cells: they are divided until they fit into memory, and those at the
 * ends of a rank's share until they are a small part of it. */
static double count_cells(const struct cluster_load *load, double length)
{
    const double ranks = (double)load->ranks;
    const double most_bytes = most((double)load->memory / 4, 64 * KIB);
    const double share = load->bytes / ranks;
    double cells = 1, n = load->records;
    bool all = true; /* all cells have n records, not only those at ends of shares */
    while (cells < MOST_CELLS && n > 1) {
        const double bytes = n * length;
        const bool large = bytes > most_bytes || n > most_bytes / 16 ||
                           (cells == 1 && n > LEAF); /* so that threads have work */
        all &= large;
        if (!large && (load->ranks == 1 || bytes <= share / EVEN))
            break;
        const double divided = all ? cells : least(cells, ranks - 1);
        double parts = n > LEAF ? buckets_of(n) : 1;
        if (n <= LEAF && large)
            parts = round_up(n / least(most_bytes / 16, most_bytes / length));
        if (n <= LEAF)
            return least(cells + divided * (parts - 1) + ranks - 1, MOST_CELLS);
        cells += divided * (parts - 1);
        n /= parts;
    }
    return cells;
}

/* ---- the forecast ----------------------------------------------------------------- */

struct cluster_forecast cluster_model(const struct cluster_load *load)
{
    assert(load->ranks > 0 && load->threads > 0 && load->wanted <= load->records);
    struct cluster_forecast will = {.held = true, .fits = true};
    if (load->records <= 0)
        return will;
    const double ranks = (double)load->ranks, limit = (double)load->memory;
    const double length = load->bytes / load->records;
    const double in = load->bytes / ranks, slab = slab_bytes(load);
    const double to_others = (ranks - 1) / ranks;
    const double written = load->wanted * length;
    const double kept = load->wanted * (length + prefix_of(length));

    will.held = in < limit / 2;
    will.times = will.held || load->fixed ? 1 : load->several ? 3 : 2;
    will.read = load->bytes * least(will.times, 2);
    if (will.times == 3) /* all ranks but the last one look for the start */
        will.read += load->bytes * to_others;
    will.written = written;
    will.cells = count_cells(load, length);
    will.rounds = count_rounds(load, in, will.held, length, will.cells);
    will.messages = least(will.rounds * ranks * (ranks - 1), load->wanted * to_others);

    /* A message has a run for each cell of its receiver that has records in it. */
    const double cells = will.cells / ranks;
    const double records =
        will.messages > 0 ? load->wanted * to_others / will.messages : 0;
    const double heads = will.messages * ROW * (1 + least(cells, records));
    will.sent = kept * to_others + heads;
    if (written / ranks >= STRIPES * STRIPE) { /* the ends of regions */
        will.sent += (ranks - 1) * STRIPE / 2;
        will.messages += ranks - 1;
    }

    const double most_kept = limit / 8 * 5; /* memory for records */
    const double arrives = (kept + heads) / ranks;
    const double held = will.held ? in * (1 + END / length) + slab : 0;
    will.fits = arrives + slab <= most_kept;
    if (!will.fits) { /* memory is emptied when it is full; the last records stay */
        const double times = (double)(uint64_t)(arrives / most_kept);
        will.temporary = least(most(times, 1) * most_kept, arrives) * ranks;
    }
    const double ordering =
        SPAN * least(load->records / will.cells, limit / SPAN / 4) * load->threads;
    will.memory = most(held, least(arrives, most_kept)) + 3 * slab + ordering +
                  will.cells * (32 + 32.0 * load->threads);
    will.memory = least(will.memory, limit);
    return will;
}
