// `lanewise completion`: what bash completes by it, and that zsh and fish can read theirs, where they are installed.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../examples/programs.js";
import { command } from "./projects.js";

const scripts = new Map<string, string>();
const script = (shell: string): string => {
  const known = scripts.get(shell);
  if (known !== undefined) return known;
  const { code, stdout, stderr } = command(root, "completion", shell);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  scripts.set(shell, stdout);
  return stdout;
};
const hasShell = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

describe.runIf(hasShell("bash"))("bash", { timeout: 60_000 }, () => {
  const complete = (...words: string[]): string[] => {
    const text = `${script("bash")}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lanewise; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", text, "bash", "lanewise", ...words], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout.trim().split("\n");
  };

  test.each([
    [["in"], ["init", "inspect"]],
    [
      ["cache", ""],
      ["ls", "clear", "-h", "--help"],
    ],
    [["cache", "ls", "--j"], ["--json"]],
    [["run", "--prof"], ["--profile"]],
    [["completion", ""], expect.arrayContaining(["bash", "zsh", "fish"])],
    [["build", "-p", "src", "--wat"], ["--watch"]],
    [["run", "main.ts", "no-such-word"], [""]],
  ])("lanewise %j", (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });
});

test.runIf(hasShell("zsh"))("zsh reads its script, with a description for each word", () => {
  const text = script("zsh");
  expect(spawnSync("zsh", ["-n"], { input: text, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  expect(text).toContain("'check:");
});

test.runIf(hasShell("fish"))("fish reads its script", () => {
  expect(spawnSync("fish", ["--no-execute"], { input: script("fish"), encoding: "utf8" })).toMatchObject({ status: 0 });
});

test("each shell's script has each command; others are told which there are", () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    for (const name of ["init", "build", "check", "run", "inspect", "link", "devices", "cache", "completion"]) {
      expect(script(shell)).toMatch(new RegExp(`\\b${name}\\b`));
    }
  }
  expect(command(root, "completion", "tcsh")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("bash, zsh, fish"),
  });
});

test("--version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(join(root, "transformer/package.json"), "utf8"));
  expect(command(root, "--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});
