/* SPDX-License-Identifier: MIT
 *
 * document.c - prints the man page and the completions of a program. The build runs it.
 *
 *     document man TEMPLATE      the template, with @OPTIONS@ and @VERSION@ replaced
 *     document bash|zsh|fish     the completion for that shell
 *
 * It is linked with the program's table of options (option_table.h).
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairshuf.h"
#include "cli/option_table.h"

static bool needs_value(const struct option_row *option)
{
    return option->value != NULL && !option->optional;
}

/* The next row, from `*i` on, of an option that the program supports; then *i is the
 * index after it. NULL after the last one. */
static const struct option_row *next_option(size_t *i)
{
    while (*i < options_count)
        if (option_is_listed(&options[(*i)++]))
            return &options[*i - 1];
    return NULL;
}

/* ---- man page --------------------------------------------------------------------- */

/* Prints one character of running text in roff. */
static void put_roff(char c)
{
    switch (c) {
    case '\\':
        fputs("\\e", stdout);
        break;
    case '\'':
        fputs("\\(aq", stdout);
        break;
    case '^':
        fputs("\\(ha", stdout);
        break;
    case '-':
        fputs("\\-", stdout);
        break;
    default:
        putchar(c);
    }
}

static void put_roff_bytes(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        put_roff(text[i]);
}

/* The length of an option, such as -n or --seed, at the beginning of the text; or 0. */
static size_t option_length(const char *text)
{
    if (text[0] != '-' || (text[1] != '-' && !isalpha((unsigned char)text[1])))
        return 0;
    return strspn(text, "-abcdefghijklmnopqrstuvwxyz");
}

/* The length of a word in capitals at the beginning of the text, if it is a value of the
 * option; or 0. */
static size_t value_length(const char *text, const struct option_row *option)
{
    const size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const char *values = option->mentions != NULL ? option->mentions : option->value;
    if (length == 0 || values == NULL || isalnum((unsigned char)text[length]))
        return 0;
    for (const char *value = values; *value != '\0'; value++)
        if (strncmp(value, text, length) == 0 && !isalpha((unsigned char)value[length]) &&
            (value == values || !isalpha((unsigned char)value[-1])))
            return length;
    return 0;
}

/* Prints the text for the man page: one line for each sentence, or several if it is long;
 * options in bold, values in italics. */
static void put_manual(const struct option_row *option)
{
    size_t column = 0;
    bool fresh = true; /* at the beginning of a word */
    for (const char *text = option->manual; *text != '\0';) {
        const size_t bold = fresh ? option_length(text) : 0;
        const size_t italic = fresh && bold == 0 ? value_length(text, option) : 0;
        const size_t length = bold > 0 ? bold : italic > 0 ? italic : 1;
        fresh = !isalnum((unsigned char)*text) && *text != '-';
        if (strncmp(text, "\n\n", 2) == 0) {
            fputs("\n.IP\n", stdout);
            text += 2;
            column = 0;
            continue;
        }
        if (strncmp(text, ". ", 2) == 0) {
            fputs(".\n", stdout);
            text += 2;
            fresh = true;
            column = 0;
            continue;
        }
        if (length > 1 || italic > 0) {
            fputs(bold > 0 ? "\\fB" : "\\fI", stdout);
            put_roff_bytes(text, length);
            fputs("\\fR", stdout);
            column += length + 6;
        } else if (*text == ' ' && column > 60) {
            fputs(text[1] == '.' ? "\n\\&" : "\n",
                  stdout); /* a leading dot would be a roff request */
            column = 0;
        } else {
            put_roff(*text);
            column++;
        }
        text += length;
    }
    putchar('\n');
}

static void put_man_options(void)
{
    const struct option_row *option;
    int group = -1;
    for (size_t i = 0; (option = next_option(&i)) != NULL;) {
        if (option->group != group)
            printf(".SS %s\n", option_group_title(option->group));
        group = option->group;
        printf(".TP\n");
        if (option->letter != 0)
            printf("\\fB\\-%c\\fR, ", option->letter);
        fputs("\\fB\\-\\-", stdout);
        put_roff_bytes(option->name, strlen(option->name));
        fputs("\\fR", stdout);
        if (option->value != NULL) {
            fputs(option->optional ? "[=\\fI" : "=\\fI", stdout);
            put_roff_bytes(option->value, strlen(option->value));
            fputs(option->optional ? "\\fR]" : "\\fR", stdout);
        }
        putchar('\n');
        put_manual(option);
    }
}

static int put_man(const char *name)
{
    FILE *template = fopen(name, "r");
    char line[1024];
    if (template == NULL) {
        perror(name);
        return 1;
    }
    while (fgets(line, sizeof line, template) != NULL) {
        char *version = strstr(line, "@VERSION@");
        if (strcmp(line, "@OPTIONS@\n") == 0)
            put_man_options();
        else if (version != NULL)
            printf("%.*s%s%s", (int)(version - line), line, FAIR_VERSION, version + 9);
        else
            fputs(line, stdout);
    }
    int error = ferror(template);
    fclose(template);
    return error != 0;
}

/* ---- completions ------------------------------------------------------------------ */

