// Random kernels whose work-items do not meet: each writes its own elements alone, reads what nobody writes, and uses atomics
// on what is shared without asking for their result. So the order of work-items, gangs included, cannot matter. This file
// makes the tables; independent-body.ts the statements, independent-values.ts expressions, independent-indices.ts indices.

import {
  type DataType,
  type Fn,
  type Global,
  type Local,
  type Module,
  type ScalarType,
  type StructDefinition,
  scalars,
  type Type,
  type ValueScalar,
} from "@lanewise/ir";
import { createIndependentBody } from "./independent-body.js";
import { stridedLength } from "./independent-rounds.js";
import type { BodyState, IndependentFacts, Role } from "./independent-values.js";
import type { ProgramOptions, RandomProgram } from "./ir-arbitrary.js";
import { at, scalarTypes, valueTypes } from "./ir-body.js";
import { createRandom, type Random } from "./random.js";

const innerSizes = [0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33];
const sharedTypes = ["i32", "u32", "i64", "u64"] as const;
const sharedOps = ["add", "add", "min", "max", "and", "or", "xor"] as const;

interface Parameter {
  readonly type: Type;
  readonly role: Role;
}

export function independentProgram(
  seed: number,
  { size = 12, canFail = false, isOfRounds = false }: ProgramOptions = {},
): RandomProgram {
  const random = createRandom(seed);
  const structs = randomStructs(random);
  const aggregates = randomAggregates(random, structs);
  const range = isOfRounds && random.oneIn(2) ? [random.pick([16, 17, 33, 40])] : randomRange(random);
  const items = range.reduce((a, b) => a * b, 1);
  const globals = randomGlobals(random, aggregates, items);
  const facts: IndependentFacts = {
    random,
    canFail,
    structs,
    globals: globals.map(({ global }) => global),
    globalRoles: globals.map(({ role }) => role),
    sites: [],
    functions: [],
    range,
    isSteady: random.oneIn(2),
    isOfRounds,
  };
  const parameters = randomParameters(random, aggregates, range);
  const helpers = random.below(3);
  // A helper is given spans that the kernel has.
  const spans = parameters.filter(({ role }) => role.kind === "read");
  for (let index = 0; index < helpers; index++) addHelper(facts, index, spans, Math.ceil(size / 3));
  const shell = {
    symbol: "random:kernel",
    name: "kernel",
    linkage: "kernel",
    dimensions: range.length as 1 | 2 | 3,
    result: "void",
  } as const;
  addFunction(facts, shell, parameters, size, aggregates);
  return {
    seed,
    module: moduleOf(facts),
    kernel: helpers,
    range,
    lengths: parameters.map(({ role }) => (role.kind === "number" ? undefined : role.length)),
    scalars: parameters.map(({ role }) => (role.kind === "number" ? role.value : undefined)),
  };
}

function moduleOf({ structs, globals, sites, functions }: IndependentFacts): Module {
  return {
    name: "random",
    files: ["random.ts"],
    structs,
    globals,
    sites,
    functions: functions.map(({ fn }) => fn),
  };
}

function randomRange(random: Random): readonly number[] {
  const dimensions = random.pick([1, 1, 1, 2, 2, 3]);
  const outer = Array.from({ length: dimensions - 1 }, () => 1 + random.below(4));
  return [...outer, random.pick(innerSizes)];
}

function randomStructs(random: Random): StructDefinition[] {
  const fields = (types: readonly DataType[]) => types.map((type, index) => ({ name: `f${index}`, type }));
  const few = (): DataType[] => Array.from({ length: 1 + random.below(4) }, () => random.pick(scalarTypes));
  const nested: DataType[] = [
    { kind: "struct", name: "Inner" },
    { kind: "array", element: random.pick(scalarTypes), length: 1 + random.below(4) },
    random.pick(scalarTypes),
  ];
  const row: DataType = { kind: "array", element: random.pick(scalarTypes), length: 1 + random.below(4) };
  const whole: DataType[] = [
    { kind: "array", element: { kind: "struct", name: "Inner" }, length: 1 + random.below(3) },
    { kind: "array", element: row, length: 1 + random.below(4) },
    { kind: "struct", name: "Inner" },
    row,
  ];
  return [
    { name: "Inner", fields: fields(few()) },
    { name: "Outer", fields: fields(nested) },
    { name: "Whole", fields: fields(whole) },
  ];
}

function randomAggregates(random: Random, structs: readonly StructDefinition[]): DataType[] {
  return [
    ...structs.map(({ name }): DataType => ({ kind: "struct", name })),
    { kind: "array", element: random.pick(scalarTypes), length: 1 + random.below(10) },
    { kind: "array", element: { kind: "struct", name: random.pick(structs).name }, length: 1 + random.below(3) },
  ];
}

