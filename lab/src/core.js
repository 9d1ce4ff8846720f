// SPDX-License-Identifier: MIT
//
// core.js - the C core (lab/core/lab.h) as JavaScript sees it: loads a module, carries
// texts and arrays in and out of its memory, and turns its errors into CoreError.

const NO_SYSTEM = 52; // ENOSYS of WASI
const KEY_BYTES = 32;
const USUAL_TRIALS = 1000000;

/**
 * What went wrong: `message` is one line in English; `code` and `details`, its values, say
 * the same for programs. lab.h lists the codes of the core. Those of this file are:
 *
 *     no-memory
 *     not-whole {name}, not-text {name}    an argument
 *     closed                               the audit
 *     incomplete-orders {bytes}            of one order; there must be whole ones
 *     bad-key {bytes}                      that a key must have
 */
export class CoreError extends Error {
    name = "CoreError";

    constructor(code, message, details = {}) {
        super(message);
        this.code = code;
        this.details = details;
    }
}

// ---- the module's memory -----------------------------------------------------------

/** Calls functions of a module, and carries what they take and give. */
class Door {
    constructor(instance) {
        this.calls = instance.exports;
    }

    /** The memory as an array of some type; it may move whenever something is called. */
    view(Type, address, length) {
        return new Type(this.calls.memory.buffer, address, length);
    }

    alloc(size) {
        const address = this.calls.lab_alloc(size);
        if (address === 0) throw new CoreError("no-memory", "there is not enough memory");
        return address;
    }

    /** Calls `action` with the address of `size` bytes that are there meanwhile. */
    lend(size, action) {
        const address = this.alloc(size);
        try {
            return action(address);
        } finally {
            this.calls.lab_free(address);
        }
    }

    /** The text at an address. */
    text(address) {
        const bytes = this.view(Uint8Array, address);
        return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
    }

    fail() {
        const { code, text, ...details } = JSON.parse(this.text(this.calls.lab_error()));
        throw new CoreError(code, text, details);
    }

    /** Calls a function with texts and numbers. */
    call(name, ...args) {
        const texts = [];
        try {
            const given = args.map((arg) => {
                if (typeof arg !== "string") return arg;
                const bytes = new TextEncoder().encode(`${arg}\0`);
                const address = this.alloc(bytes.length);
                texts.push(address);
                this.view(Uint8Array, address, bytes.length).set(bytes);
                return address;
            });
            return this.calls[name](...given);
        } finally {
            texts.forEach((address) => this.calls.lab_free(address));
        }
    }

    /** For functions that give the address of something. */
    make(name, ...args) {
        const address = this.call(name, ...args);
        if (address === 0) this.fail();
        return address;
    }

    /** For functions that give a text to be freed. */
    textOf(name, ...args) {
        const address = this.make(name, ...args);
        try {
            return this.text(address);
        } finally {
            this.calls.lab_free(address);
        }
    }
}

// ---- what is asked for -------------------------------------------------------------

function whole(value, name) {
    if (!Number.isSafeInteger(value) || value < 0)
        throw new CoreError("not-whole", `${name}: a whole number, please`, { name });
    return value;
}

/** n, as far as it can be handed on: the core knows its bounds. */
const size = (value) => Math.min(whole(value, "n"), 2 ** 31);

function words(value, name) {
    if (typeof value !== "string" || value.includes("\0"))
        throw new CoreError("not-text", `${name}: a text, please`, { name });
    return value;
}

/** The name of a die; the core wants none for a fair one that nobody has named. */
const dieName = (value = "fair") => (value === "fair" ? "" : words(value, "die"));

const seedText = (value) => words(typeof value === "number" ? `${value}` : value, "seed");

const many = (value) => (value === Infinity ? value : whole(value, "trials"));

// ---- audits ------------------------------------------------------------------------

