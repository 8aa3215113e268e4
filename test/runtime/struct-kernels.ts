// Kernels over arrays of structs, registered when this file is loaded: what the compiler would emit, and the struct that they use.

import { build, type StructDefinition, type Type } from "@lanewise/ir";
import { type FixedArray, type i16, type StructDescription, structOf } from "lanewise";
import { at, emit, i, mark } from "./emitted.js";

export interface Body {
  id: number;
  pos: { x: number; y: number };
  weights: FixedArray<i16, 3>;
  alive: boolean;
  mass: number;
  big: bigint;
}

export const structs: readonly StructDefinition[] = [
  {
    name: "Vec",
    fields: [
      { name: "x", type: "f32" },
      { name: "y", type: "f32" },
    ],
  },
  {
    name: "Body",
    fields: [
      { name: "id", type: "u8" },
      { name: "pos", type: { kind: "struct", name: "Vec" } },
      { name: "weights", type: { kind: "array", element: "i16", length: 3 } },
      { name: "alive", type: "bool" },
      { name: "mass", type: "f64" },
      { name: "big", type: "i64" },
    ],
  },
];
const layout: StructDescription = { name: "Body", structs };
export const bodies = structOf<Body>(undefined, layout);

/** A body of its own for each id. */
export function body(id: number): Body {
  return { id, pos: { x: id + 0.5, y: -id }, weights: [id, 2, 3], alive: id % 2 === 1, mass: id / 4, big: BigInt(id) };
}

/** What a simulation counts in. */
export interface Cell {
  weight: number;
  count: number;
}
const cellStructs: readonly StructDefinition[] = [
  {
    name: "Cell",
    fields: [
      { name: "weight", type: "i32" },
      { name: "count", type: "i32" },
    ],
  },
];
export const cells = structOf<Cell>(undefined, { name: "Cell", structs: cellStructs });
const spanOfCells: Type = { kind: "span", element: { kind: "struct", name: "Cell" } };

const spanOfBodies: Type = { kind: "span", element: { kind: "struct", name: "Body" } };
const element = (parameter: number, index = i) => build.element(build.local(parameter, spanOfBodies), index, 0);
const field = (name: string, of = element(0)) => {
  const index = structs[1]?.fields.findIndex((candidate) => candidate.name === name) ?? -1;
  return build.field(of, index, structs);
};
const coordinate = (index: number) => build.field(field("pos"), index, structs);
const weight = (index: number) => build.element(field("weights"), build.constant("i32", index), 1);
const int = (value: number) => build.constant("i32", value);

export const module = emit({
  name: "structs",
  structs: [...structs, ...cellStructs],
  sites: ["ps", "weights", "out"].map((name, index) => ({ kind: "bounds", name, at: { ...at, column: 7 + index } })),
  kernels: [
    {
      name: "step",
      parameters: [
        { name: "ps", type: spanOfBodies },
        { name: "dt", type: "f32" },
      ],
      body: [
        build.store(
          coordinate(0),
          build.op("add", build.load(coordinate(0)), build.op("mul", build.local(1, "f32"), build.load(coordinate(1)))),
          at,
        ),
        build.store(
          field("mass"),
          build.op("add", build.load(field("mass")), build.convert("convert", "f64", build.load(field("id")))),
          at,
        ),
        build.store(weight(1), build.op("add", build.load(weight(0)), int(1)), at),
        build.store(field("alive"), build.op("gt", build.load(field("id")), int(3)), at),
        build.store(field("big"), build.op("add", build.load(field("big")), build.convert("convert", "i64", i)), at),
      ],
    },
    {
      name: "copy",
      parameters: [
        { name: "ps", type: spanOfBodies },
        { name: "out", type: spanOfBodies },
      ],
      body: [build.store(build.element(build.local(1, spanOfBodies), i, 2), element(0), at)],
    },
    {
      name: "either",
      parameters: [
        { name: "ps", type: spanOfBodies },
        { name: "out", type: spanOfBodies },
      ],
      locals: [{ name: "chosen", type: spanOfBodies }],
      body: [
        build.ifElse(
          build.op("gt", i, int(1)),
          [build.set(2, build.local(0, spanOfBodies))],
          [build.set(2, build.local(1, spanOfBodies))],
        ),
        build.store(field("mass", element(2)), build.constant("f64", 9), at),
      ],
    },
    {
      name: "count",
      parameters: [
        { name: "cells", type: spanOfCells },
        { name: "numbers", type: { kind: "span", element: "i32" } },
      ],
      body: [
        build.atomic(
          "add",
          build.field(build.element(build.local(0, spanOfCells), build.op("and", i, int(3)), 0), 1, cellStructs),
          at,
          {
            value: build.op(
              "add",
              int(1),
              build.load(build.element(build.local(1, { kind: "span", element: "i32" }), int(0), 2)),
            ),
          },
        ),
      ],
    },
    {
      name: "length",
      parameters: [
        { name: "ps", type: spanOfBodies },
        { name: "out", type: { kind: "span", element: "i32" } },
      ],
      body: [
        build.store(
          build.element(build.local(1, { kind: "span", element: "i32" }), i, 2),
          build.length(build.local(0, spanOfBodies)),
          at,
        ),
      ],
    },
  ],
});

/** pos.x += dt * pos.y; mass += id; weights[1] = weights[0] + 1; alive = id > 3; big += i */
export const step = (ps: unknown, dt: unknown) => mark("structs", "step", () => [ps, dt]);
/** out[i] = ps[i] */
export const copy = (ps: unknown, out: unknown) => mark("structs", "copy", () => [ps, out]);
/** (i > 1 ? ps : out)[i].mass = 9 */
export const either = (ps: unknown, out: unknown) => mark("structs", "either", () => [ps, out]);
/** cells[i & 3].count += 1 + numbers[0], atomically. */
export const count = (of: unknown, numbers: unknown) => mark("structs", "count", () => [of, numbers]);
/** out[i] = ps.length */
export const length = (ps: unknown, out: unknown) => mark("structs", "length", () => [ps, out]);

/** What `step` makes of a body. */
export function stepped(before: Body, index: number, dt: number): Body {
  const { id, pos, weights, mass, big } = before;
  return {
    id,
    pos: { x: Math.fround(pos.x + Math.fround(dt * pos.y)), y: pos.y },
    weights: [weights[0], (weights[0] ?? 0) + 1, weights[2]] as readonly number[] as Body["weights"],
    alive: id > 3,
    mass: mass + id,
    big: big + BigInt(index),
  };
}
