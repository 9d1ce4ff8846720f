// SPDX-License-Identifier: MIT
//
// licences.mjs - the licence notices of everything that the page contains: fairshuf, the
// C library of the WebAssembly core, every package that the bundler has read, and all
// that these depend on: some packages are bundles that contain their dependencies.
//
// A package without a licence file stops the build: the page could not be distributed.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

const read = (...path) => readFileSync(join(...path), "utf8").replaceAll("\r\n", "\n")
    .trim();

/** The folders of the packages that the metafiles of esbuild name. */
function foldersRead(metafiles) {
    const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
    const folders = inputs.map((input) =>
        /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(resolve(input))?.[0]);
    return new Set(folders.filter(Boolean));
}

/** The folder of a package as seen from another one. */
function folderOf(name, from) {
    for (let at = from; at !== dirname(at); at = dirname(at)) {
        const folder = join(at, "node_modules", name);
        if (existsSync(join(folder, "package.json"))) return folder;
    }
    throw new Error(`${name}, which ${from} depends on, is not installed`);
}

/** The same folders and those of all that they depend on, sorted. */
function withDependencies(folders) {
    for (const folder of folders) { // a set is walked to the end of what is added
        const { dependencies = {} } = JSON.parse(read(folder, "package.json"));
        for (const name of Object.keys(dependencies)) folders.add(folderOf(name, folder));
    }
    return [...folders].sort();
}

/** The title and the notice of a package. */
function packageNotice(folder) {
    const { name, version } = JSON.parse(read(folder, "package.json"));
    const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file)).sort();
    if (files.length === 0)
        throw new Error(`${name} ${version} has no licence file; do not bundle it`);
    return [`${name} ${version}`, files.map((file) => read(folder, file)).join("\n\n")];
}

/**
 * All notices, as one text.
 * @param {object[]} metafiles of esbuild, one for each bundle
 */
export function licenceText(metafiles) {
    const notices = [
        ["fairshuf", read(here, "..", "LICENSE")],
        ["The C library of the WebAssembly core", read(here, "licences", "core.txt")],
        ...withDependencies(foldersRead(metafiles)).map(packageNotice),
    ];
    const rule = "-".repeat(76);
    return `${notices.map(([title, text]) => `${title}\n${rule}\n${text}\n`)
        .join("\n\n")}`;
}
