// Packages as npm packs and installs them, without a registry: tarballs of folders, unpacked where npm would put them. What they depend on
// is linked from this workspace.

import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** Packs this workspace's packages as they are published; `place` is an empty folder. The tarballs' paths. */
export function packAll(place: string): Readonly<Record<PackageName, string>> {
  const staged = join(place, "staged");
  execFileSync(process.execPath, [join(root, "scripts/stage-packages.mjs"), staged], { stdio: "pipe" });
  const packed = (name: PackageName) => pack(join(staged, folderOf[name]), place);
  return {
    "@lanewise/ir": packed("@lanewise/ir"),
    "@lanewise/codegen": packed("@lanewise/codegen"),
    "@lanewise/transformer": packed("@lanewise/transformer"),
    lanewise: packed("lanewise"),
    "@lanewise/cluster": packed("@lanewise/cluster"),
  };
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
