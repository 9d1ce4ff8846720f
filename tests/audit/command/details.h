/* SPDX-License-Identifier: MIT
 *
 * details.h - makes the English sentences of reports again, from their codes and values
 * in JSON alone. If a sentence comes out as it is in the report, its details are
 * complete.
 */
#ifndef AUDIT_DETAILS_H
#define AUDIT_DETAILS_H

#include "tests/audit/command/details_effects.h"
#include "tests/audit/command/details_findings.h"

/* Whether the details, read again from JSON, give the text. If not, prints both. */
static inline bool details_give(const json_t *details, const char *text)
{
    struct written effect = {.length = 0}, finding = {.length = 0};
    if (!json_is_object(details) || text_in(details, "code") == NULL)
        return false;
    if (write_effect(&effect, details) && strcmp(effect.text, text) == 0)
        return true;
    if (write_finding(&finding, details) && strcmp(finding.text, text) == 0)
        return true;
    printf("# %s\n# is not: %s\n# is not: %s\n", text, effect.text, finding.text);
    return false;
}

static inline bool says_the_same(const audit_details *details, const char *text)
{
    char *dump = NULL;
    json_t *made = json_details(details);
    if (made != NULL)
        dump = json_dumps(made, JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
    json_t *read = dump != NULL ? json_loads(dump, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const bool same = details_give(read, text);
    json_decref(made);
    json_decref(read);
    free(dump);
    return same;
}

#endif
