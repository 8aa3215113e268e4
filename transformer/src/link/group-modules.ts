// `split: "auto"`: chooses which modules share an image. Modules stay separate unless several use a global with
// device_image_scope, or the image of two takes at most three quarters of the bytes of their separate images (docs/image.md,
// "Split").

import { encodeModule, expressionsOf, forEachExpr, forEachStmt, linkModules, type Module } from "@lanewise/ir";

/** The largest share of two images' bytes at which merging them pays. */
const WORTH_MERGING = 0.75;

export function groupModules(modules: readonly Module[]): readonly (readonly Module[])[] {
  const groups = modules.map((module) => [module]);
  const sizes = modules.map((module) => sizeOf([module]));
  for (let first = 0; first < modules.length; first++) {
    for (let second = first + 1; second < modules.length; second++) {
      const [a, b] = [modules[first], modules[second]];
      const groupA = groups.find((group) => a && group.includes(a));
      const groupB = groups.find((group) => b && group.includes(b));
      if (!a || !b || !groupA || !groupB || groupA === groupB) continue;
      const separate = (sizes[first] ?? 0) + (sizes[second] ?? 0);
      if (!sharesImageScope(a, b) && !(sizeOf([a, b]) <= WORTH_MERGING * separate)) continue;
      groupA.push(...groupB);
      groups.splice(groups.indexOf(groupB), 1);
    }
  }
  return groups.map((group) => [...group].sort((a, b) => modules.indexOf(a) - modules.indexOf(b)));
}

function sharesImageScope(a: Module, b: Module): boolean {
  const ids = imageScopeIds(a);
  return [...imageScopeIds(b)].some((id) => ids.has(id));
}

/** The globals with device_image_scope that the module's functions use. */
export function imageScopeIds(module: Module): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { body } of module.functions) {
    forEachStmt(body, (stmt) => {
      for (const expr of expressionsOf(stmt)) {
        forEachExpr(expr, (inner) => {
          const global = inner.kind === "global" ? module.globals[inner.global] : undefined;
          if (global?.storage === "image") found.add(global.id);
        });
      }
    });
  }
  return found;
}

/** The size of an image's code: kernels, exported functions, and everything that they reach. */
function sizeOf(modules: readonly Module[]): number {
  const entries = modules.flatMap(({ functions }, module) =>
    functions.flatMap(({ linkage }, index) =>
      linkage === "kernel" || linkage === "exported" ? [{ module, index }] : [],
    ),
  );
  return encodeModule(linkModules({ name: "", modules, entries }).module).length;
}
