/* SPDX-License-Identifier: MIT
 *
 * kinds.h - what the command says about each kind of record.
 */
#ifndef TOOLS_KINDS_H
#define TOOLS_KINDS_H

#include "fairshuf_records.h"

/* Prints what a record is, for --explain. `count` is format->count as text. */
void kind_print(const fair_format *format, const char *count);

/* Why a last record is incomplete, and what to do. */
const char *kind_incomplete(const fair_format *format);

#endif
