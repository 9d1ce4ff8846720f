// SPDX-License-Identifier: MIT
//
// pickers.js - the controls that parts share: shuffle, random numbers, how many.
import { libraryName, parameterOf, splitName, titleOf } from "./catalogue.js";
import { button, freshId, h } from "./dom.js";
import { say } from "./lang/lang.js";
import { SEED_BYTES } from "./seeds.js";
import { count } from "./words.js";

/** A label above a control. */
export function field(label, control, properties = {}) {
    control.id ||= freshId("control");
    return h("div", { class: "field", ...properties },
             h("label", { for: control.id }, label), control);
}

/**
 * Chooses one of a list of things that may have a parameter.
 * @param {{label: string, groups: Array<[string, Array]>, test?: string,
 *          change: (name: string) => void}} options groups: titles, and entries as in the
 *     list document (name, title, parameter)
 * @returns {{node: HTMLElement, set(name: string): void}}
 */
function picker({ label, groups, test, change }) {
    const entries = new Map(groups.flatMap(([, list]) => list.map((e) => [e.name, e])));
    const select = h("select", { "data-test": test },
        groups.filter(([, list]) => list.length > 0).map(([title, list]) =>
            h("optgroup", { label: title }, list.map((entry) =>
                h("option", { value: entry.name, title: entry.name }, titleOf(entry))))));
    const number = h("input", { type: "number", step: 1,
                                "data-test": test && `${test}-parameter` });
    const adapt = (value) => {
        const { parameter } = entries.get(select.value);
        select.title = select.value; // the name on the command line
        number.hidden = parameter === null;
        if (parameter === null) return;
        number.min = parameter.least;
        number.max = parameter.most;
        number.value = value;
        const meaning = parameterOf(entries.get(select.value));
        number.placeholder = parameter.usual ?? say.controls.automatic;
        number.setAttribute("aria-label", meaning);
        number.title = meaning;
    };
    const notify = () => change(number.hidden || number.value === "" ? select.value
                                                  : `${select.value}:${number.value}`);
    select.addEventListener("change", () => { adapt(""); notify(); });
    number.addEventListener("change", () => {
        if (number.value !== "") {
            const value = Math.round(Number(number.value));
            number.value = Math.min(number.max, Math.max(number.min, value));
        }
        notify();
    });
    const node = field(label, select, { class: "field wide" });
    const row = h("div", { class: "with-parameter" });
    select.replaceWith(row);
    row.append(select, number);
    return {
        node,
        set(text) {
            const [name, parameter] = splitName(text);
            select.value = name; // none is chosen if there is none of that name
            number.hidden = true;
            if (entries.has(name)) adapt(parameter);
        },
    };
}

/** Chooses a shuffle of the catalogue; with `library`, also one of libfairshuf. */
export function shufflePicker({ context, label = say.controls.shuffle, test, change,
                                library = false }) {
    const { shuffles } = context.catalogue;
    const ours = library
        ? context.library.map(({ name, title }) =>
            ({ name: libraryName(name), title, parameter: null })) : [];
    return picker({ label, test, change, groups: [
        [say.controls.fairShuffles, shuffles.filter(({ fair }) => fair)],
        [say.controls.library, ours],
        [say.controls.wrongShuffles, shuffles.filter(({ fair }) => !fair)],
    ] });
}

/** Chooses the random numbers. */
export function diePicker({ context, test, change }) {
    const { dice } = context.catalogue;
    return picker({ label: say.controls.randomNumbers, test, change, groups: [
        [say.controls.fairNumbers, dice.filter(({ fair }) => fair)],
        [say.controls.wrongNumbers, dice.filter(({ fair }) => !fair)],
    ] });
}

/** Chooses one of some texts: { value: text }. */
export function choiceField({ label, options, test, change }) {
    const select = h("select",
        { "data-test": test, onchange: () => change(select.value) },
        Object.entries(options).map(([value, text]) => h("option", { value }, text)));
    return { node: field(label, select), set(value) { select.value = value; } };
}

/** Chooses how many shuffles; a number of the address that is no choice becomes one. */
export function trialsField({ choices, test, change }) {
    const select = h("select", { "data-test": test,
                                 onchange: () => change(Number(select.value)) });
    return {
        node: field(say.controls.trials, select),
        set(value) {
            const all = [...new Set([...choices, value])].sort((a, b) => a - b);
            select.replaceChildren(...all.map((number) =>
                h("option", { value: number }, count(number))));
            select.value = value;
        },
    };
}

/** A number of cards (or the like) with a slider beside it. */
export function numberField({ label, least, most, test, change }) {
    const number = h("input", { type: "number", min: least, max: most, step: 1,
                                "data-test": test });
    const slider = h("input", { type: "range", min: least, max: most, step: 1,
                                "aria-label": say.controls.slider(label) });
    const notify = (value) => {
        const kept = Math.min(most, Math.max(least, Math.round(Number(value)) || least));
        number.value = kept;
        slider.value = kept;
        change(kept);
    };
    number.addEventListener("change", () => notify(number.value));
    slider.addEventListener("input", () => { number.value = slider.value; });
    slider.addEventListener("change", () => notify(slider.value));
    const node = field(label, number, { class: "field with-slider" });
    node.append(slider);
    return { node, set(value) { number.value = value; slider.value = value; } };
}

/** The seed: a text, and a button for a new one, unless there is another. */
export function seedField({ context, test, change, renew = true }) {
    const text = h("input", { type: "text", size: 10, spellcheck: "false",
                              autocomplete: "off", maxlength: SEED_BYTES, "data-test": test });
    text.addEventListener("change", () => change(text.value || context.seedNow()));
    const node = field(say.controls.seed, text);
    if (!renew) return { node, set(value) { text.value = value; } };
    const fresh = button(say.controls.newSeed, {
        test: `${test}-new`, title: say.controls.newSeedHint,
        onclick: () => change(context.seedNow()) });
    const row = h("div", { class: "with-parameter" });
    text.replaceWith(row);
    row.append(text, fresh);
    return { node, set(value) { text.value = value; } };
}

const roomy = matchMedia("(min-width: 701px)");
// One listener for all controls, because parts that are removed cannot take theirs along.
roomy.addEventListener("change", () => {
    for (const node of document.querySelectorAll("details.folded"))
        node.open ||= roomy.matches;
});

/** Controls that are folded on a phone, where they would push the content off the screen.
 * On wider screens they are always open, and page.css hides the summary. */
export function foldedControls(summary, ...controls) {
    return h("details", { class: "folded", open: roomy.matches },
             h("summary", {}, summary), h("div", { class: "controls" }, controls));
}
