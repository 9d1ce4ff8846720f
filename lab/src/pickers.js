// SPDX-License-Identifier: MIT
//
// pickers.js - the controls that all parts share: which shuffle, which die, how many.
import { freshId, h } from "./dom.js";

/** "riffle:7" → ["riffle", "7"]; "down" → ["down", ""]. */
export function splitName(text) {
    const [name, parameter = ""] = text.split(":");
    return [name, parameter];
}

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
                h("option", { value: entry.name },
                  entry.name === entry.title ? entry.name
                                             : `${entry.name} · ${entry.title}`)))));
    const number = h("input", { type: "number", step: 1,
                                "data-test": test && `${test}-parameter` });
    const adapt = (value) => {
        const { parameter } = entries.get(select.value);
        number.hidden = parameter === null;
        if (parameter === null) return;
        number.min = parameter.least;
        number.max = parameter.most;
        number.value = value;
        number.placeholder = parameter.usual ?? "n";
        number.setAttribute("aria-label", parameter.meaning);
        number.title = parameter.meaning;
    };
    const tell = () => change(number.hidden || number.value === "" ? select.value
                                                  : `${select.value}:${number.value}`);
    select.addEventListener("change", () => { adapt(""); tell(); });
    number.addEventListener("change", () => {
        if (number.value !== "") {
            const value = Math.round(Number(number.value));
            number.value = Math.min(number.max, Math.max(number.min, value));
        }
        tell();
    });
    select.id = freshId("picker");
    const node = h("div", { class: "field wide" }, h("label", { for: select.id }, label),
                   h("div", { class: "with-parameter" }, select, number));
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

/** Chooses a shuffle of the catalogue; with `library`, also one of libfairshuf, which has
 * the name "library/NAME". `only` may leave some out. */
export function shufflePicker({ context, label = "Shuffle", test, change,
                                library = false, only = () => true }) {
    const shuffles = context.catalogue.shuffles.filter(only);
    const ours = library
        ? context.library.map(({ name, title }) =>
            ({ name: `library/${name}`, title, parameter: null })) : [];
    return picker({ label, test, change, groups: [
        ["Fair, with a fair die", shuffles.filter(({ fair }) => fair)],
        ["The library fairshuf", ours],
        ["Wrong", shuffles.filter(({ fair }) => !fair)],
    ] });
}

/** Chooses a die. */
export function diePicker({ context, label = "Die", test, change, only = () => true }) {
    const dice = context.catalogue.dice.filter(only);
    return picker({ label, test, change, groups: [
        ["Fair", dice.filter(({ fair }) => fair)],
        ["Wrong", dice.filter(({ fair }) => !fair)],
    ] });
}

/** A number of cards (or the like) with a slider beside it. */
export function numberField({ label, least, most, test, change }) {
    const number = h("input", { type: "number", min: least, max: most, step: 1,
                                "data-test": test });
    const slider = h("input", { type: "range", min: least, max: most, step: 1,
                                "aria-label": `${label}, by slider` });
    const tell = (value) => {
        const kept = Math.min(most, Math.max(least, Math.round(Number(value)) || least));
        number.value = kept;
        slider.value = kept;
        change(kept);
    };
    number.addEventListener("change", () => tell(number.value));
    slider.addEventListener("input", () => { number.value = slider.value; });
    slider.addEventListener("change", () => tell(slider.value));
    const node = field(label, number);
    node.append(slider);
    return { node, set(value) { number.value = value; slider.value = value; } };
}

/** The seed: a text, and a button for a new one. */
export function seedField({ context, test = "seed", change }) {
    const text = h("input", { type: "text", size: 10, spellcheck: "false",
                              autocomplete: "off", maxlength: 64, "data-test": test });
    text.addEventListener("change", () => change(text.value || context.seedNow()));
    const fresh = h("button", { class: "button", type: "button",
                                "data-test": `${test}-new`,
                                title: "Other random numbers",
                                onclick: () => change(context.seedNow()) }, "New seed");
    const node = field("Seed", text);
    const row = h("div", { class: "with-parameter" });
    text.replaceWith(row);
    row.append(text, fresh);
    return { node, set(value) { text.value = value; } };
}

/** The entry of the catalogue that a name such as "riffle:7" means. */
export function entryOf(list, text) {
    return list.find(({ name }) => name === splitName(text)[0]);
}

/** The plan of an audit of a name of shufflePicker(). */
export function planOf({ shuffle, die, n, seed, trials }) {
    return shuffle.startsWith("library/")
        ? { library: shuffle.slice("library/".length), n, seed, trials }
        : { shuffle, die, n, seed, trials };
}
