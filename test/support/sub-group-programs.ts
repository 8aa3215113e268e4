// Random kernels whose values go through sub-groups and come back: shuffles that give the work-item's own value stand at random places, and
// conditions first ask whether any member's holds. So each means what it means without. They run divided at what sub-groups compute together, and
// where gangs are sub-groups.

import { type DividedKernel, divideKernel, splitGroups } from "@lanewise/codegen";
import { type Block, blocksOf, build, type Expr, type Fn, isValueScalar, type Module, type Stmt } from "@lanewise/ir";
import { groupExecutor, type Sizes } from "./group-executors.js";
import { withGroupIndices } from "./group-queries.js";
import type { RandomProgram } from "./ir-arbitrary.js";
import type { Outcome } from "./ir-launch.js";
import { at } from "./kernel-module.js";
import { createRandom, type Random } from "./random.js";
import { outcomeOf } from "./random-launch.js";
import { type Executor, executors, wasmExecutor } from "./run-kernel.js";

const sizes = [16, 8, 4] as const;
type Size = (typeof sizes)[number];

const i32 = (value: number): Expr => build.constant("i32", value);

/** Each gives the work-item's own value. */
const ownValues: readonly ((size: Size) => readonly ["shuffle" | "shuffleUp" | "shuffleDown" | "shuffleXor", Expr])[] =
  [
    () => ["shuffle", build.query("subGroupLane", 0)],
    () => ["shuffle", i32(-1)],
    () => ["shuffleUp", i32(0)],
    () => ["shuffleDown", build.query("subGroupSize", 0)],
    (size) => ["shuffleDown", i32(size)],
    () => ["shuffleXor", i32(0)],
    (size) => ["shuffleXor", i32(2 * size)],
  ];

interface Changing {
  readonly random: Random;
  readonly size: Size;
  readonly rarity: number;
  readonly site: number;
  readonly addCondition: () => number;
}

function changed(changing: Changing, block: Block): Block {
  const { random, rarity, site, size, addCondition } = changing;
  return block.flatMap((stmt): readonly Stmt[] => {
    const inner = blocksOf(stmt).length === 0 ? stmt : inside(changing, stmt);
    if (!random.oneIn(rarity)) return [inner];
    if (inner.kind === "set" && isValueScalar(inner.value.type)) {
      const [op, lane] = random.pick(ownValues)(size);
      return [build.subGroup(op, inner.local, inner.value, lane, site)];
    }
    if (inner.kind !== "if" || inner.else.length > 0) return [inner];
    const some = addCondition();
    const asked = build.subGroup("reduce", some, inner.condition, "or", site);
    return [asked, build.ifElse(build.local(some, "bool"), [inner])];
  });
}

function inside(changing: Changing, stmt: Stmt): Stmt {
  const made = (block: Block) => changed(changing, block);
  switch (stmt.kind) {
    case "if":
      return build.ifElse(stmt.condition, made(stmt.then), made(stmt.else));
    case "loop":
      return { ...stmt, body: made(stmt.body) };
    case "block":
      return { ...stmt, body: made(stmt.body) };
    default:
      return stmt;
  }
}

function withSubGroups(program: RandomProgram, size: Size): RandomProgram {
  const random = createRandom(program.seed + 78);
  const { module } = program;
  const site = module.sites.length;
  const rarity = random.pick([1, 2, 4]);
  const inFunction = (fn: Fn): Fn => {
    const locals = [...fn.locals];
    const addCondition = () => locals.push({ name: "some", type: "bool" }) - 1;
    const { body } = withGroupIndices(random, fn);
    return { ...fn, body: changed({ random, size, rarity, site, addCondition }, body), locals };
  };
  const functions = module.functions.map(inFunction);
  const sites = [...module.sites, { kind: "barrier", name: "subGroup.shuffle", at } as const];
  return { ...program, module: { ...module, functions, sites } };
}

export interface SubGroupProgram {
  readonly program: RandomProgram;
  readonly local: Sizes;
  readonly size: Size;
  readonly groups: number;
}

/** Groups of whole rows, or of parts of them: of which sub-groups are gangs wherever a row can be divided so. */
export function subGroupProgram(plain: RandomProgram): SubGroupProgram {
  const random = createRandom(plain.seed + 79);
  const inner = plain.range.at(-1) ?? 1;
  const size = sizes.find((one) => inner > 0 && inner % one === 0 && !random.oneIn(4)) ?? random.pick(sizes);
  const divisors = (whole: number) =>
    Array.from({ length: Math.max(whole, 1) }, (_, i) => i + 1).filter((d) => whole % d === 0);
  const parts = plain.range.map((one, dimension) => {
    const isInner = dimension === plain.range.length - 1;
    const fitting = divisors(one).filter((part) => !isInner || one % size !== 0 || part % size === 0);
    return random.pick(fitting.length > 0 ? fitting : [1]);
  });
  const [a = 1, b = 1, c = 1] = parts;
  const items = plain.range.reduce((x, y) => x * y, 1);
  return { program: withSubGroups(plain, size), local: [a, b, c], size, groups: items / (a * b * c) };
}

const executorsOfRegions: readonly Executor[] = [
  executors.interpreter,
  executors.javascript,
  executors.wasm,
  executors["gangs of 8, many threads"],
  executors["gangs of 16"],
];

/** Where gangs are sub-groups, undivided and in regions; none where they cannot be. */
export function outcomesInGangs({ program, local, size, groups }: SubGroupProgram): readonly Outcome[] {
  const divide =
    (isWhole: boolean) =>
    (module: Module, kernel: number): DividedKernel =>
      divideKernel(module, kernel, { local, subGroupSize: size, features: "simd128", isWhole });
  if (divide(false)(program.module, program.kernel).subGroups === undefined) return [];
  const gangs = wasmExecutor({ threads: "one", sharedMemory: false, features: "simd128", subGroups: size });
  const whole: Executor = {
    ...gangs,
    create: (module, kernel, host) => gangs.create(divide(false)(module, kernel).module, kernel, host),
  };
  const regions = groupExecutor(gangs, local, (module, kernel) => {
    const { plan, ...made } = divide(true)(module, kernel);
    if (!plan) throw new Error("a group runs as a whole");
    return { ...made, plan };
  });
  return [outcomeOf(program, whole), outcomeOf(program, regions, groups)];
}

/** Divides a kernel whose sub-groups have so many members. */
export const splitFor =
  (size: Size): typeof splitGroups =>
  (module, kernel, all) =>
    splitGroups(module, kernel, all, { subGroupSize: size });

/** What each executor leaves of it divided; the interpreter comes first. Kernels that cannot be divided throw an UndividedKernel. */
export function outcomesInRegions({ program, local, size, groups }: SubGroupProgram): readonly Outcome[] {
  return executorsOfRegions.map((executor) =>
    outcomeOf(program, groupExecutor(executor, local, splitFor(size)), groups),
  );
}
