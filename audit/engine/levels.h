/* SPDX-License-Identifier: MIT
 *
 * levels.h - the false alarm rates that an audit promises, and what they are spent on.
 *
 * A fair shuffle is called UNFAIR in about one of a million audits. One half of that is
 * for betting, the other half for the tests at the end:
 *
 *     mean wealth of all bettors ever reaches 2e6     5e-7   exact (Ville's inequality)
 *     some test at the end, after Holm's correction   5e-7   about; p-values are
 * approximate
 *
 * It is called SUSPECT in about one of a thousand audits, by the same rules.
 *
 * The diagnosis of an unfair shuffle makes other promises. Each of these is wrong in at
 * most one of a million audits by itself; the level is divided as follows:
 *
 *     effects in words           over 20 kinds of effects, and the cells of each kind
 *     confidence intervals       over both ends of all cells of the position matrix
 *     distance from fair         over both ends of all rules that are tried
 *     dependence of orders       over 8 lags, 2 starting points and 2 tests
 *     effects of equal lines     over the tests (audit/command/subject)
 */
#ifndef AUDIT_LEVELS_H
#define AUDIT_LEVELS_H

#define AUDIT_WEALTH_ENOUGH 2e6 /* mean wealth, at any time: UNFAIR */
#define AUDIT_LEVEL 5e-7        /* of all tests at the end together: UNFAIR */

#define AUDIT_WEALTH_SUSPECT 2e3 /* mean wealth, at any time: SUSPECT */
#define AUDIT_LEVEL_SUSPECT 5e-4 /* of all tests at the end together: SUSPECT */

#define AUDIT_FALSE_ALARM_RATE 1e-6 /* of UNFAIR: betting and tests together */

#define AUDIT_LEVEL_DIAGNOSIS 1e-6 /* of each promise of the diagnosis */

#endif