/** One of every aggregate type, never written, and an array of which each work-item has an element. */
function randomGlobals(
  random: Random,
  aggregates: readonly DataType[],
  items: number,
): readonly { readonly global: Global; readonly role: Role }[] {
  const global = (type: DataType, index: number): Global => ({
    id: `random:g${index}`,
    name: `g${index}`,
    type,
    initial: undefined,
    storage: "device",
    hostAccess: "read_write",
    at,
  });
  const read: Role = { kind: "read", length: 1 };
  const length = Math.max(items, 1);
  const own: Role = { kind: "own", length, per: 1, isReversed: random.oneIn(3) };
  return [
    ...[...aggregates, random.pick(scalarTypes)].map((type, index) => ({ global: global(type, index), role: read })),
    { global: global({ kind: "array", element: random.pick(scalarTypes), length }, 9), role: own },
    ...[10, 11].map((index) => ({ global: randomTable(random, global, index), role: read })),
  ];
}

const tableTypes = ["u8", "i8", "i16", "u16", "i32", "u32"] as const;
/** How far apart a table's numbers are: up to 255 fit a register. */
const spreads = [2, 16, 255, 256, 300, 2 ** 31];

/** A constant table of small integers. */
function randomTable(random: Random, global: (type: DataType, index: number) => Global, index: number): Global {
  const element = random.pick(tableTypes);
  const length = random.pick([4, 8, 13, 16, 16, 17]);
  const { size, signed } = scalars[element];
  const [spread, least] = [random.pick(spreads), random.pick([0, 0, 1, -7, 1000])];
  const initial = new Uint8Array(length * size);
  const view = new DataView(initial.buffer);
  for (let one = 0; one < length; one++) {
    const value = least + (one === 0 ? spread - 1 : random.below(spread));
    if (size === 4) view.setInt32(one * 4, value, true);
    else if (size === 2) view.setInt16(one * 2, value, true);
    else view.setInt8(one, signed ? value >> 1 : value);
  }
  return { ...global({ kind: "array", element, length }, index), initial, storage: "constant", hostAccess: "none" };
}

function randomParameters(
  random: Random,
  aggregates: readonly DataType[],
  range: readonly number[],
): readonly Parameter[] {
  const items = range.reduce((a, b) => a * b, 1);
  const span = (element: DataType): Type => ({ kind: "span", element });
  const own = (element: DataType): Parameter => {
    const per = random.pick([1, 1, 2, 4]);
    const length = items * per + random.pick([0, 0, 1, 5]);
    return { type: span(element), role: { kind: "own", length, per, isReversed: random.oneIn(5) } };
  };
  const read = (element: DataType): Parameter => {
    const length = random.pick([1, 2, items + 1, items + 7, 2 * items + 3, 4 * items + 8, 37]);
    return { type: span(element), role: { kind: "read", length } };
  };
  const apart = (element: DataType): Parameter => {
    const per = random.pick([1, 1, 2]);
    return { type: span(element), role: { kind: "apart", length: per * stridedLength(items), per } };
  };
  const count = (value: number | undefined, type: ValueScalar): Parameter => ({
    type,
    role: { kind: "number", value },
  });
  const scalar = (): ScalarType => random.pick(scalarTypes);
  return [
    own(scalar()),
    own(scalar()),
    own(random.pick(aggregates)),
    read(scalar()),
    read(scalar()),
    read(scalar()),
    read(random.pick(aggregates)),
    {
      type: span(random.pick(sharedTypes)),
      role: { kind: "shared", length: random.pick([1, 4, 7]), op: random.pick(sharedOps) },
    },
    count(range.at(-1), "i32"),
    count(random.below(5), "i32"),
    count(random.pick([8, 16, 20, 37, 64]), "i32"),
    apart(scalar()),
    apart(scalar()),
    count(undefined, random.pick(valueTypes)),
    count(undefined, random.pick(valueTypes)),
  ];
}

function addHelper(facts: IndependentFacts, index: number, spans: readonly Parameter[], size: number): void {
  const { random } = facts;
  const parameter = (): Parameter =>
    random.oneIn(3) && spans.length > 0
      ? random.pick(spans)
      : { type: random.pick(valueTypes), role: { kind: "number", value: undefined } };
  const parameters = Array.from({ length: random.below(4) }, parameter);
  const shell = {
    symbol: `random:helper${index}`,
    name: `helper ${index}`,
    linkage: "internal",
    dimensions: 0,
    result: random.pick<Fn["result"]>(["void", random.pick(valueTypes), random.pick(valueTypes)]),
  } as const;
  // Its own work-item is the caller's: it writes nothing, so that it has no aggregates and no globals of its own.
  addFunction({ ...facts, globals: [], globalRoles: [] }, shell, parameters, size, []);
}

function addFunction(
  facts: IndependentFacts,
  shell: Pick<Fn, "symbol" | "name" | "linkage" | "dimensions" | "result">,
  parameters: readonly Parameter[],
  size: number,
  aggregates: readonly DataType[],
): void {
  const locals = parameters.map(({ type }, index): Local => ({ name: `p${index}`, type }));
  const fn = { ...shell, parameters: parameters.length, locals };
  const state: BodyState = {
    facts,
    fn,
    roles: parameters.map(({ role }) => role),
    locals,
    references: new Map(),
    counters: new Map(),
  };
  const made = createIndependentBody(state, size, aggregates);
  facts.functions.push({
    fn: { ...fn, locals: made.locals, body: made.body, at },
    cost: made.cost,
    roles: state.roles,
  });
}
