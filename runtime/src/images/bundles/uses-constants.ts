// Whether kernels use specialization constants: in their own images, or in those of their callees, which are searched for as a link does. Missing
// callees are ignored here; the link reports them.

import { accessOf, dispatchedType, type Fn } from "@lanewise/ir";
import { symbolOf } from "../../references/index.js";
import { exportsOf, imagesExporting, type LoadedImage } from "../index.js";
import { type FindImage, targetsOf } from "../linking/index.js";
import type { BundleContents } from "./bundle-contents.js";

export function usesConstants({ images, kernels }: BundleContents): boolean {
  if (images.some(declaresConstants)) return true;
  const linked = [...kernels.values()].flat().flatMap((kernel) => kernel.linked ?? []);
  if (linked.some(({ module }) => module.globals.some(({ storage }) => storage === "specialization"))) return true;
  return linked.length === 0 && reachesConstants(images);
}

function declaresConstants({ image }: LoadedImage): boolean {
  return Object.keys(image.properties["SYCL/specialization constants"] ?? {}).length > 0;
}

/** Whether functions that these images call use a constant. */
function reachesConstants(given: readonly LoadedImage[]): boolean {
  const find: FindImage = (symbol) =>
    given.find(({ image }) => Object.hasOwn(exportsOf(image), symbol)) ?? imagesExporting(symbol)[0];
  const seen = new Set<string>();
  const reaches = (loaded: LoadedImage, entry: number): boolean => {
    const module = loaded.module();
    const { globals, functions } = accessOf(module, entry);
    if ([...globals.keys()].some((index) => module.globals[index]?.storage === "specialization")) return true;
    return functions.flatMap((index) => calledBy(loaded, module.functions[index])).some(isConstant);
  };
  const calledBy = ({ owner }: LoadedImage, fn: Fn | undefined): readonly string[] => {
    if (fn?.linkage === "imported") return [symbolOf(owner, fn.symbol, given)];
    return fn?.linkage === "dispatch" ? targetsOf(dispatchedType(fn), find) : [];
  };
  const isConstant = (symbol: string): boolean => {
    const loaded = seen.has(symbol) ? undefined : find(symbol);
    seen.add(symbol);
    if (!loaded) return false;
    if (loaded.image.format !== "ir") return declaresConstants(loaded);
    const at = loaded.module().functions.findIndex((fn) => fn.linkage === "exported" && fn.symbol === symbol);
    return at >= 0 && reaches(loaded, at);
  };
  const entriesOf = (loaded: LoadedImage) =>
    loaded
      .module()
      .functions.flatMap(({ linkage }, at) => (linkage === "kernel" || linkage === "exported" ? [at] : []));
  return given
    .filter(({ image, foreign }) => image.format === "ir" && !foreign)
    .some((loaded) => entriesOf(loaded).some((entry) => reaches(loaded, entry)));
}
