/* SPDX-License-Identifier: MIT
 *
 * exchange.c - rounds of messages between all ranks. See exchange.h.
 *
 * A round has two steps. First every rank tells every other one how many bytes it sends,
 * and whether it has an error. Then the bytes follow, in messages of FS_MESSAGE bytes and
 * a last shorter one; messages of one sender arrive in the order they were sent. The
 * receiver starts with the rank after its own, so that not all ranks send to the same one
 * first.
 */
#include "src/mpi/exchange.h"

#include <assert.h>
#include <stdlib.h>

#include "fairshuf.h"

enum {
    DATA = 2, /* the tag of messages; ranks.c uses 1 and 3 */
    MORE = 1, /* the lowest bit of the status: there is more to send after this round.
                 The status is twice the error, without its sign, plus this bit. */
};

int fs_exchange_start(fs_exchange *exchange, fs_ranks *ranks)
{
    const size_t size = (size_t)ranks->size;
    *exchange = (fs_exchange){.ranks = ranks, .sizing = MPI_REQUEST_NULL};
    exchange->told = calloc(2 * size, sizeof *exchange->told);
    exchange->heard = calloc(2 * size, sizeof *exchange->heard);
    exchange->discard = malloc(FS_MESSAGE);
    return exchange->told != NULL && exchange->heard != NULL && exchange->discard != NULL
               ? FAIR_OK
               : FAIR_ENOMEM;
}

void fs_exchange_free(fs_exchange *exchange)
{
    free(exchange->told);
    free(exchange->heard);
    free(exchange->requests);
    free(exchange->discard);
    *exchange = (fs_exchange){.sizing = MPI_REQUEST_NULL};
}

/* The number of messages that `bytes` bytes take. */
static size_t messages_of(uint64_t bytes)
{
    return (size_t)((bytes + FS_MESSAGE - 1) / FS_MESSAGE);
}

/* ---- sending ----------------------------------------------------------------------- */

static int make_send_room(fs_exchange *exchange, const fs_outgoing *out)
{
    const fs_ranks *ranks = exchange->ranks;
    size_t count = 0;
    for (int r = 0; r < ranks->size; r++)
        count += r != ranks->rank ? messages_of(out[r].bytes) : 0;
    if (count <= exchange->request_room)
        return FAIR_OK;
    MPI_Request *requests = realloc(exchange->requests, count * sizeof(MPI_Request));
    if (requests == NULL)
        return FAIR_ENOMEM;
    exchange->requests = requests;
    exchange->request_room = count;
    return FAIR_OK;
}

static void send_all(fs_exchange *exchange, const fs_outgoing *out, int to)
{
    fs_ranks *ranks = exchange->ranks;
    for (size_t at = 0; at < out->bytes; at += FS_MESSAGE) {
        const size_t left = out->bytes - at;
        const int some = left < FS_MESSAGE ? (int)left : FS_MESSAGE;
        MPI_Request *request = &exchange->requests[exchange->send_count++];
        if (MPI_Isend(out->data + at, some, MPI_BYTE, to, DATA, ranks->comm, request) !=
            MPI_SUCCESS) {
            *request = MPI_REQUEST_NULL;
            exchange->error = FAIR_EMPI;
        }
        ranks->sent += (uint64_t)some;
        ranks->messages++;
    }
}

void fs_exchange_begin(fs_exchange *exchange, const fs_outgoing *out, int error, int more)
{
    const fs_ranks *ranks = exchange->ranks;
    const int size = ranks->size;
    assert(exchange->sizing == MPI_REQUEST_NULL && exchange->send_count == 0);
    if (exchange->error == FAIR_OK)
        exchange->error = error;
    if (exchange->error == FAIR_OK)
        exchange->error = make_send_room(exchange, out);
    assert(exchange->error <= FAIR_OK);
    const uint64_t status = 2 * (uint64_t)-exchange->error + (more ? MORE : 0);
    for (int r = 0; r < size; r++) {
        exchange->told[2 * (size_t)r] =
            r != ranks->rank && exchange->error == FAIR_OK ? out[r].bytes : 0;
        exchange->told[2 * (size_t)r + 1] = status;
    }
    if (MPI_Ialltoall(exchange->told, 2, MPI_UINT64_T, exchange->heard, 2, MPI_UINT64_T,
                      ranks->comm, &exchange->sizing) != MPI_SUCCESS) {
        exchange->error = FAIR_EMPI;
        return;
    }
    for (int i = 1; i < size && exchange->error == FAIR_OK; i++)
        send_all(exchange, &out[(ranks->rank + i) % size], (ranks->rank + i) % size);
}

