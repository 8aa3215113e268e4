// Runs programs as a user does: in processes of their own, in folders of their own.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const lanewise = join(root, "node_modules/@lanewise/transformer/bin/lanewise.js");
export const tsc = join(root, "node_modules/typescript/bin/tsc");
export const tspc = join(root, "node_modules/ts-patch/bin/tspc.js");
export const example = join(root, "examples/01-photo");
export const chelsea = join(root, "examples/data/chelsea.png");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** In milliseconds. Who starts a program waits for it, so that no limit of vitest ends a test whose program hangs. */
const longestRun = 600_000;

/** Runs a JavaScript file of ours or of a tool with this Node. */
export function runNode(args: readonly string[], cwd: string, env: Record<string, string> = {}): Outcome {
  const { INIT_CWD: _, ...inherited } = process.env;
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    timeout: longestRun,
    cwd,
    encoding: "utf8",
    env: { ...inherited, ...env },
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  return { code: status, stdout, stderr };
}

/** The same, for runs that must succeed. Gives what the program printed. */
export function mustRun(args: readonly string[], cwd: string, env: Record<string, string> = {}): string {
  const { code, stdout, stderr } = runNode(args, cwd, env);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with exit code ${code}:\n${stderr}${stdout}`);
  return stdout;
}

const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lanewise-test-"));
  folders.push(folder);
  return folder;
}

/** A project of its own with the example's sources, as a user might have it: its packages installed beside it. */
export function copyOfExample(type: "module" | "commonjs"): string {
  const folder = temporaryFolder();
  cpSync(example, folder, { recursive: true, filter: (path) => !path.includes("dist") });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "photo", version: "1.0.0", type }));
  // Sources that are written as modules are CommonJS only where verbatimModuleSyntax allows to rewrite their imports.
  const compilerOptions = { rootDir: ".", outDir: "dist", verbatimModuleSyntax: type === "module" };
  const config = { extends: join(example, "tsconfig.json"), compilerOptions, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
