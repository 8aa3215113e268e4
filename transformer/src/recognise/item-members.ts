// The members of items and groups in kernels: each is an IR query, a linear index computed from queries, a group operation, or a
// compile-time value.

import type { Query } from "@lanewise/ir";

export type ItemKind = "item" | "ndItem" | "group" | "subGroup";

export type ItemMember =
  /** A method: the query in the given dimension. */
  | { readonly kind: "query"; readonly query: Query }
  /** A row-major linear index: the index in each dimension, less its begin, and the sizes. */
  | { readonly kind: "linear"; readonly index: Query; readonly size: Query; readonly begin?: Query }
  | { readonly kind: "dimensions" }
  /** A query's number, as a property. */
  | { readonly kind: "number"; readonly query: Query }
  /** The work-item's group or sub-group. */
  | { readonly kind: "group"; readonly of: "group" | "subGroup" }
  /** Whether the work-item is the first of its group or sub-group. */
  | { readonly kind: "leader" }
  /** A method that waits for the group. */
  | { readonly kind: "barrier" }
  /** A method that all members of a group or sub-group call together. */
  | { readonly kind: "together"; readonly method: GroupMethod }
  /** A method that all members of a sub-group call together to exchange values. */
  | { readonly kind: "shuffle"; readonly method: ShuffleMethod };

export type GroupMethod = "broadcast" | "any" | "all" | "none" | "reduce" | "inclusiveScan" | "exclusiveScan";
export type ShuffleMethod = "shuffle" | "shuffleUp" | "shuffleDown" | "shuffleXor";

const query = (name: Query): ItemMember => ({ kind: "query", query: name });
const linear = (index: Query, size: Query, begin?: Query): ItemMember =>
  begin ? { kind: "linear", index, size, begin } : { kind: "linear", index, size };

const number = (name: Query): ItemMember => ({ kind: "number", query: name });
const together = (method: GroupMethod): ItemMember => ({ kind: "together", method });
const shuffle = (method: ShuffleMethod): ItemMember => ({ kind: "shuffle", method });

const ofGroup = {
  localId: query("localId"),
  localRange: query("localSize"),
  localLinearId: linear("localId", "localSize"),
  barrier: { kind: "barrier" },
  dimensions: { kind: "dimensions" },
} as const;

const functions = {
  broadcast: together("broadcast"),
  any: together("any"),
  all: together("all"),
  none: together("none"),
  reduce: together("reduce"),
  inclusiveScan: together("inclusiveScan"),
  exclusiveScan: together("exclusiveScan"),
};

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
    group: { kind: "group", of: "group" },
    subGroup: { kind: "group", of: "subGroup" },
  },
  group: {
    id: query("groupId"),
    range: query("groupCount"),
    linearId: linear("groupId", "groupCount"),
    ...ofGroup,
    isLeader: { kind: "leader" },
    ...functions,
  },
  subGroup: {
    id: query("subGroupId"),
    range: query("subGroupCount"),
    localId: query("subGroupLane"),
    localRange: query("subGroupMembers"),
    maxLocalRange: query("subGroupSize"),
    linearId: number("subGroupId"),
    localLinearId: number("subGroupLane"),
    dimensions: { kind: "dimensions" },
    isLeader: { kind: "leader" },
    barrier: { kind: "barrier" },
    shuffle: shuffle("shuffle"),
    shuffleUp: shuffle("shuffleUp"),
    shuffleDown: shuffle("shuffleDown"),
    shuffleXor: shuffle("shuffleXor"),
    ...functions,
  },
};

/** Whether a member is called, with parentheses. */
export function isMethod({ kind }: ItemMember): boolean {
  return kind === "query" || kind === "barrier" || kind === "together" || kind === "shuffle";
}

/** Whether a method only reads: the others synchronise with the group or sub-group. */
export function isQuestion(method: string): boolean {
  return (["group", "subGroup"] as const).every((of) => {
    const kind = itemMember(of, method)?.kind;
    return kind !== "barrier" && kind !== "together" && kind !== "shuffle";
  });
}

export function itemMember(kind: ItemKind, name: string): ItemMember | undefined {
  const members = itemMembers[kind];
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
