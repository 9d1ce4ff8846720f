/* SPDX-License-Identifier: MIT
 *
 * progress_watch.h - a function for the option `progress`: it checks its arguments, and
 * cancels when a test asks for it.
 */
#ifndef PROGRESS_WATCH_H
#define PROGRESS_WATCH_H

#include <pthread.h>

#include "fairshuf_records.h"

struct watch {
    unsigned calls;     /* how often it was called */
    unsigned cancel_at; /* the call that cancels; 0: none */
    pthread_t caller;   /* the only thread that may call it */
    uint64_t done[3];   /* the last `done` of each phase */
    int phase;          /* the last phase */
    int good;           /* all arguments were right so far */
};

static inline int watch(void *context, int phase, uint64_t done, uint64_t total)
{
    struct watch *w = context;
    w->calls++;
    w->good &= pthread_equal(pthread_self(), w->caller) != 0;
    w->good &= phase >= FAIR_PHASE_READ && phase <= FAIR_PHASE_WRITE;
    w->good &= total == 0 || done <= total;
    if (phase == w->phase && w->calls > 1) /* reading starts from 0 for each file */
        w->good &= done >= w->done[phase] || phase == FAIR_PHASE_READ;
    w->phase = phase;
    w->done[phase] = done;
    w->good &= w->cancel_at == 0 || w->calls <= w->cancel_at;
    return w->calls == w->cancel_at;
}

#endif
