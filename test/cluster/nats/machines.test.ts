// examples/09-sweep/machines.sh: the sweep on four machines of a network, one of which is killed in the middle. Where this process may make network
// namespaces (as root on Linux, with ip), each machine is one; elsewhere they share the loopback interface, which the script says.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { removeTemporaryFolders, root, temporaryFolder } from "../../examples/programs.js";

afterAll(removeTemporaryFolders);

const shell = (...args: readonly string[]) =>
  spawnSync(args[0] ?? "", args.slice(1), { encoding: "utf8" }).status === 0;
const hasNamespaces = shell("unshare", "--net", "--uts", "ip", "link", "set", "lo", "up");

test(`four machines ${hasNamespaces ? "in network namespaces" : "on the loopback interface"}, one of which is killed`, () => {
  const folder = temporaryFolder();
  const script = join(root, "examples/09-sweep/machines.sh");
  const { status, stdout, stderr } = spawnSync("sh", [script, "20"], { cwd: folder, encoding: "utf8" });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(stdout.includes("no network namespaces here")).toBe(!hasNamespaces);
  expect(stdout).toMatch(/^960 epidemics in 48 chunks by [34] workers$/m);

  const picture = readFileSync(join(folder, "out/sweep.svg"), "utf8");
  const names = [...picture.matchAll(/<text x="8" y="\d+">(.*)-\d+-[\da-f]{6}<\/text>/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThanOrEqual(3);
  // Each machine has a name of its own.
  if (hasNamespaces)
    expect(names.every((name, row) => /^machine-[1-4]$/.test(name ?? "") && !names.slice(row + 1).includes(name))).toBe(
      true,
    );
  const bars = [
    ...picture.matchAll(/<rect x="([\d.]+)" y="(\d+)" width="[\d.]+" height="20" fill="#3b7dd8"><title>chunk (\d+)/g),
  ];
  expect(bars.map(([, , , chunk]) => Number(chunk)).sort((a, b) => a - b)).toEqual([...Array(48).keys()]);
  const [, killedAt] = /<path d="M([\d.]+) 20V\d+" stroke="#c33"\/>/.exec(picture) ?? [];
  const late = bars.filter(([, x]) => Number(x) > Number(killedAt));
  expect(late.length).toBeGreaterThan(0);
  // The machine that was killed begins no more chunks.
  expect(new Set(late.map(([, , row]) => row)).size).toBeLessThan(4);
});
