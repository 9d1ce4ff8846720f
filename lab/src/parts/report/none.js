// SPDX-License-Identifier: MIT
//
// none.js - what the part shows while there is no report: how to get one.
import { writeAddress } from "../../address.js";
import { startAudit } from "../../client.js";
import { freshId, h, setText } from "../../dom.js";
import { plural, roughly } from "../../words.js";
import { readReport } from "./read.js";

const EXAMPLE = { shuffle: "swap-with-any", n: 10 };
const LARGEST = 64e6; // bytes of a file: far more than any report has

/**
 * @param {object} context of the page
 * @returns {{node: HTMLElement, missing(of: string, seed: string): void, hide(): void}}
 *   missing: says which report the address names, if any; hide drops what runs
 */
export function noReport(context) {
    let running = null;
    const said = h("p", { class: "message error", role: "alert", hidden: true,
                          "data-test": "report-error" });
    const asked = h("p", { class: "message", hidden: true,
                           "data-test": "report-missing" });
    const progress = h("p", { class: "muted small number",
                              "data-test": "report-progress" });
    const fail = (text) => {
        said.hidden = false;
        setText(said, `${text}.`);
    };

    const audit = h("button", { class: "button main", type: "button",
                                "data-test": "report-example" },
                    `Audit ${EXAMPLE.shuffle}, ${plural(EXAMPLE.n, "card")}`);
    audit.addEventListener("click", () => {
        running?.drop();
        said.hidden = true;
        audit.disabled = true;
        const over = () => {
            audit.disabled = false;
            setText(progress, "");
        };
        running = startAudit({ ...EXAMPLE, die: "fair", seed: context.seedNow() }, {
            progress: ({ count }) => setText(progress, `${roughly(count)} shuffles`),
            done: ({ report, text }) => { over(); context.showReport(report, text); },
            failed: (text) => { over(); fail(`The audit failed: ${text}`); },
        });
    });

    const take = async (file) => {
        if (!file) return;
        said.hidden = true;
        try {
            if (file.size > LARGEST) throw new Error("too large for a report");
            const text = await file.text();
            context.showReport(readReport(text), text);
        } catch (error) {
            fail(`${file.name}: ${error.message}`);
        }
    };
    const id = freshId("report-file");
    const input = h("input", { type: "file", id, class: "visually-hidden",
                               accept: ".json,application/json",
                               "data-test": "report-file" });
    input.addEventListener("change", () => {
        take(input.files[0]);
        input.value = ""; // so that the same file can be chosen again
    });
    const drop = h("div", { class: "panel report-drop", "data-test": "report-drop" },
        h("h2", {}, "Open a report"),
        h("p", {}, "Drop a file here that was written by ",
          h("code", {}, "fairaudit --json=report.json"), ", for example with ",
          h("code", {}, "fairaudit --json=report.json -- shuf"), "."),
        h("p", {}, input, h("label", { class: "button", for: id }, "Choose a file")));
    drop.addEventListener("dragover", (event) => {
        event.preventDefault();
        drop.classList.add("over");
    });
    drop.addEventListener("dragleave", () => drop.classList.remove("over"));
    drop.addEventListener("drop", (event) => {
        event.preventDefault();
        drop.classList.remove("over");
        take(event.dataTransfer.files[0]);
    });

    const link = (part, state, text) => h("a", { href: writeAddress(part, state) }, text);
    const node = h("div", { class: "stack", "data-test": "report-none" },
        asked, said,
        h("div", { class: "panels" },
          h("div", { class: "panel" },
            h("h2", {}, "Make a report"),
            h("p", {}, "Every audit on this page ends with one: in ",
              link("race", {}, "Will it shuffle?"), ", for any shuffle of the " +
              "catalogue, and in ", link("yours", {}, "Try yours"), ", for code or " +
              "orders of your own. Or have one at once:"),
            h("p", { class: "buttons" }, audit), progress),
          drop));
    return {
        node,
        missing(of, seed) {
            asked.hidden = !of;
            setText(asked, !of ? "" : `This is the address of a report on ${of}` +
                `${seed ? `, seed ${seed}` : ""}. An address does not hold the report ` +
                "itself: open its file, or make it once more.");
        },
        hide() {
            running?.drop();
            audit.disabled = false;
            setText(progress, "");
        },
    };
}
