// Sums of small integers in loops are added up in words, which go to the sum before they could be full: what is summed is what doubles
// give, whatever the number of rounds, and whatever leaves the loop.

import { describe, expect, test } from "vitest";
import { runAlike, simplifyText } from "../support/simplified.js";

/** %0: halves, %1: what a work-item's rounds are counted from, %2: sums, %3: more sums. */
const kernel = (body: string, locals = "") =>
  simplifyText(`module "test"

file "test.ts"

site !0.a bounds @1:1
site !1.n bounds @2:1
site !2.s bounds @3:1
site !3.t bounds @4:1
site !4.r barrier @5:1

fn #0.k kernel "k" range 1 (%0: span<u16>, %1: span<i32>, %2: span<f64>, %3: span<f64>) @1:1 {
  local %4: f64
  local %5: i32
  local %6: i32
  local %7: i32
${locals}
  set %4 = f64(0)
  set %6 = min(load(%1[globalId(0)]!1), i32(5000))
  set %5 = i32(0)
${body}
  store %2[globalId(0)]!2 = %4 @1:1
}
`);

const loop = (label: string, counter: string, bound: string, body: string) => `
  loop ${label} @1:1 while lt(${counter}, ${bound}) {
    ${body}
  } update {
    set ${counter} = add(${counter}, i32(1))
  }`;

/** 24 bits: 128 of them fill a word, and every 127 rounds it is emptied. */
const wide = (index: string) => `mul(convert<f64>(load(%0[rem(${index}, i32(97))]!0)), f64(256))`;
const narrow = (index: string) => `convert<f64>(load(%0[rem(${index}, i32(97))]!0))`;
const step = (term: string, op = "add") => `set %4 = ${op}(%4, ${term})`;

const halves = Uint16Array.from({ length: 97 }, (_, at) => 65535 - (at & 1));
const rounds = Int32Array.from([
  ...[0, 1, 2, 126, 127, 128, 129, 253, 254, 255, 256, 257, 381, 382, 1000, -3],
  ...[1000, 999, 126, 500, 0, 253, 5],
]);
const term = (at: number): number => (halves[at % 97] ?? 0) * 256;
const items = [...rounds.keys()];

type Kernel = ReturnType<typeof kernel>;

/** Each executor gives what JavaScript gives. */
function expectSums(found: Kernel, expected: (item: number, rounds: number) => number, counts = rounds): void {
  const args = [halves, counts, new Float64Array(counts.length), new Float64Array(counts.length)];
  const { arrays, failure } = runAlike(found, { range: [counts.length], args });
  expect(failure).toBeUndefined();
  expect([...(arrays[2] ?? [])]).toEqual(items.map((item) => expected(item, counts[item] ?? 0)));
}

