// The example 01-photo: every stage against the reference, on both devices; the same bytes however it is built; what users see.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPicture } from "../../examples/01-photo/picture.js";
import { settings } from "../../examples/01-photo/stages.js";
import { compilers, run } from "../adapters/projects.js";
import * as reference from "./photo-reference.js";
import {
  chelsea,
  copyOfExample,
  example,
  lanewise,
  mustRun,
  removeTemporaryFolders,
  root,
  runNode,
  temporaryFolder,
  tspc,
} from "./programs.js";

afterAll(removeTemporaryFolders);

const inputs = {
  "the photograph": () => chelsea,
  "1 x 1": () => noise(1, 1),
  "smaller than the blur": () => noise(5, 3),
  "odd sizes": () => noise(67, 41),
  "one level only": () => noise(9, 9, 0),
} as const;

describe.each(["cpu", "host"] as const)("stages on the device %s", (device) => {
  let paths: string[];
  let printed: string[];
  beforeAll(() => {
    paths = Object.values(inputs).map((makePath) => makePath());
    const command = [lanewise, "run", join(root, "test/examples/photo-stages.ts"), ...paths];
    printed = mustRun(command, temporaryFolder(), { LANEWISE_DEVICE: device }).trimEnd().split("\n");
  });
  test.each(Object.keys(inputs).map((name, i) => [name, i] as const))("%s", (_, i) => {
    const { rgb, ...size } = readPicture(paths[i] ?? "");
    const stages = stagesFrom(printed[i] ?? "", device);

    expectWithin(0, stages.grey, reference.grey(size, rgb));
    expectWithin(0, stages.levels, reference.levels(stages.grey));
    expectWithin(0, stages.table, reference.table(stages.levels));
    expectWithin(0, stages.equalised, reference.equalised(stages.grey, stages.table));
    expectWithin(1, stages.blurred, reference.blurred(size, stages.grey, settings.radius));
    expectWithin(1, stages.edges, reference.edges(size, stages.grey));
    expectWithin(1, stages.sharpened, reference.sharpened(rgb, stages.grey, stages.blurred, settings.amount));
  });
});

describe("however it is built, the pictures are the same, byte by byte", () => {
  let expected: Record<string, string>;
  beforeAll(() => {
    expected = picturesOf([lanewise, "run", join(example, "main.ts"), chelsea]);
  });

  test("there are six and a contact sheet", () => {
    expect(Object.keys(expected).sort()).toEqual(
      ["blurred", "contact-sheet", "edges", "equalised", "luma", "original", "sharpened"].map((name) => `${name}.png`),
    );
  });

  describe.each(["module", "commonjs"] as const)("package type %s", (type) => {
    test("lanewise run", () => {
      const folder = copyOfExample(type);
      expect(picturesOf([lanewise, "run", join(folder, "main.ts"), chelsea])).toEqual(expected);
    });
    test.each([
      ["tspc -p", [tspc]],
      ["lanewise build -p", [lanewise, "build"]],
    ])("%s", (_, build) => {
      const folder = copyOfExample(type);
      expect(run(folder, [...build, "-p", "."])).toMatchObject({ code: 0, stderr: "" });
      const main = join(folder, "dist/main.js");
      expect(readFileSync(main, "utf8").includes("require(")).toBe(type === "commonjs");
      expect(picturesOf([main, chelsea])).toEqual(expected);
    });
  });
});

describe("what users see", () => {
  let main: string;
  beforeAll(() => {
    const folder = copyOfExample("module");
    expect(compilers.build(folder)).toMatchObject({ code: 0, stderr: "" });
    main = join(folder, "dist/main.js");
  });

  test("a table with each kernel, the input, the device", () => {
    const output = mustRun([main, chelsea], temporaryFolder());
    expect(output).toContain(`${chelsea}: 451 x 300 pixels`);
    expect(output).toMatch(/^device: \S/m);
    for (const kernel of ["luma", "blur, rows", "blur, columns", "sobel", "histogram", "equalise", "unsharp mask"]) {
      expect(output).toMatch(new RegExp(`^${kernel}( +[\\d.]+ ms){3} +[\\d.]+x$`, "m"));
    }
  });

  test("FILE is meant from the caller's folder", () => {
    const INIT_CWD = join(root, "examples/data");
    expect(mustRun([main, "chelsea.png"], temporaryFolder(), { INIT_CWD })).toContain("451 x 300");
  });

  test("an unknown device is an error that says which there are", () => {
    const { code, stderr } = runNode([main, chelsea], temporaryFolder(), { LANEWISE_DEVICE: "abacus" });
    expect(stderr).toMatch(/no device "abacus".*\n.*"cpu" or "host"/);
    expect(stderr).not.toContain("    at ");
    expect(code).toBe(1);
  });

  test.each([
    ["a missing file", () => "missing.png", "there is no such file"],
    ["a folder", () => root, "this is a folder"],
    ["a text", () => write("text.png", Buffer.from("hello")), "neither PNG nor JPEG"],
    ["an empty file", () => write("empty.png", Buffer.alloc(0)), "is empty"],
    ["a PNG cut short", () => write("short.png", readFileSync(chelsea).subarray(0, 1000)), "is damaged"],
    ["a PNG of no width", () => write("zero.png", withSize(0, 300)), "there is nothing to do"],
    ["a huge PNG", () => write("huge.png", withSize(100_000, 100_000)), "more than the 64 million"],
  ])("%s is one line of error", (_, makePath, message) => {
    const { code, stdout, stderr } = runNode([main, makePath()], temporaryFolder());
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
  });
});

function stagesFrom(line: string, device: string) {
  const stages = new Map(Object.entries(Object(JSON.parse(line))));
  expect(stages.get("device")).toBe(device);
  const bytes = (name: string): Uint8Array => new Uint8Array(Buffer.from(String(stages.get(name)), "base64"));
  return {
    grey: bytes("grey"),
    blurred: bytes("blurred"),
    edges: bytes("edges"),
    levels: new Uint32Array(bytes("levels").buffer),
    table: bytes("table"),
    equalised: bytes("equalised"),
    sharpened: bytes("sharpened"),
  };
}

/** Finds the first element that differs by more. (toEqual would take seconds for a picture, and minutes to show where.) */
function expectWithin(tolerance: number, found: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(found.length).toBe(expected.length);
  for (let i = 0; i < found.length; i++) {
    const difference = Math.abs((found[i] ?? Number.NaN) - (expected[i] ?? Number.NaN));
    if (!(difference <= tolerance)) expect({ i, value: found[i] }).toEqual({ i, value: expected[i] });
  }
}

/** Runs the example in a new folder and gives the digests of the files it wrote. */
function picturesOf(command: readonly string[]): Record<string, string> {
  const folder = temporaryFolder();
  mustRun(command, folder);
  const digestOf = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, "out", name)))
      .digest("hex");
  return Object.fromEntries(readdirSync(join(folder, "out")).map((name) => [name, digestOf(name)]));
}

function write(name: string, content: Buffer): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** A PNG of pixels that look random and are the same each time. */
function noise(width: number, height: number, contrast = 1): string {
  const png = new PNG({ width, height });
  let state = 1;
  png.data = png.data.map((_, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return i % 4 === 3 ? 255 : 128 + contrast * ((state >>> 24) - 128);
  }) as Buffer; // map of a Buffer makes a Buffer
  return write("noise.png", PNG.sync.write(png));
}

function withSize(width: number, height: number): Buffer {
  const file = Buffer.from(readFileSync(chelsea));
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}
