// Conditions of analyses and simplifications that keep code right, one kernel for each: without the condition, an executor loses a check,
// or reads what was there before. A row names the condition; "nothing" as a failure says that the kernel ends well.

import { parseModule, verify } from "@lanewise/ir";
import { describe, expect, test } from "vitest";
import { executors, gangExecutors, runKernel } from "../support/run-kernel.js";

interface Guard {
  readonly condition: string;
  /** Some passes look at kernels alone that have an aggregate: `array<i32, 2>`, which nothing names. */
  readonly locals: readonly string[];
  readonly body: string;
  /** The site that fails, where one does. */
  readonly failure?: number;
  /** Work-items; 21 unless stated. */
  readonly items?: number;
  /** The first one that runs. */
  readonly begin?: number;
}

/** Of four arrays: `%0` and the bytes `%3` have 10 elements, `%1` and `%2` four for each work-item. Behind `%1` there is no memory. */
const guards: readonly Guard[] = [
  {
    condition: "a counter that the body moves, too, passes its bound",
    locals: ["i32", "i32"],
    body: `
  set %4 = i32(0)
  set %5 = i32(0)
  loop L0 @1:1 while lt(%4, length(%0)) {
    set %4 = add(%4, i32(2))
    set %5 = add(%5, load(%0[%4]!0))
  } update {
    set %4 = add(%4, i32(1))
  }
  store %1[globalId(0)]!1 = %5 @1:1`,
    failure: 0,
  },
  {
    condition: "a counter that the update takes from another local may be anywhere below its bound",
    locals: ["i32", "i32", "i32"],
    body: `
  set %4 = i32(0)
  set %5 = i32(0)
  set %6 = sub(globalId(0), i32(40))
  loop L0 @1:1 while lt(%4, length(%0)) {
    set %5 = add(%5, load(%0[%4]!0))
    set %6 = sub(%6, %5)
  } update {
    set %4 = add(%6, i32(1))
  }
  store %1[globalId(0)]!1 = %5 @1:1`,
    failure: 0,
  },
  {
    condition: "a counter that the update multiplies does not go down to its bound",
    locals: ["i32", "i32"],
    body: `
  set %4 = i32(1)
  set %5 = i32(0)
  loop L0 @1:1 while gt(%4, i32(0)) {
    set %5 = add(%5, load(%0[%4]!0))
  } update {
    set %4 = mul(%4, i32(3))
  }
  store %1[globalId(0)]!1 = %5 @1:1`,
    failure: 0,
  },
  {
    condition: "a counter that the body moves within its bound counts the rounds that it has",
    locals: ["i32", "i32"],
    body: `
  set %4 = i32(0)
  set %5 = i32(0)
  loop L0 @1:1 while lt(%4, i32(8)) {
    set %4 = add(%4, i32(1))
    set %5 = add(%5, load(%0[%4]!0))
  } update {
    set %4 = add(%4, i32(1))
  }
  store %1[globalId(0)]!1 = %5 @1:1`,
  },
  {
    condition: "a counter that one of two comparisons bounds goes on while the other holds",
    locals: ["i32", "i32"],
    body: `
  set %4 = i32(0)
  set %5 = i32(0)
  loop L0 @1:1 while or(lt(%4, i32(3)), lt(%4, i32(12))) {
    set %5 = add(%5, load(%0[%4]!0))
  } update {
    set %4 = add(%4, i32(1))
  }
  store %1[globalId(0)]!1 = %5 @1:1`,
    failure: 0,
  },
  {
    condition: "a counter goes on in work-items that have left its loop, there perhaps out of bounds",
    locals: ["i32", "i32"],
    body: `
  set %4 = i32(0)
  set %5 = i32(0)
  loop L0 @1:1 while lt(%4, mul(globalId(0), i32(4))) {
    set %5 = add(%5, load(%1[add(%4, sub(i32(83), mul(globalId(0), i32(4))))]!0))
  } update {
    set %4 = add(%4, i32(1))
  }
  store %2[globalId(0)]!1 = %5 @1:1`,
  },
  {
    condition: "a remainder by a number begins again at that number, not behind it",
    locals: [],
    items: 70,
    body: `
  store %2[globalId(0)]!0 = load(%1[rem(add(globalId(0), i32(1)), i32(64))]!1) @1:1`,
  },
  {
    condition: "a remainder of numbers that are all greater than the divisor is none of them",
    locals: [],
    items: 100,
    begin: 64,
    body: `
  store %2[globalId(0)]!0 = load(%1[rem(add(globalId(0), i32(1)), i32(64))]!1) @1:1`,
  },
  {
    condition: "a load gives something else after a block that stores",
    locals: ["i32"],
    body: `
  set %4 = load(%1[globalId(0)]!0)
  block L0 {
    store %1[globalId(0)]!1 = i32(100) @1:1
  }
  set %4 = add(mul(%4, i32(7)), load(%1[globalId(0)]!0))
  store %2[globalId(0)]!2 = %4 @1:1`,
  },
  {
    condition: "the second store of a pair loads what the first has written",
    locals: [],
    body: `
  store %1[mul(globalId(0), i32(2))]!0 = add(load(%0[rem(globalId(0), i32(9))]!1), i32(3)) @1:1
  store %1[add(mul(globalId(0), i32(2)), i32(1))]!2 = mul(load(%1[mul(globalId(0), i32(2))]!3), i32(5)) @1:1`,
  },
  {
    condition: "the third store of three loads what the first has written",
    locals: [],
    body: `
  store %1[mul(globalId(0), i32(3))]!0 = add(globalId(0), i32(3)) @1:1
  store %1[add(mul(globalId(0), i32(3)), i32(1))]!1 = i32(8) @1:1
  store %1[add(mul(globalId(0), i32(3)), i32(2))]!2 = mul(load(%1[mul(globalId(0), i32(3))]!3), i32(5)) @1:1`,
  },
  {
    condition: "an atomic operation changes what a load gives",
    locals: ["i32"],
    body: `
  set %4 = load(%1[globalId(0)]!0)
  atomic add %1[globalId(0)]!1 value i32(100) relaxed device @1:1
  set %4 = add(mul(%4, i32(7)), load(%1[globalId(0)]!0))
  store %2[globalId(0)]!2 = %4 @1:1`,
  },
  {
    condition: "a check whose index is loaded is another after a store to that index",
    locals: ["i32", "array<i32, 2>"],
    body: `
  store %2[globalId(0)]!2 = load(%0[load(%1[globalId(0)]!0)]!1) @1:1
  store %1[globalId(0)]!0 = i32(1000) @1:1
  set %4 = load(%0[load(%1[globalId(0)]!0)]!1)
  store %2[globalId(0)]!2 = i32(4) @1:1`,
    failure: 1,
  },
  {
    condition: "a check whose value nobody reads comes before a store, though the same check follows",
    locals: ["i32", "array<i32, 2>"],
    body: `
  set %4 = load(%0[add(globalId(0), i32(4))]!0)
  store %2[globalId(0)]!2 = i32(9) @1:1
  set %4 = load(%0[add(globalId(0), i32(4))]!0)
  store %2[globalId(0)]!2 = %4 @1:1`,
    failure: 0,
  },
  {
    condition: "a local that is read before it gets a temporary's value keeps its own until then",
    locals: ["i32", "i32", "array<i32, 2>"],
    body: `
  set %4 = load(%1[globalId(0)]!0)
  set %5 = mul(%4, i32(3))
  store %2[globalId(0)]!1 = %4 @1:1
  set %4 = %5
  store %1[globalId(0)]!2 = %4 @1:1`,
  },
  {
    condition: "a local that is assigned before it gets a temporary's value has the temporary's afterwards",
    locals: ["i32", "i32", "array<i32, 2>"],
    body: `
  set %5 = load(%0[rem(globalId(0), i32(9))]!0)
  atomic add %1[globalId(0)]!1 value i32(1) -> %4 relaxed device @1:1
  set %4 = %5
  store %2[globalId(0)]!2 = %4 @1:1`,
  },
  {
    condition: "an operand of an index that is not chosen fails",
    locals: [],
    body: `
  store %2[globalId(0)]!0 = load(%1[select(lt(globalId(0), i32(1000)), globalId(0), load(%0[add(load(%2[globalId(0)]!3), i32(12))]!1))]!2) @1:1`,
    failure: 1,
  },
  {
    condition: "the comparison that chooses an index fails",
    locals: [],
    body: `
  store %2[globalId(0)]!0 = load(%1[select(lt(load(%3[add(load(%2[globalId(0)]!3), i32(12))]!1), add(globalId(0), i32(300))), globalId(0), i32(3))]!2) @1:1`,
    failure: 1,
  },
  {
    condition: "the operand of a minimum that is not chosen fails",
    locals: [],
    body: `
  store %2[globalId(0)]!0 = load(%1[min(globalId(0), add(load(%3[add(load(%2[globalId(0)]!3), i32(12))]!1), i32(1000)))]!2) @1:1`,
    failure: 1,
  },
  {
    condition: "an index with a factor of more than 32 bits is no neighbour's",
    locals: [],
    body: `
  store %1[globalId(0)]!1 = load(%0[index<i32>(add(mul(convert<f64>(globalId(0)), f64(4294967297)), f64(1)))]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "an index with a factor of almost 2^32 does not descend",
    locals: ["f64"],
    body: `
  set %4 = mul(convert<f64>(globalId(0)), f64(4294967295))
  store %1[globalId(0)]!1 = load(%0[index<i32>(add(%4, f64(9)))]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "a word of an index wraps within a gang",
    locals: ["i32"],
    body: `
  set %4 = load(%2[i32(0)]!2)
  store %1[globalId(0)]!1 = load(%0[index<i32>(sub(convert<f64>(add(add(globalId(0), i32(2147483646)), %4)), f64(2147483646)))]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "a word of an index wraps, and what is added after it cancels",
    locals: [],
    body: `
  store %1[globalId(0)]!1 = load(%0[index<i32>(sub(convert<f64>(add(globalId(0), i32(2147483646))), f64(2147483646)))]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "a word of an index wraps in a local, and what is added after it cancels",
    locals: ["i32", "f64"],
    body: `
  set %4 = add(globalId(0), i32(2147483646))
  set %5 = convert<f64>(%4)
  store %1[globalId(0)]!1 = load(%0[index<i32>(sub(%5, f64(2147483646)))]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "an unsigned word of an index wraps, and what is added after it cancels",
    locals: [],
    body: `
  store %1[globalId(0)]!1 = load(%0[index<i32>(add(convert<f64>(reinterpret<u32>(sub(globalId(0), i32(4)))), f64(4)))]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "a descending word of an index wraps within a gang",
    locals: ["i32"],
    body: `
  set %4 = load(%2[i32(0)]!2)
  store %1[globalId(0)]!1 = load(%0[index<i32>(add(convert<f64>(sub(sub(%4, i32(2147483646)), globalId(0))), f64(2147483655)))]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "a chosen word of an index wraps to the least one, which is the smaller of two then",
    locals: ["i32"],
    body: `
  set %4 = min(select(ge(load(%1[globalId(0)]!1), i32(0)), add(globalId(0), i32(2147483617)), globalId(0)), i32(5))
  store %2[globalId(0)]!2 = load(%0[%4]!0) @1:1`,
    failure: 0,
    items: 32,
  },
  {
    condition: "a sum that wraps to the least word is no limit, though what varies in it cancels",
    locals: ["i32"],
    body: `
  set %4 = min(globalId(0), sub(add(add(length(%0), i32(2147483647)), i32(1)), length(%0)))
  store %2[globalId(0)]!2 = load(%0[%4]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "a remainder of more than 31 bits is a negative word",
    locals: ["i32"],
    body: `
  set %4 = min(sub(globalId(0), i32(7)), reinterpret<i32>(rem(reinterpret<u32>(sub(length(%0), i32(1294967306))), u32(3000000001))))
  store %2[globalId(0)]!2 = load(%0[add(%4, i32(7))]!0) @1:1`,
    failure: 0,
    items: 8,
  },
  {
    condition: "a counter that wraps around is no limit above where it began",
    locals: ["i32", "i32"],
    body: `
  set %4 = i32(100)
  set %5 = i32(0)
  loop L0 @1:1 while lt(%4, i32(2147483647)) {
    set %5 = add(%5, load(%0[min(globalId(0), %4)]!0))
  } update {
    set %4 = add(%4, i32(1073741824))
  }
  store %2[globalId(0)]!2 = %5 @1:1`,
    failure: 0,
    items: 8,
  },
];

const sites = Array.from({ length: 4 }, (_, site) => `site !${site}.s bounds @${site + 1}:1`).join("\n");

describe.each(guards)("$condition", ({ locals, body, failure, items = 21, begin = 0 }) => {
  const declared = locals.map((type, at) => `  local %${at + 4}: ${type}`).join("\n");
  const module = parseModule(`module "m"
file "f.ts"
${sites}
fn #0.k kernel "k" range 1 (%0: span<i32>, %1: span<i32>, %2: span<i32>, %3: span<u8>) @1:1 {
${declared}${body}
}
`);
  const launch = {
    module,
    range: [items],
    begin,
    args: [
      Int32Array.from({ length: 10 }, (_, at) => at * 3 + 1),
      Int32Array.from({ length: 4 * items }, (_, at) => at % 7),
      new Int32Array(4 * items),
      Uint8Array.from({ length: 10 }, (_, at) => at * 25),
    ],
    last: 1,
  };
  const expected = runKernel(executors.interpreter, launch);

  test("is sound, and fails as its row says", () => {
    expect(verify(module)).toEqual([]);
    expect(expected.failure?.site).toBe(failure);
  });

  const all = [
    ...Object.entries(executors).map(([name, executor]) => ({ name, executor })),
    ...gangExecutors
      .filter(({ bounds }) => bounds === "checked")
      .map((executor) => ({ name: executor.name, executor })),
  ];
  test.each(all)("$name", ({ executor }) => {
    const found = runKernel(executor, launch);
    // In a gang, what other work-items have stored when one fails is another matter.
    if (expected.failure && executor.gang > 1) expect(found.failure).toEqual(expected.failure);
    else expect(found).toEqual(expected);
  });
});
