// What items and groups have in kernels: each member is a question of the IR in one dimension, a place in a range made of such, or
// something known when the kernel is compiled.

import type { Query } from "@lanewise/ir";

export type ItemKind = "item" | "ndItem" | "group";

export type ItemMember =
  /** A method: the query in the dimension that it is given. */
  | { readonly kind: "query"; readonly query: Query }
  /** A place in a range, row by row: an index in each dimension, less where indices begin, and the sizes. */
  | { readonly kind: "linear"; readonly index: Query; readonly size: Query; readonly begin?: Query }
  | { readonly kind: "dimensions" }
  /** The group of a work-item. */
  | { readonly kind: "group" }
  /** Whether the work-item is the first of its group. */
  | { readonly kind: "leader" }
  /** A method that waits for the group. */
  | { readonly kind: "barrier" }
  /** A method that the whole group calls together. */
  | { readonly kind: "together"; readonly method: GroupMethod };

export type GroupMethod = "broadcast" | "any" | "all" | "none" | "reduce" | "inclusiveScan" | "exclusiveScan";

const query = (name: Query): ItemMember => ({ kind: "query", query: name });
const linear = (index: Query, size: Query, begin?: Query): ItemMember =>
  begin ? { kind: "linear", index, size, begin } : { kind: "linear", index, size };

const together = (method: GroupMethod): ItemMember => ({ kind: "together", method });

const ofGroup = {
  localId: query("localId"),
  localRange: query("localSize"),
  localLinearId: linear("localId", "localSize"),
  barrier: { kind: "barrier" },
  dimensions: { kind: "dimensions" },
} as const;

const itemMembers: Readonly<Record<ItemKind, Readonly<Record<string, ItemMember>>>> = {
  item: {
    id: query("globalId"),
    range: query("globalSize"),
    offset: query("globalOffset"),
    linearId: linear("globalId", "globalSize", "globalOffset"),
    dimensions: { kind: "dimensions" },
  },
  ndItem: {
    globalId: query("globalId"),
    globalRange: query("globalSize"),
    globalLinearId: linear("globalId", "globalSize"),
    ...ofGroup,
    group: { kind: "group" },
  },
  group: {
    id: query("groupId"),
    range: query("groupCount"),
    linearId: linear("groupId", "groupCount"),
    ...ofGroup,
    isLeader: { kind: "leader" },
    broadcast: together("broadcast"),
    any: together("any"),
    all: together("all"),
    none: together("none"),
    reduce: together("reduce"),
    inclusiveScan: together("inclusiveScan"),
    exclusiveScan: together("exclusiveScan"),
  },
};

/** What is called, with parentheses. */
export function isMethod({ kind }: ItemMember): boolean {
  return kind === "query" || kind === "barrier" || kind === "together";
}

/** Whether a method of items only asks: the others wait for the group. */
export function isQuestion(method: string): boolean {
  const kind = itemMember("group", method)?.kind;
  return kind !== "barrier" && kind !== "together";
}

export function itemMember(kind: ItemKind, name: string): ItemMember | undefined {
  const members = itemMembers[kind];
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
