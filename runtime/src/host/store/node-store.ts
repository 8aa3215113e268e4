// The store of generated code of this process, in the folder given by cache-folder.ts of the IR.

import { cacheFolder, cacheLimit } from "@lanewise/ir/cache-folder";
import { LanewiseError } from "../../errors/index.js";
import type { CodeStore } from "../../images/code-cache/index.js";
import { crypto, fileSystem, isProcess, type NodeFileSystem, os } from "../builtins/index.js";
import { createFileStore } from "./file-store.js";

/** Undefined if there is no folder for it. */
export function fileStore(): CodeStore | undefined {
  const process: unknown = Reflect.get(globalThis, "process");
  const [files, hashes] = [fileSystem(), crypto()];
  if (!isProcess(process) || !files || !hashes) return undefined;
  const variable = (name: string) => process.env[name];
  const folder = cacheFolder({ variable, platform: process.platform, home: homeFolder() });
  if (folder === undefined || folder === "") return undefined;
  let user: number | undefined;
  try {
    user = process.getuid?.();
  } catch {
    // Deno answers only with --allow-sys. Otherwise the owner of the files is unknown.
    return undefined;
  }
  return createFileStore({
    files,
    folder,
    limit: limitOf(variable),
    user,
    process: process.pid,
    revision: revisionOf(files),
    digest: (content) => hashes.createHash("sha256").update(content).digest("hex"),
  });
}

function limitOf(variable: (name: string) => string | undefined): number {
  const limit = cacheLimit(variable);
  if (typeof limit === "number") return limit;
  throw new LanewiseError("invalid", `${limit.name} is ${limit.value}; expected ${limit.expected}.`);
}

function homeFolder(): string {
  try {
    return os()?.homedir() ?? "";
  } catch {
    // A user without a home.
    return "";
  }
}

/** In a checkout, the time when its packages were built: tsc's record of it is in no published package. */
function revisionOf(files: NodeFileSystem): string {
  const times = ["ir", "codegen", "runtime"].map((name) => {
    try {
      return files.statSync(new URL(`../../../${name}/dist/.tsbuildinfo`, import.meta.url)).mtimeMs;
    } catch {
      return 0;
    }
  });
  return times.join();
}
