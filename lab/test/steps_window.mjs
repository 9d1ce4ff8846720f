// SPDX-License-Identifier: MIT
//
// steps_window.mjs - what the tests of "Step by step" have in common: the core in the page,
// and the decks on the table.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { loadCore } from "../src/core.js";
import { until } from "./browser.mjs";

/** The core in the page. */
export async function coreOf(file) {
    const [, packed] = /id="core">([^<]*)</.exec(readFileSync(file, "utf8"));
    return loadCore(gunzipSync(Buffer.from(packed, "base64")));
}

/** The decks on the table, once they are those of the address: "1,3,2". */
export const decks = (window) => until("a deck", async () =>
    await window.at("steps-stage").getAttribute("aria-busy") === "false" &&
    window.at("steps-deck").evaluateAll((all) => all.map((one) => one.dataset.order)));

export const deck = async (window) => (await decks(window))[0];

export const named = (cards) => cards.map((card) => card + 1).join(",");

/** The lane "a" or "b". */
export const lane = (window, letter) => window.at(`steps-lane-${letter}`);

/** Goes to a step by the address, and waits until it is shown. */
export async function toStep(window, hash, step) {
    await window.page.evaluate((to) => { location.hash = to; }, `${hash}&step=${step}`);
    await until(`step ${step}`, async () =>
        await window.at("steps-at").inputValue() === String(step));
}

/** The address of a wrong and a right shuffle of six cards. */
export const PAIR = "#steps?shuffle=swap-with-any-down&with=down&n=6&seed=pair";
