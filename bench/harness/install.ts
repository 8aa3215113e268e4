// Installs what the baselines need and the project does not: the packages of bench/package.json, and clang. What cannot be installed
// is no error: its baselines are "not measured".

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findClang } from "./clang.js";
import { benchFolder } from "./folders.js";

/** Debian's names. */
const debianPackages = ["clang-19", "lld-19", "libomp-19-dev"];

export function installMissing(): void {
  installPackages();
  if (!findClang()) installClang();
}

/** Those of bench/package.json alone. */
export function installPackages(): void {
  const lock = readFileSync(join(benchFolder, "package-lock.json"));
  const digest = createHash("sha256").update(lock).digest("hex");
  const stamp = join(benchFolder, "node_modules/.bench-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  if (attempt("the bench's packages", "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"])) {
    writeFileSync(stamp, digest);
  }
}

function installClang(): void {
  if (process.platform !== "linux" || spawnSync("apt-get", ["--version"]).status !== 0) return;
  const install = ["install", "-y", "-qq", ...debianPackages];
  if (attempt("clang", "apt-get", install)) return;
  if (attempt("the lists of packages", "apt-get", ["update", "-qq"])) attempt("clang", "apt-get", install);
}

function attempt(what: string, command: string, args: readonly string[]): boolean {
  process.stderr.write(`Installing ${what} ...\n`);
  const { status } = spawnSync(command, args, { cwd: benchFolder, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.stderr.write(`${what} could not be installed.\n`);
  return status === 0;
}
