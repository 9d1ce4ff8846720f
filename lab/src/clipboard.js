// SPDX-License-Identifier: MIT
//
// clipboard.js - copies a text. Where the browser does not offer that to pages from disk,
// it copies a selection, from a field in the open dialog if there is one: while a modal
// dialog is open, nothing outside it can be selected.
import { h } from "./dom.js";

function copySelection(text) {
    const field = h("textarea", { readonly: true, class: "visually-hidden" });
    const { activeElement } = document;
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    activeElement?.focus({ preventScroll: true });
    return copied;
}

/** Copies a text. Returns whether that worked. */
export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copySelection(text);
    }
}
