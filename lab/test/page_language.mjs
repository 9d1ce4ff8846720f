// SPDX-License-Identifier: MIT
//
// In Chinese, no part shows English sentences: no text is left in the code, and none comes
// from the C core.
import { check, until } from "./browser.mjs";

/** One view of each part, with results. */
const views = {
    "#story?screen=guess": null,
    "#story?screen=ways": null,
    "#story?screen=boxes": null,
    "#story?screen=fix": null,
    "#story?screen=deck": null,
    "#story?screen=cost": null,
    "#story?screen=yours": "story-run",
    "#race?a=never-last&da=clock-seeded&b=down&n=10&trials=20000&seed=zh": null,
    "#race?a=riffle:7&b=library/shuffle&n=52&trials=1000&seed=zh": null,
    "#steps?shuffle=swap-with-any&n=5&seed=zh&step=3": null,
    "#steps?shuffle=swap-with-any-down&with=down&n=4&seed=zh&step=2&choose=2:0.9,3:0.6": null,
    "#steps?shuffle=coin-timsort&n=6&seed=zh&step=4": null,
    "#exact?shuffle=swap-with-any&n=3&order=231": null,
    "#exact?shuffle=down&die=modulo:15&n=4": null,
    "#exact?shuffle=coin-timsort&n=5": null,
    "#exact?shuffle=even-only&n=12": null,
    "#exact?shuffle=nonsense&n=3": null,
    "#wall?n=8&trials=2000&seed=zh": null,
    "#wall?n=8&trials=2000&seed=zh&open=sattolo": null,
    "#views?shuffle=rotation&n=10&trials=2000&seed=zh": null,
    "#views?shuffle=keeps-the-deck&n=10&trials=2000&seed=zh": null,
    "#cases": null,
    "#cases?case=planet-poker": null,
    "#cases?case=ballot&loads=3": null,
    "#cases?case=random-comparator": "cases-engine-run",
    "#cases?case=small-seeds": null,
    "#cases?case=debian-shuf": null,
    "#cases?case=xor-swap&xor=2-2": null,
    "#cases?case=off-by-one": null,
    "#cases?case=rand-modulo": null,
    "#decks": null,
    "#yours?example=comparator&trials=10000&seed=zh": "yours-run",
    "#report?shuffle=sattolo&n=8&trials=10000&seed=zh": null,
    "#report?shuffle=down&n=5&trials=1000&seed=zh": null,
    "#report": null,
};

/** Texts of three and more English words, where a reader of Chinese would see them. */
const englishTexts = (page) => page.evaluate(() => {
    const own = "code, pre, textarea, [lang]:not(html), script, style, noscript, select.language";
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { textContent, parentElement } = walker.currentNode;
        if (parentElement.closest(own)) continue;
        if (!parentElement.closest("option") && parentElement.getClientRects().length === 0)
            continue;
        if (/[A-Za-z][a-z]+ [A-Za-z]?[a-z]+ [A-Za-z]?[a-z]+/.test(textContent))
            found.push(textContent.trim().slice(0, 120));
    }
    for (const node of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
        for (const name of ["aria-label", "title", "placeholder"]) {
            const text = node.getAttribute(name) ?? "";
            if (!node.closest(own) && /[A-Za-z][a-z]+ [a-z]+ [a-z]+/.test(text))
                found.push(`${name}: ${text.slice(0, 120)}`);
        }
    }
    return [...new Set(found)];
});

const test = (hash, press) => async (window) => {
    const { page } = window;
    await window.go(hash);
    await window.at("language").selectOption("zh");
    if (press) await window.at(press).click();
    await page.waitForTimeout(2500);
    await until("Chinese", async () => /[一-鿿]/.test(await page.locator("main").innerText()));
    const texts = await englishTexts(page);
    check(texts.length === 0, texts.join("\n"));
};

export const tests = Object.fromEntries(Object.entries(views).map(([hash, press]) =>
    [hash, test(hash, press)]));
