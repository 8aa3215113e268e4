// The worker that compiles: it stays, so that the libraries are parsed once.

import "./stand-ins/globals.js";
import { compileText } from "./compile-text.js";
import type { CompileReply, CompileRequest } from "./messages.js";

addEventListener("message", ({ data: { id, text } }: MessageEvent<CompileRequest>) => {
  const reply = (message: CompileReply): void => postMessage(message);
  try {
    reply({ id, ...compileText(text) });
  } catch (error) {
    reply({ id, failure: error instanceof Error ? String(error.stack) : String(error) });
  }
});
