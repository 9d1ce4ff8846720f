// SPDX-License-Identifier: MIT
//
// report.js - the part "Report": the report of an audit on this page, of a file, or of
// `fairaudit --html`, which writes it into the page.
//
//     #report?shuffle=riffle:7&die=exact&n=10&trials=100000&seed=k3x9
//     #report?of=orders.txt&seed=k3x9
//
// State: an audit of the catalogue, which is run if this page has not seen it yet; what
// is left out is filled in. Or `of`, the subject of another report, and its seed; it is
// shown if the page has seen it. With the state of "Try yours", `of` leads to the code.
import "./report.css";
import { writeAddress } from "../../address.js";
import { sheetText } from "../../charts/save.js";
import { button, download, h, setText } from "../../dom.js";
import { failureNote } from "../../errors.js";
import { say } from "../../lang/lang.js";
import { proofVerdict, verdictBadge, verdictWords } from "../../verdict.js";
import { proofTitle } from "../exact/facts.js";
import { auditView } from "./audit.js";
import { exactView } from "./exact.js";
import { reportMaker, wholeState } from "./maker.js";
import { noReport } from "./none.js";
import { subjectNode, subjectTitle } from "./subject.js";

const keyOf = (state) => writeAddress("report", state);

/** Buttons that save or print the report. */
function keepers(root, text, view) {
    const sheet = () => {
        view.fill();
        const figures = Array.from(root.querySelectorAll("figure.chart"));
        download("fairaudit.svg", "image/svg+xml", sheetText(figures));
    };
    return h("div", { class: "buttons" },
        button(say.report.json, {
            test: "report-json",
            onclick: () => download("fairaudit.json", "application/json", text) }),
        view.node.querySelector("figure.chart") &&
            button(say.report.pictures, { test: "report-sheet", onclick: sheet }),
        button(say.report.print, { test: "report-print", onclick: () => print() }));
}

/** What a report is about, and its verdict: as a heading, a badge and a sentence. */
function headingOf(context, report) {
    if (report.schema === "fairaudit-exact") {
        const verdict = proofVerdict(report);
        return { verdict, meaning: say.report.proofLead(report.n),
                 title: say.report.headline[verdict](proofTitle(context, report)) };
    }
    const name = subjectTitle(context, report) ?? subjectNode(report);
    return { verdict: report.verdict, meaning: verdictWords(report),
             title: say.report.headline[report.verdict](name) };
}

/** Why a report cannot be shown. */
const failure = (error) => failureNote(error, { lead: [say.report.cannotShow, " "],
                                                test: "report-unshown" });

function mount(root, context) {
    context.reports ??= new Map(); // the reports that this page has shown, by address
    const seen = context.reports;
    const { included } = context;
    const none = noReport(context);
    const badge = h("p", { class: "report-verdict", "data-test": "report-verdict" });
    const title = h("h1", { "data-test": "report-subject" });
    const lead = h("p", { class: "lead report-lead", "data-test": "report-words" });
    const keep = h("div", {});
    const body = h("div", {});
    root.append(h("header", { class: "report-top" },
                  h("div", {}, badge, title, lead), keep), body);
    const maker = reportMaker(context);
    const live = h("p", { class: "visually-hidden", "aria-live": "polite",
                          "data-test": "report-announced" });
    root.append(live);
    let shown = null;
    let opened = [];

    // Nothing can be opened on paper.
    const unfold = () => {
        shown?.view.fill();
        opened = Array.from(root.querySelectorAll("details:not([open])"));
        for (const details of opened) details.open = true;
    };
    const fold = () => { for (const details of opened) details.open = false; };

    /** Shows a node. If it replaces a button that has the focus, the focus must not go
     * back to the top of the page. */
    function put(node) {
        const held = body.contains(document.activeElement);
        body.replaceChildren(node);
        if (held) document.getElementById("main").focus({ preventScroll: true });
    }

    function showBlank({ making = false } = {}) {
        shown = null;
        root.classList.toggle("making", making); // keeps room for the verdict
        keep.replaceChildren();
        badge.replaceChildren();
        setText(title, say.report.blank);
        setText(lead, say.report.blankLead);
    }

    function showMaking(state) {
        showBlank({ making: true });
        put(maker.node);
        setText(live, "");
        maker.make(state, (result) => {
            context.report = { ...result, state };
            seen.set(keyOf(state), context.report);
            showDocument(context.report);
            setText(live, title.textContent);
        });
    }

    function showNone(state) {
        showBlank();
        none.missing(state);
        put(included?.error ? failure(included.error) : none.node);
    }

    function drawDocument(found) {
        const { report, text } = found;
        const exact = report.schema === "fairaudit-exact";
        const view = exact ? exactView(context, report) : auditView(context, report);
        const heading = headingOf(context, report);
        badge.replaceChildren(verdictBadge(heading.verdict));
        title.replaceChildren(...heading.title.flat());
        setText(lead, heading.meaning);
        keep.replaceChildren(keepers(root, text, view));
        put(view.node);
        shown = { found, view };
    }

    /** Shows a report, or why it cannot be shown. A file can have anything in it that
     * read.js does not know of. */
    function showDocument(found) {
        if (shown?.found === found) return;
        try {
            drawDocument(found);
        } catch (error) {
            showBlank();
            none.missing({});
            put(h("div", { class: "stack" }, failure(error), none.node));
        }
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
                (given.of || given.shuffle ? undefined : included?.report ? included : latest);
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

/** Everything that a test found. */
export const reportPart = { id: "report", mount };
