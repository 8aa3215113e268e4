// Random kernels for property and differential tests: valid by construction, terminating, the same for one seed.
// This file makes the module's tables and functions; what stands in their bodies is in ir-body.ts, how they are run in
// ir-launch.ts. They stay clear of what targets may do differently: bits and signs of NaN, uninitialised memory.

import type { DataType, Fn, Global, Local, Module, StructDefinition, Type, ValueScalar } from "@lanewise/ir";
import fc from "fast-check";
import { at, createBody, type FunctionFacts, type ModuleFacts, scalarTypes, valueTypes } from "./ir-body.js";
import { createRandom, type Random } from "./random.js";

export interface ProgramOptions {
  /** About how many statements the kernel has. */
  readonly size?: number;
  /** Whether it may fail at run time, out of bounds or by `fail`. */
  readonly canFail?: boolean;
  /** Whether most loops end at different times for neighbouring work-items (independent-rounds.ts). */
  readonly isOfRounds?: boolean;
}

export interface RandomProgram {
  readonly seed: number;
  readonly module: Module;
  /** Index of the one kernel. */
  readonly kernel: number;
  /** Sizes of the range, as many as the kernel has dimensions. */
  readonly range: readonly number[];
  /** Lengths of the kernel's spans, by parameter; undefined for scalars. */
  readonly lengths: readonly (number | undefined)[];
  /** Of scalars, by parameter; what is undefined is chosen at random. */
  readonly scalars?: readonly (number | undefined)[];
}

/** Spans have at least so many elements: helpers rely on it. */
const MIN_LENGTH = 8;

export function randomProgram(seed: number, { size = 12, canFail = false }: ProgramOptions = {}): RandomProgram {
  const random = createRandom(seed);
  const structs = randomStructs(random);
  const aggregates = randomAggregates(random, structs);
  const globals = randomGlobals(random, aggregates);
  const facts: ModuleFacts = { random, structs, globals, aggregates, sites: [], functions: [], canFail };
  const helpers = random.below(4);
  for (let index = 0; index < helpers; index++) addFunction(facts, helperFacts(facts, index), Math.ceil(size / 3));
  const kernelFacts = randomKernel(random, aggregates);
  addFunction(facts, kernelFacts, size);
  const { functions, sites } = facts;
  const parameters = kernelFacts.locals.slice(0, kernelFacts.parameters);
  return {
    seed,
    module: {
      name: `random/${seed}`,
      files: ["random.ts"],
      structs,
      globals,
      sites,
      functions: functions.map((entry) => entry.fn),
    },
    kernel: helpers,
    range: Array.from({ length: kernelFacts.dimensions }, () => 1 + random.below(5)),
    lengths: parameters.map(({ type }) => (isSpan(type) ? MIN_LENGTH + random.below(9) : undefined)),
  };
}

/** Shrinks towards small programs. */
export function programArbitrary(options: Omit<ProgramOptions, "size"> = {}): fc.Arbitrary<RandomProgram> {
  return fc
    .record({ size: fc.integer({ min: 1, max: 24 }), seed: fc.integer() })
    .map(({ size, seed }) => randomProgram(seed, { ...options, size }));
}

const isSpan = (type: Type): boolean => typeof type === "object" && type.kind === "span";

function randomStructs(random: Random): StructDefinition[] {
  const fields = (types: readonly DataType[]) => types.map((type, index) => ({ name: `f${index}`, type }));
  const scalars = (): DataType[] => Array.from({ length: 1 + random.below(4) }, () => random.pick(scalarTypes));
  const nested: DataType[] = [
    { kind: "struct", name: "Inner" },
    { kind: "array", element: random.pick(scalarTypes), length: 1 + random.below(4) },
    random.pick(scalarTypes),
  ];
  return [
    { name: "Inner", fields: fields(scalars()) },
    { name: "Outer", fields: fields(nested) },
  ];
}

function randomAggregates(random: Random, structs: readonly StructDefinition[]): DataType[] {
  const struct = random.pick(structs);
  return [
    ...structs.map(({ name }): DataType => ({ kind: "struct", name })),
    { kind: "array", element: random.pick(scalarTypes), length: 1 + random.below(10) },
    { kind: "array", element: { kind: "struct", name: struct.name }, length: 1 + random.below(3) },
  ];
}

/** One of every aggregate type, so that aggregate locals have something to start from, and some scalars. */
function randomGlobals(random: Random, aggregates: readonly DataType[]): Global[] {
  const types = [...aggregates, ...Array.from({ length: 3 }, () => random.pick(scalarTypes))];
  return types.map((type, index) => ({
    id: `random:g${index}`,
    name: `g${index}`,
    type,
    initial: undefined,
    storage: index >= aggregates.length && random.oneIn(6) ? "constant" : random.pick(["device", "image"] as const),
    hostAccess: random.pick(["read", "write", "read_write", "none"] as const),
    at,
  }));
}

function helperFacts({ random, aggregates }: ModuleFacts, index: number): FunctionFacts {
  const parameterType = (): Type => {
    const choice = random.below(4);
    if (choice === 0) return { kind: "ref", to: random.pick(aggregates) };
    if (choice === 1) return { kind: "span", element: random.pick(scalarTypes) };
    return random.pick(valueTypes);
  };
  const parameters = random.below(4);
  const results: readonly Fn["result"][] = [
    "void",
    random.pick(valueTypes),
    { kind: "ref", to: random.pick(aggregates) },
  ];
  return {
    symbol: `random:helper${index}`,
    name: `helper ${index}`,
    linkage: random.pick(["internal", "exported"] as const),
    dimensions: 0,
    parameters,
    locals: Array.from({ length: parameters }, (_, number) => ({ name: `p${number}`, type: parameterType() })),
    result: random.pick(results),
  };
}

function randomKernel(random: Random, aggregates: readonly DataType[]): FunctionFacts {
  const span = (element: DataType): Local => ({ name: "s", type: { kind: "span", element } });
  const spans = Array.from({ length: 2 + random.below(3) }, () => span(random.pick(scalarTypes)));
  const scalar = (): Local => ({ name: "", type: random.pick<ValueScalar>(valueTypes) });
  const locals = [...spans, span(random.pick(aggregates)), scalar(), scalar()];
  const dimensions = random.pick([0, 1, 1, 2, 3] as const);
  return {
    symbol: "random:kernel",
    name: "kernel",
    linkage: "kernel",
    dimensions,
    parameters: locals.length,
    locals,
    result: "void",
  };
}

function addFunction(facts: ModuleFacts, fn: FunctionFacts, size: number): void {
  const { locals, body, cost } = createBody(facts, fn, size);
  facts.functions.push({ fn: { ...fn, locals, body, at }, cost });
}
