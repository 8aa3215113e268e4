// Loops that have a copy without checks, which runs if no round can fail (codegen/src/analysis/checked-loops.ts): whatever the numbers are, the same
// elements are written as by the interpreter, and the same check fails.

import { printWat } from "@lanewise/codegen";
import { build, type Expr, type Module, type Stmt } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { at, kernelModule, span } from "../support/kernel-module.js";
import { createRandom } from "../support/random.js";
import { executors, runKernel } from "../support/run-kernel.js";

const { constant, convert, element, local, op, set, store } = build;
const i32 = (value: number): Expr => constant("i32", value);
const i64 = (value: bigint): Expr => constant("i64", value);
const word = (index: number): Expr => local(index, "i32");
const wide = (value: Expr): Expr => convert("wrap", "i64", value);

/** Parameters: `out`, n, m, and the loop's first counter and bound; K counts, P is k >> m, Q changes twice, R is assigned by the update. */
const [OUT, N, M, FIRST, BOUND, K, P, Q, R] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [n, m, k, p, q] = [word(N), word(M), word(K), word(P), word(Q)];
const place = (index: Expr, site = 0): Expr => element(local(OUT, span("i32")), index, site);

interface Parts {
  readonly condition?: Expr;
  readonly behind?: readonly Stmt[];
  readonly update?: readonly Stmt[];
}

function moduleOf(index: Expr, { condition, behind = [], update = [] }: Parts = {}): Module {
  const body = [
    set(P, op("shr", k, m)),
    store(place(index), op("add", k, i32(1000)), at),
    set(Q, op("add", q, i32(3))),
    ...behind,
  ];
  const loop = build.loop(
    0,
    { condition: condition ?? op("lt", k, word(BOUND)), body, update: [set(K, op("add", k, i32(1))), ...update] },
    at,
  );
  return kernelModule({
    locals: [span("i32"), "i32", "i32", "i32", "i32", "i32", "i32", "i32", "i32"],
    parameters: 5,
    body: [set(K, word(FIRST)), set(Q, n), set(R, i32(0)), loop],
  });
}

const tested: Readonly<Record<string, Expr>> = {
  k,
  "k + n": op("add", k, n),
  "n + m + k": op("add", op("add", n, m), k),
  "n - k": op("sub", n, k),
  "3 * k + n": op("add", op("mul", k, i32(3)), n),
  "k << m": op("shl", k, m),
  "(k + n) << m": op("shl", op("add", k, n), m),
  "(k + n) >> m": op("shr", op("add", k, n), m),
  "k & n": op("and", k, n),
  "((k >> m) << m << 1) + (k & n)": op("add", op("shl", op("shl", p, m), i32(1)), op("and", k, n)),
  "p + n": op("add", p, n),
  "k as u32": convert("wrap", "u32", op("add", k, n)),
  "k + n as i64": op("add", wide(k), wide(n)),
  "(k + n) as i64": wide(op("add", k, n)),
  "6 * k + n as i64": op("add", op("mul", i64(6n), wide(k)), wide(n)),
  "u32 as i64": wide(convert("wrap", "u32", op("add", k, n))),
};
const others: Readonly<Record<string, Module>> = {
  "a local that changes otherwise": moduleOf(op("add", q, m)),
  "a bound that the loop changes": moduleOf(k, { condition: op("lt", k, q) }),
  "k, and k in the update": moduleOf(k, { update: [store(place(k, 1), i32(7), at)] }),
  "k, and a break": moduleOf(k, { behind: [build.ifElse(op("gt", k, n), [build.breakTo(0)])] }),
  "a conjunct": moduleOf(k, { condition: op("and", op("lt", k, word(BOUND)), op("lt", q, i32(40))) }),
  "k, and k behind the update": moduleOf(k, { behind: [store(place(op("add", k, i32(2)), 2), i32(5), at)] }),
};
const modules = {
  ...Object.fromEntries(Object.entries(tested).map(([name, index]) => [name, moduleOf(index)])),
  ...others,
};

const firsts = [0, 0, 0, -2, 1, 2 ** 31 - 24, -(2 ** 31)];
const rounds = [0, 1, 15, 16, 20, 24];
const captured = [0, 0, 1, 3, 5, 7, 15, -1, -20, 20, 2 ** 31 - 1, 2 ** 31 - 10, -(2 ** 31), -(2 ** 31) + 24];
const shifts = [0, 0, 1, 2, 3, 31, 33, -1];
const lengths = [0, 1, 16, 20, 21, 24, 40, 48, 64, 160];

describe.each(Object.entries(modules))("%s", (_, module) => {
  test.each(["wasm", "wasm, many threads"] as const)("%s", (executor) => {
    const random = createRandom(7);
    const pick = (from: readonly number[]): number => from[random.below(from.length)] ?? 0;
    for (let one = 0; one < 250; one++) {
      const first = pick(firsts);
      const args = [pick(captured), pick(shifts), first, (first + pick(rounds)) | 0];
      const length = pick(lengths);
      const run = (on: "interpreter" | typeof executor) => {
        const { failure, arrays } = runKernel(executors[on], {
          module,
          range: [1],
          args: [new Int32Array(length), ...args],
        });
        return { failure, arrays: arrays.map((array) => [...array]) };
      };
      expect({ args, length, ...run(executor) }).toEqual({ args, length, ...run("interpreter") });
    }
  });
});

/** Whether each loop of the kernel has a check, in the order of the text. */
function checksOf(module: Module): readonly boolean[] {
  const wat = printWat({
    ...{ module, kernel: 0, bounds: "checked", threads: "one", features: "scalar", fp: "default", shape: "rows" },
    ...{ privatise: false, sharedMemory: false },
  });
  return wat
    .split("(loop ")
    .slice(1)
    .map((text) => /i(32|64)\.ge_u/.test(text));
}

test.each(Object.keys(tested))("a copy of the loop has no check: %s", (name) => {
  expect(checksOf(moduleOf(tested[name] ?? k)).slice(-2)).toEqual([false, true]);
});

test("what no condition can tell before the loop is checked in each round: no copy", () => {
  const copied = checksOf(moduleOf(k)).length;
  for (const name of ["a local that changes otherwise", "a bound that the loop changes"]) {
    const module = others[name];
    expect(module && checksOf(module).length).toBe(copied - 1);
  }
});
