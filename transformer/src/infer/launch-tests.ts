// What a kernel assumes of a variable of a package's module, which the program may assign: each launch tests it (docs/decisions/0092).

import type ts from "typescript-6";
import { exportedPath, nameOfModule } from "../package-bodies/exported-path.js";
import { type Collection, complain } from "./collect.js";
import type { Instance, Key } from "./instance.js";

/** The text of a test; `read`: the expression by which the launch reads the variable; `written`: its name for messages. */
export type TestText = (read: string, written: string) => string;

/** Whether a launch can read a variable of a package's module. */
export function isReadable({ context, kernel, isDeviceFn }: Collection, variable: ts.Symbol): boolean {
  return !isDeviceFn && exportedPath(context, kernel.getSourceFile(), variable) !== undefined;
}

/**
 * Adds a parameter to the kernel for which each launch runs the test: an expression that is true, or throws. Tests of one variable differ by `key`.
 * Reports a variable that a launch cannot read.
 */
export function addLaunchTest(
  collection: Collection,
  instance: Instance,
  node: ts.Node,
  variable: ts.Symbol,
  key: string,
  textOf: TestText,
): boolean {
  const { context, kernel } = collection;
  const path = collection.isDeviceFn ? undefined : exportedPath(context, kernel.getSourceFile(), variable);
  if (!path) {
    complain(collection, instance, "LW1241", node, [variable.name]);
    return false;
  }
  const keys = collection.paths.get(variable) ?? new Map<string, Key>();
  collection.paths.set(variable, keys);
  const own = keys.get(key) ?? { name: variable.name };
  keys.set(key, own);
  const made = collection.captures.get(own) ?? {
    key: own,
    name: textOf([nameOfModule(path.specifier), ...path.names].join("."), path.names.join(".")),
    shape: { kind: "boolean" as const },
    origins: new Set([kernel]),
    holder: undefined,
  };
  collection.captures.set(own, made);
  collection.files.add(path.from);
  collection.modules.add(path.specifier);
  instance.outers.set(own, { kind: "capture", capture: made });
  return true;
}

/** The text of a test that what `read` gives is what `expected` gives; `message`: the beginning and the end of the error's. */
export function testThat(
  read: string,
  expected: string,
  message: readonly [before: string, after: string],
  shown = "found",
): string {
  const [before, after] = message.map((text) => JSON.stringify(text));
  return `((found) => { if (!Object.is(found, ${expected})) throw new TypeError(${before} + ${shown} + ${after}); return true; })(${read})`;
}
