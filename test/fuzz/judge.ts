// What is wrong with a random program, if anything: what the compiler says, or which executors leave something else than plain
// JavaScript does. Programs are compiled together, which is much faster.

import { decodeModule, type Module } from "@lanewise/ir";
import ts from "typescript-6";
import { compileSource } from "../support/compile-source.js";
import { executors, gangExecutors } from "../support/run-kernel.js";
import { difference, execute, executePlainly } from "./launch.js";

export interface Verdict {
  /** "invalid": TypeScript or the compiler has a complaint, or plain JavaScript throws; "crash": the compiler throws; "difference": executors differ. */
  readonly kind: "fine" | "invalid" | "crash" | "difference";
  readonly text: string;
}
const fine: Verdict = { kind: "fine", text: "" };

/** `variant` picks the gang that it runs in; it runs in all where it is undefined. */
export function judge(text: string, variant?: number): Verdict {
  const [compiled] = attempt([text]);
  if (!compiled) return { kind: "invalid", text: "no program" };
  return "kind" in compiled ? compiled : compareAll(text, compiled, variant);
}

/** Each alone where not all of them compile. */
export function judgeAll(texts: readonly string[], variants: readonly number[]): readonly Verdict[] {
  const compiled = attempt(texts);
  const isSound = compiled.every((each) => !("kind" in each));
  return texts.map((text, at) => {
    const module = compiled[at];
    return isSound && module && !("kind" in module)
      ? compareAll(text, module, variants[at])
      : judge(text, variants[at]);
  });
}

/** The modules of programs that are compiled together; or of each what is wrong, as far as it can be told. */
function attempt(texts: readonly string[]): readonly (Module | Verdict)[] {
  const nameOf = (at: number): string => `program-${at}.ts`;
  try {
    const { compilation, typeErrors, pathOf } = compileSource(
      Object.fromEntries(texts.map((text, at) => [nameOf(at), text])),
    );
    return texts.map((text, at): Module | Verdict => {
      const path = pathOf(nameOf(at));
      const typeError = typeErrors.find(({ file }) => file === undefined || file.fileName === path);
      if (typeError) {
        const message = ts.flattenDiagnosticMessageText(typeError.messageText, " ");
        return { kind: "invalid", text: `TS${typeError.code} ${message}${lineAt(text, typeError.start)}` };
      }
      const own = compilation.diagnostics.find(({ file }) => file === path);
      if (own) return { kind: "invalid", text: `${own.code} ${own.message}${lineAt(text, own.start)}` };
      const [image] = compilation.files.get(path)?.images ?? [];
      return image ? decodeModule(image.code) : { kind: "invalid", text: "no image" };
    });
  } catch (error) {
    const crash: Verdict = { kind: "crash", text: String(error instanceof Error ? error.stack : error) };
    return texts.map(() => crash);
  }
}

function lineAt(text: string, start: number | undefined): string {
  const line = text.slice(0, start ?? 0).split("\n").length;
  return ` in line ${line}: ${text.split("\n")[line - 1]?.trim()}`;
}

const gangs = gangExecutors.filter(
  ({ bounds, shape, features }) => bounds === "checked" && shape === "rows" && features === "simd128",
);

function compareAll(text: string, module: Module, variant: number | undefined): Verdict {
  const chosen = variant === undefined ? gangs : gangs.filter((_, at) => at === variant % gangs.length);
  const all = [
    ["interpreter", executors.interpreter],
    ["javascript", executors.javascript],
    ["wasm", executors.wasm],
    ...(variant === undefined || variant % 4 === 0
      ? ([["wasm, many threads", executors["wasm, many threads"]]] as const)
      : []),
    ...chosen.map((gang) => [gang.name, gang] as const),
  ] as const;
  const expected = executePlainly(text, module);
  if ("error" in expected) return { kind: "invalid", text: String(expected.error) };
  const hasItems = module.functions.some(
    ({ linkage, locals, parameters }) =>
      linkage === "kernel" && locals.slice(0, parameters).some(({ name }) => name === "items"),
  );
  const found = all.flatMap(([name, executor]) => {
    const row = difference(expected, execute(module, executor, false));
    const column = hasItems ? difference(expected, execute(module, executor, true)) : undefined;
    return [...(row ? [`${name}: ${row}`] : []), ...(column ? [`${name} in columns: ${column}`] : [])];
  });
  return found.length === 0 ? fine : { kind: "difference", text: found.join("\n") };
}
