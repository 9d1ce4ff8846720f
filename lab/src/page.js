// SPDX-License-Identifier: MIT
//
// page.js - the page around the parts: which part is shown, its address, the language.
//
//     lab.html?lang=zh#race?a=sattolo&n=10
//
// What is shown is in the hash (address.js). Before the hash, `lang` is the language at the
// start, and `embed` leaves out everything around the part.
import "./charts/charts.css";
import { readAddress, replacedWords, writeAddress } from "./address.js";
import { addressBar } from "./address_bar.js";
import { h, markCurrent, setText } from "./dom.js";
import { failIn } from "./errors.js";
import { hasFiles } from "./files.js";
import { languageNames, preferredLanguage, say, setLanguage } from "./lang/lang.js";
import { remembered } from "./memory.js";
import { partOf, parts } from "./parts/parts.js";
import { includedReport } from "./parts/report/included.js";
import { keepPresses } from "./press.js";
import { ask } from "./questions.js";
import { freshSeed } from "./seeds.js";
import { openShare } from "./share/share.js";
import { showTheme, startTheme } from "./theme.js";

const one = (selector) => document.querySelector(selector);

// ---- parts -------------------------------------------------------------------------

const mounted = new Map(); // part → { root, view }
const links = new Map(); // part → its tab
let shown;

function markTab(part) {
    const link = links.get(part);
    markCurrent(links.values(), link, "page");
    // On a phone, the tabs are wider than the screen.
    const tabs = one(".tabs");
    tabs.scrollLeft = link.offsetLeft - tabs.offsetLeft -
        (tabs.clientWidth - link.offsetWidth) / 2;
}

function mount(part, context) {
    const root = h("section", { class: `part ${part.id}`, id: `part-${part.id}`,
                                "aria-label": say.page.tabs[part.id] });
    one("#main").append(root);
    mounted.set(part, { root, view: part.mount(root, context) });
}

/** Shows a part instead of the one that was shown. */
function change(part, context) {
    if (shown) {
        mounted.get(shown).root.hidden = true;
        mounted.get(shown).view.hide();
        scrollTo(0, 0);
    }
    if (!mounted.has(part)) mount(part, context);
    mounted.get(part).root.hidden = false;
    shown = part;
    markTab(part);
    // The element that had the focus may be hidden now.
    const { activeElement } = document;
    if (activeElement?.closest("[hidden]") ||
        (activeElement === document.body && mounted.size > 1))
        one("#main").focus({ preventScroll: true });
    document.title = say.page.title(say.page.tabs[part.id]);
}

function open(part, state, context) {
    if (shown !== part) change(part, context);
    // The tab leads back to what the part showed last.
    links.get(part).href = writeAddress(part.id, state);
    mounted.get(part).view.show(state);
}

/** Removes all parts. They are made again when they are opened. */
function unmountAll() {
    for (const { root, view } of mounted.values()) {
        view.hide();
        view.unmount?.();
        root.remove();
    }
    mounted.clear();
    shown = undefined;
}

/** A place for errors that nothing else has shown. It is empty while there are none. */
function makeFailures() {
    const node = h("div", { class: "failures" });
    addEventListener("unhandledrejection", ({ reason }) => failIn(node)(reason));
    addEventListener("error", ({ error }) => {
        if (error) failIn(node)(error); // a ResizeObserver that is late reports none
    });
    return node;
}

/** Makes the functions that change the address, and opens what it names. */
function startParts(context, first) {
    const bar = addressBar();
    const notice = h("p", { class: "message", role: "status", hidden: true,
                            "data-test": "notice" });
    const failures = makeFailures();
    one("#main").prepend(notice, failures);
    const announce = (text) => {
        notice.hidden = text === "";
        setText(notice, text);
    };
    let asked; // the state that an address had before it was completed
    const follow = () => {
        announce("");
        failures.replaceChildren();
        asked = undefined;
        const { part, state } = readAddress(bar.hash());
        const found = part === "" ? first : partOf(part);
        if (!found) {
            context.go(first.id, {}, { how: "replace" });
            announce(replacedWords({ part }, { part: say.page.tabs[first.id] }));
            return;
        }
        const moved = found.moved?.(state);
        if (moved) context.go(moved.part, moved.state, { how: "replace" });
        else open(found, state, context);
    };
    context.go = (id, state, { how = "push", again = false } = {}) => {
        const hash = writeAddress(id, state);
        const same = hash === bar.hash();
        if (same && !again) return;
        bar[same ? "replace" : how](hash);
        follow();
    };
    // Completes the address of a part with what was left out, and with what is shown instead
    // of what cannot be shown; a notice says so. Returns whether anything changed: then the
    // part has been shown again, with the whole state. A part that learns later what it can
    // show may do so again.
    context.complete = (id, given, whole) => {
        if (writeAddress(id, whole) === writeAddress(id, given)) return false;
        const original = asked ?? given;
        context.go(id, whole, { how: "replace" });
        asked = original;
        const words = replacedWords(original, whole);
        if (words !== "") announce(words);
        return true;
    };
    addEventListener("popstate", () => {
        bar.left();
        follow();
    });
    return { follow, announce };
}

