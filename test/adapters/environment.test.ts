// Environment variables with values that are none: each is named, with what was expected, and nothing goes on without it.

import { afterAll, describe, expect, test } from "vitest";
import { lanewise, removeTemporaryFolders, runNode, temporaryFolder } from "../examples/programs.js";
import { kernelFiles, project } from "./projects.js";

afterAll(removeTemporaryFolders);

const launching = `const { Queue } = await import("lanewise");
try {
  new Queue();
} catch (error) {
  console.log(error.constructor.name, error.code, error.message);
}
`;

describe("a bad value, to a program", () => {
  test.each([
    ["LANEWISE_CACHE_SIZE", "lots", 'LANEWISE_CACHE_SIZE is "lots"; expected a number of MiB above 0, such as 128.'],
    ["LANEWISE_CACHE_SIZE", "-1", 'LANEWISE_CACHE_SIZE is "-1"; expected a number of MiB above 0, such as 128.'],
    ["LANEWISE_THREADS", "many", 'LANEWISE_THREADS is "many"; expected an integer of at least 1.'],
    ["LANEWISE_FEATURES", "avx", 'LANEWISE_FEATURES is "avx"; this engine has'],
    ["LANEWISE_DEVICE", "gpu", 'LANEWISE_DEVICE: there is no device "gpu".'],
  ])("%s=%s", (name, value, message) => {
    const folder = project({ "main.mjs": launching });
    const { stdout } = runNode(["main.mjs"], folder, { LANEWISE_CACHE: temporaryFolder(), [name]: value });
    expect(stdout).toMatch(/^LanewiseError (invalid|device_not_found) /);
    expect(stdout).toContain(message);
  });
});

describe("a bad value, to the command", () => {
  test.each([
    [
      "LANEWISE_CACHE_SIZE",
      "0",
      ["run", "src/main.ts"],
      'LANEWISE_CACHE_SIZE is "0"; expected a number of MiB above 0',
    ],
    ["LANEWISE_DUMP", "irr", ["build"], 'LANEWISE_DUMP is "irr"; expected ir or edits.'],
  ] as const)("%s=%s", (name, value, args, message) => {
    const folder = project(kernelFiles);
    const { code, stderr } = runNode([lanewise, ...args], folder, { LANEWISE_CACHE: temporaryFolder(), [name]: value });
    expect(stderr).toContain(`LW1928: ${message}`);
    expect(stderr).not.toContain("    at ");
    expect(code).toBe(1);
  });
});
