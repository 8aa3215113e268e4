// The options of all plugins, in a separate file so that their declarations depend on nothing else.

import type { BuildOptions } from "../build-options.js";
import type { TypeScriptModule } from "../typescript-types.js";

/** Which project the plugin of a bundler compiles, and with which TypeScript. */
export interface ProjectOptions extends BuildOptions {
  /** Default: the nearest tsconfig.json above each file, or the one of its references that includes the file. */
  readonly tsconfig?: string | undefined;
  /** A TypeScript from 5.7 on to compile with, `import typescript from "typescript"`. Default: the bundled TypeScript 6. */
  readonly typescript?: TypeScriptModule | undefined;
}

/** The options of the plugins for bundlers. */
export interface BundlerOptions extends ProjectOptions {
  /**
   * "wasm": kernels become WebAssembly at build time, and the bundle's `lanewise` has no code generator. `targets` selects the engines.
   * Default: kernels are compiled where the program runs.
   */
  readonly target?: "wasm";
  /**
   * "all": the bundle has the code behind all methods of queues and contexts, also for code outside it that calls them. Default: behind those that
   * its modules name. Vite's servers always have all.
   */
  readonly methods?: "all";
  /** Whether runtime errors have their texts; without, they only have their code and data. Default: true. */
  readonly errorTexts?: boolean;
  /**
   * Whether browser debuggers can step through kernels on the host device, for which pages create code from text. Default: in Vite's server, and
   * in webpack's and Rspack's mode "development" unless their target is Node.
   */
  readonly debug?: boolean;
}

/** The options for Vite, Rollup, rolldown, webpack and Rspack. */
export interface PluginOptions extends BundlerOptions {
  /** For Vite: whether its servers send the headers that let a page use several threads. Default: true. */
  readonly crossOriginIsolation?: boolean;
}
