// Sources that nest deeper than TypeScript, or we, can follow: both go down by recursion, and end in an overflow of the stack. It becomes a diagnostic at
// the innermost place that could be followed.

import { createHash } from "node:crypto";
import type ts from "typescript-6";
import { programOf, toTypeScriptDiagnostic } from "../adapters/typescript-diagnostic.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { createReporter } from "../diagnostics/reporter.js";
import type { TypeScript } from "../pass-context.js";
import { isStackOverflow } from "../recognise/evaluate/run.js";
import { textOnly } from "./text-only.js";

export const NESTED_TOO_DEEP = "LW1943";

/** Less deep code fits any stack: what overflows then is no matter of nesting. */
const ordinaryDepth = 100;

interface Nested {
  readonly depth: number;
  readonly node: ts.Node;
}

/** Without recursion. */
function deepestIn(typescript: TypeScript, root: ts.SourceFile): Nested {
  let deepest: Nested = { depth: 0, node: root };
  const waiting = [deepest];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (at.depth > deepest.depth) deepest = at;
    const depth = at.depth + 1;
    typescript.forEachChild(at.node, (node) => {
      waiting.push({ depth, node });
    });
  }
  return deepest;
}

function reportAt(file: string, { node }: Nested, source: ts.SourceFile): Diagnostic[] {
  const reporter = createReporter();
  const start = Math.min(node.getStart(source), source.text.length);
  reporter.report(NESTED_TOO_DEEP, { file, start, length: Math.max(node.end - start, 0) });
  return [...reporter.diagnostics];
}

/** Where the file that was looked at nests, or else the deepest of all; undefined where none does, so that the overflow has another cause. */
export function nestingIn(
  typescript: TypeScript,
  file: ts.SourceFile | undefined,
  files: readonly ts.SourceFile[],
): Diagnostic | undefined {
  return (file && nestingOf(typescript, [file])) ?? nestingOf(typescript, files);
}

function nestingOf(typescript: TypeScript, files: readonly ts.SourceFile[]): Diagnostic | undefined {
  const sources = files.filter(({ isDeclarationFile }) => !isDeclarationFile);
  const unread = sources.flatMap((file) => unreadable.get(file) ?? []);
  if (unread[0]) return unread[0];
  const found = sources.map((source) => ({ source, nested: deepestIn(typescript, source) }));
  const [first] = found.sort((a, b) => b.nested.depth - a.nested.depth);
  if (!first || first.nested.depth < ordinaryDepth) return undefined;
  return reportAt(first.source.fileName, first.nested, first.source)[0];
}

/** What `make` makes, or where the stack overflows and that is a matter of nesting, what `orElse` makes of the diagnostic. */
export function followed<T>(
  typescript: TypeScript,
  file: ts.SourceFile | undefined,
  files: () => readonly ts.SourceFile[],
  make: () => T,
  orElse: (found: Diagnostic) => T,
): T {
  try {
    return make();
  } catch (error) {
    const found = isStackOverflow(error) ? nestingIn(typescript, file, files()) : undefined;
    if (!found) throw error;
    return orElse(found);
  }
}

/** Files that no parser could follow, each with what is said of it. */
const unreadable = new WeakMap<ts.SourceFile, Diagnostic>();

/** What is said of files that stand for a text that could not be parsed. */
export function unreadableIn(files: readonly ts.SourceFile[]): Diagnostic[] {
  return files.flatMap((file) => unreadable.get(file) ?? []);
}

export function isUnreadable(file: ts.SourceFile): boolean {
  return unreadable.has(file);
}

/** The parsed file, or where it nests too deep one without content that has the diagnostic among its mistakes of syntax. */
export function parsed<Parsed extends ts.SourceFile | undefined>(
  typescript: TypeScript,
  name: string,
  read: () => string | undefined,
  parse: () => Parsed,
): Parsed | ts.SourceFile {
  try {
    return parse();
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    const text = read() ?? "";
    const prefix = longestPrefix(typescript, name, text);
    const [found] = reportAt(name, deepestIn(typescript, prefix), prefix);
    if (!found) throw error;
    const file = textOnly(typescript, name, text);
    unreadable.set(file, found);
    // Internal to TypeScript: its mistakes of syntax, and what builder programs compare.
    return Object.assign(file, {
      parseDiagnostics: [toTypeScriptDiagnostic(typescript, programOf(file), found)],
      version: createHash("sha256").update(text).digest("hex"),
    });
  }
}

/** What can be parsed of a text, to the last character. */
function longestPrefix(typescript: TypeScript, name: string, text: string): ts.SourceFile {
  const parse = (length: number): ts.SourceFile =>
    typescript.createSourceFile(name, text.slice(0, length), typescript.ScriptTarget.Latest);
  let found = parse(0);
  for (let [low, high] = [0, text.length]; high - low > 1; ) {
    const middle = (low + high) >> 1;
    try {
      found = parse(middle);
      low = middle;
    } catch (error) {
      if (!isStackOverflow(error)) throw error;
      high = middle;
    }
  }
  return found;
}

const guarded = new WeakSet<ts.CompilerHost>();

/** The host itself, whose files are parsed that way from now on. */
export function guardHost<Host extends ts.CompilerHost>(typescript: TypeScript, host: Host): Host {
  if (guarded.has(host)) return host;
  guarded.add(host);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    parsed(
      typescript,
      name,
      () => host.readFile(name),
      () => getSourceFile.call(host, name, ...rest),
    );
  return host;
}
