// The options of all plugins. Apart from what they do, so that their declarations name nothing but this.

import type { BuildOptions } from "../build-options.js";
import type { TypeScriptModule } from "../typescript-types.js";

export interface ProjectOptions extends BuildOptions {
  /** Default: the nearest tsconfig.json above each file, or the one of its references that includes the file. */
  readonly tsconfig?: string | undefined;
  /** A TypeScript from 5.7 on to compile with, `import typescript from "typescript"`. Default: TypeScript 6, which comes along. */
  readonly typescript?: TypeScriptModule | undefined;
}

/** Of the plugins for Vite, Rollup, rolldown, webpack and Rspack. */
export interface PluginOptions extends ProjectOptions {
  /** Of Vite: whether its servers send the headers that let a page use several threads. Default: true. */
  readonly crossOriginIsolation?: boolean;
  /**
   * Whether debuggers of browsers step through kernels on the host device, for which pages make code from text. Default: in Vite's server, and in
   * the mode "development" of webpack and Rspack.
   */
  readonly debug?: boolean;
}