function openAudit(door, { shuffle, die, library, subject, how, n, seed, trials }) {
    const plan = [size(n), seedText(seed)];
    if (how !== undefined)
        return door.make("lab_audit_fed", words(subject, "subject"), words(how, "how"),
                         ...plan, many(trials ?? Infinity));
    const planned = many(trials ?? USUAL_TRIALS);
    if (library !== undefined)
        return door.make("lab_audit_library", words(library, "library"), ...plan, planned);
    const [cards, text] = plan;
    return door.make("lab_audit_builtin", words(shuffle, "shuffle"), dieName(die), cards,
                     text, planned);
}

/** An audit, from the first order to the report; close() frees it. */
class Audit {
    #door;
    #audit;
    #n;
    #isFile;

    constructor(door, plan) {
        this.#door = door;
        this.#audit = openAudit(door, plan);
        this.#n = plan.n;
        this.#isFile = plan.how === "file";
    }

    #ask(name, ...args) {
        if (this.#audit === 0) throw new CoreError("closed", "the audit is closed");
        return this.#door.calls[name](this.#audit, ...args);
    }

    get count() {
        return this.#ask("lab_audit_count");
    }

    /** ln of the odds against a fair shuffle. */
    get evidence() {
        return this.#ask("lab_audit_evidence");
    }

    /** After how many orders the evidence sufficed; 0: not yet. */
    get decided() {
        return this.#ask("lab_audit_decided");
    }

    /** How many orders are wanted in all, as things stand. */
    wanted() {
        return this.#ask("lab_audit_wanted");
    }

    /** Makes and adds orders, but no more than are wanted; how many it were. */
    fill(count) {
        const made = this.#ask("lab_audit_fill", size(count));
        if (made < 0) this.#door.fail();
        return made;
    }

