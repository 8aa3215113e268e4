// Whether a kernel uses work-groups. Such a kernel is launched over an nd-range; if it has barriers or local memory, the work-items of a group must
// also run together. Looks at everything the kernel reaches.

import { expressionsOf, forEachExpr, forEachStmt, type Module, type Query } from "../module/index.js";
import { accessOf } from "./access.js";

export interface GroupUse {
  /** Whether it queries a local index or size, or its group. */
  readonly asks: boolean;
  /** Whether it has a barrier. */
  readonly waits: boolean;
  /** Whether it has `subGroup` statements. */
  readonly isTogether: boolean;
  /** Its local memory: indices in `Module.globals`, ascending. */
  readonly memory: readonly number[];
  /** Its local memory whose length the launch gives: parameter indices, ascending. */
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

/** Whether only launches over work-groups answer the query. */
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

/** Whether its work-items wait for each other or share memory, so that those of a group run together. */
export function runsTogether({ waits, isTogether, memory, spans }: GroupUse): boolean {
  return waits || isTogether || memory.length > 0 || spans.length > 0;
}

/** Whether the kernel makes sense only over an nd-range. */
export function usesGroups(module: Module, kernel: number): boolean {
  const use = groupUseOf(module, kernel);
  return use.asks || runsTogether(use);
}
