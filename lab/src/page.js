// SPDX-License-Identifier: MIT
//
// page.js - the page around the parts: which one is shown, its address, light or dark.
import "./charts/charts.css";
import { addressBar, freshSeed, readAddress, replacedWords, writeAddress }
    from "./address.js";
import { h, markCurrent, setText } from "./dom.js";
import { hasFiles } from "./files.js";
import { partOf, parts } from "./parts/parts.js";
import { keepPresses } from "./press.js";
import { ask } from "./questions.js";

// ---- light and dark ----------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Does what a browser may forbid: then it is not remembered. */
function perhaps(action) {
    try {
        return action();
    } catch {
        return null;
    }
}

const remembered = {
    get: () => perhaps(() => localStorage.getItem("theme")),
    set: (value) => perhaps(() => localStorage.setItem("theme", value)),
};

const themeNow = () => document.documentElement.dataset.theme;

function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    const button = document.querySelector(".theme");
    setText(button, theme === "dark" ? "☀ Light" : "☾ Dark");
    button.setAttribute("aria-label", `Change to ${theme === "dark" ? "light" : "dark"}`);
}

function startTheme() {
    const now = () => remembered.get() ?? (dark.matches ? "dark" : "light");
    setTheme(now());
    dark.addEventListener("change", () => setTheme(now()));
    document.querySelector(".theme").addEventListener("click", () => {
        const theme = themeNow() === "dark" ? "light" : "dark";
        remembered.set(theme);
        setTheme(theme);
    });
}

// ---- parts -------------------------------------------------------------------------

const mounted = new Map();
const links = new Map();
let shown;

function markTab(part) {
    const link = links.get(part);
    markCurrent(links.values(), link, "page");
    // On a phone the tabs are wider than the screen.
    const tabs = document.querySelector(".tabs");
    tabs.scrollLeft = link.offsetLeft - tabs.offsetLeft -
        (tabs.clientWidth - link.offsetWidth) / 2;
}

function open(part, state, context) {
    if (shown !== part) {
        if (shown) {
            mounted.get(shown).root.hidden = true;
            mounted.get(shown).view.hide();
        }
        if (!mounted.has(part)) {
            const root = h("section", { class: `part ${part.id}`, id: `part-${part.id}`,
                                        "aria-label": part.title });
            document.getElementById("main").append(root);
            mounted.set(part, { root, view: part.mount(root, context) });
        }
        mounted.get(part).root.hidden = false;
        shown = part;
        markTab(part);
        // What had the focus may be hidden now.
        if (document.activeElement?.closest("[hidden]") || document.activeElement ===
            document.body && mounted.size > 1)
            document.getElementById("main").focus({ preventScroll: true });
        document.title = `${part.title} · fairshuf lab`;
    }
    // The way back to a part leads to what it showed.
    links.get(part).href = writeAddress(part.id, state);
    mounted.get(part).view.show(state);
}

function startParts(context, first) {
    const bar = addressBar();
    const notice = h("p", { class: "message", role: "status", hidden: true,
                            "data-test": "notice" });
    document.getElementById("main").prepend(notice);
    const announce = (text) => {
        notice.hidden = text === "";
        setText(notice, text);
    };
    const follow = () => {
        announce("");
        const { part, state } = readAddress(bar.hash());
        open(partOf(part) ?? first, state, context);
    };
    context.go = (id, state, { how = "push", again = false } = {}) => {
        const hash = writeAddress(id, state);
        const same = hash === bar.hash();
        if (same && !again) return;
        bar[same ? "replace" : how](hash);
        follow();
    };
    // Puts what was left out into the address, for one to keep, and what is shown instead
    // of what cannot be; that is said. Whether there was anything of it: then the part is
    // shown once more, with the whole state.
    context.complete = (id, given, whole) => {
        if (writeAddress(id, whole) === writeAddress(id, given)) return false;
        context.go(id, whole, { how: "replace" });
        const words = replacedWords(given, whole);
        if (words !== "") announce(words);
        return true;
    };
    document.querySelector(".tabs").append(...parts.map((part) => {
        const link = h("a", { href: `#${part.id}`, "data-test": `tab-${part.id}` },
                       part.title);
        links.set(part, link);
        return link;
    }));
    document.querySelector("[data-skip]").addEventListener("click", (event) => {
        event.preventDefault(); // the hash is taken
        document.getElementById("main").focus();
    });
    // A file that is dropped anywhere is for "Try yours"; the browser would leave the
    // page.
    addEventListener("dragover", (event) => {
        if (hasFiles(event)) event.preventDefault();
    });
    addEventListener("drop", (event) => {
        if (event.defaultPrevented || !hasFiles(event)) return;
        event.preventDefault();
        [context.dropped] = event.dataTransfer.files;
        const { state } = readAddress(links.get(partOf("yours")).hash);
        if (context.dropped) context.go("yours", state, { again: true });
    });
    addEventListener("popstate", () => {
        bar.left();
        follow();
    });
    follow();
}

// ---- begin -------------------------------------------------------------------------

async function begin() {
    startTheme();
    keepPresses();
    const baked = JSON.parse(document.getElementById("baked").textContent);
    const [catalogue, library] = await Promise.all([ask("list"), ask("library")]);
    const context = { catalogue, library, baked, seedNow: freshSeed, report: null };
    // Changes of the state of a part: set() is for choices, to which the way back leads,
    // slide() for what moves on, such as a slider. `state` gives the state that is shown.
    context.changes = (id, state) => {
        const to = (how) => (changes) =>
            context.go(id, { ...state(), ...changes }, { how });
        return { set: to("choose"), slide: to("replace") };
    };
    // Opens a report; `state` is its address, from which it can be made again, if it can.
    context.showReport = (report, text,
                          state = { of: report.subject ?? report.shuffle,
                                    seed: report.seed }) => {
        context.report = { report, text, state };
        // There may be another one at that address.
        context.go("report", state, { again: true });
    };
    document.querySelector(".bottom .about").append(
        `${catalogue.tool} · The shuffles on this page are the C code of the tools, ` +
        "compiled to WebAssembly. Nothing leaves your browser.");
    startParts(context, baked === null ? parts[0] : partOf("report"));
    document.documentElement.dataset.ready = "";
}

begin().catch(globalThis.fairshufPage.fail);
