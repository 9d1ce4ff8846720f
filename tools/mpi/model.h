/* SPDX-License-Identifier: MIT
 *
 * model.h - what a run on several ranks will read, send and write.
 *
 * The model assumes records of similar lengths, spread evenly over the ranks. It needs
 * only a few numbers, so it can be asked about machines that are not there.
 */
#ifndef CLUSTER_MODEL_H
#define CLUSTER_MODEL_H

#include <stdbool.h>
#include <stdint.h>

/* What there is to do, and with what. */
struct cluster_load {
    double bytes;     /* of all inputs */
    double records;   /* their number */
    double wanted;    /* how many of them are written; at most `records` */
    uint64_t ranks;   /* at least 1 */
    uint64_t memory;  /* the limit of each rank in bytes */
    unsigned threads; /* of each rank, at least 1 */
    bool fixed;       /* records are counted without being read */
    bool several; /* a record can have several lines, so its start must be found first */
};

/* What all ranks together will do, unless a comment says otherwise. */
struct cluster_forecast {
    bool held;        /* inputs stay in memory until they are sent */
    unsigned times;   /* how often inputs are read, rounded up */
    bool fits;        /* what arrives stays in memory, too: no temporary files */
    double read;      /* bytes read from inputs */
    double sent;      /* bytes sent to other ranks */
    double written;   /* bytes written to outputs */
    double temporary; /* bytes written to temporary files, and read back */
    double messages;  /* the number of messages */
    double rounds;    /* rounds in which every rank sends to every other one */
    double cells;     /* parts of the order that are put in order one by one */
    double memory;    /* bytes of memory that each rank needs */
};

struct cluster_forecast cluster_model(const struct cluster_load *load);

#endif
