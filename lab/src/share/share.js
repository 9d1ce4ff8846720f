// SPDX-License-Identifier: MIT
//
// share.js - the dialog "Share": the link to what is shown, a picture of it for posts, and
// code that puts it into another page.
import "./share.css";
import { copyText } from "../clipboard.js";
import { button, download, freshId, h, setText } from "../dom.js";
import { say } from "../lang/lang.js";
import { sharePicture } from "./picture.js";

const HEIGHT = 720; // pixels of an embedded page

/** The address of what is shown, in the current language; `embed`: without the frame. */
function linkTo(embed) {
    const link = new URL(location.href);
    link.search = `?lang=${say.tag.split("-")[0]}${embed ? "&embed" : ""}`;
    return link.href;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** The HTML that embeds what is shown. */
const embedCode = (title) =>
    `<iframe src="${escaped(linkTo(true))}" title="${escaped(title)}" width="100%" ` +
    `height="${HEIGHT}" style="border: 0" loading="lazy" allow="clipboard-write"></iframe>`;

/** A text that can be copied: a label, a field, a button. */
function copyField({ label, rows, test }) {
    const id = freshId("share");
    const field = h(rows ? "textarea" : "input", { id, readonly: true, rows,
                                                   type: rows ? null : "text",
                                                   "data-test": `share-${test}` });
    const done = h("span", { class: "share-done", role: "status" });
    const press = button(say.share.copy, { test: `share-copy-${test}`, onclick: async () => {
        setText(done, await copyText(field.value) ? say.share.copied : say.share.refused);
    } });
    return {
        node: h("div", { class: "share-field" }, h("label", { for: id }, label), field,
                h("p", { class: "buttons" }, press, done)),
        set(text) {
            field.value = text;
            setText(done, "");
        },
    };
}

/** Makes the dialog in the current language, and opens it. */
export function openShare(shownPart) {
    const titles = [...shownPart.querySelectorAll("[data-share-title], h1")]
        .filter((node) => node.getClientRects().length > 0);
    const title = (titles.find((node) => !node.matches("h1")) ?? titles[0])?.textContent ??
        document.title;
    const link = copyField({ label: say.share.link, test: "link" });
    const embed = copyField({ label: say.share.embed, rows: 4, test: "embed" });
    const problem = h("p", { class: "small", role: "status" });
    const save = button(say.share.save, { test: "share-picture", onclick: async () => {
        try {
            download("fairshuf-lab.png", "image/png", await sharePicture(shownPart, title));
        } catch (error) {
            setText(problem, say.share.failed(error.message));
        }
    } });
    const dialog = h("dialog", { class: "share", "aria-label": say.share.title,
                                 "data-test": "share" },
        h("header", {}, h("h2", {}, say.share.title),
          button("✕", { kind: "quiet", test: "share-close", "aria-label": say.share.close,
                        onclick: () => close() })),
        link.node,
        h("div", { class: "share-field" }, h("p", {}, say.share.picture),
          h("p", { class: "buttons" }, save), problem),
        embed.node,
        location.protocol === "file:" && h("p", { class: "small muted" }, say.share.fromDisk));
    const close = () => dialog.close();
    addEventListener("popstate", close); // Back of the browser: something else is shown
    dialog.addEventListener("close", () => {
        removeEventListener("popstate", close);
        dialog.remove();
    });
    // A click beside the dialog closes it.
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
    });
    link.set(linkTo(false));
    embed.set(embedCode(title));
    document.body.append(dialog);
    dialog.showModal();
}
