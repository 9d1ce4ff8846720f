/* SPDX-License-Identifier: MIT
 *
 * node.h - a node of the order: its records, in a store, and the sizes of its buckets.
 *
 * A bucket that fits into memory is put in order there (gather.c). A larger bucket
 * becomes a node of its own: its records are read and scattered over buckets again
 * (rescatter.c). The buckets of the new node are
 *
 * - the buckets of the order format, if it scatters the bucket, too;
 * - otherwise ranges of positions: the order of a leaf, or of a cycle or derangement, is
 *   known from the key and the number of records, before the records are at hand.
 */
#ifndef FS_NODE_H
#define FS_NODE_H

#include "src/records/memory_limits.h"
#include "src/records/store.h"

/* The states of a node; see the diagram in store.h. */
enum { FS_NODE_OPEN, FS_NODE_SETTLED, FS_NODE_WRITTEN };

typedef struct fs_node {
    uint8_t key[FAIR_KEY_SIZE]; /* decides the order of its records; secret */
    int state;                  /* FS_NODE_... */
    struct fs_node *above;      /* NULL for the root */
    unsigned level;             /* the number of nodes above it */
    fs_store *store;            /* its records */
    uint64_t n;                 /* the number of its records */
    unsigned buckets;           /* the number of its buckets */
    unsigned shift; /* bucket b consists of the stored buckets from b << shift to
                       ((b + 1) << shift) - 1 */
    int whole;      /* there is one bucket, and its key is that of the node */
    int order; /* FAIR_ORDER_...; if it is not FAIR_ORDER_SHUFFLE, the node is whole */

    /* For buckets that are ranges of positions. */
    uint32_t *from; /* from[p] is the number of the record that takes position p; NULL:
                       buckets are random */
    uint32_t each; /* bucket b has the positions from b * each on, up to `each` of them */

    /* For a settled node. */
    uint64_t counts[FS_MOST_BUCKETS]; /* records in each bucket */
    uint64_t bytes[FS_MOST_BUCKETS];  /* bytes of each bucket in segments */

    /* For a node of which only the first records are wanted (head.h). */
    uint64_t wanted;       /* the number of wanted records; 0: all */
    unsigned boundary;     /* the stored bucket of the last wanted record */
    size_t compacted;      /* bytes of blocks after they were last compacted */
    struct fs_node *early; /* the node of the boundary's bucket, made before all records
                              came; or NULL */
    unsigned early_bucket; /* the bucket of `early` */
    uint64_t early_wanted; /* wanted records of the boundary's bucket */
} fs_node;

/* What the work on all nodes shares. */
typedef struct {
    const fs_limits *limits; /* of the collection; not owned */
    uint64_t mapped;         /* bytes of mapped files */
    fs_tempfile *file;       /* the temporary file */
    fs_team *team;           /* the threads; NULL: only the caller's thread */
    uint64_t needed; /* after FAIR_ELIMIT: a limit that is large enough; 0: not known */
    /* Called with `rescattered`. If it returns anything but 0, the work ends. May be
     * NULL. */
    int (*progress)(void *context, uint64_t bytes);
    void *context;        /* the first argument of progress() */
    uint64_t rescattered; /* bytes that were scattered over buckets again */
} fs_work;

/* The memory limit minus output buffers, mapped files, and the memory of the node and of
 * the nodes above it. */
uint64_t fs_node_memory(const fs_node *node, const fs_work *work);

/* Sets the number of buckets of an open node, after all its n records were added to its
 * store. Only buckets that are wanted count. The buckets are no ranges of positions. */
void fs_node_shape(fs_node *node);

/* Completes the store of an open node, and sets counts and bytes of its buckets. If
 * memory is short, sends blocks in memory to the file. FAIR_ENOMEM, FAIR_ETEMP. */
int fs_node_settle(fs_node *node, fs_work *work);

/* The memory that a bucket takes while it is put in order. */
uint64_t fs_node_bucket_cost(const fs_node *node, unsigned bucket);

/* The average number of records in a bucket of a settled node. */
uint64_t fs_node_mean(const fs_node *node);

/* The key of a bucket. */
void fs_node_key(const fs_node *node, unsigned bucket, uint8_t key[FAIR_KEY_SIZE]);

/* Makes a node of a bucket of a settled node, with an empty store, and plans its buckets.
 * The child must be
 * freed, even after an error. FAIR_ENOMEM, FAIR_ELIMIT, and the errors of fair_derange().
 */
int fs_node_child(fs_node *node, unsigned bucket, fs_node *child, fs_work *work);
void fs_node_free(fs_node *node);

/* The same for an open node, for a bucket that the order format certainly scatters again.
 * FAIR_ENOMEM. */
int fs_node_early_child(fs_node *node, unsigned bucket, fs_node *child, fs_work *work);

/* Reads the bucket from the store of the node, and adds its records to the store of the
 * open child (rescatter.c). Space in the temporary file is released after it is read.
 * FAIR_ENOMEM, FAIR_ETEMP, FAIR_ECANCELED. */
int fs_rescatter(fs_node *node, unsigned bucket, fs_node *child, fs_work *work);

/* For a bucket that is a range of positions: sets ranks[p] to the rank of the record that
 * takes position p of the bucket, among all records of the bucket in the order they came.
 * Ranks count from 0. FAIR_ENOMEM. */
int fs_node_ranks(const fs_node *node, unsigned bucket, uint32_t *ranks);

/* Puts n elements of `size` bytes in order: as a cycle, a derangement, or a shuffled
 * leaf. Returns FAIR_OK or an error of fair_derange(). */
int fs_order_whole(const uint8_t key[FAIR_KEY_SIZE], int order, void *elements, size_t n,
                   size_t size);

#endif
