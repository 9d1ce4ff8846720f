// SPDX-License-Identifier: MIT
//
// build.mjs - puts the lab together: one HTML file that needs nothing else.
//
//     node lab/build.mjs --core FILE.wasm --out FILE.html --licences FILE.txt
//
// Scripts, styles, the C core and the licence notices replace the names in {{braces}} in
// index.html. The notices are also written to a file of their own. Scripts, styles and core
// are compressed, and start.js unpacks them. So the page is small enough that a report with
// the page in it (`fairaudit --html`) stays below 1 MB.
//
// The policy of the page allows start.js, scripts and workers that it makes, and no network
// at all. So neither pasted code nor a report can load or send anything.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { licenceText } from "./licences.mjs";
import { snippetPlugin } from "./snippets.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** What search engines and link previews say about the page. */
const DESCRIPTION = "One small change makes a shuffle fair or unfair. See why in two minutes, " +
    "with three cards, and then test your own.";

const metafiles = []; // what went into each bundle

/** A bundle of `file` and all it imports: { script, style }, one of which may be "". */
async function bundle(file, format) {
    const result = await build({
        entryPoints: [join(here, "src", file)],
        bundle: true,
        minify: true,
        format,
        target: ["es2022"],
        write: false,
        outdir: "out", // names only; nothing is written
        legalComments: "none", // all notices are in the page; see licences.mjs
        metafile: true,
        plugins: [snippetPlugin],
        logLevel: "warning",
    });
    metafiles.push(result.metafile);
    const textOf = (suffix) =>
        result.outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? "";
    return { script: textOf(".js"), style: textOf(".css") };
}

/** A script must not end before its end. */
const inScript = (text) => text.replace(/<(?=\/script|!--|script)/gi, "\\x3c");

const packed = (data) => gzipSync(data, { level: 9 }).toString("base64");

function policy(script) {
    const hash = createHash("sha256").update(script).digest("base64");
    return [
        "default-src 'none'",
        `script-src 'sha256-${hash}' blob: 'wasm-unsafe-eval'`,
        "worker-src blob:",
        "style-src 'unsafe-inline'",
        "img-src data: blob:",
        "base-uri 'none'",
        "form-action 'none'",
    ].join("; ");
}

/** A text as HTML. */
const inHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function icon() {
    const svg = readFileSync(join(here, "icon.svg"), "utf8");
    return encodeURIComponent(svg.replace(/\s*\n\s*/g, " ").trim());
}

/** Writes a file whole or not at all. */
function put(file, text) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, text);
    renameSync(`${file}.part`, file);
}

const { values: options } = parseArgs({
    options: {
        core: { type: "string" },
        out: { type: "string" },
        licences: { type: "string" },
    },
});
if (!options.core || !options.out || !options.licences) {
    console.error("usage: build.mjs --core WASM --out HTML --licences TXT");
    process.exit(1);
}
const page = await bundle("page.js", "iife");
// The styles of parts come first, so that those of page.css can override them.
const texts = { page: page.script, style: page.style + (await bundle("page.css")).style };
for (const name of ["worker", "sandbox"])
    texts[name] = (await bundle(`${name}.js`, "iife")).script;
const start = inScript((await bundle("start.js", "iife")).script);
const licences = licenceText(metafiles);
const parts = {
    policy: policy(start),
    icon: icon(),
    description: DESCRIPTION,
    core: packed(readFileSync(options.core)),
    app: packed(JSON.stringify(texts)),
    licences: inHtml(licences),
    start,
};
const html = readFileSync(join(here, "index.html"), "utf8")
    .replace(/\{\{([a-z-]+)\}\}/g, (_, name) => parts[name]);
put(options.licences, licences);
put(options.out, html);
