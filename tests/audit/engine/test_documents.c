/* SPDX-License-Identifier: MIT
 *
 * test_documents.c - the documents name every view, and README has the number of textbook
 * shuffles. Arguments: README.md, then the documents that list the views.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/catalogue/catalogue.h"
#include "audit/engine/parts.h"
#include "tests/support/test.h"

/* The whole document without backslashes, which man pages have before hyphens. */
static char *read_document(const char *name)
{
    enum { ROOM = 1 << 20 };
    FILE *file = fopen(name, "r");
    char *text = calloc(ROOM, 1);
    size_t length = 0;
    for (int c; file != NULL && text != NULL && (c = getc(file)) != EOF;)
        if (c != '\\' && length + 1 < ROOM)
            text[length++] = (char)c;
    if (file != NULL)
        fclose(file);
    CHECKF(length > 0, "%s: cannot read", name);
    return text;
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || c == '-';
}

/* Whether the text has this name as a whole word. */
static int names(const char *text, const char *name)
{
    for (const char *at = text; (at = strstr(at, name)) != NULL; at++)
        if ((at == text || !is_letter(at[-1])) && !is_letter(at[strlen(name)]))
            return 1;
    return 0;
}

static void check_views(const audit_plan *plan, char *const *documents, int count)
{
    audit_run *audit;
    if (!CHECK(audit_create(&audit, plan) == FAIRAUDIT_OK))
        return;
    for (size_t i = 0; i < audit->views; i++) {
        const char *name = audit->view[i]->name;
        CHECKF(*audit->view[i]->title != '\0', "%s has no title", name);
        for (size_t j = 0; j < i; j++)
            CHECKF(strcmp(name, audit->view[j]->name) != 0, "%s is there twice", name);
        /* The documents describe serial views together. */
        const char *base = strncmp(name, "serial-", 7) == 0 ? name + 7 : name;
        for (int d = 0; d < count; d++)
            CHECKF(names(documents[d], base), "document %d does not name %s", d + 1,
                   base);
    }
    audit_free(audit);
}

int main(int argc, char **argv)
{
    enum { MOST = 4 };
    TEST("README has the number of textbook shuffles")
    if (CHECK(argc > 1)) {
        char *readme = read_document(argv[1]), expected[40];
        size_t shuffles = 0;
        while (audit_catalogue[shuffles].name != NULL)
            shuffles++;
        snprintf(expected, sizeof expected, "%zu textbook", shuffles);
        CHECKF(strstr(readme, expected) != NULL, "\"%s shuffles\" is not there",
               expected);
        free(readme);
    }

    TEST("every view has a name and a title, and the documents name it")
    {
        char *documents[MOST] = {NULL};
        const int count = argc - 2 < MOST ? argc - 2 : MOST;
        CHECK(count > 0);
        for (int d = 0; d < count; d++)
            documents[d] = read_document(argv[d + 2]);
        check_views(&(audit_plan){.n = 5, .threads = 1}, documents, count);
        check_views(&(audit_plan){.n = 5, .sample = 2, .threads = 1}, documents, count);
        for (int d = 0; d < count; d++)
            free(documents[d]);
    }
    return test_done();
}
