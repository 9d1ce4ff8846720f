// SPDX-License-Identifier: MIT
//
// report.js - the part "Report": of an audit on this page, of a file, or baked into the
// page by `fairaudit --html`.
//
//     #report?of=swap-with-any&seed=x     the report on that, if this page has seen it
import { sheetText } from "../../charts/save.js";
import { button, download, h, setText } from "../../dom.js";
import { sentence } from "../../words.js";
import { auditView } from "./audit.js";
import { exactView } from "./exact.js";
import { noReport } from "./none.js";
import { checkReport } from "./read.js";

const keyOf = ({ of = "", seed = "" }) => JSON.stringify([of, seed]);
const nameOf = ({ subject, shuffle, seed }) =>
    ({ of: subject ?? shuffle, seed: seed ?? "" });

/** The text that was baked in, as it was before signs of HTML were escaped. A backslash
 * that is itself escaped begins nothing. */
const bakedText = () => `${document.getElementById("baked").textContent.trim()}\n`
    .replace(/\\(?:u(0026|003c|003e|2028|2029)|.)/gi, (escape, code) =>
        (code ? String.fromCharCode(parseInt(code, 16)) : escape));

/** The document that was baked into the page, and its text; null if there is none. */
function bakedReport(context) {
    if (context.baked === null) return null;
    try {
        return { report: checkReport(context.baked), text: bakedText() };
    } catch (error) {
        return { error: error.message };
    }
}

/** Buttons for what can be kept of it. */
function keepers(root, text, view) {
    const sheet = () => {
        view.fill();
        const figures = Array.from(root.querySelectorAll("figure.chart"));
        download("fairaudit.svg", "image/svg+xml", sheetText(figures));
    };
    return h("div", { class: "buttons" },
        button("↓ JSON", {
            test: "report-json",
            onclick: () => download("fairaudit.json", "application/json", text) }),
        view.node.querySelector("figure.chart") &&
            button("↓ All pictures (SVG)", { test: "report-sheet", onclick: sheet }),
        button("Print", { test: "report-print", onclick: () => print() }));
}

function mount(root, context) {
    const seen = new Map(); // what this page has shown, by address
    const baked = bakedReport(context);
    const none = noReport(context);
    const lead = h("p", { class: "lead" });
    const keep = h("div", {});
    const body = h("div", {});
    root.append(h("header", { class: "report-top" },
                  h("div", {}, h("h1", {}, "Report"), lead), keep), body);
    let shown = null;
    let opened = [];

    // On paper nothing can be opened.
    const unfold = () => {
        shown?.view.fill();
        opened = Array.from(root.querySelectorAll("details:not([open])"));
        for (const details of opened) details.open = true;
    };
    const fold = () => { for (const details of opened) details.open = false; };

    function showNone(state) {
        shown = null;
        keep.replaceChildren();
        setText(lead, "All that an audit found: the verdict, what it means in words, " +
                      "and every picture, to look at and to keep.");
        none.missing(state.of, state.seed);
        body.replaceChildren(baked?.error
            ? h("p", { class: "message error", role: "alert" },
                sentence(`The report in this page cannot be shown: ${baked.error}`))
            : none.node);
    }

    function showDocument(found) {
        if (shown?.found === found) return;
        const { report, text } = found;
        const exact = report.schema === "fairaudit-exact";
        const view = exact ? exactView(context, report) : auditView(context, report);
        shown = { found, view };
        setText(lead, exact
            ? "A proof, not a sample: all that the dice can do was followed."
            : "What an audit found, and what it rests on.");
        keep.replaceChildren(keepers(root, text, view));
        body.replaceChildren(view.node);
    }

    return {
        show(state) {
            addEventListener("beforeprint", unfold);
            addEventListener("afterprint", fold);
            const latest = context.report;
            if (latest) seen.set(keyOf(nameOf(latest.report)), latest);
            if (baked?.report) seen.set(keyOf(nameOf(baked.report)), baked);
            const found = state.of || state.seed ? seen.get(keyOf(state))
                                                 : baked?.report ? baked : latest;
            if (found) showDocument(found);
            else showNone(state);
        },
        hide() {
            removeEventListener("beforeprint", unfold);
            removeEventListener("afterprint", fold);
            none.hide();
        },
    };
}

/** All that an audit found. */
export const reportPart = { id: "report", title: "Report", mount };
