// Indices that are sums of words in doubles, at values for which the words wrap around into the array: gangs notice it, or compute doubles
// (codegen/src/wasm/gang/wrap-check.ts). What lies between 2 ** 31 and 2 ** 32 is outside of each array in both ways.

import { parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { gangExecutors, runKernel } from "../support/run-kernel.js";

const LENGTH = 8;
const ITEMS = 16;
const values = Float64Array.from({ length: LENGTH }, (_, at) => 10 + at);

const [word, shared] = ["convert<f64>(%4)", "convert<f64>(%3)"];
const large = `f64(${2 ** 31})`;

/** The index, in the text of a kernel and in JavaScript, of a work-item's word and a captured one. */
const sums: Readonly<Record<string, readonly [string, (x: number, y: number) => number]>> = {
  word: [word, (x) => x],
  "twice a word": [`mul(${word}, f64(2))`, (x) => 2 * x],
  "a word times minus two": [`mul(f64(-2), ${word})`, (x) => -2 * x],
  "four words and two": [`add(mul(${word}, f64(4)), f64(2))`, (x) => 4 * x + 2],
  "a word from three": [`sub(f64(3), ${word})`, (x) => 3 - x],
  "a negated word": [`neg(${word})`, (x) => -x],
  "2^32 in two sums": [`add(add(${word}, ${large}), ${large})`, (x) => x + 2 ** 32],
  "2^32 in a difference of a negative number": [`sub(add(${word}, ${large}), f64(${-(2 ** 31)}))`, (x) => x + 2 ** 32],
  "minus 2^32 in two differences": [`sub(sub(${word}, ${large}), ${large})`, (x) => x - 2 ** 32],
  "2^31 there and back": [`sub(add(${word}, ${large}), ${large})`, (x) => x],
  "a word and a captured number": [`add(${word}, ${shared})`, (x, y) => x + y],
  "a word less a captured number": [`sub(${word}, ${shared})`, (x, y) => x - y],
  "three words and two captured numbers": [
    `add(mul(${word}, f64(3)), mul(${shared}, f64(2)))`,
    (x, y) => 3 * x + 2 * y,
  ],
  "three summands": [`add(add(${word}, mul(${word}, f64(2))), ${shared})`, (x, y) => 3 * x + y],
  "a word, a captured number and 2^32": [`add(add(${word}, ${shared}), f64(${2 ** 32}))`, (x, y) => x + y + 2 ** 32],
};

const edges = [0, 1, 2, 5, 2 ** 28, 2 ** 29, 2 ** 30 - 1, 2 ** 30, 2 ** 30 + 1, 1431655765, 2 ** 31 - 1];
const words = {
  i32: [...edges, -(2 ** 31), ...edges.map((edge) => -edge)],
  u32: [...edges, 2 ** 31, 2 ** 31 + 1, 2863311531, 3 * 2 ** 30, 2 ** 32 - 2, 2 ** 32 - 1],
} as const;
const captured = [0, 3, -3, 2 ** 30, 2 ** 31 - 1, -(2 ** 31)];

const executors = gangExecutors.filter(
  ({ bounds, shape, features }) => bounds === "checked" && shape === "flat" && features === "simd128",
);

describe.each(["i32", "u32"] as const)("%s", (type) => {
  test.each(Object.entries(sums))("%s", (_, [text, indexOf]) => {
    const module = parseModule(`module "m"
file "m.ts"
site !0.values bounds @1:1
site !1.words bounds @1:1
site !2.out bounds @1:1
fn #0."k" kernel "k" range 1 (%0.values: span<f64>, %1.words: span<${type}>, %2.out: span<f64>, %3.shared: i32) @1:1 {
local %4: ${type}
set %4 = load(%1[globalId(0)]!1)
store %2[globalId(0)]!2 = load(%0[index<i32>(${text})]!0) @1:1
}
`);
    expect(verify(module)).toEqual([]);
    for (const y of text.includes(shared) ? captured : [0]) {
      for (const x of words[type]) {
        // The other work-items read inside of the array if there is such a word.
        const usual = words[type].find((one) => isInside(indexOf(one, y)));
        const own = Array.from({ length: ITEMS }, (_, at) => (at === 9 || usual === undefined ? x : usual));
        const list = type === "i32" ? Int32Array.from(own) : Uint32Array.from(own);
        const index = indexOf(x, y);
        for (const executor of executors) {
          const out = new Float64Array(ITEMS);
          const args = [values, list, out, y];
          const { failure, arrays } = runKernel(executor, { module, range: [ITEMS], args });
          const found = failure ? "outside" : arrays[2]?.[9];
          expect(found, `${executor.name}: ${x}, ${y}`).toBe(isInside(index) ? values[index] : "outside");
        }
      }
    }
  });
});

function isInside(index: number): boolean {
  return index >= 0 && index < LENGTH;
}
