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
#include "tests/audit/command/report/json_schema.h"

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

/* Whether the details obey one of the definitions of the schema. */
static inline bool details_obey(json_t *details)
{
    static const char *const names[] = {"effectDetails", "detectableDetails",
                                        "findingDetails", "remarkDetails"};
    static json_t *schema; /* never freed */
    if (schema == NULL)
        schema = json_load_file(AUDIT_SCHEMA, 0, NULL);
    json_t *definitions = json_object_get(schema, "$defs");
    bool obeys = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !obeys; i++) {
        json_t *definition = json_object_get(definitions, names[i]);
        obeys = definition != NULL && schema_holds(schema, definition, details);
    }
    if (!obeys)
        printf("# %s: not in the schema\n", text_in(details, "code"));
    return obeys;
}

/* The same for details that are not yet JSON. They must also obey the schema. */
static inline bool says_the_same(const audit_details *details, const char *text)
{
    char *dump = NULL;
    json_t *made = json_details(details);
    if (made != NULL)
        dump = json_dumps(made, JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
    json_t *read = dump != NULL ? json_loads(dump, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const bool same = details_give(read, text) && details_obey(read);
    json_decref(made);
    json_decref(read);
    free(dump);
    return same;
}

#endif
