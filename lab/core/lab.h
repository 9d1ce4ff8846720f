/* SPDX-License-Identifier: MIT
 *
 * lab.h - what the page calls of the judge and the library. lab/src/core.js is the other
 * side of it.
 *
 * Texts are UTF-8 and end with a NUL. Whole numbers that may be large are doubles, as
 * they are in JavaScript; they must be whole, and at least 0. What fails gives NULL, or a
 * negative number, and lab_error() says why, in one line for people. Texts and arrays
 * that are given are to be freed with lab_free(), unless they are const.
 */
#ifndef LAB_H
#define LAB_H

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)
#define LAB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define LAB_EXPORT(name)
#endif

LAB_EXPORT(lab_alloc) void *lab_alloc(size_t size);
LAB_EXPORT(lab_free) void lab_free(void *memory);
LAB_EXPORT(lab_error) const char *lab_error(void);

/* ---- what there is ----------------------------------------------------------------- */

/* The documents fairaudit-list and fairaudit-exact (docs/audit-json.md). An empty name of
 * a die: a fair one. */
LAB_EXPORT(lab_list) char *lab_list(void);
LAB_EXPORT(lab_exact) char *lab_exact(const char *shuffle, const char *die, size_t n);

/* [{"name", "title"}]: the functions of libfairshuf. */
LAB_EXPORT(lab_library) char *lab_library(void);

/* ---- one shuffle, and all of them -------------------------------------------------- */

/* {"n", "start": [cards], "end": [cards], "cut", "steps": [{"sides", "rolled", "before":
 * [cards], "after": [cards], "settled": [for each place]}]}: the shuffle with this number
 * of the audit with this seed, roll by roll. `settled`: of some hundred ways to go on,
 * all left that place as it is now. `cut`: only the first steps are there. */
LAB_EXPORT(lab_trace)
char *lab_trace(const char *shuffle, const char *die, size_t n, const char *seed,
                double trial);

/* {"sequences": [{"choices": [{"sides", "rolled"}], "order": [cards]}]}: all that a fair
 * die can roll, if there are at most 5000. Dice with one side are left out. */
LAB_EXPORT(lab_tree) char *lab_tree(const char *shuffle, size_t n);

/* ---- audits ------------------------------------------------------------------------ */

struct lab_audit;

/* Of a shuffle of the catalogue; of a function of libfairshuf; of orders from outside:
 * `how` is "file" or "javascript". `trials`: how many are planned; infinite: all that
 * come. */
LAB_EXPORT(lab_audit_builtin)
struct lab_audit *lab_audit_builtin(const char *shuffle, const char *die, size_t n,
                                    const char *seed, double trials);
LAB_EXPORT(lab_audit_library)
struct lab_audit *lab_audit_library(const char *function, size_t n, const char *seed,
                                    double trials);
LAB_EXPORT(lab_audit_fed)
struct lab_audit *lab_audit_fed(const char *subject, const char *how, size_t n,
                                const char *seed, double trials);
LAB_EXPORT(lab_audit_close) void lab_audit_close(struct lab_audit *audit);

/* Makes and adds up to `count` orders, but no more than are wanted; how many. */
LAB_EXPORT(lab_audit_fill) int lab_audit_fill(struct lab_audit *audit, size_t count);

/* Adds orders [count][n]; 0. If one of them is no order those before it are added, and
 * the report will say what is wrong. */
LAB_EXPORT(lab_audit_add)
int lab_audit_add(struct lab_audit *audit, const unsigned char *orders, size_t count);

LAB_EXPORT(lab_audit_count) double lab_audit_count(const struct lab_audit *audit);
LAB_EXPORT(lab_audit_evidence) double lab_audit_evidence(const struct lab_audit *audit);
LAB_EXPORT(lab_audit_decided) double lab_audit_decided(const struct lab_audit *audit);
LAB_EXPORT(lab_audit_wanted) double lab_audit_wanted(const struct lab_audit *audit);

/* Counts [place * n + card]; they belong to the audit. NULL before the first order. */
LAB_EXPORT(lab_audit_position)
const uint64_t *lab_audit_position(const struct lab_audit *audit);

/* The document fairaudit-report. `ended`: no more can come, so that what is there is all
 * that was planned. */
LAB_EXPORT(lab_audit_report)
char *lab_audit_report(struct lab_audit *audit, int interrupted, int ended, int diagnose,
                       double seconds);

/* ---- the library's generator ------------------------------------------------------- */

struct fair_rng;

/* From a key of 32 bytes, or from any text. To be freed. */
LAB_EXPORT(lab_random_key) struct fair_rng *lab_random_key(const unsigned char *key);
LAB_EXPORT(lab_random_text) struct fair_rng *lab_random_text(const char *text);
LAB_EXPORT(lab_random_bytes)
void lab_random_bytes(struct fair_rng *rng, unsigned char *bytes, size_t count);

/* Fractions of 53 bits, at least 0 and below 1. */
LAB_EXPORT(lab_random_fractions)
void lab_random_fractions(struct fair_rng *rng, double *fractions, size_t count);

#endif
