/* SPDX-License-Identifier: MIT
 *
 * list.c - the shuffles and dice of the catalogue, as text and as JSON.
 */
#include "audit/command/report/text.h"

#include <string.h>

#include "audit/command/report/json_parts.h"

enum { INDENT = 4 };

/* Prints "riffle:N" if the shuffle has a parameter. */
static void put_name(FILE *file, struct report_style style, const char *name,
                     const audit_parameter *parameter)
{
    fputs("  ", file);
    text_on(file, style, TEXT_STRONG);
    fprintf(file, "%s%s", name, parameter->meaning != NULL ? ":N" : "");
    text_off(file, style);
}

static void put_parameter(FILE *file, struct report_style style,
                          const audit_parameter *parameter)
{
    char text[240], least[NUMBER_ROOM], most[NUMBER_ROOM], usual[NUMBER_ROOM];
    if (parameter->meaning == NULL)
        return;
    if (parameter->usual > 0)
        snprintf(usual, sizeof usual, "%llu", (unsigned long long)parameter->usual);
    else
        snprintf(usual, sizeof usual, "the number of cards%s",
                 parameter->less > 0 ? " less 1" : "");
    snprintf(text, sizeof text, "N: %.100s, from %s to %s; the default is %s",
             parameter->meaning, number_count(least, parameter->least),
             number_count(most, parameter->most), usual);
    text_note(file, style, INDENT, text);
}

/* Prints a line with name and title. */
static void put_entry(FILE *file, struct report_style style, const char *name,
                      const audit_parameter *parameter, int room, bool fair,
                      const char *title)
{
    put_name(file, style, name, parameter);
    const int used = (int)strlen(name) + (parameter->meaning != NULL ? 2 : 0);
    fprintf(file, "%*s", room - used + 2, "");
    text_put(file, style, fair ? TEXT_CALM : TEXT_UNFAIR, fair ? "fair " : "wrong");
    fputs("  ", file);
    text_wrap(file, style, room + 11, room + 11, title);
}

static void put_story(FILE *file, struct report_style style, const char *story,
                      const char *origin)
{
    char text[1000];
    const bool known = origin != NULL && *origin != '\0';
    snprintf(text, sizeof text, "%s%s%s%s", story, known ? " [" : "", known ? origin : "",
             known ? "]" : "");
    fprintf(file, "%*s", INDENT, "");
    text_wrap(file, style, INDENT, INDENT, text);
}

static int widest(void)
{
    size_t most = 0;
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        const size_t length = strlen(s->name) + (s->parameter.meaning != NULL ? 2 : 0);
        most = length > most ? length : most;
    }
    for (const audit_die_kind *d = audit_dice; d->name != NULL; d++) {
        const size_t length = strlen(d->name) + (d->parameter.meaning != NULL ? 2 : 0);
        most = length > most ? length : most;
    }
    return (int)most;
}

void list_print(FILE *file, struct report_style style)
{
    const int room = widest();
    text_heading(file, style, "Shuffles");
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        put_entry(file, style, s->name, &s->parameter, room, s->fair, s->title);
        put_story(file, style, s->story, s->origin);
        put_parameter(file, style, &s->parameter);
        putc('\n', file);
    }
    text_heading(file, style, "Dice, which can be combined with any shuffle");
    for (const audit_die_kind *d = audit_dice; d->name != NULL; d++) {
        put_entry(file, style, d->name, &d->parameter, room, d->fair, d->title);
        put_story(file, style, d->story, NULL);
        put_parameter(file, style, &d->parameter);
        putc('\n', file);
    }
}

/* ---- as JSON ----------------------------------------------------------------------- */

static json_t *parameter_object(const audit_parameter *parameter)
{
    if (parameter->meaning == NULL)
        return json_null();
    struct json_making making = json_begin();
    json_add(&making, "meaning", json_text(parameter->meaning));
    json_add(&making, "least", json_natural(parameter->least));
    json_add(&making, "most", json_natural(parameter->most));
    json_add(&making, "usual",
             parameter->usual > 0 ? json_natural(parameter->usual) : json_null());
    return json_end(&making);
}

static json_t *shuffles_array(void)
{
    json_t *array = json_array();
    for (const audit_shuffle *s = audit_catalogue; s->name != NULL; s++) {
        struct json_making making = json_begin();
        json_add(&making, "name", json_text(s->name));
        json_add(&making, "fair", json_boolean(s->fair));
        json_add(&making, "title", json_text(s->title));
        json_add(&making, "story", json_text(s->story));
        json_add(&making, "origin", json_text(s->origin));
        json_add(&making, "keeps", json_boolean(s->keeps));
        json_add(&making, "parameter", parameter_object(&s->parameter));
        array = json_and(array, json_end(&making));
    }
    return array;
}

static json_t *dice_array(void)
{
    json_t *array = json_array();
    for (const audit_die_kind *d = audit_dice; d->name != NULL; d++) {
        struct json_making making = json_begin();
        json_add(&making, "name", json_text(d->name));
        json_add(&making, "fair", json_boolean(d->fair));
        json_add(&making, "title", json_text(d->title));
        json_add(&making, "story", json_text(d->story));
        json_add(&making, "seeded", json_boolean(d->seeded));
        json_add(&making, "parameter", parameter_object(&d->parameter));
        array = json_and(array, json_end(&making));
    }
    return array;
}

char *list_json(void)
{
    struct json_making making = json_document("fairaudit-list");
    json_add(&making, "shuffles", shuffles_array());
    json_add(&making, "dice", dice_array());
    return json_page(json_end(&making));
}
