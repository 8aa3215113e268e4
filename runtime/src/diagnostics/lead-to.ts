// Adds stack frames at the failure to a KernelError.

import type { KernelError, KernelPlace } from "../errors/index.js";

/** Adds frames to the stack trace. Engines use two formats: V8 and similar ones put the error's text before the frames. */
export function leadTo(error: KernelError, frames: readonly (KernelPlace & { readonly name: string })[]): void {
  const { stack, message } = error;
  if (stack === undefined) return;
  const end = stack.indexOf(message);
  const lines = frames.map(({ name, file, line, column }) =>
    end < 0 ? `${name}@${file}:${line}:${column}\n` : `\n    at ${name} (${file}:${line}:${column})`,
  );
  const at = end < 0 ? 0 : end + message.length;
  error.stack = stack.slice(0, at) + lines.join("") + stack.slice(at);
}
