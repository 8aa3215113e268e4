// Packages as npm packs and installs them, without a registry: tarballs of folders, unpacked where npm would put them. What they depend on
// is linked from this workspace.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "../examples/programs.js";

/** The folders of this workspace's packages. */
export const folderOf = {
  "@lanewise/ir": "ir",
  "@lanewise/codegen": "codegen",
  "@lanewise/transformer": "transformer",
  lanewise: "runtime",
  "@lanewise/cluster": "cluster",
} as const;

export type PackageName = keyof typeof folderOf;

type Tarballs = Readonly<Record<PackageName, string>>;

/**
 * Packs this workspace's packages as they are published. Test files share the tarballs: they stay in `out/tarballs` until something that is packed
 * changes.
 */
export function packAll(): Tarballs {
  const all = join(root, "out/tarballs");
  const place = join(all, digestOfSources());
  const list = join(place, "tarballs.json");
  if (!existsSync(list)) {
    mkdirSync(all, { recursive: true });
    const fresh = mkdtempSync(join(all, "packing-"));
    writeFileSync(join(fresh, "tarballs.json"), JSON.stringify(packInto(fresh)));
    if (!moved(fresh, place)) rmSync(fresh, { recursive: true }); // another process was faster
    const older = readdirSync(all).filter((name) => join(all, name) !== place && !name.startsWith("packing-"));
    for (const name of older) rmSync(join(all, name), { recursive: true, force: true });
  }
  const names: Tarballs = JSON.parse(readFileSync(list, "utf8"));
  const at = (name: PackageName) => join(place, names[name]);
  return {
    "@lanewise/ir": at("@lanewise/ir"),
    "@lanewise/codegen": at("@lanewise/codegen"),
    "@lanewise/transformer": at("@lanewise/transformer"),
    lanewise: at("lanewise"),
    "@lanewise/cluster": at("@lanewise/cluster"),
  };
}

/** Returns the tarballs' names. */
function packInto(folder: string): Tarballs {
  const staged = join(folder, "staged");
  execFileSync(process.execPath, [join(root, "scripts/stage-packages.mjs"), staged], { stdio: "pipe" });
  const packed = (name: PackageName) => basename(pack(join(staged, folderOf[name]), folder));
  const names = {
    "@lanewise/ir": packed("@lanewise/ir"),
    "@lanewise/codegen": packed("@lanewise/codegen"),
    "@lanewise/transformer": packed("@lanewise/transformer"),
    lanewise: packed("lanewise"),
    "@lanewise/cluster": packed("@lanewise/cluster"),
  };
  rmSync(staged, { recursive: true });
  return names;
}

/** Renames a folder, unless the new name has one. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (existsSync(join(to, "tarballs.json"))) return false;
    throw error;
  }
}

/** Of all files that staging may read: a file that changes has another size or time. */
function digestOfSources(): string {
  const digest = createHash("sha256");
  const inPackages = Object.values(folderOf).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => !/^node_modules\b/.test(path))
      .map((path) => join(folder, path)),
  );
  const others = ["CHANGELOG.md", "package.json", "scripts/stage-packages.mjs", "scripts/roll-declarations.mjs"];
  for (const path of [...inPackages, ...others].sort()) {
    const { size, mtimeMs } = statSync(join(root, path));
    digest.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return digest.digest("hex").slice(0, 16);
}

/** The tarball's path. */
export function pack(folder: string, destination: string): string {
  const args = ["pack", ".", "--json", "--ignore-scripts", "--pack-destination", destination];
  const shell = process.platform === "win32";
  const [packed]: { filename: string }[] = JSON.parse(
    execFileSync("npm", args, { cwd: folder, shell, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );
  return join(destination, packed?.filename ?? "");
}

/** `place` is the package's folder in a node_modules. */
export function unpack(tarball: string, place: string): void {
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["xzf", tarball, "--strip-components=1", "-C", place]);
}

export function link(name: string, project: string): void {
  const place = join(project, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(root, "node_modules", name), place, "junction");
}
