/* SPDX-License-Identifier: MIT
 *
 * node.h - nodes of the order whose records do not all fit into memory.
 *
 * L4. A node has its records in a hoard, regrouped by bucket. A bucket that fits into
 * memory is put in order there; one that does not becomes a node of its own, by reading
 * it and sending its records to buckets once more:
 *
 * - if it is scattered in the order format, too, to these very buckets;
 * - else, being a leaf, by the places that they will have: the order of a leaf is known
 *   from its key and the number of its records. Its buckets are then stretches of places.
 */
#ifndef FS_NODE_H
#define FS_NODE_H

#include "budget.h"
#include "hoard.h"

typedef struct fs_node {
    uint8_t key[FAIR_KEY_SIZE];
    const struct fs_node *above; /* NULL for the root */
    uint64_t n;                  /* records */
    unsigned buckets;            /* of which each has */
    unsigned shift;              /* 2^shift of those that the blocks were regrouped by */
    int whole;         /* there is one bucket, and its key is that of the node */
    int order;         /* then this: FAIR_ORDER_... */
    uint32_t *targets; /* the place of each record, in the order they came; or NULL */
    uint32_t each;     /* places in a bucket */
    unsigned level;    /* 0 for the root */
    fs_hoard *hoard;
    uint64_t counts[FS_MOST_BUCKETS], bytes[FS_MOST_BUCKETS]; /* in each bucket */
} fs_node;

/* What the work on all nodes shares. */
typedef struct {
    const fs_budget *budget;
    fs_spill *spill;
    fs_team *team;
    uint64_t needed; /* memory, after FAIR_ELIMIT */
    /* Tells how many bytes went through the file once more; not 0: stop. */
    int (*tell)(void *context, uint64_t bytes);
    void *context;
    uint64_t again; /* these bytes */
} fs_toil;

/* Memory that is left, besides what the node and those above it hold. */
uint64_t fs_node_memory(const fs_node *node, const fs_toil *toil);

/* Sets counts and bytes of the buckets, when the hoard of the node is complete, and has
 * what is in memory written if the rest is too little for the largest bucket. */
int fs_node_settle(fs_node *node, fs_toil *toil);

/* The key of a bucket. */
void fs_node_key(const fs_node *node, unsigned bucket, uint8_t key[FAIR_KEY_SIZE]);

/* Makes a node of a bucket, and gives what the file has of it back. The node is to be
 * freed, whatever comes. FAIR_OK, FAIR_ENOMEM, FAIR_ETEMP, FAIR_ELIMIT, FAIR_ECANCELED,
 * and what fair_derange() gives. */
int fs_node_split(fs_node *node, unsigned bucket, fs_node *child, fs_toil *toil);
void fs_node_free(fs_node *node);

#endif
