// SPDX-License-Identifier: MIT
//
// report.js - the part "Report": of an audit on this page, of a file, or baked into the
// page by `fairaudit --html`.
//
//     #report?shuffle=riffle:7&die=exact&n=10&trials=100000&seed=k3x9
//     #report?of=orders.txt&seed=k3x9
//
// State: an audit of the catalogue, which is made if this page has not seen it yet; what
// is left out is filled in. Or `of`, the subject of another report, and its seed: this is
// shown if the page has seen it. The state of "Try yours" with it says where to make it.
import "./report.css";
import { writeAddress } from "../../address.js";
import { sheetText } from "../../charts/save.js";
import { button, download, h, setText } from "../../dom.js";
import { verdictName } from "../../verdict.js";
import { sentence } from "../../words.js";
import { auditView } from "./audit.js";
import { exactView } from "./exact.js";
import { reportMaker, wholeState } from "./maker.js";
import { noReport } from "./none.js";
import { checkReport } from "./read.js";

const keyOf = (state) => writeAddress("report", state);

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
    const maker = reportMaker(context);
    const live = h("p", { class: "visually-hidden", "aria-live": "polite",
                          "data-test": "report-announced" });
    root.append(live);
    let shown = null;
    let opened = [];

    // On paper nothing can be opened.
    const unfold = () => {
        shown?.view.fill();
        opened = Array.from(root.querySelectorAll("details:not([open])"));
        for (const details of opened) details.open = true;
    };
    const fold = () => { for (const details of opened) details.open = false; };

    /** Shows that. Who has pressed a button that goes is not sent back to the top. */
    function put(node) {
        const held = body.contains(document.activeElement);
        body.replaceChildren(node);
        if (held) document.getElementById("main").focus({ preventScroll: true });
    }

    function showBlank() {
        shown = null;
        keep.replaceChildren();
        setText(lead, "All that an audit found: the verdict, what it means in words, " +
                      "and every picture, to look at and to keep.");
    }

    function showMaking(state) {
        showBlank();
        put(maker.node);
        setText(live, "");
        maker.make(state, (result) => {
            context.report = { ...result, state };
            seen.set(keyOf(state), context.report);
            showDocument(context.report);
            const { verdict, subject } = result.report;
            setText(live, `${subject}: ${verdictName(verdict)}`);
        });
    }

    function showNone(state) {
        showBlank();
        none.missing(state);
        put(baked?.error
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
        put(view.node);
    }

    return {
        show(given) {
            addEventListener("beforeprint", unfold);
            addEventListener("afterprint", fold);
            maker.drop();
            none.left();
            const latest = context.report;
            if (latest) seen.set(keyOf(latest.state), latest);
            const found = seen.get(keyOf(given)) ??
                (given.of || given.shuffle ? undefined : baked?.report ? baked : latest);
            if (found) {
                showDocument(found);
            } else if (given.shuffle) {
                const state = wholeState(context, given);
                if (!context.complete("report", given, state)) showMaking(state);
            } else {
                showNone(given);
            }
        },
        hide() {
            removeEventListener("beforeprint", unfold);
            removeEventListener("afterprint", fold);
            maker.drop();
            none.left();
        },
    };
}

/** All that an audit found. */
export const reportPart = { id: "report", mount };
