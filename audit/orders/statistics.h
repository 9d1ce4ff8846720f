/* SPDX-License-Identifier: MIT
 *
 * statistics.h - the names of the statistics of an order: its codes and its scalars
 * (block.h). Views, features and reports take the names from here.
 */
#ifndef AUDIT_STATISTICS_H
#define AUDIT_STATISTICS_H

#include "audit/orders/block.h"

typedef struct audit_label {
    const char *name;  /* short and unique: "fixed-points"; programs read it */
    const char *title; /* for people: "cards at their own positions" */
} audit_label;

/* The first index says what the statistic is taken of: an order, or its quotient by the
 * previous order ("serial"). */
enum { AUDIT_OF_ORDERS, AUDIT_OF_QUOTIENTS };

/* The digits of a code, and the value of a scalar. */
extern const audit_label audit_code_label[2][AUDIT_CODES];
extern const audit_label audit_scalar_label[2][AUDIT_SCALARS];

/* Pairs of neighbouring digits of a code. */
extern const audit_label audit_pair_label[AUDIT_CODES];

/* The mean of a scalar; empty for the sign, which has two values only. */
extern const audit_label audit_mean_label[2][AUDIT_SCALARS];

#endif
