// What items and groups have in kernels: each member is a question of the IR in one dimension, a place in a range made of such, or
// something known when the kernel is compiled.

import type { Query } from "@lanewise/ir";

export type ItemKind = "item" | "ndItem" | "group";

export type ItemMember =
  /** A method: the query in the dimension that it is given. */
  | { readonly kind: "query"; readonly query: Query }
  /** A place in a range, row by row: an index in each dimension, less where indices begin, and the sizes. */
  | { readonly kind: "linear"; readonly index: Query; readonly size: Query; readonly begin?: Query }
  | { readonly kind: "dimensions" };

const query = (name: Query): ItemMember => ({ kind: "query", query: name });
const linear = (index: Query, size: Query, begin?: Query): ItemMember =>
  begin ? { kind: "linear", index, size, begin } : { kind: "linear", index, size };

const itemMembers: Readonly<Record<ItemKind, Readonly<Record<string, ItemMember>>>> = {
  item: {
    id: query("globalId"),
    range: query("globalSize"),
    offset: query("globalOffset"),
    linearId: linear("globalId", "globalSize", "globalOffset"),
    dimensions: { kind: "dimensions" },
  },
  ndItem: {},
  group: {},
};

export function itemMember(kind: ItemKind, name: string): ItemMember | undefined {
  const members = itemMembers[kind];
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
