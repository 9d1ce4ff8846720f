/* SPDX-License-Identifier: MIT
 *
 * exact_json.c - exact probabilities as JSON (docs/audit-json.md).
 *
 * Fractions are strings, because they can have hundreds of digits. Up to 7 cards, all
 * permutations are listed.
 */
#include "audit/command/report/report.h"

#include "audit/command/report/json_parts.h"

enum {
    DIGITS = 320,      /* of a natural number */
    MOST_ORDERS = 5040 /* permutations that are listed: 7! */
};

static json_t *natural_text(const audit_natural *number)
{
    char text[DIGITS];
    audit_natural_text(number, text, sizeof text);
    return json_text(text);
}

static json_t *numerators(const audit_exact *exact)
{
    json_t *array = json_array();
    for (size_t i = 0; i < exact->orders; i++)
        array = json_and(array, natural_text(&exact->numerator[i]));
    return array;
}

static json_t *position(const audit_exact *exact)
{
    json_t *array = json_array();
    for (size_t at = 0; at < exact->n; at++) {
        json_t *row = json_array();
        for (size_t card = 0; card < exact->n; card++)
            row = json_and(row, json_number(exact->position[at * exact->n + card]));
        array = json_and(array, row);
    }
    return array;
}

char *exact_json(const audit_exact *exact, const char *shuffle, const char *die)
{
    static const char *const methods[] = {
        [AUDIT_BY_ENUMERATION] = "enumeration",
        [AUDIT_BY_CHAIN] = "chain",
        [AUDIT_BY_FORMULA] = "formula",
    };
    const bool fraction = exact->orders > 0 && exact->distance_denominator.used > 0;
    const bool listed = exact->orders > 0 && exact->orders <= MOST_ORDERS;
    struct json_making making = json_document("fairaudit-exact");
    json_add(&making, "verdict",
             json_text(exact->fair ? "proved-fair" : "proved-unfair"));
    json_add(&making, "fair", json_boolean(exact->fair));
    json_add(&making, "shuffle", json_text(shuffle));
    json_add(&making, "die", json_text(die));
    json_add(&making, "n", json_natural(exact->n));
    json_add(&making, "analysed", json_text("one shuffle of a sorted deck"));
    json_add(&making, "keeps", json_boolean(exact->keeps));
    json_add(&making, "method", json_text(methods[exact->method]));
    json_add(&making, "how", json_text(audit_exact_how[exact->how].text));
    json_add(&making, "how_code", json_text(audit_exact_how[exact->how].code));
    json_add(&making, "sequences",
             exact->sequences > 0 ? json_natural(exact->sequences) : json_null());
    json_add(&making, "impossible",
             exact->impossible >= 0 ? json_number(exact->impossible) : json_null());
    json_add(&making, "distance",
             exact->has_distance ? json_number(exact->distance) : json_null());
    json_add(&making, "distance_numerator",
             fraction ? natural_text(&exact->distance_numerator) : json_null());
    json_add(&making, "distance_denominator",
             fraction ? natural_text(&exact->distance_denominator) : json_null());
    json_add(&making, "largest",
             exact->has_ratio ? json_number(exact->largest) : json_null());
    json_add(&making, "least",
             exact->has_ratio ? json_number(exact->least) : json_null());
    json_add(&making, "log2_ratio",
             exact->has_ratio ? json_number(exact->log2_ratio) : json_null());
    json_add(&making, "denominator",
             listed ? natural_text(&exact->denominator) : json_null());
    json_add(&making, "numerators", listed ? numerators(exact) : json_null());
    json_add(&making, "position", exact->has_position ? position(exact) : json_null());
    return json_page(json_end(&making));
}