/* Prints text for single quotes, with a backslash before each of the `special` bytes. */
static void put_quoted(const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs("'\\''", stdout);
            continue;
        }
        if (strchr(special, *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

/* Prints a branch of a bash `case` for the options whose values are completed in the same
 * way. Options with optional values are included, because their values follow "=". */
static void put_bash_case(enum option_completion completion, const char *words,
                          const char *action)
{
    const struct option_row *option;
    bool any = false;
    for (size_t i = 0; (option = next_option(&i)) != NULL;) {
        if (option->value == NULL || option->completion != completion ||
            (words != NULL && option->words != words))
            continue;
        printf("%s", any ? " | " : "    ");
        if (option->letter != 0)
            printf("-%c | ", option->letter);
        printf("--%s", option->name);
        any = true;
    }
    if (any)
        printf(")\n        %s\n        return\n        ;;\n", action);
}

static void put_bash_words(bool with_value)
{
    const struct option_row *option;
    for (size_t i = 0; (option = next_option(&i)) != NULL;)
        if (needs_value(option) == with_value)
            printf(" --%s%s", option->name, with_value ? "=" : "");
}

static void put_bash(void)
{
    printf("# Completion of %s for bash.\n_%s()\n{\n", options_program, options_program);
    printf(
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    local option=\n"
        "    COMPREPLY=()\n"
        "    if [[ $word == = ]]; then\n"
        "        word= option=$before\n"
        "    elif [[ $before == = ]]; then\n"
        "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "    else\n"
        "        case $before in\n        ");
    const struct option_row *option;
    bool any = false;
    for (size_t i = 0; (option = next_option(&i)) != NULL;) {
        if (!needs_value(option))
            continue;
        printf("%s", any ? " | " : "");
        if (option->letter != 0)
            printf("-%c | ", option->letter);
        printf("--%s", option->name);
        any = true;
    }
    printf(") option=$before ;;\n        esac\n    fi\n"
           "    case $option in\n");
    put_bash_case(COMPLETE_FILE, NULL,
                  "compopt -o filenames 2>/dev/null\n"
                  "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")");
    put_bash_case(COMPLETE_FOLDER, NULL,
                  "compopt -o filenames 2>/dev/null\n"
                  "        mapfile -t COMPREPLY < <(compgen -d -- \"$word\")");
    for (size_t i = 0; (option = next_option(&i)) != NULL;) {
        char action[256];
        if (option->completion != COMPLETE_WORDS)
            continue;
        snprintf(action, sizeof action,
                 "mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$word\")", option->words);
        put_bash_case(COMPLETE_WORDS, option->words, action);
    }
    printf("    -*)\n        return\n        ;;\n    esac\n"
           "    if [[ $word == -* ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W '");
    put_bash_words(false);
    printf("' -- \"$word\"\n            compgen -W '");
    put_bash_words(true);
    printf("' -- \"$word\")\n"
           "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
           "    else\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
           "    fi\n"
           "    return 0\n}\n");
    printf("complete -F _%s %s\n", options_program, options_program);
}

/* Prints one spelling of an option for _arguments of zsh. */
static void put_zsh_spelling(const struct option_row *option, bool by_letter)
{
    printf("    '");
    if (option->repeatable)
        putchar('*');
    else if (option->letter != 0)
        printf("(-%c --%s)", option->letter, option->name);
    if (by_letter)
        printf("-%c%s", option->letter, option->value != NULL ? "+" : "");
    else
        printf("--%s%s", option->name,
               option->value == NULL ? ""
               : option->optional    ? "=-"
                                     : "=");
    putchar('[');
    put_quoted(option->help, "[]\\:");
    putchar(']');
    if (option->value != NULL) {
        fputs(option->optional ? "::" : ":", stdout);
        put_quoted(option->value, "[]\\:");
        putchar(':');
        if (option->completion == COMPLETE_FILE)
            fputs("_files", stdout);
        else if (option->completion == COMPLETE_FOLDER)
            fputs("_files -/", stdout);
        else if (option->completion == COMPLETE_WORDS)
            printf("(%s)", option->words);
        else
            putchar(' ');
    }
    printf("' \\\n");
}

static void put_zsh(void)
{
    printf("#compdef %s\n# Completion of %s for zsh.\n_arguments -s -S \\\n",
           options_program, options_program);
    const struct option_row *option;
    for (size_t i = 0; (option = next_option(&i)) != NULL;) {
        if (option->letter != 0)
            put_zsh_spelling(option, true);
        put_zsh_spelling(option, false);
    }
    printf("    '*:file:_files'\n");
}

static void put_fish(void)
{
    printf("# Completion of %s for fish.\n", options_program);
    const struct option_row *option;
    for (size_t i = 0; (option = next_option(&i)) != NULL;) {
        printf("complete -c %s", options_program);
        if (option->letter != 0)
            printf(" -s %c", option->letter);
        printf(" -l %s", option->name);
        if (option->completion == COMPLETE_FILE)
            printf(" -r -F");
        else if (option->completion == COMPLETE_FOLDER)
            printf(" -x -a '(__fish_complete_directories)'");
        else if (option->completion == COMPLETE_WORDS)
            printf(" -x -a '%s'", option->words);
        else if (needs_value(option))
            printf(" -x");
        printf(" -d \"");
        for (const char *c = option->help; *c != '\0'; c++) {
            if (strchr("\"\\$", *c) != NULL)
                putchar('\\');
            putchar(*c);
        }
        printf("\"\n");
    }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int wrong = 0;
    if (argc == 3 && strcmp(what, "man") == 0) {
        wrong = put_man(argv[2]);
    } else if (argc == 2 && strcmp(what, "bash") == 0) {
        put_bash();
    } else if (argc == 2 && strcmp(what, "zsh") == 0) {
        put_zsh();
    } else if (argc == 2 && strcmp(what, "fish") == 0) {
        put_fish();
    } else {
        fprintf(stderr, "usage: document man TEMPLATE | bash | zsh | fish\n");
        return 1;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("document");
        return 1;
    }
    return wrong;
}
