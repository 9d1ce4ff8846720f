// SPDX-License-Identifier: MIT
//
// code.js - pasted JavaScript, run in a worker that is ended if it takes too long.
import { coreBytes, makeWorker, startAudit } from "../../client.js";

/** Milliseconds that one call for orders may take before it is thought endless. */
export const PATIENCE = 5000;

/** Seconds that a whole run may take. */
export const LONGEST = 60;

const WORK_FOR = 60; // milliseconds of work asked for at once

/** The name of the function in the code that shuffles; "" if it declares none. */
export function functionName(code) {
    const bare = code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "");
    const names = [...bare.matchAll(
        /(?:^|[\n;}])\s*(?:(?:async\s+)?function\s*\*?\s*|(?:const|let|var)\s+)([A-Za-z_$][\w$]*)/g)]
        .map(([, name]) => name);
    const functions = names.filter((name) => new RegExp(
        `function\\s*\\*?\\s*${escaped(name)}\\s*\\(|\\b${escaped(name)}\\s*=\\s*` +
        "(?:async\\s*)?(?:function\\b|\\(|[A-Za-z_$][\\w$]*\\s*=>)").test(bare));
    return functions.filter((name) => /shuff|mix|random/i.test(name)).at(-1) ??
        functions.at(-1) ?? "";
}

const escaped = (name) => name.replaceAll("$", "\\$");

/** The script that hands the function of the code to the sandbox. */
export function wrapped(code) {
    const plain = code.replace(/^(\s*)export\s+(?:default\s+)?/gm, "$1")
        .replace(/^(\s*)(?:module\.)?exports(?:\.\w+)?\s*=\s*/gm, "$1fairshufGiven = ");
    const name = functionName(plain);
    if (/fairshufGiven = /.test(plain))
        return ["fairshufSandbox((() => { let fairshufGiven;",
                `${plain}\n; return fairshufGiven; })());`];
    if (name !== "" || /\.prototype\./.test(plain))
        return ["fairshufSandbox((() => {",
                `${plain}\n; return ${name || "undefined"}; })());`];
    return ["fairshufSandbox((", `${plain.replace(/[\s;]+$/, "")}\n));`];
}

/** The worker, and how many lines of its script come before the code. */
function sandbox(code) {
    const [before, after] = wrapped(code);
    const lines = document.getElementById("sandbox").textContent.split("\n").length + 1;
    const worker = makeWorker("sandbox",
                              `\nself.fairshufLine = ${lines}; ${before}\n${after}`);
    return { worker, lines };
}

/**
 * Runs and audits pasted code.
 * @param {{code, n, seed, trials, own}} plan own: the browser's Math.random, not ours
 * @param {{progress, done, failed}} on as for startAudit(); failed({text, line, shuffle})
 * @returns {{stop(): void, drop(): void}}
 */
export function runCode(plan, on) {
    const { code, n, seed, trials, own } = plan;
    const { worker, lines } = sandbox(code);
    let timer;
    let over = false;
    let asked = 1;
    let made = 0;
    let stopping = false;
    const begun = performance.now();
    const end = () => {
        over = true;
        clearTimeout(timer);
        worker.terminate();
    };
    const fail = (text, line = 0) => {
        if (over) return;
        end();
        audit.drop();
        on.failed({ text, line, shuffle: made + 1 });
    };
    const finish = (interrupted) => {
        end();
        if (interrupted) audit.stop();
        else audit.finish();
    };
    const wait = (action, message) => {
        clearTimeout(timer);
        timer = setTimeout(() => fail(message), PATIENCE);
        worker.postMessage(action);
    };
    const askMore = (wanted) => {
        if (over) return;
        const left = wanted - made;
        if (left <= 0) finish(false);
        else if (stopping || performance.now() - begun > LONGEST * 1000) finish(true);
        else {
            asked = Math.min(asked, left);
            wait({ run: asked }, asked === 1
                ? `one shuffle took more than ${PATIENCE / 1000} seconds: is there an ` +
                  "endless loop? It was stopped"
                : `${asked} shuffles took more than ${PATIENCE / 1000} seconds: one of ` +
                  "them seems endless. It was stopped");
        }
    };
    const audit = startAudit(
        { subject: functionName(code) || "pasted code", how: "javascript", n, seed, trials },
        {
            ...on,
            failed: (text) => fail(text),
            taken: ({ wanted }) => askMore(wanted),
        });
    worker.onerror = (event) => {
        event.preventDefault(); // it is told on the page
        fail((event.message || "the code cannot be run").replace(/^Uncaught /, ""),
             Math.max(0, event.lineno - lines));
    };
    worker.onmessage = ({ data }) => {
        if (over) return;
        clearTimeout(timer);
        if (data.broken) fail(data.broken.text, data.broken.line);
        else if (data.ready) askMore(trials);
        else if (data.orders) {
            made += data.orders.length / n;
            if (data.took < WORK_FOR / 2) asked *= 2;
            else if (data.took > WORK_FOR * 2) asked = Math.max(1, Math.floor(asked / 2));
            audit.add(data.orders);
        }
    };
    coreBytes().then((core) => {
        if (!over) wait({ start: { core, n, seed: own ? null : seed } },
                        "the code did not come to its end when it was read: is there an " +
                        "endless loop outside of the function? It was stopped");
    });
    return {
        stop() { stopping = true; },
        drop() { end(); audit.drop(); },
    };
}
