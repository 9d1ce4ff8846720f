// SPDX-License-Identifier: MIT
//
// files.js - a file that is dropped on the page, or chosen.
import { freshId, h } from "./dom.js";
import { say } from "./lang/lang.js";

/** Whether files are dragged; text can be dropped into fields, as everywhere. */
export const hasFiles = ({ dataTransfer }) => dataTransfer.types.includes("Files");

/**
 * A panel that takes a file.
 * @param {{test: string, accept?: string, take: (file: File) => void}} options accept: as
 *   of an input; test: NAME-drop and NAME-file are for tests
 * @param {...(Node|string)} children what stands above the button
 * @returns {{node: HTMLElement, dropOn(area: HTMLElement): void}} dropOn: where a file
 *   may be dropped
 */
export function filePanel({ test, accept, take }, ...children) {
    const id = freshId("file");
    const input = h("input", { type: "file", id, accept, class: "visually-hidden",
                               "data-test": `${test}-file` });
    input.addEventListener("change", () => {
        if (input.files.length > 0) take(input.files[0]);
        input.value = ""; // so that the same file can be chosen again
    });
    const node = h("div", { class: "panel drop", "data-test": `${test}-drop` }, children,
                   input,
                   h("label", { class: "button", for: id }, say.controls.chooseFile));
    return {
        node,
        dropOn(area) {
            area.addEventListener("dragover", (event) => {
                if (!hasFiles(event)) return;
                event.preventDefault();
                node.classList.add("over");
            });
            area.addEventListener("dragleave", () => node.classList.remove("over"));
            area.addEventListener("drop", (event) => {
                if (!hasFiles(event)) return;
                event.preventDefault();
                node.classList.remove("over");
                const [file] = event.dataTransfer.files;
                if (file) take(file);
            });
        },
    };
}
