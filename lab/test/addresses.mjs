// SPDX-License-Identifier: MIT
//
// addresses.mjs - every part, every screen of the story and every case, with results: for
// tests and pictures that look at all of them.

const READY = "html[data-ready]";
const ENABLED = (test) => `[data-test="${test}"]:enabled`;
const SHOWN = (test) => `[data-test="${test}"]:not(:empty)`;

/** By address: what must be there when it is complete, and what is pressed before that. */
export const addresses = {
    "#story?screen=guess": { press: "story-guess-a", done: ".story-side.right" },
    "#story?screen=ways": { press: "story-random", done: "[data-test=story-tree] .leaf.on" },
    "#story?screen=boxes": { done: "[data-test=story-boxes] svg.dropped" },
    "#story?screen=fix": { done: "[data-test=story-fixed] .leaf" },
    "#story?screen=deck": { done: "[data-test=story-caught-wrong].bad" },
    "#story?screen=cost": { done: ENABLED("cases-poker-find") },
    "#story?screen=yours": { press: "story-run", done: "[data-test=story-verdict]" },
    "#race?a=never-last&da=clock-seeded&b=down&n=10&trials=20000&seed=zh": {
        done: `${ENABLED("race-report-a")}` },
    "#race?a=riffle:7&b=library/shuffle&n=52&trials=1000&seed=zh": {
        done: ENABLED("race-report-b") },
    "#race?a=swap-with-any&n=7&trials=1000&seed=zh&b=": { done: ENABLED("race-report-a") },
    "#steps?shuffle=swap-with-any&n=5&seed=zh&step=3": { done: SHOWN("steps-branches") },
    "#steps?shuffle=swap-with-any-down&with=down&n=4&seed=zh&step=2&choose=2:0.9,3:0.6": {
        done: SHOWN("steps-branches") },
    "#steps?shuffle=coin-timsort&n=6&seed=zh&step=4": { done: SHOWN("steps-facts") },
    "#steps?shuffle=riffle&with=down&n=52&seed=zh&step=9": { done: SHOWN("steps-facts") },
    "#steps?shuffle=keys&n=16&seed=zh&step=9": { done: SHOWN("steps-facts") },
    "#exact?shuffle=swap-with-any&n=3&order=231": {
        done: "[data-test=exact-tree] svg.dropped .leaf.on" },
    "#exact?shuffle=swap-with-any&n=4": { done: SHOWN("exact-columns") },
    "#exact?shuffle=down&die=modulo:15&n=4": { done: SHOWN("exact-verdict") },
    "#exact?shuffle=coin-timsort&n=5": { done: SHOWN("exact-verdict") },
    "#exact?shuffle=even-only&n=12": { done: SHOWN("exact-verdict") },
    "#exact?shuffle=nonsense&n=3": { done: SHOWN("exact-problem") },
    "#wall?n=8&trials=1000&seed=zh": { done: "#part-wall[data-ended='40']" },
    "#wall?n=8&trials=1000&seed=zh&open=sattolo": { done: "#part-wall[data-ended='40']" },
    "#views?shuffle=rotation&n=10&trials=2000&seed=zh": {
        done: "[data-test=views-report]:not([hidden])" },
    "#views?shuffle=keeps-the-deck&n=10&trials=2000&seed=zh": {
        done: "[data-test=views-report]:not([hidden])" },
    "#cases": { done: "[data-test=cases-picture-rand-modulo][role=img]" },
    "#cases?case=planet-poker": { done: ENABLED("cases-poker-find") },
    "#cases?case=ballot&loads=3": { done: "[data-test=cases-ballot-last][data-loads='3']" },
    "#cases?case=random-comparator": { press: "cases-engine-run",
                                       done: "[data-test=cases-engine] li:nth-child(6)" },
    "#cases?case=small-seeds": { done: READY },
    "#cases?case=debian-shuf": { done: "[data-test=cases-shuf-cells] li" },
    "#cases?case=xor-swap&xor=2-2": { done: SHOWN("cases-xor-said") },
    "#cases?case=off-by-one": { done: "[data-test=cases-range-sattolo] svg path[d]" },
    "#cases?case=rand-modulo": { done: "[data-test=cases-modulo-law] tbody tr" },
    "#decks?bits=64&zoom=36&deal=zh": { done: SHOWN("decks-again") },
    "#yours?example=comparator&trials=10000&seed=zh": {
        press: "yours-run", done: "[data-test=yours-report]" },
    "#report?shuffle=sattolo&n=8&trials=10000&seed=zh": { done: SHOWN("report-verdict") },
    "#report?shuffle=down&n=5&trials=1000&seed=zh": { done: SHOWN("report-verdict") },
    "#report": { done: SHOWN("report-none") },
};

/** Opens an address, or shows it again in another language, and waits until it is complete. */
export async function complete(window, hash) {
    const { press, done } = addresses[hash];
    if (press) await window.at(press).click();
    await window.page.locator(`${done}:visible`).first().waitFor({ timeout: 60000 });
    await window.settled(150, 1000);
}
