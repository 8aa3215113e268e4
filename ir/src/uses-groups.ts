// Whether a kernel knows of work-groups. Such a kernel is launched over an nd-range; one that waits at barriers or has local
// memory also needs the work-items of a group to run together. Looks at everything that the kernel reaches.

import { accessOf } from "./access.js";
import type { Module } from "./module.js";
import type { Query } from "./ops.js";
import { expressionsOf, forEachExpr, forEachStmt } from "./walk.js";

export interface GroupUse {
  /** Whether it asks for a local index or size, or for its group. */
  readonly asks: boolean;
  /** Whether it has a barrier. */
  readonly waits: boolean;
  /** Whether sub-groups compute together. */
  readonly isTogether: boolean;
  /** Its local memory: indices in `Module.globals`, ascending. */
  readonly memory: readonly number[];
  /** Its local memory whose length the launch says: indices of its parameters, ascending. */
  readonly spans: readonly number[];
}

const queriesOfGroups: readonly Query[] = [
  "localId",
  "localSize",
  "groupId",
  "groupCount",
  "subGroupId",
  "subGroupCount",
  "subGroupSize",
  "subGroupMembers",
  "subGroupLane",
];

/** Whether it asks of a work-item what only launches over work-groups say. */
export function isOfGroups(query: Query): boolean {
  return queriesOfGroups.includes(query);
}

export function groupUseOf(module: Module, kernel: number): GroupUse {
  const { functions, globals } = accessOf(module, kernel);
  let [asks, waits, isTogether] = [false, false, false];
  for (const index of functions) {
    forEachStmt(module.functions[index]?.body ?? [], (stmt) => {
      waits ||= stmt.kind === "barrier";
      isTogether ||= stmt.kind === "subGroup";
      for (const expr of expressionsOf(stmt)) {
        forEachExpr(expr, (one) => {
          asks ||= one.kind === "query" && isOfGroups(one.query);
        });
      }
    });
  }
  const memory = [...globals.keys()].filter((index) => module.globals[index]?.storage === "local");
  const locals = module.functions[kernel]?.locals ?? [];
  const spans = [...locals.keys()].filter((index) => locals[index]?.isLocal);
  return { asks, waits, isTogether, memory, spans };
}

/** Whether its work-items wait for each other or share memory: those of a group run together. */
export function runsTogether({ waits, isTogether, memory, spans }: GroupUse): boolean {
  return waits || isTogether || memory.length > 0 || spans.length > 0;
}

/** Whether the kernel means something only over an nd-range. */
export function usesGroups(module: Module, kernel: number): boolean {
  const use = groupUseOf(module, kernel);
  return use.asks || runsTogether(use);
}
