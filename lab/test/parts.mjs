// SPDX-License-Identifier: MIT
//
// parts.mjs - the names of the parts of the page, in the order of their tabs.
import { readFileSync } from "node:fs";

const registry = readFileSync(new URL("../src/parts/parts.js", import.meta.url), "utf8");

export const parts = [...registry.matchAll(/from "\.\/(\w+)\//g)].map(([, name]) => name);