const wordsIn = ({ body }: Kernel) => body.filter((line) => /set %\d+ = (add|sub)\(%\d+, .*load/.test(line)).length;
const isDivided = ({ body }: Kernel) => body.some((line) => line.includes("while true"));
const sumOf = (count: number, of: (at: number) => number): number => {
  let s = 0;
  for (let k = 0; k < count; k++) s += of(k);
  return s;
};

describe("a sum of 24 bits", () => {
  test("is emptied as often as its terms ask for", () => {
    const found = kernel(loop("L0", "%5", "%6", step(wide("%5"))));
    expect(isDivided(found)).toBe(true);
    expect(found.body.filter((line) => line.includes("i32(127)"))).toHaveLength(2);
    expectSums(found, (_, count) => sumOf(count, term));
  });

  test("with the same rounds for all work-items, which no gang divides", () => {
    for (const count of [0, 126, 127, 128, 254, 255, 1000]) {
      const found = kernel(loop("L0", "%5", "%6", step(wide("add(%5, globalId(0))"))));
      expectSums(
        found,
        (item) => sumOf(count, (at) => term(at + item)),
        rounds.map(() => count),
      );
    }
  });

  test("of which some are taken away, and some left out", () => {
    const body = `if eq(rem(%5, i32(3)), i32(0)) {
      ${step(wide("%5"), "sub")}
    } else {
      if eq(rem(%5, i32(3)), i32(1)) {
        set %4 = add(${wide("add(%5, i32(1))")}, %4)
      }
    }`;
    const found = kernel(loop("L0", "%5", "%6", body));
    expect(wordsIn(found)).toBe(2);
    expectSums(found, (_, count) => sumOf(count, (k) => (k % 3 === 0 ? -term(k) : k % 3 === 1 ? term(k + 1) : 0)));
  });

  test("only of terms below zero", () => {
    const found = kernel(loop("L0", "%5", "%6", step(`neg(${wide("%5")})`)));
    expect(isDivided(found)).toBe(true);
    expectSums(found, (_, count) => 0 - sumOf(count, term));
  });

  test("whose loop some leave, go on in, or return from", () => {
    const body = `if gt(%5, i32(300)) {
      break L0
    }
    if eq(and(%5, i32(7)), i32(5)) {
      continue L0
    }
    ${step(wide("%5"))}
    if eq(add(%5, globalId(0)), i32(200)) {
      return
    }`;
    const found = kernel(loop("L0", "%5", "%6", body));
    expect(isDivided(found)).toBe(true);
    expectSums(found, (item, count) => {
      let s = 0;
      for (let k = 0; k < count; k++) {
        if (k > 300) break;
        if ((k & 7) === 5) continue;
        s += term(k);
        if (k + item === 200) return 0;
      }
      return s;
    });
  });

  test("whose loop is left for a statement further out", () => {
    const inner = `${step(wide("%5"))}
    if eq(%5, i32(200)) {
      break L1
    }`;
    const found = kernel(`block L1 {
  ${loop("L0", "%5", "%6", inner)}
    set %4 = add(%4, f64(1))
  }`);
    expect(isDivided(found)).toBe(true);
    expectSums(found, (_, count) => (count > 200 ? sumOf(201, term) : sumOf(count, term) + 1));
  });

  test("in each round of another loop", () => {
    const inner = `set %8 = f64(5)
    set %5 = i32(0)
    ${loop("L0", "%5", "%6", step(wide("%5")).replaceAll("%4", "%8"))}
    store %3[globalId(0)]!3 = add(load(%3[globalId(0)]!3), mul(%8, convert<f64>(%7))) @1:1
    set %4 = %8`;
    const found = kernel(`  set %7 = i32(0)${loop("L1", "%7", "i32(3)", inner)}`, "  local %8: f64");
    expect(isDivided(found)).toBe(true);
    expectSums(found, (_, count) => 5 + sumOf(count, term));
  });

  test("with few rounds of an inner loop in each of its own", () => {
    const inner = `set %7 = i32(0)
    ${loop("L1", "%7", "i32(3)", step(narrow("add(%5, %7)")))}`;
    const found = kernel(loop("L0", "%5", "%6", inner));
    expect(found.body.filter((line) => line.includes("convert<f64>"))).toHaveLength(1);
    expectSums(found, (_, count) => sumOf(count, (k) => sumOf(3, (c) => halves[(k + c) % 97] ?? 0)));
  });
});

describe("what stays a double", () => {
  const stays = (body: string, locals = "") => {
    const found = kernel(body, locals);
    expect(found.body.some((line) => /set (%\d+) = (?:add|sub)\(\1, /.test(line))).toBe(true);
    expect(isDivided(found)).toBe(false);
    return found;
  };

  test("a sum that the loop reads", () => {
    const found = stays(loop("L0", "%5", "%6", `${step(wide("%5"))}\n    store %3[globalId(0)]!3 = %4 @1:1`));
    expectSums(found, (_, count) => sumOf(count, term));
  });

  test("a sum of terms that may be larger", () => {
    const found = stays(loop("L0", "%5", "%6", step(`mul(${wide("%5")}, f64(2))`)));
    expectSums(found, (_, count) => sumOf(count, (at) => 2 * term(at)));
  });

  test("a sum of what is no integer", () => {
    const found = stays(loop("L0", "%5", "%6", step(`mul(${wide("%5")}, f64(0.5))`)));
    expectSums(found, (_, count) => sumOf(count, (at) => term(at) / 2));
  });

  test("a sum that begins with what is no integer", () => {
    const found = stays(`  set %4 = f64(0.1)${loop("L0", "%5", "%6", step(wide("%5")))}`);
    const of = (count: number) => {
      let s = 0.1;
      for (let k = 0; k < count; k++) s += term(k);
      return s;
    };
    expectSums(found, (_, count) => of(count));
  });

  test("a sum that begins with -0", () => {
    const found = stays(`  set %4 = f64(-0)${loop("L0", "%5", "%6", step(wide("%5")))}`);
    expectSums(found, (_, count) => (count > 0 ? sumOf(count, term) : -0));
  });

  test("a sum whose rounds nobody knows, which could be larger than 2^53", () => {
    const found = stays(loop("L0", "%5", "add(%6, i32(0))", `${step(wide("%5"))}\n    set %5 = add(%5, i32(0))`));
    expectSums(found, (_, count) => sumOf(count, term));
  });

  test.each([
    ["others", "barrier workGroup @1:1"],
    ["others of their sub-group", "subGroup reduce add %5 -> %7 !4"],
    ["others, in a branch", "if eq(%6, i32(5)) {\n    barrier workGroup @1:1\n    }"],
  ])("a sum of a loop in which work-items wait for %s", (_, waiting) => {
    stays(loop("L0", "%5", "%6", `${waiting}\n    ${step(wide("%5"))}`));
  });

  test("a sum of a loop whose condition does something", () => {
    const rounds = `
  loop L0 @1:1 {
    set %7 = add(%7, i32(1))
  } while lt(%5, %6) {
    ${step(wide("%5"))}
  } update {
    set %5 = add(%5, i32(1))
  }
  set %4 = add(%4, convert<f64>(%7))`;
    const found = stays(`  set %7 = i32(0)${rounds}`);
    expectSums(found, (_, count) => sumOf(count, term) + Math.max(count, 0) + 1);
  });
});
