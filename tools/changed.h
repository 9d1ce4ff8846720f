/* SPDX-License-Identifier: MIT
 *
 * changed.h - input files that are changed while they are read.
 *
 * The library reports most changes as FAIR_ECHANGED. But if a mapped file is made
 * shorter, the thread that reads beyond its new end gets SIGBUS, and a system call that
 * does so fails with EFAULT. All of these end with the same message.
 */
#ifndef CHANGED_H
#define CHANGED_H

#include "tools/settings.h"

/* Says that a file was changed, or that a mapped file cannot be read. "-" is standard
 * input. Returns 1. */
int changed_tell(const char *name);
int changed_tell_unreadable(const char *name);

/* Handles SIGBUS while `records`, which reads `count` files and may map them, is in use:
 * removes temporary files, prints the same message, and ends with status 1. */
void changed_watch(size_t collection, const fair_records *records, size_t count);

/* To be called before each file is read. */
void changed_name(size_t collection, size_t file, const char *name);

/* To be called before the collection is freed. */
void changed_forget(size_t collection);

#endif