/* ---- receiving --------------------------------------------------------------------- */

/* Messages that are received at the same time. */
enum { AT_ONCE = 64 };
struct batch {
    MPI_Request requests[AT_ONCE];
    size_t count; /* used elements of `requests` */
    struct {
        int from;            /* the rank that sent it */
        unsigned char *data; /* where it goes */
        size_t bytes;        /* the sum of its messages */
    } sources[AT_ONCE];      /* what will be complete with this batch */
    size_t source_count;     /* used elements of `sources` */
    size_t bytes;            /* the sum of all messages of the batch */
};

static void fail(fs_exchange *exchange, int error)
{
    if (exchange->error == FAIR_OK)
        exchange->error = error;
}

/* Waits for the batch, and starts a new one. */
static int complete(fs_exchange *exchange, struct batch *batch,
                    const fs_receiver *receiver)
{
    if (fs_ranks_wait(exchange->ranks, batch->requests, batch->count) != FAIR_OK)
        return FAIR_EMPI;
    for (size_t i = 0; i < batch->source_count; i++) {
        const int error = receiver->take(receiver->context, batch->sources[i].from,
                                         batch->sources[i].data, batch->sources[i].bytes);
        if (error != FAIR_OK)
            fail(exchange, error);
    }
    batch->count = batch->source_count = batch->bytes = 0;
    return FAIR_OK;
}

/* Receives all messages of one sender. If `data` is NULL, discards them. */
static int receive_all(fs_exchange *exchange, struct batch *batch,
                       const fs_receiver *receiver, int from, unsigned char *data,
                       size_t bytes)
{
    for (size_t at = 0; at < bytes; at += FS_MESSAGE) {
        const size_t left = bytes - at;
        const int some = left < FS_MESSAGE ? (int)left : FS_MESSAGE;
        if ((batch->count == AT_ONCE || data == NULL) &&
            complete(exchange, batch, receiver) != FAIR_OK)
            return FAIR_EMPI;
        if (MPI_Irecv(data != NULL ? data + at : exchange->discard, some, MPI_BYTE, from,
                      DATA, exchange->ranks->comm,
                      &batch->requests[batch->count]) != MPI_SUCCESS)
            return FAIR_EMPI;
        batch->count++;
        batch->bytes += (size_t)some;
    }
    if (data == NULL)
        return complete(exchange, batch, receiver);
    batch->sources[batch->source_count].from = from;
    batch->sources[batch->source_count].data = data;
    batch->sources[batch->source_count++].bytes = bytes;
    return FAIR_OK;
}

static int receive_round(fs_exchange *exchange, const fs_receiver *receiver)
{
    struct batch batch = {.count = 0};
    const fs_ranks *ranks = exchange->ranks;
    for (int i = 1; i < ranks->size; i++) {
        const int from = (ranks->rank + ranks->size - i) % ranks->size;
        const size_t bytes = (size_t)exchange->heard[2 * (size_t)from];
        unsigned char *data = NULL;
        if (bytes == 0)
            continue;
        if ((batch.source_count == AT_ONCE ||
             (batch.bytes > 0 && bytes > receiver->at_once - batch.bytes)) &&
            complete(exchange, &batch, receiver) != FAIR_OK)
            return FAIR_EMPI;
        if (exchange->error == FAIR_OK) {
            const int error = receiver->make_room(receiver->context, from, bytes, &data);
            if (error != FAIR_OK) {
                fail(exchange, error);
                data = NULL;
            }
        }
        if (receive_all(exchange, &batch, receiver, from, data, bytes) != FAIR_OK)
            return FAIR_EMPI;
        if (batch.bytes > receiver->at_once &&
            complete(exchange, &batch, receiver) != FAIR_OK)
            return FAIR_EMPI;
    }
    return complete(exchange, &batch, receiver);
}

int fs_exchange_end(fs_exchange *exchange, const fs_receiver *receiver, int *again)
{
    fs_ranks *ranks = exchange->ranks;
    int agreed = FAIR_OK;
    *again = 0;
    if (fs_ranks_wait(ranks, &exchange->sizing, 1) != FAIR_OK)
        return FAIR_EMPI;
    for (int r = ranks->size - 1; r >= 0; r--) {
        const uint64_t status = exchange->heard[2 * r + 1];
        *again |= (status & MORE) != 0;
        if (status / 2 != 0)
            agreed = -(int)(status / 2);
    }
    int error = receive_round(exchange, receiver);
    if (error == FAIR_OK)
        error = fs_ranks_wait(ranks, exchange->requests, exchange->send_count);
    exchange->send_count = 0;
    return error != FAIR_OK ? error : agreed;
}
