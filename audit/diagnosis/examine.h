/* SPDX-License-Identifier: MIT
 *
 * examine.h - one suspect: does what it does look like what was seen?
 */
#ifndef AUDIT_EXAMINE_H
#define AUDIT_EXAMINE_H

#include "audit/diagnosis/measure.h"
#include "audit/diagnosis/suspects.h"
#include "audit/orders/source.h"

/* The true one differs more than this in its worst view about twice in a thousand times,
 * measured with all shuffles of the catalogue, 5 to 52 cards and 50 to 3000 orders. */
#define AUDIT_FITS 4.5

/* More than anyone differs of whom something is known. */
#define AUDIT_NO_MATCH 1000.0

/* What was seen. */
typedef struct audit_scene {
    const audit_tally_plan *plan;
    const audit_seed *seed;
    audit_measure seen;
    audit_again again;
    audit_bonds bonds;
    double fair[AUDIT_TALLY_VIEWS]; /* how far it is from fair, in each view, */
    double fair_again;              /* and by orders that came again */
} audit_scene;

/* FAIRAUDIT_OK or _ENOMEM; to be freed in either case. Plan and seed must stay. */
int audit_scene_make(audit_scene *scene, const audit_tally_plan *plan,
                     const audit_seed *seed, const unsigned char *orders, size_t count);
void audit_scene_free(audit_scene *scene);

/* Is there anything to explain? Is there nothing but orders that came again? */
int audit_scene_shows(const audit_scene *scene);
int audit_scene_shows_repeats_only(const audit_scene *scene);

/* How much a right shuffle with so many states differs. */
double audit_examine_states(const audit_scene *scene, double states);

/* How much a suspect differs, by `count` orders that it makes with the seed of that
 * number; `last`: these are all that it will make. FAIRAUDIT_OK or _ENOMEM. */
int audit_examine(const audit_scene *scene, const audit_suspect *suspect, uint64_t number,
                  size_t count, int last, double *mismatch);

#endif
