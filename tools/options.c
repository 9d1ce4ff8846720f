/* SPDX-License-Identifier: MIT
 *
 * options.c - every option of fairshuf and fairshuf-mpi. Most have one row for both.
 *
 * `help` is for --help and the completions: a few words without a full stop. `manual` is
 * for the man page: complete sentences. In both, write options as they are typed, and
 * values in capitals; the man page prints options in bold and values in italics.
 */
#include "tools/options.h"

#include <assert.h>

const struct option_row options[] = {
    /* ---- options of GNU shuf, in the order in which its messages list them */
    {.id = OPTION_ECHO,
     .refused = PROGRAM_MPI,
     .group = GROUP_GNU,
     .letter = 'e',
     .name = "echo",
     .mentions = "ARG",
     .help = "shuffle the ARGs themselves",
     .manual = "Shuffle the operands instead of the lines of files. Each ARG is one "
               "record, even if it is empty or contains newlines."},
    {.id = OPTION_INPUT_RANGE,
     .refused = PROGRAM_MPI,
     .group = GROUP_GNU,
     .letter = 'i',
     .name = "input-range",
     .value = "LO-HI",
     .help = "shuffle the whole numbers from LO to HI",
     .manual = "Shuffle the whole numbers from LO to HI, both included. They can be as "
               "large as 18446744073709551615. A range with HI = LO-1 is empty. With -n, "
               "memory is needed only for what is printed, not for the whole range."},
    {.id = OPTION_HEAD_COUNT,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_GNU,
     .letter = 'n',
     .name = "head-count",
     .value = "COUNT",
     .completion = COMPLETE_NUMBER,
     .help = "print at most COUNT records",
     .manual =
         "Print at most COUNT records: the first ones of the order that all records "
         "would have. (From a range with more than 2^27 numbers, -n prints a separate "
         "sample.) If this option is given more than once, the smallest COUNT is used."},
    {.id = OPTION_HEAD_COUNT,
     .programs = PROGRAM_MPI,
     .group = GROUP_GNU,
     .letter = 'n',
     .name = "head-count",
     .value = "COUNT",
     .completion = COMPLETE_NUMBER,
     .help = "write at most COUNT records",
     .manual =
         "Write at most COUNT records: the first ones of the order that all records "
         "would have. If this option is given more than once, the smallest COUNT is "
         "used."},
    {.id = OPTION_OUTPUT,
     .programs = PROGRAM_FAIRSHUF,
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
    {.id = OPTION_OUTPUT,
     .programs = PROGRAM_MPI,
     .group = GROUP_GNU,
     .letter = 'o',
     .name = "output",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "write to FILE, which may be the input",
     .manual =
         "Write to FILE. All ranks write to it together, so all must see its folder. "
         "FILE "
         "may be one of the inputs: it is replaced when the output is complete, and "
         "unchanged if anything fails. See OUTPUT FILES below. Either this option or "
         "--split is needed."},
    {.id = OPTION_RANDOM_SOURCE,
     .refused = PROGRAM_MPI,
     .group = GROUP_GNU,
     .name = "random-source",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "read random bytes from FILE, as GNU shuf does",
     .manual =
         "Read random bytes from FILE, and make the order that GNU shuf makes from them. "
         "The order is as random as these bytes. To repeat an order, --seed is simpler "
         "and faster.\n\nThe records are shuffled as GNU shuf does it: in memory, by one "
         "thread, to one output. All options that describe the input work, and so do "
         "several FILEs. The options --cycle, --derange, --with, --split, --check, "
         "--memory, "
         "--temp-dir, --decompress, --compress, --seed, --seed-file and --print-seed are "
         "refused, and so are files whose names ask for decompression or compression, "
         "unless --no-decompress or --compress=none is given."},
    {.id = OPTION_REPEAT,
     .refused = PROGRAM_MPI,
     .group = GROUP_GNU,
     .letter = 'r',
     .name = "repeat",
     .help = "draw with replacement; endless without -n",
     .manual = "Draw with replacement: a record can be printed any number of times. "
               "Without -n, the output has no end."},
    {.id = OPTION_ZERO_TERMINATED,
     .group = GROUP_GNU,
     .letter = 'z',
     .name = "zero-terminated",
     .help = "records end with a zero byte, not a newline",
     .manual = "Records end with a zero byte instead of a newline, in the input and in "
               "the output, as with find -print0."},
    {.id = OPTION_HELP,
     .group = GROUP_GNU,
     .name = "help",
     .help = "print this help and exit",
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
         "Records end with the byte C instead of a newline. C is one byte, or one of the "
         "escapes \\n, \\t, \\r, \\0, \\\\ and \\xHH with two hexadecimal digits."},
    {.id = OPTION_RECORD_SIZE,
     .group = GROUP_RECORDS,
     .name = "record-size",
     .value = "BYTES",
     .completion = COMPLETE_NUMBER,
     .help = "records are BYTES bytes long (4K: 4096)",
     .manual = "Records are BYTES bytes long and can contain anything. K, M, G or T "
               "after the number means 1024, 1024^2, 1024^3 or 1024^4. A shorter last "
               "record is an error."},
    {.id = OPTION_LINES_PER_RECORD,
     .group = GROUP_RECORDS,
     .name = "lines-per-record",
     .value = "K",
     .completion = COMPLETE_WORDS,
     .words = "2 4",
     .help = "a record is K lines (FASTQ: 4)",
     .manual = "A record is K lines; for FASTQ, K is 4. With -z or --delimiter, lines "
               "end as these options say. A last record with fewer lines is an error."},
    {.id = OPTION_CSV,
     .group = GROUP_RECORDS,
     .name = "csv",
     .value = "SEP",
     .optional = true,
     .help = "CSV rows; SEP separates fields (default ,)",
     .manual = "Records are rows of CSV (RFC 4180): a newline between double quotes does "
               "not end a row. SEP separates the fields. It is a comma by default, and "
               "can be written as for --delimiter: --csv='\\t'. A quote that is never "
               "closed is an error."},
    {.id = OPTION_PARAGRAPHS,
     .group = GROUP_RECORDS,
     .name = "paragraphs",
     .help = "records are separated by empty lines",
     .manual = "Records are paragraphs, separated by one or more empty lines. These "
               "belong to the paragraph before them."},
    {.id = OPTION_HEADER,
     .group = GROUP_RECORDS,
     .name = "header",
     .value = "N",
     .optional = true,
     .completion = COMPLETE_NUMBER,
     .help = "do not shuffle the first N records (default 1)",
     .manual =
         "The first N records (one, if N is left out) are a header: they are "
         "printed first, and are neither shuffled nor counted. If there are several "
         "files, all must begin with the same header, which is printed once. With "
         "--split, each output begins with the header. A file with fewer than N "
         "records is all header; a note on standard error says so."},

    /* ---- which order */
    {.id = OPTION_SEED,
     .group = GROUP_ORDER,
     .name = "seed",
     .value = "TEXT",
     .help = "the same TEXT always gives the same order",
     .manual = "Derive the order from TEXT: the same TEXT and the same number of records "
               "always give the same order, on every machine. See ORDER AND SEEDS below. "
               "TEXT must not be empty, because that is most likely an unset variable. "
               "Other users of the machine can see TEXT in the list of processes; "
               "use --seed-file to hide it from them."},
    {.id = OPTION_SEED_FILE,
     .group = GROUP_ORDER,
     .name = "seed-file",
     .value = "FILE",
     .completion = COMPLETE_FILE,
     .help = "read the seed from FILE (hidden from other users)",
     .manual =
         "Like --seed, but the text is the content of FILE, without the line end (LF or "
         "CR LF) after the last line: a file with the line TEXT means the same as "
         "--seed=TEXT. The text can have up to 65,536 bytes. If FILE is -, it is read "
         "from standard input, and the records must come from elsewhere."},
    {.id = OPTION_PRINT_SEED,
     .group = GROUP_ORDER,
     .name = "print-seed",
     .help = "print on stderr the seed that repeats this run",
     .manual = "Print the key of this run on standard error, as 64 hexadecimal digits. "
               "Given to --seed, it repeats the run. If it cannot be printed, the run "
               "ends with status 1 before any record is printed."},
    {.id = OPTION_CYCLE,
     .refused = PROGRAM_MPI,
     .group = GROUP_ORDER,
     .name = "cycle",
     .help = "one cycle of all records; none keeps its position",
     .manual = "Choose among the orders that form a single cycle: going from each record "
               "to the one that takes its place leads through all records and back. No "
               "record keeps its position. All of these orders are equally likely."},
    {.id = OPTION_DERANGE,
     .refused = PROGRAM_MPI,
     .group = GROUP_ORDER,
     .name = "derange",
     .help = "no record keeps its position (Secret Santa)",
     .manual = "Choose among the orders in which no record keeps its position "
               "(derangements). All of these orders are equally likely. Records with "
               "equal content count as different ones. A single record is an error."},
    {.id = OPTION_PAIRS,
     .refused = PROGRAM_MPI,
     .group = GROUP_ORDER,
     .name = "pairs",
     .help = "print each record, a tab, and its replacement",
     .manual =
         "With --cycle or --derange: print each record, a tab, and the record that takes "
         "its place, in the order of the input. This can show who gives to whom."},

    /* ---- more files */
    {.id = OPTION_WITH,
     .group = GROUP_FILES,
     .name = "with",
     .value = "FILE",
     .repeatable = true,
     .completion = COMPLETE_FILE,
     .help = "also shuffle FILE, in the same order; repeatable",
     .manual =
         "Also shuffle FILE, in the same order as the first input: record i of both "
         "goes to the same position. The first --with is written to the first "
         "--output-with, and so on. All files must have the same number of records; "
         "otherwise nothing is written. This option can be given several times."},
    {.id = OPTION_OUTPUT_WITH,
     .group = GROUP_FILES,
     .name = "output-with",
     .value = "FILE",
     .repeatable = true,
     .completion = COMPLETE_FILE,
     .help = "where to write the shuffled FILE of --with",
     .manual = "Where to write the file of a --with: the first --output-with belongs to "
               "the first --with, and so on."},
    {.id = OPTION_SPLIT,
     .group = GROUP_FILES,
     .name = "split",
     .value = "NAME:SHARE,...",
     .help = "split into files: train:80,test:20 (shares), test:=500,train:rest (counts)",
     .manual = "Distribute the shuffled records over several files, in one pass. Each "
               "NAME is a file that gets its SHARE of them.\n\nPlain numbers are shares "
               "of the whole, in any unit: train:80,test:20 and train:0.8,test:0.2 mean "
               "the same. Every record goes to one file, and each count differs by less "
               "than one record from its exact share. A share can have 9 digits before "
               "the decimal point and 6 after it; further digits after the point are "
               "ignored.\n\nA number after an equals sign is a count of records: "
               "test:=1000. Counts come first, and the shares divide what is left; "
               "rest is a share that takes all of it: test:=1000,train:rest. If all are "
               "counts, the remaining records are not written. It is an error if the "
               "counts add up to more records than there are.\n\nA NAME can contain "
               "colons, but no commas. With -n, only that many records are distributed."},
    {.id = OPTION_DECOMPRESS,
     .refused = PROGRAM_MPI,
     .group = GROUP_FILES,
     .name = "decompress",
     .help = "decompress all inputs (formats: see --compress)",
     .manual =
         "Decompress all inputs that are compressed with gzip, zstd, xz, bzip2 or lz4, "
         "including standard input. The format is recognised by the content; other "
         "content is read as it is. Without this option, names decide: a file whose name "
         "ends in .gz, .zst, .xz, .bz2 or .lz4 is decompressed, and must have that "
         "format."},
    {.id = OPTION_NO_DECOMPRESS,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_FILES,
     .name = "no-decompress",
     .help = "read all inputs as they are, whatever their names",
     .manual = "Decompress nothing, whatever the names of the files. If both this option "
               "and --decompress are given, the last one is used."},
    {.id = OPTION_NO_DECOMPRESS,
     .programs = PROGRAM_MPI,
     .group = GROUP_FILES,
     .name = "no-decompress",
     .help = "read all inputs as they are, whatever their names",
     .manual =
         "Read all inputs as they are, whatever their names. Without this option, a file "
         "whose name ends in .gz, .zst, .xz, .bz2 or .lz4 is refused, because compressed "
         "data cannot be divided among ranks."},
    {.id = OPTION_COMPRESS,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_FILES,
     .name = "compress",
     .value = "KIND",
     .completion = COMPLETE_WORDS,
     .words = "gzip zstd xz bzip2 lz4 none",
     .help = "compress outputs (gzip, zstd, xz, bzip2, lz4, none)",
     .manual = "Compress all outputs; KIND is gzip, zstd, xz, bzip2, lz4 or none. "
               "Without this option, the name of each output decides, by the same "
               "endings as for --decompress; standard output is not compressed."},
    {.id = OPTION_COMPRESS,
     .programs = PROGRAM_MPI,
     .group = GROUP_FILES,
     .name = "compress",
     .value = "KIND",
     .completion = COMPLETE_WORDS,
     .words = "none",
     .help = "none: write plain files, whatever their names",
     .manual =
         "KIND must be none: write plain files, whatever their names. Without this "
         "option, an output whose name ends in .gz, .zst, .xz, .bz2 or .lz4 is refused, "
         "because ranks cannot compress a file together."},
    {.id = OPTION_SYNC,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_FILES,
     .name = "sync",
     .help = "flush outputs to disk before they replace files",
     .manual =
         "Flush all outputs to disk before they replace old files, and their folders "
         "afterwards, so that they survive a power failure. Standard output is flushed, "
         "too, if it is a file. By default, only an output that replaces a non-empty "
         "file is flushed, since a power failure could otherwise lose both the old and "
         "the new content."},
    {.id = OPTION_SYNC,
     .programs = PROGRAM_MPI,
     .group = GROUP_FILES,
     .name = "sync",
     .help = "flush outputs to disk before they replace files",
     .manual =
         "Flush all outputs to disk before they replace old files, and their folders "
         "afterwards, so that they survive a power failure. By default, outputs are "
         "flushed only if one of them replaces a non-empty file, since a power failure "
         "could otherwise lose both the old and the new content."},
    {.id = OPTION_NO_SYNC,
     .group = GROUP_FILES,
     .name = "no-sync",
     .help = "never wait for the disk",
     .manual = "Never wait for the disk. This is faster, but a power failure can lose "
               "both the old and the new content of a file. If both this option and "
               "--sync are given, the last one is used."},

    /* ---- running */
    {.id = OPTION_THREADS,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_RUNNING,
     .name = "threads",
     .value = "N",
     .completion = COMPLETE_NUMBER,
     .help = "use N threads (default: one for each core)",
     .manual = "Use N threads. The default is 0, which means one for each core. The "
               "result is the same with any number."},
    {.id = OPTION_THREADS,
     .programs = PROGRAM_MPI,
     .group = GROUP_RUNNING,
     .name = "threads",
     .value = "N",
     .completion = COMPLETE_NUMBER,
     .help = "use N threads on each rank (default: its share of the cores)",
     .manual =
         "Use N threads on each rank. The default is 0: the cores that a rank may use "
         "are "
         "divided among the ranks of its node that may use them, too. The result is the "
         "same with any number."},
    {.id = OPTION_MEMORY,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_RUNNING,
     .name = "memory",
     .value = "SIZE",
     .completion = COMPLETE_WORDS,
     .words = "25% 50% 1G 4G",
     .help =
         "use at most SIZE of memory (500M, 4G, 25%); the rest goes to a temporary file",
     .manual =
         "Use at most SIZE bytes of memory, 1M or more. K, M, G or T after the number "
         "means 1024, 1024^2, 1024^3 or 1024^4, and % a percentage of the memory that is "
         "available to this process. The default is half of that; see MEMORY below. What "
         "does not fit goes to a temporary file. The result is the same with any SIZE."},
    {.id = OPTION_MEMORY,
     .programs = PROGRAM_MPI,
     .group = GROUP_RUNNING,
     .name = "memory",
     .value = "SIZE",
     .completion = COMPLETE_WORDS,
     .words = "25% 50% 1G 4G",
     .help = "use at most SIZE of memory on each rank (500M, 4G), or on each node (25%); "
             "the rest goes to temporary files",
     .manual =
         "Use at most SIZE bytes of memory on each rank, 1M or more. K, M, G or T after "
         "the number means 1024, 1024^2, 1024^3 or 1024^4. A percentage is that of the "
         "memory that is available on a node; the ranks of the node share it. The "
         "default "
         "is 50%; see MEMORY below. What does not fit goes to temporary files. The "
         "result "
         "is the same with any SIZE."},
    {.id = OPTION_TEMP_DIR,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_RUNNING,
     .name = "temp-dir",
     .value = "DIR",
     .completion = COMPLETE_FOLDER,
     .help = "where to put the temporary file, if one is needed",
     .manual =
         "Put the temporary file, if one is needed, into DIR. The default is the folder "
         "in the variable TMPDIR; without it, /var/tmp, or /tmp if /var/tmp is not "
         "writable. (/tmp comes last because it is often kept in memory.)"},
    {.id = OPTION_TEMP_DIR,
     .programs = PROGRAM_MPI,
     .group = GROUP_RUNNING,
     .name = "temp-dir",
     .value = "DIR",
     .completion = COMPLETE_FOLDER,
     .help = "where to put temporary files; best on a disk of the node",
     .manual =
         "Put temporary files, if they are needed, into DIR. Each rank has its own, so "
         "DIR is best on a local disk of each node. The default is the folder in the "
         "variable TMPDIR; without it, /var/tmp, or /tmp if /var/tmp is not writable."},
    {.id = OPTION_PROGRESS,
     .group = GROUP_RUNNING,
     .name = "progress",
     .help = "show progress on stderr, even without a terminal",
     .manual = "Show progress on standard error, even if it is not a terminal. By "
               "default, progress is shown on a terminal if the work takes more than a "
               "second, unless the variable TERM is unset or \"dumb\"."},
    {.id = OPTION_NO_PROGRESS,
     .group = GROUP_RUNNING,
     .name = "no-progress",
     .help = "do not show progress",
     .manual = "Do not show progress. If both this option and --progress are given, the "
               "last one is used."},
    {.id = OPTION_QUIET,
     .group = GROUP_RUNNING,
     .letter = 'q',
     .name = "quiet",
     .help = "print only errors on stderr",
     .manual =
         "Print only errors on standard error, and what --print-seed and --progress ask "
         "for. If both this option and -v are given, the last one is used."},
    {.id = OPTION_VERBOSE,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_RUNNING,
     .letter = 'v',
     .name = "verbose",
     .help = "report on stderr what was done",
     .manual = "Report on standard error the key that repeats the run (not with "
               "--random-source), and at the end how many bytes were written, how many "
               "went through a temporary file, and how long it took."},
    {.id = OPTION_VERBOSE,
     .programs = PROGRAM_MPI,
     .group = GROUP_RUNNING,
     .letter = 'v',
     .name = "verbose",
     .help = "report on stderr what was done",
     .manual =
         "Report on standard error the key that repeats the run, and at the end how many "
         "bytes all ranks read, sent and wrote, how many went through temporary files, "
         "how evenly the ranks shared the work, and how long it took."},
    {.id = OPTION_CHECK,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_RUNNING,
     .name = "check",
     .help = "verify that each record is written exactly once",
     .manual =
         "Compare hashes of all records read with hashes of all records written. (Their "
         "number and the number of bytes are always compared.) This is possible only if "
         "every record is written once. With -r, or if -n or --split leaves records out, "
         "only their number is compared; a note on standard error says so."},
    {.id = OPTION_CHECK,
     .programs = PROGRAM_MPI,
     .group = GROUP_RUNNING,
     .name = "check",
     .help = "verify that each record is written exactly once",
     .manual =
         "Compare hashes of all records read with hashes of all records written, over "
         "all "
         "ranks. (Their number and the number of bytes are always compared.) This is "
         "possible only if every record is written once. If -n or --split leaves records "
         "out, only their number is compared; a note on standard error says so."},
    {.id = OPTION_EXPLAIN,
     .programs = PROGRAM_FAIRSHUF,
     .group = GROUP_RUNNING,
     .name = "explain",
     .help = "show the plan (memory, disk space) and exit",
     .manual = "Show the plan and exit: kind of records, sizes, memory, temporary space, "
               "and how often each byte is read and written. Only the beginning of each "
               "file is read, pipes are not touched, and nothing is written. If the run "
               "would fail, for example because of too little disk space, the reason is "
               "printed on standard error and the exit status is 1."},
    {.id = OPTION_EXPLAIN,
     .programs = PROGRAM_MPI,
     .group = GROUP_RUNNING,
     .name = "explain",
     .help = "show the plan (memory, network, disk space) and exit",
     .manual =
         "Show the plan and exit: kind of records, sizes, memory and temporary space of "
         "each rank, and how many bytes are read, sent and written, in how many "
         "messages. "
         "Only the beginning of each file is read, and nothing is written."},

    /* ---- ranks */
    {.id = OPTION_RANKS,
     .programs = PROGRAM_MPI,
     .group = GROUP_RANKS,
     .name = "ranks",
     .value = "R",
     .completion = COMPLETE_NUMBER,
     .help = "with --explain: show the plan for R ranks",
     .manual =
         "With --explain: show the plan for R ranks, without starting them. Nodes are "
         "assumed to be like this one, with one rank for each core."},
    {.id = OPTION_TIMEOUT,
     .programs = PROGRAM_MPI,
     .group = GROUP_RANKS,
     .name = "timeout",
     .value = "SECONDS",
     .completion = COMPLETE_NUMBER,
     .help = "end the run if a rank is silent for SECONDS (default 60)",
     .manual =
         "End the run with an error if a rank sends no heartbeat for SECONDS. This means "
         "that its host or the network has failed, or that its file system does not "
         "respond. The default is 60; 0 means no limit. The limit is ten times as long "
         "while ranks write, and an hour longer while rank 0 puts the outputs in place."},
};

const size_t options_count = sizeof options / sizeof options[0];

bool option_is_gnu(const struct option_row *option)
{
    return option->group == GROUP_GNU;
}

const struct option_row *option_find(int id)
{
    size_t i = 0;
    while (i < options_count && (options[i].id != id || !option_is_known(&options[i])))
        i++;
    assert(i < options_count);
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
        [GROUP_RANKS] = "Ranks",
    };
    return titles[group];
}
