// The package managers: how they are detected, and their commands for the user's next steps.

import { existsSync } from "node:fs";
import path from "node:path";
import type { Manifest } from "./manifest.js";

export interface PackageManager {
  readonly name: string;
  readonly locks: readonly string[];
  readonly install: string;
  /** Precedes a script's name. */
  readonly run: string;
  /** Precedes a command of an installed package. */
  readonly execute: string;
}

const npm: PackageManager = {
  name: "npm",
  locks: ["package-lock.json", "npm-shrinkwrap.json"],
  install: "npm install",
  run: "npm run",
  execute: "npx",
};
const managers: readonly PackageManager[] = [
  { name: "pnpm", locks: ["pnpm-lock.yaml"], install: "pnpm install", run: "pnpm", execute: "pnpm exec" },
  { name: "yarn", locks: ["yarn.lock"], install: "yarn", run: "yarn", execute: "yarn" },
  { name: "bun", locks: ["bun.lock", "bun.lockb"], install: "bun install", run: "bun run", execute: "bunx" },
  npm,
];

/** Chooses by `packageManager`, by the nearest lock file (workspaces have theirs above), or by the process that started this one. */
export function packageManagerOf(root: string, manifest: Manifest | undefined): PackageManager {
  const named = String(manifest?.packageManager ?? "").split("@")[0];
  const byName = (name: string | undefined) => managers.find((one) => one.name === name);
  return byName(named) ?? byLock(root) ?? byName(process.env.npm_config_user_agent?.split("/")[0]) ?? npm;
}

function byLock(folder: string): PackageManager | undefined {
  const found = managers.find(({ locks }) => locks.some((lock) => existsSync(path.join(folder, lock))));
  const above = path.dirname(folder);
  return found ?? (above === folder ? undefined : byLock(above));
}
