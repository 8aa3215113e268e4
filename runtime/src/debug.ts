// `lanewise/debug`, imported for its effect while a page is developed: makes kernels on the host device scripts, which the browser's debugger steps
// through. The plugins add it in development. Published programs do not contain it, so they need no permission to make code from text.

import { scriptOf } from "@lanewise/codegen";
import { debuggersTurn } from "./device/host/debuggers-turn.js";
import type { JavaScriptTarget } from "./device/host/javascript.js";
import { pageSourceUrl } from "./device/host/page-sources.js";
import { type CreateRun, generateScript } from "./device/host/script-kernels.js";
import { handOver } from "./images/registry/optional-parts.js";

let isRefused = false;

const inPages: JavaScriptTarget = {
  generate: (input) => {
    if (isRefused) return undefined;
    const origins = input.origins?.() ?? [];
    try {
      return generateScript(input, (program, files, name) => {
        const sources = files.map((file) => pageSourceUrl(origins, file));
        const { text } = scriptOf(program, "body of new Function", sources, name);
        // The text is our own code generator's, made from a verified module; its result is the contract of JavaScriptProgram.
        return new Function("memory", "globals", "foreign", text) as CreateRun;
      });
    } catch (error) {
      if (!(error instanceof EvalError)) throw error;
      isRefused = true;
      console.warn(
        "lanewise: the page's policy forbids code from text, so that debuggers do not stop in kernels. " +
          "While you develop, add 'unsafe-eval' to script-src of the Content-Security-Policy.",
      );
      return undefined;
    }
  },
  // A page cannot tell whether its developer tools are open.
  untilDebuggerIsReady: debuggersTurn,
};

handOver([{ javaScript: inPages }]);
