/* SPDX-License-Identifier: MIT
 *
 * options.c - every option of fairshuf, once.
 *
 * `help` is for --help and the completions: a few words, no full stop. `manual` is for
 * the man page: sentences. Write options in them as they are typed; the man page shows
 * them, and words in capitals that name a value, in their type.
 */
#include "options.h"

const struct option_row options[] = {
    /* ---- GNU's, in the order in which GNU's messages name them */
    {.id = OPTION_ECHO,
     .group = GROUP_GNU,
     .letter = 'e',
     .name = "echo",
     .speaks = "ARG",
     .help = "shuffle the ARGs themselves",
     .manual = "Shuffle the operands instead of the lines of files: each ARG is one "
               "record, even if it is empty or holds newlines."},
    {.id = OPTION_INPUT_RANGE,
     .group = GROUP_GNU,
     .letter = 'i',
     .name = "input-range",
     .value = "LO-HI",
     .help = "shuffle the whole numbers from LO to HI",
     .manual =
         "Shuffle the whole numbers from LO to HI, both included, which may be up to "
         "18446744073709551615. A range with HI = LO-1 is empty. With -n, memory "
         "is needed for what is printed, not for the whole range."},
    {.id = OPTION_HEAD_COUNT,
     .group = GROUP_GNU,
     .letter = 'n',
     .name = "head-count",
     .value = "COUNT",
     .completion = COMPLETE_NUMBER,
     .help = "print at most COUNT records",
     .manual = "Print at most COUNT records: the first ones of the order that all would "
               "have (of a range with more than 2^27 numbers, a sample of its own). If "
               "this is given more than once, the smallest COUNT counts."},
    {.id = OPTION_OUTPUT,
     .group = GROUP_GNU,
     .letter = 'o',
     .name = "output",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "write to FILE, which may be the input",
     .manual =
         "Write to FILE instead of standard output. FILE may be one of the inputs: it "
         "is replaced when the output is complete, and unchanged if anything fails. See "
         "OUTPUT FILES below."},
    {.id = OPTION_RANDOM_SOURCE,
     .group = GROUP_GNU,
     .name = "random-source",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "take random bytes from FILE, as GNU shuf does",
     .manual =
         "Take random bytes from FILE, and make of them the order that GNU shuf makes "
         "of them. The order is as random as these bytes, and work goes on in one "
         "thread. To repeat an order, --seed is simpler and faster."},
    {.id = OPTION_REPEAT,
     .group = GROUP_GNU,
     .letter = 'r',
     .name = "repeat",
     .help = "draw with replacement; endless without -n",
     .manual = "Draw with replacement: a record may come any number of times. Without -n "
               "this has no end."},
    {.id = OPTION_ZERO_TERMINATED,
     .group = GROUP_GNU,
     .letter = 'z',
     .name = "zero-terminated",
     .help = "records end with a zero byte, not a newline",
     .manual =
         "Records end with a zero byte instead of a newline, in the input and in the "
         "output, as those of find -print0 do."},
    {.id = OPTION_HELP,
     .group = GROUP_GNU,
     .name = "help",
     .help = "print this and exit",
     .manual = "Print a summary of the options and exit."},
    {.id = OPTION_VERSION,
     .group = GROUP_GNU,
     .name = "version",
     .help = "print the version and exit",
     .manual = "Print the version, the kernel in use and the number of the order format, "
               "and exit."},

    /* ---- what a record is */
    {.id = OPTION_DELIMITER,
     .group = GROUP_RECORDS,
     .name = "delimiter",
     .value = "C",
     .help = "records end with the byte C (also \\t, \\0, \\x1e)",
     .manual =
         "Records end with the byte C instead of a newline. C is one byte, or one of "
         "\\n, \\t, \\r, \\0, \\\\ and \\xHH with two hexadecimal digits."},
    {.id = OPTION_RECORD_SIZE,
     .group = GROUP_RECORDS,
     .name = "record-size",
     .value = "BYTES",
     .completion = COMPLETE_NUMBER,
     .help = "records of BYTES bytes each (4K: 4096)",
     .manual = "Records are BYTES bytes long and may hold anything. K, M, G or T after "
               "the number stand for 1024, 1024^2, 1024^3 and 1024^4. A last record that "
               "is shorter "
               "is an error."},
    {.id = OPTION_LINES_PER_RECORD,
     .group = GROUP_RECORDS,
     .name = "lines-per-record",
     .value = "K",
     .completion = COMPLETE_WORDS,
     .words = "2 4",
     .help = "K lines make one record (FASTQ: 4)",
     .manual =
         "K lines make one record: 4 for FASTQ. With -z or --delimiter, lines end as "
         "these say. A last record with fewer lines is an error."},
    {.id = OPTION_CSV,
     .group = GROUP_RECORDS,
     .name = "csv",
     .value = "SEP",
     .optional = true,
     .help = "records are rows of CSV; SEP parts fields (,)",
     .manual =
         "Records are rows of CSV (RFC 4180): a newline between double quotes does "
         "not end a row. SEP stands between fields; it is a comma if it is left out, "
         "and may be written as for --delimiter: --csv='\\t'. A quote that is "
         "never closed is an error."},
    {.id = OPTION_PARAGRAPHS,
     .group = GROUP_RECORDS,
     .name = "paragraphs",
     .help = "records are parted by empty lines",
     .manual =
         "Records are paragraphs: lines up to the next empty ones, which go with the "
         "paragraph before them."},
    {.id = OPTION_HEADER,
     .group = GROUP_RECORDS,
     .name = "header",
     .value = "N",
     .optional = true,
     .completion = COMPLETE_NUMBER,
     .help = "the first N records (1) stay in front",
     .manual = "The first N records are a header, 1 if N is left out: they are not "
               "shuffled or counted, and are printed first. Of several files, all must "
               "begin with the same header, which is printed once. With --split, each "
               "output begins with it."},

    /* ---- which order */
    {.id = OPTION_SEED,
     .group = GROUP_ORDER,
     .name = "seed",
     .value = "TEXT",
     .help = "the same TEXT gives the same order, for ever",
     .manual =
         "Take the order from TEXT: the same TEXT and number of records give the same "
         "order, everywhere and for ever. See ORDER AND SEEDS below. TEXT must not be "
         "empty, for that is most likely a variable that was never set."},
    {.id = OPTION_PRINT_SEED,
     .group = GROUP_ORDER,
     .name = "print-seed",
     .help = "print on stderr the seed that repeats this run",
     .manual =
         "Print the key in use on standard error, as 64 hexadecimal digits: given to "
         "--seed, it repeats this run."},
    {.id = OPTION_CYCLE,
     .group = GROUP_ORDER,
     .name = "cycle",
     .help = "no record keeps its place, and all form one ring",
     .manual =
         "Choose among the orders that form one ring: going from each record to the "
         "one that takes its place leads through all records and back. No record "
         "keeps its place. Each of these orders is equally likely."},
    {.id = OPTION_DERANGE,
     .group = GROUP_ORDER,
     .name = "derange",
     .help = "no record keeps its place (Secret Santa)",
     .manual = "Choose among the orders in which no record keeps its place, each of them "
               "equally likely. Equal records are not recognised: they are different "
               "records. A single record is an error."},
    {.id = OPTION_PAIRS,
     .group = GROUP_ORDER,
     .name = "pairs",
     .help = "print RECORD<TAB>the one that takes its place",
     .manual = "With --cycle or --derange: print each record, a tab, and the record that "
               "takes its place, in the order of the input: who gives to whom."},

    /* ---- more files */
    {.id = OPTION_WITH,
     .group = GROUP_FILES,
     .name = "with",
     .value = "FILE",
     .repeatable = true,
     .completion = COMPLETE_FILE,
     .help = "shuffle FILE, too, in the same order; repeatable",
     .manual =
         "Shuffle FILE, too, in the same order as the first input: record i of both "
         "comes to the same place. It goes to the FILE of the --output-with that "
         "has the same rank. Another number of records is an error, told before "
         "anything is written. May be given several times."},
    {.id = OPTION_OUTPUT_WITH,
     .group = GROUP_FILES,
     .name = "output-with",
     .value = "FILE",
     .repeatable = true,
     .completion = COMPLETE_FILE,
     .help = "where the FILE of --with goes, one for each",
     .manual = "Where the file of a --with goes: the first of these is for the first of "
               "those, and so on."},
    {.id = OPTION_SPLIT,
     .group = GROUP_FILES,
     .name = "split",
     .value = "NAME:SHARE,...",
     .help =
         "deal out to files: train:80,test:20 (shares), test:=500,train:rest (counts)",
     .manual =
         "Deal the shuffled records out to files: each NAME is a file that gets its "
         "SHARE of them, in one pass.\n\n"
         "Plain numbers are shares of the whole, in any unit: train:80,test:20 and "
         "train:0.8,test:0.2 are the same. Every record goes to some file, and each "
         "count "
         "is less than one record from its exact share.\n\n"
         "A number after an equals sign is a count of records: test:=1000. Counts come "
         "off "
         "first, and the shares divide what they leave; rest is a share that takes all "
         "of "
         "it: test:=1000,train:rest. If all are counts, the other records are left out. "
         "Counts that add up to more records than there are, are an error.\n\n"
         "A NAME may hold colons, but no commas. With -n, only so many records are dealt "
         "out."},
    {.id = OPTION_DECOMPRESS,
     .group = GROUP_FILES,
     .name = "decompress",
     .help = "unpack inputs, of any kind that --compress knows",
     .manual =
         "Unpack inputs that are compressed with gzip, zstd, xz, bzip2 or lz4, standard "
         "input as well; their content tells the kind, and what is not compressed is "
         "read "
         "as it is. Without this, names decide: a file whose name ends in .gz, .zst, "
         ".xz, "
         ".bz2 or .lz4 is unpacked, and must be of that kind."},
    {.id = OPTION_NO_DECOMPRESS,
     .group = GROUP_FILES,
     .name = "no-decompress",
     .help = "read inputs as they are, whatever their names",
     .manual =
         "Unpack nothing, whatever the names of the files. Of this and --decompress "
         "the last counts."},
    {.id = OPTION_COMPRESS,
     .group = GROUP_FILES,
     .name = "compress",
     .value = "KIND",
     .completion = COMPLETE_WORDS,
     .words = "gzip zstd xz bzip2 lz4 none",
     .help = "pack outputs: gzip, zstd, xz, bzip2, lz4 or none",
     .manual = "Compress all outputs; KIND is gzip, zstd, xz, bzip2, lz4 or none. "
               "Without this, "
               "the name of each output decides, by the endings that --decompress knows; "
               "standard output is not compressed."},
    {.id = OPTION_SYNC,
     .group = GROUP_FILES,
     .name = "sync",
     .help = "flush outputs to disk before they take their place",
     .manual =
         "Flush all outputs to disk before they take their place, and their folders "
         "afterwards, so that they survive a power failure; standard output, too, if it "
         "is a file. By default, only an output that replaces a file that is not empty "
         "is flushed, since a power failure could otherwise lose both the old and the "
         "new content."},
    {.id = OPTION_NO_SYNC,
     .group = GROUP_FILES,
     .name = "no-sync",
     .help = "never wait for the disk",
     .manual = "Never wait for the disk. Faster, but after a loss of power both the old "
               "and the new content of a file may be lost. Of this and --sync the last "
               "counts."},

    /* ---- how it runs */
    {.id = OPTION_THREADS,
     .group = GROUP_RUNNING,
     .name = "threads",
     .value = "N",
     .completion = COMPLETE_NUMBER,
     .help = "use N threads; without this, one for each core",
     .manual =
         "Use N threads; 0, as without this option, is one for each core. The result "
         "is the same with any number."},
    {.id = OPTION_MEMORY,
     .group = GROUP_RUNNING,
     .name = "memory",
     .value = "SIZE",
     .completion = COMPLETE_WORDS,
     .words = "25% 50% 1G 4G",
     .help = "use so much memory (500M, 4G, 25%); the rest goes to a temporary file",
     .manual =
         "Use at most SIZE bytes of memory, 1M or more; K, M, G or T after the number "
         "stand for 1024, 1024^2, 1024^3 and 1024^4, and % for a part of the memory that "
         "this process can have. Without this it is half of that; see MEMORY below. What "
         "does not fit goes to a temporary file. The result is the same with any SIZE."},
    {.id = OPTION_TEMP_DIR,
     .group = GROUP_RUNNING,
     .name = "temp-dir",
     .value = "DIR",
     .completion = COMPLETE_FOLDER,
     .help = "where the temporary file goes, if memory does not suffice",
     .manual =
         "Put the temporary file, if one is needed, into DIR. Without this, it goes to "
         "the folder that the variable TMPDIR names, or to /var/tmp, and to /tmp if "
         "there "
         "is no /var/tmp that can be written: /tmp is often kept in memory, which is "
         "what "
         "there is too little of."},
    {.id = OPTION_PROGRESS,
     .group = GROUP_RUNNING,
     .name = "progress",
     .help = "show progress on stderr, terminal or not",
     .manual =
         "Show progress on standard error even if that is no terminal. Without this, "
         "it is shown on a terminal when work takes more than a second."},
    {.id = OPTION_NO_PROGRESS,
     .group = GROUP_RUNNING,
     .name = "no-progress",
     .help = "show no progress",
     .manual = "Show no progress. Of this and --progress the last counts."},
    {.id = OPTION_QUIET,
     .group = GROUP_RUNNING,
     .letter = 'q',
     .name = "quiet",
     .help = "print nothing on stderr but errors",
     .manual = "Print nothing on standard error but errors and what --print-seed and "
               "--progress ask for. Of this and -v the last counts."},
    {.id = OPTION_VERBOSE,
     .group = GROUP_RUNNING,
     .letter = 'v',
     .name = "verbose",
     .help = "tell on stderr what was done",
     .manual =
         "Tell on standard error the key that repeats the run, and at the end how many "
         "bytes were written, how many went through a temporary file, and how long it "
         "took."},
    {.id = OPTION_CHECK,
     .group = GROUP_RUNNING,
     .name = "check",
     .help = "compare all records read with all written",
     .manual =
         "Compare hashes of all records read with those of all written, besides "
         "their number and that of the bytes, which are compared always. With -n or "
         "-r, or a --split that leaves some out, not all are written once: then there "
         "is nothing to compare."},
    {.id = OPTION_EXPLAIN,
     .group = GROUP_RUNNING,
     .name = "explain",
     .help = "tell the plan (memory, disk space) and do nothing",
     .manual =
         "Tell the plan: kind of records, sizes, memory, temporary space, how often each "
         "byte is read and written, and whether there is room for it. Only the beginning "
         "of files is looked at, pipes are not touched, and nothing is written."},
};

const char options_program[] = "fairshuf";
const size_t options_count = sizeof options / sizeof options[0];
_Static_assert(sizeof options / sizeof options[0] == OPTION_COUNT, "a row for each id");

bool option_is_gnu(const struct option_row *option)
{
    return option->group == GROUP_GNU;
}

const struct option_row *option_find(int id)
{
    size_t i = 0;
    while (options[i].id != id)
        i++;
    return &options[i];
}

const char *option_group_title(int group)
{
    static const char *const titles[] = {
        [GROUP_GNU] = "Options of GNU shuf",
        [GROUP_RECORDS] = "Records",
        [GROUP_ORDER] = "Order",
        [GROUP_FILES] = "Files",
        [GROUP_RUNNING] = "Running",
    };
    return titles[group];
}
