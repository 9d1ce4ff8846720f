/* SPDX-License-Identifier: MIT
 *
 * changed.h - detects input files that change while they are read.
 *
 * The library reports most changes as FAIR_ECHANGED. But if a mapped file shrinks, the
 * thread that reads beyond its new end gets SIGBUS, and a system call that does so fails
 * with EFAULT. All of these end with the same message.
 */
#ifndef CHANGED_H
#define CHANGED_H

#include "tools/settings.h"

/* Reports that a file has changed, or that a mapped file cannot be read. "-" is standard
 * input. Returns 1. */
int changed_report(const char *name);
int changed_report_unreadable(const char *name);

/* Handles SIGBUS while `records`, which reads `count` files and may map them, is in use:
 * removes temporary files, prints the message, and exits with status 1. */
void changed_watch(size_t collection, const fair_records *records, size_t count);

/* Sets the name of a file of a collection. To be called before the file is read. */
void changed_set_name(size_t collection, size_t file, const char *name);

/* Ends changed_watch(). To be called before the collection is freed. */
void changed_unwatch(size_t collection);

#endif
