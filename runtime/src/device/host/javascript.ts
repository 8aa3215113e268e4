// The "host" target in Node: generated JavaScript. Bundles for browsers have no-javascript.ts instead, through the field "browser" of package.json;
// in development, `lanewise/debug` supplies a target for pages.

import { scriptOf } from "@lanewise/codegen";
import { debuggerIsOpen, virtualMachine } from "../../host/builtins/index.js";
import { sourceUrl } from "../../host/index.js";
import type { Executable, TargetInput } from "../cpu/index.js";
import { debuggersTurn } from "./debuggers-turn.js";
import { type CreateRun, generateScript } from "./script-kernels.js";

export interface JavaScriptTarget {
  /** Returns undefined if code may not be made from text after all. */
  readonly generate: (input: TargetInput) => Executable | undefined;
  /** Resolves when an open debugger has set its breakpoints in a new script; undefined if none is open. */
  readonly untilDebuggerIsReady: () => Promise<void> | undefined;
}

export const javaScriptTarget: JavaScriptTarget | undefined = {
  generate: (input) =>
    generateScript(input, (program, files, name) => {
      const origins = input.origins?.() ?? [];
      const sources = files.map((file) => sourceUrl(origins, file) ?? file);
      const machine = virtualMachine();
      // The text is our own code generator's, made from a verified module; its result is the contract of JavaScriptProgram.
      if (machine) {
        const { text, url } = scriptOf(program, "expression", sources, name);
        return new machine.Script(text, { filename: url }).runInThisContext() as CreateRun;
      }
      const { text } = scriptOf(program, "body of new Function", sources, name);
      return new Function("memory", "globals", "foreign", text) as CreateRun;
    }),
  untilDebuggerIsReady: () => (debuggerIsOpen() ? debuggersTurn() : undefined),
};
