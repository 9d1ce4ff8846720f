// SPDX-License-Identifier: MIT
//
// native.mjs - documents of the native command, to compare with those of the page.
//
// The C library of Linux has log() and exp() twice, for machines that multiply and add at
// once and for others: they differ in their last bits, which can be seen in one of some
// thousand numbers of 12 digits. WebAssembly is one of the others, so the command is, too.
import { spawnSync } from "node:child_process";

const env = { ...process.env, GLIBC_TUNABLES: "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2" };

/** What the command writes with --json. Its status tells the verdict, and no more. */
export function jsonOf(fairaudit, args, input = "") {
    const made = spawnSync(fairaudit, [...args, "--json"],
                           { encoding: "utf8", env, input, maxBuffer: 1 << 28 });
    if (!made.stdout) throw new Error(`fairaudit ${args.join(" ")}: ${made.stderr}`);
    return made.stdout;
}

/** The lines of a document that may be compared. */
export const timeless = (text) =>
    text.split("\n").filter((line) => !line.startsWith('  "seconds"'));