    /** Adds orders from outside: a Uint8Array [count][n] of cards 0 to n - 1. Throws if one
     * of them is no order; those before it are added. */
    add(orders) {
        if (!(orders instanceof Uint8Array) || orders.length % this.#n !== 0)
            throw new CoreError("incomplete-orders",
                                `orders: whole ones, of ${this.#n} bytes each`,
                                { bytes: this.#n });
        this.#door.lend(orders.length, (address) => {
            this.#door.view(Uint8Array, address, orders.length).set(orders);
            if (this.#ask("lab_audit_add", address, orders.length / this.#n) < 0)
                this.#door.fail();
        });
    }

    /** How often each card was in each place: [place * n + card]. */
    position() {
        const address = this.#ask("lab_audit_position");
        if (address === 0) return new Float64Array(this.#n * this.#n);
        const counts = this.#door.view(BigUint64Array, address, this.#n * this.#n);
        return Float64Array.from(counts, Number);
    }

    /**
     * The text of a fairaudit-report document. `ended`: no more can come, so that these
     * are all that were planned; so it is at the end of a file.
     */
    report({ interrupted = false, diagnose = true, seconds = 0,
             ended = this.#isFile && diagnose && !interrupted } = {}) {
        if (this.#audit === 0) throw new CoreError("closed", "the audit is closed");
        return this.#door.textOf("lab_audit_report", this.#audit, Number(interrupted),
                                 Number(ended), Number(diagnose), seconds);
    }

    close() {
        if (this.#audit !== 0) this.#door.calls.lab_audit_close(this.#audit);
        this.#audit = 0;
    }
}

// ---- randomness --------------------------------------------------------------------

function openRandom(door, seed) {
    if (!(seed instanceof Uint8Array))
        return door.make("lab_random_text", seedText(seed));
    if (seed.length !== KEY_BYTES)
        throw new CoreError("bad-key", `a key has ${KEY_BYTES} bytes`,
                            { bytes: KEY_BYTES });
    return door.lend(KEY_BYTES, (address) => {
        door.view(Uint8Array, address, KEY_BYTES).set(seed);
        return door.make("lab_random_key", address);
    });
}

/** The library's generator, from a text or a key of 32 bytes. */
function makeRandom(door, seed) {
    const rng = openRandom(door, seed);
    const into = (name, array) => door.lend(array.byteLength, (address) => {
        door.calls[name](rng, address, array.length);
        array.set(door.view(array.constructor, address, array.length));
        return array;
    });
    return {
        /** Fills a Float64Array with fractions in [0, 1). */
        fill: (array) => into("lab_random_fractions", array),
        /** Fills a Uint8Array with the next bytes of ChaCha8Rand. */
        bytes: (array) => into("lab_random_bytes", array),
        close: () => door.calls.lab_free(rng),
    };
}

// ---- all of it ---------------------------------------------------------------------

/** Numbers beyond 2^53 come as texts of their digits. */
const roll = (step) => ({ ...step, sides: Number(step.sides), rolled: Number(step.rolled),
                          drawn: Number(step.drawn) });

/** Calls `action` with the arguments of lab_trace() for a plan. */
function withRolls(door, { shuffle, die, n, seed, trial = 0, choices = [] }, action) {
    const numbers = choices.flatMap(({ step, millionths }) =>
        [step, millionths].map((value) => Math.min(whole(value, "choices"), 2 ** 32 - 1)));
    return door.lend(numbers.length * Uint32Array.BYTES_PER_ELEMENT, (address) => {
        door.view(Uint32Array, address, numbers.length).set(numbers);
        return action(words(shuffle, "shuffle"), dieName(die), size(n), seedText(seed),
                      whole(trial, "trial"), address, choices.length);
    });
}

/**
 * Loads a module. The core needs nothing of the system: its calls fail, if there are any.
 * @param {BufferSource} bytes of a .wasm file
 */
export async function loadCore(bytes) {
    const module = await WebAssembly.compile(bytes);
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] = () => NO_SYSTEM;
    const instance = await WebAssembly.instantiate(module, imports);
    instance.exports._initialize();
    const door = new Door(instance);
    return {
        /** The fairaudit-list document, and its text. */
        list: () => JSON.parse(door.textOf("lab_list")),
        listText: () => door.textOf("lab_list"),

        /** [{name, title}]: the functions of libfairshuf that can be audited. */
        library: () => JSON.parse(door.textOf("lab_library")),

        /** The fairaudit-exact document, and its text. */
        exact: (what) => JSON.parse(exactText(door, what)),
        exactText: (what) => exactText(door, what),

        /** One shuffle, roll by roll: {n, start, end, cut, steps}; see lab.h. The plan can
         * have `choices`: [{step, millionths}], rolls that are chosen. */
        trace: (plan) => {
            const trace = JSON.parse(withRolls(door, plan, (...rolls) =>
                door.textOf("lab_trace", ...rolls)));
            return { ...trace, steps: trace.steps.map(roll) };
        },

        /** All possible results of a roll of the same shuffle: {sides, rolled, branches};
         * see lab.h. */
        branches: ({ step, ...plan }) =>
            JSON.parse(withRolls(door, plan, (...rolls) =>
                door.textOf("lab_branches", ...rolls, whole(step, "step")))),

        /** All sequences of choices: {sequences: [{choices, order}]}. */
        tree: ({ shuffle, n }) =>
            JSON.parse(door.textOf("lab_tree", words(shuffle, "shuffle"), size(n))),

        /** The library's generator: {fill(Float64Array), bytes(Uint8Array), close()}. */
        random: (seed) => makeRandom(door, seed),

        /** An audit: of {shuffle, die} or {library}, made here, or of orders that come from
         * outside, {subject, how}; with {n, seed, trials}. */
        audit: (plan) => new Audit(door, plan),

        /** Bytes of memory in use: they are never fewer again. */
        memory: () => door.calls.memory.buffer.byteLength,
    };
}

const exactText = (door, { shuffle, die, n }) =>
    door.textOf("lab_exact", words(shuffle, "shuffle"), dieName(die), size(n));
