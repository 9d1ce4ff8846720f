// SPDX-License-Identifier: MIT
//
// looks_contrast.mjs - controls that are too faint. WCAG 2.1, 1.4.11, wants 3:1 between a
// control and what is next to it; axe-core does not test that.
//
// Everything is worked out from computed styles. What lies behind an element are the
// backgrounds of its ancestors, painted one upon the other, with their alpha and opacity.
// What the system draws itself (the groove of a slider) has no style, so its accent is
// tested. Controls that are disabled may be faint.

/**
 * Runs in the page.
 * @returns {{faults: string[], controls: number}} a line for each kind of control that is
 *   too faint; how many controls there are
 */
export function faintControls() {
    const LEAST = 3; // of what surrounds or marks a control
    const LEAST_TEXT = 4.5;
    const NOTHING = 1.05; // below this, nothing is seen
    const FIELDS = "input:not([type=range], [type=checkbox], [type=radio], [type=file]), textarea";
    const CONTROLS = "a[href], button, input, select, textarea, summary, label.button, " +
        "[role=button], [role=tab], [role=slider]";

    // ---- colours ----

    const canvas = document.createElement("canvas").getContext("2d",
                                                               { willReadFrequently: true });
    const known = new Map();
    /** [red, green, blue, alpha] of any colour that CSS can write. */
    function parse(text) {
        if (!known.has(text)) {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = text;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
            known.set(text, [r, g, b, a / 255]);
        }
        return known.get(text);
    }
    const mix = (above, below, alpha) => below.map((value, k) =>
        value + (above[k] - value) * alpha);
    const over = (above, below) => mix(above, below, above[3]);
    const CLEAR = [0, 0, 0, 0];
    const WHITE = [255, 255, 255, 1];

    /** A colour as it is seen on an element, with all that is behind it. */
    function seen(element, colour = CLEAR) {
        const chain = [];
        for (let at = element; at; at = at.parentElement) chain.unshift(getComputedStyle(at));
        const paint = (i, below) => {
            const inside = over(parse(chain[i].backgroundColor), below);
            const painted = i + 1 < chain.length ? paint(i + 1, inside) : over(colour, inside);
            return mix(painted, below, Number(chain[i].opacity));
        };
        return element ? paint(0, WHITE) : WHITE;
    }
    const luminance = (colour) => {
        const [r, g, b] = colour.map((value) => value / 255).map((v) =>
            (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    function contrast(a, b) {
        const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
    }

    // ---- what there is to see ----

    const isHidden = (element) => {
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
            return true;
        for (let at = element; at; at = at.parentElement)
            if (getComputedStyle(at).clipPath === "inset(50%)") return true;
        const { width, height } = element.getBoundingClientRect();
        return width < 2 || height < 2;
    };
    const isOff = (element) => element.matches(":disabled") ||
        element.closest("[aria-disabled=true], [inert]") !== null;

    const found = new Map(); // the first of each kind
    function fault(element, what, ratio) {
        const kind = `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
        const name = element.dataset.test ?? element.textContent.trim().slice(0, 30);
        const key = `${kind} ${what}`;
        if (!found.has(key)) found.set(key, `${kind} (${name}): ${what} ${ratio.toFixed(2)}`);
    }

    /** The sharp shadows of an element: rings and bars. */
    const rings = (style) => style.boxShadow === "none" ? []
        : [...style.boxShadow.matchAll(/([a-z]+\([^)]*\)) \S+ \S+ 0px/g)].map(([, c]) => c);

    /** Borders that differ from what they lie between: their contrast to the outside. */
    function edges(element, inside, outside) {
        const style = getComputedStyle(element);
        return ["Top", "Right", "Bottom", "Left"].filter((side) =>
            parseFloat(style[`border${side}Width`]) > 0 &&
            !/none|hidden/.test(style[`border${side}Style`]))
            .map((side) => seen(element, parse(style[`border${side}Color`])))
            .filter((colour) => contrast(colour, outside) > NOTHING ||
                contrast(colour, inside) > NOTHING)
            .map((colour) => contrast(colour, outside));
    }

    /** The contrast of the strongest shape of a control that is part of an SVG. */
    function strongestShape(element, thick = 0) {
        const behind = seen(element.closest("svg"));
        const shapes = [element, ...element.querySelectorAll("*")].filter((one) =>
            /^(rect|path|circle|line)$/.test(one.tagName));
        return Math.max(1, ...shapes.flatMap((shape) => {
            const style = getComputedStyle(shape);
            const drawn = [];
            if (thick === 0 && !/none|url/.test(style.fill))
                drawn.push([style.fill, style.fillOpacity]);
            if (parseFloat(style.strokeWidth) >= thick && !/none|url/.test(style.stroke))
                drawn.push([style.stroke, style.strokeOpacity]);
            return drawn.map(([colour, opacity]) => {
                const [r, g, b, a] = parse(colour);
                return contrast(seen(shape, [r, g, b, a * Number(opacity)]), behind);
            });
        }));
    }

    // ---- what is tested ----

    function testText(element) {
        const parts = [element, ...element.querySelectorAll("*")].filter((one) =>
            !one.closest("svg") && one.tagName !== "OPTION" && !isHidden(one) &&
            ([...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE &&
                node.data.trim() !== "") || one.matches(`${FIELDS}, select`)));
        for (const part of parts) {
            const ratio = contrast(seen(part, parse(getComputedStyle(part).color)), seen(part));
            if (ratio < LEAST_TEXT) fault(part, "text", ratio);
        }
        if (!element.placeholder) return;
        const { color } = getComputedStyle(element, "::placeholder");
        const ratio = contrast(seen(element, parse(color)), seen(element));
        if (ratio < LEAST_TEXT) fault(element, "placeholder", ratio);
    }

    function testEdge(element) {
        const [inside, outside] = [seen(element), seen(element.parentElement)];
        const fill = contrast(inside, outside);
        const around = edges(element, inside, outside);
        const faint = around.length > 0 ? Math.max(...around) < LEAST
                                        : element.matches(FIELDS);
        if (faint && fill < LEAST) fault(element, "border", Math.max(1, ...around));
    }

    /** What is current, chosen or pressed has a mark that is not a colour of text alone. */
    function testState(element) {
        const style = getComputedStyle(element);
        const [inside, outside] = [seen(element), seen(element.parentElement)];
        const bars = ["::before", "::after"].map((name) => getComputedStyle(element, name))
            .filter(({ content, visibility }) => content !== "none" && visibility === "visible")
            .map(({ backgroundColor }) => contrast(seen(element, parse(backgroundColor)), inside));
        const best = Math.max(
            contrast(inside, outside), ...bars,
            ...rings(style).map((colour) => contrast(seen(element, parse(colour)), inside)));
        if (best < LEAST) fault(element, "mark of its state", best);
    }

    function testAccent(element) {
        const ratio = contrast(seen(element, parse(getComputedStyle(element).accentColor)),
                               seen(element.parentElement));
        if (ratio < LEAST) fault(element, "accent", ratio);
    }

    function testFocus(element) {
        element.focus({ preventScroll: true });
        if (document.activeElement !== element) return;
        if (!element.matches(":focus-visible")) fault(element, "focus is not shown", 1);
        // A hidden field shows its focus at the button that stands for it.
        const shown = isHidden(element) ? element.nextElementSibling : element;
        const { outlineStyle, outlineWidth, outlineColor, outlineOffset } =
            getComputedStyle(shown);
        const inSvg = shown.closest("svg") !== null && shown.tagName !== "svg";
        const area = parseFloat(outlineOffset) < 0 || inSvg ? shown : shown.parentElement;
        const outlined = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
            ? contrast(seen(area, parse(outlineColor)), seen(area)) : 1;
        const ratio = Math.max(outlined, inSvg ? strongestShape(shown, 2) : 1);
        if (ratio < LEAST) fault(shown, "outline of the focus", ratio);
    }

    for (const animation of document.getAnimations()) {
        try {
            animation.finish();
        } catch {
            animation.cancel(); // one without an end
        }
    }
    const on = [...document.querySelectorAll(CONTROLS)].filter((one) => !isOff(one));
    const controls = on.filter((one) => !isHidden(one));
    const states = "[aria-current]:not([aria-current=false]), [aria-selected=true], " +
        "[aria-pressed=true]";
    for (const element of controls) {
        if (element.closest("svg")) {
            if (element.matches("[role=button]") && strongestShape(element) < LEAST)
                fault(element, "shape", strongestShape(element));
            if (element.matches(states) && strongestShape(element, 2) < LEAST)
                fault(element, "mark of its state", strongestShape(element, 2));
            continue;
        }
        testText(element);
        if (element.matches("[type=range], [type=checkbox], [type=radio]")) testAccent(element);
        else testEdge(element);
        if (element.matches(states)) testState(element);
    }
    for (const mark of document.querySelectorAll(".code-mark, mark")) {
        if (isHidden(mark)) continue;
        testText(mark);
        const style = getComputedStyle(mark);
        const lines = [...rings(style), style.textDecorationColor];
        const best = Math.max(...lines.map((colour) =>
            contrast(seen(mark.parentElement, parse(colour)), seen(mark.parentElement))));
        if (best < LEAST) fault(mark, "mark in code", best);
    }
    const before = document.activeElement;
    for (const element of new Set([...on, ...document.querySelectorAll("[tabindex]")]))
        if (element.tabIndex >= 0 && (!isHidden(element) || element.type === "file"))
            testFocus(element);
    before?.focus({ preventScroll: true });
    return { faults: [...found.values()], controls: controls.length };
}
