/* SPDX-License-Identifier: MIT
 *
 * exchange.h - rounds in which every rank sends some bytes to every other rank.
 *
 *     fs_exchange_start(&exchange, &ranks);
 *     for (int again = 1; again && error == FAIR_OK;) {
 *         fs_exchange_begin(&exchange, out, own_error, more);
 *         ... prepare the next round ...
 *         error = fs_exchange_end(&exchange, &receiver, &again);
 *     }
 *     if (error == FAIR_OK)
 *         error = fs_ranks_agree_on(&ranks, exchange.error);
 *     fs_exchange_free(&exchange);
 *
 * All ranks take part in every round, even if they have nothing to send, and all leave
 * the loop after the same round. Messages have at most FS_MESSAGE bytes, so counts fit
 * into an int. A message is received only when the receiver has given memory for it.
 */
#ifndef FS_EXCHANGE_H
#define FS_EXCHANGE_H

#include "src/mpi/ranks.h"

#ifndef FS_MESSAGE
#define FS_MESSAGE (16 << 20) /* the most bytes of one MPI call */
#endif

/* What a rank sends to another one in a round. */
typedef struct {
    const unsigned char *data; /* stays valid until fs_exchange_end() returns */
    size_t bytes;              /* may be 0 */
} fs_outgoing;

/* The receiving side. */
typedef struct {
    /* Gives memory for `bytes` > 0 bytes from the rank `from`. Returns FAIR_OK or an
     * error. After an error, the bytes are received and discarded. */
    int (*make_room)(void *context, int from, size_t bytes, unsigned char **to);

    /* Called when these bytes have arrived. Returns FAIR_OK or an error. */
    int (*take)(void *context, int from, unsigned char *data, size_t bytes);

    void *context;  /* the first argument of both */
    size_t at_once; /* the most bytes that are being received at a time; a larger message
                       is received alone */
} fs_receiver;

typedef struct {
    fs_ranks *ranks; /* not owned */
    uint64_t *told;  /* [2 * size]: what this rank says to each rank: bytes, status */
    uint64_t *heard; /* [2 * size]: what each rank says to this one */
    MPI_Request *requests;  /* messages; see exchange.c */
    size_t request_room;    /* elements allocated for `requests` */
    size_t send_count;      /* messages being sent: the first elements of `requests` */
    unsigned char *discard; /* FS_MESSAGE bytes, for what nobody takes */
    MPI_Request sizing;     /* the exchange of `told` */
    int error;              /* the first error of this rank; the next round reports it */
} fs_exchange;

/* FAIR_ENOMEM. Free it in any case. */
int fs_exchange_start(fs_exchange *exchange, fs_ranks *ranks);
void fs_exchange_free(fs_exchange *exchange);

/* Begins a round: sends out[r] to each rank r, except this one: the caller keeps
 * out[own rank]. `more` says whether this rank has more to send after this round. If
 * `error` is not FAIR_OK, this rank sends nothing, and all ranks end this round with an
 * error. Collective. Returns quickly. */
void fs_exchange_begin(fs_exchange *exchange, const fs_outgoing *out, int error,
                       int more);

/* Ends the round: receives what was sent to this rank, and waits until the memory of what
 * it sent can be used again. Sets *again to whether any rank has more to send. If some
 * rank began the round with an error, all ranks return the error of the lowest such rank,
 * after receiving what the others sent. FAIR_EMPI. An error of the receiver is not
 * returned, but stored in exchange->error: the next round reports it to all ranks; after
 * the last round, the caller does. */
int fs_exchange_end(fs_exchange *exchange, const fs_receiver *receiver, int *again);

#endif
