// The bundle of the calling module (SYCL modules: this_module). The compiler passes the module's name to each call.

import type { Context } from "../../context/index.js";
import { LanewiseError } from "../../errors/index.js";
import type { moduleNameBrand } from "../../language/index.js";
import { checkType } from "../../values/index.js";
import { bundleOfModule, hasModule } from "./get-bundle.js";
import type { BundleState, KernelBundle } from "./kernel-bundle.js";

/**
 * The name of the calling module: `<package>@<version>/<path>`. The compiler passes it if the last parameter has this type and the call omits it.
 * Wrappers of `thisModule.get` take one and pass it on.
 */
export type ModuleName = string & { readonly [moduleNameBrand]?: true };

/**
 * The device images of the module that contains the call.
 *
 *     const executable = thisModule.get(q.context, "executable"); // compiled and linked now, rather than by the first launch
 */
export interface ThisModule {
  /** Throws as `build` does, for an executable. Without images, returns a bundle without images. */
  get<S extends BundleState>(context: Context, state: S, module?: ModuleName): KernelBundle<S>;
  /** Whether `get` would return a bundle with images. */
  hasModuleIn(context: Context, state: BundleState, module?: ModuleName): boolean;
  /** Whether it would in any state. */
  hasAnyModule(context: Context, module?: ModuleName): boolean;
}

const states = ["input", "object", "executable"] as const;

/**
 * The device images of the module that contains this expression.
 *
 *     const mine = thisModule.get(q.context, "executable");
 */
export const thisModule: ThisModule = Object.freeze({
  get: <S extends BundleState>(context: Context, state: S, module?: ModuleName) =>
    bundleOfModule(context, state, named(module, "get")),
  hasModuleIn: (context: Context, state: BundleState, module?: ModuleName) =>
    hasModule(context, state, named(module, "hasModuleIn")),
  hasAnyModule: (context: Context, module?: ModuleName) =>
    states.some((state) => hasModule(context, state, named(module, "hasAnyModule"))),
});

function named(module: string | undefined, method: string): string {
  checkType(module, "string", `thisModule.${method}: module`);
  if (module !== undefined) return module;
  throw new LanewiseError(
    "kernel_not_compiled",
    `thisModule.${method}: the calling module is not compiled by Lanewise, so it has no device images.`,
  );
}
