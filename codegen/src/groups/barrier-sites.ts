// Failure sites for barriers in kernels that are not divided at them, for devices whose work-items wait by themselves.

import { accessOf, forEachStmt, type Module, type Site, type Stmt } from "@lanewise/ir";

type Barrier = Pick<Extract<Stmt, { kind: "barrier" }>, "call" | "at">;

/** Adds a site for each barrier that the kernel reaches. */
export function withBarrierSites(module: Module, kernel: number): Module {
  const sites: Site[] = [...module.sites];
  for (const index of accessOf(module, kernel).functions) {
    forEachStmt(module.functions[index]?.body ?? [], (stmt) => {
      if (stmt.kind === "barrier" && barrierSite(sites, stmt) < 0) sites.push(siteOf(stmt));
    });
  }
  return { ...module, sites };
}

const siteOf = ({ call, at }: Barrier): Site => ({ kind: "barrier", name: call, at });

/** The index of a barrier's site; -1 if it has none. */
export function barrierSite(sites: readonly Site[], { call, at }: Barrier): number {
  return sites.findIndex(
    (site) =>
      site.kind === "barrier" &&
      site.name === call &&
      site.at.file === at.file &&
      site.at.line === at.line &&
      site.at.column === at.column,
  );
}
