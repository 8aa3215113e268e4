// docs/reference/: commands.md has a row for each command that `lanewise --help` lists, and environment.md for each variable that the sources name.
// Each page of help begins with what the command does. device-code.md says which device has which aspect.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { targetAnswers } from "@lanewise/ir";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const helpOf = (...command: string[]): string =>
  spawnSync(process.execPath, [`${root}transformer/bin/lanewise.js`, ...command, "--help"], { encoding: "utf8" })
    .stdout;

const [, list = ""] = helpOf().split("Commands:\n");
const commands = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = ""]) => name).filter((name) => name !== "help");

const rowsOf = (page: string, row: RegExp): string[] =>
  [...readFileSync(`${root}docs/reference/${page}`, "utf8").matchAll(row)].map(([, name = ""]) => name).toSorted();

test("commands.md has each command", () => {
  expect(commands).toContain("inspect");
  expect(rowsOf("commands.md", /^\| `lanewise ([a-z]+)/gm)).toEqual(commands.toSorted());
});

test.each(commands)("lanewise %s --help says what the command does", (command) => {
  expect(helpOf(command)).toMatch(/^Usage: .*\n\n[A-Z]/);
});

test("environment.md has each variable", () => {
  const sources = ["ir", "codegen", "transformer", "runtime", "cluster"].flatMap((folder) =>
    readdirSync(`${root}${folder}/src`, { encoding: "utf8", recursive: true })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(`${root}${folder}/src/${name}`, "utf8")),
  );
  const named = new Set(sources.flatMap((source) => source.match(/\bLANEWISE_[A-Z_]+/g) ?? []));
  // `lanewise run` sets it for its own child.
  named.delete("LANEWISE_RUN");
  expect(rowsOf("environment.md", /^\| `(LANEWISE_[A-Z_]+)`/gm)).toEqual([...named].toSorted());
});

test("device-code.md says which aspects each device has", () => {
  const page = readFileSync(`${root}docs/device-code.md`, "utf8");
  const cells = [...page.matchAll(/^\| (`[^|]*`) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)];
  const stated = (["cpu", "host", "gpu"] as const).map((target, column) => {
    const rows = cells.filter(([, , ...answers]) => answers[column] !== "no");
    return [target, rows.flatMap(([, names = ""]) => names.match(/\w+/g) ?? []).toSorted()];
  });
  const real = (["cpu", "host", "gpu"] as const).map((target) => [
    target,
    [...(targetAnswers(target, "simd128+relaxed").hasAspect ?? [])].toSorted(),
  ]);
  expect(stated).toEqual(real);
});
