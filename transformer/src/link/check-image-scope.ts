// A device global with device_image_scope has its value in the image, so only one image may use it directly (requirements L3, P5).

import { accessOf } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Note } from "../diagnostics/diagnostic.js";
import { type Reporter, spanOf } from "../diagnostics/reporter.js";
import type { KeptGlobal } from "../recognise/device-globals.js";
import { imageScopeIds } from "./group-modules.js";
import type { SplitImage, SplitProgram } from "./split-images.js";

interface Program {
  readonly globals: Iterable<KeptGlobal>;
  /** Declarations by the symbols of kernels and exported functions. */
  readonly declarations: ReadonlyMap<string, ts.Node>;
}

export function checkImageScope(reporter: Reporter, split: SplitProgram, { globals, declarations }: Program): void {
  const images = [...[...split.ofModules.values()].flat(), ...split.shared.map(({ image }) => image)];
  for (const { id, name, storage, declaration } of globals) {
    if (storage !== "image") continue;
    const users = images.filter(({ module }) => imageScopeIds(module).has(id));
    if (users.length < 2) continue;
    const notes = users.flatMap((user, index) =>
      notesOf(user, id, `image ${index + 1} of ${users.length}`, declarations),
    );
    reporter.report("LW2001", declaration.name, [name], notes);
  }
}

/** Notes for the image's kernels and exported functions that reach the global. */
function notesOf({ module }: SplitImage, id: string, image: string, declarations: Program["declarations"]): Note[] {
  return module.functions.flatMap((fn, index): Note[] => {
    const declaration = declarations.get(fn.symbol);
    const isEntry = fn.linkage === "kernel" || fn.linkage === "exported";
    if (!declaration || !isEntry || !reaches(module, index, id)) return [];
    const what = fn.linkage === "kernel" ? "kernel" : "device function";
    return [{ ...spanOf(declaration), message: `used by ${what} ${fn.name} in ${image}, of ${module.name}` }];
  });
}

function reaches(module: SplitImage["module"], entry: number, id: string): boolean {
  return [...accessOf(module, entry).globals.keys()].some((index) => module.globals[index]?.id === id);
}
