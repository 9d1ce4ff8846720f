// SPDX-License-Identifier: MIT
//
// clipboard.js - copies a text. Where the browser does not offer that to pages from disk,
// it copies a selection.
import { h } from "./dom.js";

function copySelection(text) {
    const field = h("textarea", { readonly: true, class: "visually-hidden" });
    const { activeElement } = document;
    field.value = text;
    document.body.append(field);
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
