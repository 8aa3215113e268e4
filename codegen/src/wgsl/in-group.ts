// A kernel of work-groups as a GPU's work-items run it: sizes are constants, and what sub-groups compute together is done in the group's
// memory. IR in, IR out. The GPU's own sub-groups have other sizes, and other members.

import {
  build,
  type DataType,
  type Expr,
  type Fn,
  type Global,
  type Module,
  type Query,
  type Site,
} from "@lanewise/ir";
import { replaceInBlock } from "../analysis/replace.js";
import type { GroupShape } from "../groups/bind-local-size.js";
import { divideSubGroups, type OwnPlaces } from "../groups/divide-sub-groups.js";
import { laneOf, membersOf, placeIn, type SubGroups, subGroupAnswer } from "../groups/sub-groups.js";
import { newLabels } from "../simplify/labels.js";
import { Locals } from "../simplify/locals.js";
import { simplifyBeforeIndices } from "../simplify/simplify-any.js";

export interface InGroup {
  readonly module: Module;
  readonly fn: Fn;
}

export const itemsOf = ({ local }: GroupShape): number => local[0] * local[1] * local[2];

/** The kernel, with the module's sites and globals that it needs besides. */
export function inGroup(module: Module, kernel: Fn, shape: GroupShape): InGroup {
  const { local, subGroupSize } = shape;
  const fn = simplifyBeforeIndices(module, kernel);
  const locals = new Locals(fn);
  // What is below the size in plain sight needs no check as an index.
  const own = ([0, 1, 2] as const).map((dimension) => {
    const value = build.op("min", build.query("localId", dimension), build.constant("i32", local[dimension] - 1));
    return { dimension, value, index: locals.add(`local${dimension}`, "i32") };
  });
  const localId = (dimension: 0 | 1 | 2): Expr => build.local(own[dimension]?.index ?? 0, "i32");
  const subGroups: SubGroups = { size: subGroupSize, local, dimensions: fn.dimensions };
  const answers: Readonly<Partial<Record<Query, (dimension: 0 | 1 | 2) => Expr>>> = {
    localId,
    localSize: (dimension) => build.constant("i32", local[dimension]),
  };
  const body = replaceInBlock(fn.body, (expr) =>
    expr.kind === "query"
      ? (answers[expr.query]?.(expr.dimension) ?? subGroupAnswer(expr.query, subGroups, localId))
      : undefined,
  );
  const sites: Site[] = [...module.sites, { kind: "bounds", name: "", at: fn.at }];
  const globals = [...module.globals];
  const group = ownPlaces(globals, fn, itemsOf(shape), sites.length - 1, () => placeIn(subGroups, localId));
  const divided = divideSubGroups(
    {
      ...{ group, locals, sites },
      nextLabel: newLabels(fn.body),
      lane: () => laneOf(subGroups, localId),
      members: () => membersOf(subGroups, localId),
    },
    body,
  );
  const begin = own.map(({ index, value }) => build.set(index, value));
  return { module: { ...module, globals, sites }, fn: { ...fn, locals: locals.all, body: [...begin, ...divided] } };
}

/** Local memory with an element for each work-item: a global for each key. */
function ownPlaces(globals: Global[], { at }: Fn, items: number, site: number, ownIndex: () => Expr): OwnPlaces {
  const known = new Map<string, number>();
  const globalOf = (key: string, name: string, element: DataType): number => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const type: DataType = { kind: "array", element, length: items };
    const global = {
      id: `local:${key}`,
      name,
      type,
      initial: undefined,
      storage: "local",
      hostAccess: "none",
    } as const;
    known.set(key, globals.push({ ...global, at }) - 1);
    return globals.length - 1;
  };
  return {
    own: (key, name, element, index = ownIndex()) => {
      const global = globalOf(key, name, element);
      const type: DataType = { kind: "array", element, length: items };
      return build.element(build.global(global, type), index, site);
    },
    get ownIndex() {
      return ownIndex();
    },
  };
}