/** A file that is dropped anywhere is for "Try yours". Without this, the browser would
 * leave the page. */
function takeFiles(context) {
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
}

/** In an embedded page, no tabs lead back from another part. So links to other parts open the
 * whole page, if the browser allows that. */
function openWhole(event) {
    const link = event.target.closest("a[href^='#']");
    if (!link || readAddress(link.hash).part === shown.id) return;
    const whole = new URL(location.href);
    whole.searchParams.delete("embed");
    whole.hash = link.hash;
    if (globalThis.open(whole.href)) event.preventDefault();
}

// ---- around the parts --------------------------------------------------------------

/** Writes the texts around the parts. */
function showFrame({ catalogue }) {
    for (const part of parts) {
        if (!links.has(part)) {
            const link = h("a", { href: `#${part.id}`, "data-test": `tab-${part.id}` });
            links.set(part, link);
            one(".tabs").append(link);
        }
        setText(links.get(part), say.page.tabs[part.id]);
        links.get(part).title = say.page.hints[part.id];
    }
    one(".tabs").setAttribute("aria-label", say.page.parts);
    setText(one("[data-skip]"), say.page.skip);
    setText(one(".bottom .about"), say.page.about(catalogue.tool));
    setText(one(".bottom summary"), say.page.licences);
    one(".language").setAttribute("aria-label", say.page.language);
    setText(one(".sharing"), say.share.open);
    showTheme();
}

/** The choice of a language; changed() is called after each change. Returns a sentence if
 * the address asks for a language that the page does not have, and corrects the address. */
function startLanguage(options, changed) {
    const choice = remembered("language");
    const codes = languageNames.map(([code]) => code);
    const asked = [options.get("lang"), choice.get(), ...navigator.languages];
    const code = preferredLanguage(asked.filter((tag) => tag));
    const select = one(".language");
    select.append(...languageNames.map(([value, name]) =>
        h("option", { value, lang: value }, name)));
    select.value = code;
    const correct = () => {
        options.set("lang", select.value);
        history.replaceState(null, "", `?${options}${location.hash}`);
    };
    select.addEventListener("change", () => {
        choice.set(select.value);
        if (options.has("lang")) correct(); // it comes before the choice
        setLanguage(select.value);
        changed();
    });
    setLanguage(select.value);
    const lang = options.get("lang");
    if (!lang || codes.includes(preferredLanguage([lang], ""))) return "";
    correct();
    return replacedWords({ lang }, { lang: select.value });
}

// ---- start -------------------------------------------------------------------------

/** What all parts share. */
async function makeContext() {
    const [catalogue, library, included] = await Promise.all(
        [ask("list"), ask("library"), includedReport()]);
    const context = { catalogue, library, included, seedNow: () => freshSeed(),
                      report: null };
    // Changes of the state of a part. set() is for choices, which Back undoes, slide() for
    // what changes continuously, such as a slider. `state` returns the current state.
    context.changes = (id, state) => {
        const to = (how) => (changes) =>
            context.go(id, { ...state(), ...changes }, { how });
        return { set: to("choose"), slide: to("replace") };
    };
    // Opens a report. `state` is its address, from which it can be made again, if possible.
    context.showReport = (report, text,
                          state = { of: report.subject ?? report.shuffle,
                                    seed: report.seed }) => {
        context.report = { report, text, state };
        // Another report may have the same address.
        context.go("report", state, { again: true });
    };
    return context;
}

async function begin() {
    const options = new URLSearchParams(location.search);
    document.documentElement.toggleAttribute("data-embed", options.has("embed"));
    let shell; // what startParts() returned
    let context;
    const words = startLanguage(options, () => {
        unmountAll();
        showFrame(context);
        shell.follow();
    });
    startTheme();
    keepPresses();
    context = await makeContext();
    showFrame(context);
    one("[data-skip]").addEventListener("click", (event) => {
        event.preventDefault(); // the hash is the address of what is shown
        one("#main").focus();
    });
    one(".sharing").addEventListener("click", () => openShare(mounted.get(shown).root));
    takeFiles(context);
    if (options.has("embed")) one("#main").addEventListener("click", openWhole);
    shell = startParts(context, context.included === null ? parts[0] : partOf("report"));
    document.documentElement.dataset.ready = "";
    shell.follow();
    if (words !== "") shell.announce(words);
}

begin().catch(globalThis.fairshufPage.fail);
