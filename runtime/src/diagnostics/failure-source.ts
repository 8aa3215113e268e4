// Adds the user's source to a KernelError: the line with a mark, if the host finds it, and stack frames at the failure.

import type { KernelError, KernelPlace } from "../errors/index.js";
import { host, type ShownSource, type SourceOrigin } from "../host/index.js";
import type { Program } from "../images/programs/index.js";
import { ownerOf, registry } from "../images/registry/index.js";

/** The source at a position in one of a program's modules, as far as available. */
export function showSource({ symbol, images }: Program, place: KernelPlace, name = ""): ShownSource | undefined {
  return host.showSource(originsOf(symbol, images), place, name);
}

/** The origins of the modules from which a kernel is linked, its own first. */
export function originsOf({ symbol }: Program["symbol"], images: Program["images"]): SourceOrigin[] {
  const modules = new Set([ownerOf(symbol), ...images.map(({ owner }) => owner)]);
  return [...modules].flatMap((module) => {
    const { loadedFrom, loadedAt = 0 } = registry().modules.get(module) ?? {};
    return loadedFrom === undefined ? [] : [{ module, loadedFrom, loadedAt }];
  });
}

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
