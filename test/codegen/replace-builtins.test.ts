// Functions that stand for builtins: each builtin of random kernels is replaced by a function that calls it, and the kernels do what they did.

import { builtinsOf, replaceBuiltins } from "@lanewise/codegen";
import {
  type Builtin,
  build,
  builtinSymbol,
  builtins,
  type Fn,
  type Module,
  parseModule,
  printModule,
  verify,
} from "@lanewise/ir";
import { expect, test } from "vitest";
import { independentProgram } from "../support/independent-arbitrary.js";
import { type RandomProgram, randomProgram } from "../support/ir-arbitrary.js";
import { outcomeOf } from "../support/random-launch.js";
import { executors } from "../support/run-kernel.js";

const at = { file: 0, line: 1, column: 1 };

function callingBuiltin(name: Builtin, type: "f32" | "f64"): Fn {
  const args = builtins[name].arity === 1 ? [0] : [0, 1];
  const value = build.builtin(name, ...args.map((local) => build.local(local, type)));
  return {
    symbol: builtinSymbol(name, type),
    name,
    linkage: "exported",
    dimensions: 0,
    parameters: args.length,
    specialized: undefined,
    locals: args.map((local) => ({ name: `x${local}`, type })),
    result: type,
    body: [build.returnValue(value)],
    at,
  };
}

// Builtins' keys are those of their type.
const names = Object.keys(builtins) as Builtin[];
const replacements = names.flatMap((name) => (["f32", "f64"] as const).map((type) => callingBuiltin(name, type)));

function replaced({ module, kernel }: RandomProgram): Module {
  const first = module.functions.length;
  const indices = new Map(replacements.map(({ symbol }, index) => [symbol, first + index]));
  const whole = { ...module, functions: [...module.functions, ...replacements] };
  const made = replaceBuiltins(whole, kernel, indices);
  const reached = printModule(made)
    .split(/^fn #/m)
    .slice(1, first + 1);
  expect(reached[kernel]).not.toContain("math.");
  return made;
}

test.each([
  ["kernels whose work-items do not meet", independentProgram],
  ["any kernels", randomProgram],
])("is sound and does the same: %s", (_, make) => {
  let count = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const program = make(seed, { size: 1 + (seed % 24), canFail: false });
    const made = { ...program, module: replaced(program) };
    if (builtinsOf(program.module, program.kernel).size > 0) count++;
    expect(verify(made.module), `seed ${seed}`).toEqual([]);
    expect(outcomeOf(made, executors.interpreter), `seed ${seed}`).toEqual(outcomeOf(program, executors.interpreter));
  }
  expect(count).toBeGreaterThan(15);
});

test("a loop's condition is evaluated in each round, arguments before what takes them", () => {
  const module = parseModule(`module "test"
file "test.ts"
site !0.x bounds @1:1
fn #0.k kernel "k" range 1 (%0.x: span<f32>) @1:1 {
  local %1.i: i32
  set %1.i = i32(0)
  loop L0 @1:1 while lt(math.sin(math.cos(convert<f32>(%1.i))), f32(0.5)) {
    call #1.f(%0.x) @1:1
  } update {
    set %1.i = add(%1.i, i32(1))
  }
}
fn #1.f internal "f" (%0.x: span<f32>) @1:1 {
  store %0.x[i32(0)]!0 = math.cos(f32(1)) @1:1
}
fn #2.sin exported "lanewise:math/sin.f32" (%0.v: f32) -> f32 @1:1 {
  return math.cos(%0.v)
}
`);
  expect(verify(module)).toEqual([]);
  const text = printModule(replaceBuiltins(module, 0, new Map([["lanewise:math/sin.f32", 2]])));
  expect(text).toMatch(
    /call #2\.sin\(math\.cos\(convert<f32>\(%1\.i\)\)\) -> %2\.sin @1:1\n\s*} while lt\(%2\.sin, f32\(0\.5\)\)/,
  );
  expect(text).toContain("fn #2.sin internal");
});
