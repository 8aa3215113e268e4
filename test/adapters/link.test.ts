// `lanewise link`: images of built modules in one file, which takes their place; what is missing is found before the program runs.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeImage, decodeModule } from "@lanewise/ir";
import { afterAll, describe, expect, test } from "vitest";
import { embeddedImages, imageBytes } from "../../transformer/src/link/image-text.js";
import { removeTemporaryFolders, runNode } from "../examples/programs.js";
import { command, project, write } from "./projects.js";

afterAll(removeTemporaryFolders);

const files = {
  "src/main.ts": `import { Queue } from "lanewise";
import { add, total } from "./sum.js";
declare const console: { log(...values: unknown[]): void };
const q = new Queue({ device: "host" });
const x = q.mallocShared(Int32Array, 4);
q.parallelFor(4, (i) => { x[i] = add(i, 1); });
void total(q, x).then((sum) => console.log("sum", sum));
`,
  "src/sum.ts": `import { atomicRef, deviceFn, deviceGlobal, type i32, Queue } from "lanewise";
const sum = deviceGlobal<i32, { deviceImageScope: true }>();
export const add = deviceFn((a: i32, b: i32): i32 => a + b);
export async function total(q: Queue, x: Int32Array): Promise<number> {
  q.parallelFor(x.length, (i) => { atomicRef(sum).fetchAdd(x[i]!); });
  const out = new Int32Array(1);
  await q.copy(sum, out);
  return out[0]!;
}
`,
};

function built(changes: Readonly<Record<string, string>> = {}): string {
  const folder = project({ ...files, ...changes });
  expect(command(folder, "build")).toMatchObject({ code: 0, stdout: "" });
  return folder;
}
const output = (folder: string) => readFileSync(join(folder, "lanewise-linked.js"), "utf8");
const imagesIn = (text: string) => embeddedImages(text).map((one) => decodeImage(imageBytes(one)));

test("L4, L7: inspect shows the property sets as they are meant, and what is linked later", () => {
  const folder = project(files);
  const sum = command(folder, "inspect", "src/sum.ts").stdout;
  expect(sum).toContain(
    "SYCL/device globals\n      app@1.0.0/src/sum.ts:sum: 4 bytes, device_image_scope".replaceAll("      ", "    "),
  );
  expect(sum).toContain("app@1.0.0/src/sum.ts:add\n");
  const main = command(folder, "inspect", "src/main.ts");
  expect(main).toMatchObject({ code: 0 });
  expect(main.stdout).toMatch(/SYCL\/imported symbols\n +app@1\.0\.0\/src\/sum\.ts:add\n/);
  expect(main.stdout).toContain("calls app@1.0.0/src/sum.ts:add of another image");
  expect(command(folder, "inspect", "--why", "src/main.ts").stdout).toContain("of another image");
});

describe("X8: a device link step", () => {
  test("links into one image without imports, which the program then runs", () => {
    const folder = built();
    expect(command(folder, "link", "dist")).toMatchObject({
      code: 0,
      stdout: "lanewise-linked.js: 1 image of 2 modules\n",
    });
    const [image, ...others] = imagesIn(output(folder));
    expect(others).toEqual([]);
    expect(image?.symbols).toHaveLength(2);
    expect(image?.properties["SYCL/imported symbols"]).toBeUndefined();
    expect(
      image &&
        decodeModule(image.code)
          .functions.map(({ linkage }) => linkage)
          .sort(),
    ).toEqual(["exported", "kernel", "kernel"]);
    expect(runNode(["--import", "./lanewise-linked.js", "dist/main.js"], folder, {})).toMatchObject({
      code: 0,
      stdout: "sum 10\n",
    });
    expect(command(folder, "inspect", "lanewise-linked.js")).toMatchObject({ code: 0 });
  });

  test("edits of the host's code leave the linked file as it was, byte by byte", () => {
    const folder = built();
    command(folder, "link", "dist");
    const before = output(folder);
    write(folder, { "src/main.ts": files["src/main.ts"].replace('"sum"', '"the sum is"') });
    command(folder, "build");
    command(folder, "link", "dist");
    expect(output(folder)).toBe(before);
  });

  test("with lines above the kernels the linked images are used, also those that have local memory or calls by reference", () => {
    const groups = `import { deviceFn, functionRef, localMemory, type i32, type NdItem, ndRange, Queue } from "lanewise";
const q = new Queue({ device: "cpu" });
export const twice = deviceFn((a: i32): i32 => a * 2);
export const thrice = deviceFn((a: i32): i32 => a * 3);
const x = q.mallocShared(Int32Array, 8);
q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
  const tile = localMemory(Int32Array, 4);
  const i = item.globalId();
  const f = i % 2 === 0 ? functionRef(twice) : functionRef(thrice);
  tile[item.localId()] = i;
  item.group.barrier();
  x[i] = f(tile[3 - item.localId()]!);
});
`;
    const named = { ...files, "src/groups.ts": groups };
    const folder = built(named);
    command(folder, "link", "dist", "--targets", "ir,wasm");
    for (const [file, text] of Object.entries(named))
      write(folder, { [file]: `// A comment.\n\n${text.replace("const q", "/* and */ const q")}` });
    command(folder, "build");
    const { code, stdout, stderr } = runNode(["--import", "./lanewise-linked.js", "dist/main.js"], folder, {});
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "sum 10\n", stderr: "" });
  });

  test("linked images that are older than a module's own are not used, which is said once", () => {
    const folder = built();
    command(folder, "link", "dist");
    write(folder, { "src/sum.ts": files["src/sum.ts"].replace("a + b", "a - b") });
    command(folder, "build");
    const { code, stdout, stderr } = runNode(["--import", "./lanewise-linked.js", "dist/main.js"], folder, {});
    expect({ code, stdout }).toEqual({ code: 0, stdout: "sum 2\n" });
    expect(stderr.match(/Lanewise: .*/g)).toEqual([
      expect.stringMatching(/ are out of date, because app@1\.0\.0\/src\/sum\.ts was built again/),
    ]);
  });

  test("a missing device function is LW2002", () => {
    const { code, stderr } = command(built(), "link", "dist/main.js");
    expect(code).toBe(1);
    expect(stderr).toContain("error LW2002: No device image found for external symbol app@1.0.0/src/sum.ts:add");
    expect(stderr).toMatch(/which app@1\.0\.0\/src\/main\.ts calls at src\/main\.ts:\d+:\d+/);
  });

  test("a kernel without an image is LW2003", () => {
    const folder = built();
    const main = join(folder, "dist/main.js");
    writeFileSync(main, readFileSync(main, "utf8").replace(/images: \[[^\]]*\]/, "images: []"));
    const { code, stderr } = command(folder, "link", "dist");
    expect(code).toBe(1);
    expect(stderr).toMatch(/error LW2003: The kernel app@1\.0\.0\/src\/main\.ts:#0 is marked in .*main\.js/);
  });

  test("X14: what replaces a function of Math is linked in; two that do are LW1533", () => {
    const library = (factor: number) =>
      `import { deviceFn, type f32 } from "lanewise";\nexport const sin = deviceFn((x: f32): f32 => x * ${factor}, { replaces: "Math.sin" });\n`;
    const program = `import { Queue } from "lanewise";
import "./sines.js";
declare const console: { log(...values: unknown[]): void };
const q = new Queue();
const x = q.mallocShared(Float32Array, [1, 2]);
void q.parallelFor(2, (i) => { x[i] = Math.sin(x[i]!); }).then(() => console.log(x.join()));
`;
    const folder = project({ "src/main.ts": program, "src/sines.ts": library(3) });
    expect(command(folder, "build")).toMatchObject({ code: 0, stdout: "" });
    expect(command(folder, "link", "dist")).toMatchObject({ code: 0, stderr: "" });
    expect(command(folder, "inspect", "lanewise-linked.js").stdout).toContain("lanewise:math/sin.f32\n");
    const launched = { code: 0, stdout: "3,6\n" };
    expect(runNode(["dist/main.js"], folder, {})).toMatchObject(launched);
    expect(runNode(["--import", "./lanewise-linked.js", "dist/main.js"], folder, {})).toMatchObject(launched);
    const manifest = { "package.json": JSON.stringify({ name: "other", version: "2.0.0", type: "module" }) };
    const other = project({ ...manifest, "src/sines.ts": library(4) });
    expect(command(other, "build")).toMatchObject({ code: 0, stdout: "" });
    const { code, stderr } = command(folder, "link", "dist", join(other, "dist"));
    expect(code).toBe(1);
    expect(stderr).toContain(
      "error LW1533: Math.sin of f32 is replaced by `app@1.0.0/src/sines.ts` and by `other@2.0.0/src/sines.ts`.",
    );
  });

  test("a module in two versions is LW2004, functions that do not fit are LW2005", () => {
    const folder = built();
    const sum = readFileSync(join(folder, "dist/sum.js"), "utf8");
    write(folder, {
      "src/sum.ts": files["src/sum.ts"].replace("(a: i32, b: i32): i32 => a + b", "(a: i32): i32 => a"),
    });
    command(folder, "build");
    write(folder, { "old/sum.js": sum });
    expect(command(folder, "link", "old", "dist").stderr).toContain("error LW2004: The module app@1.0.0/src/sum.ts");
    const main = readFileSync(join(built(), "dist/main.js"), "utf8");
    write(folder, { "mixed/main.js": main, "mixed/sum.js": readFileSync(join(folder, "dist/sum.js"), "utf8") });
    expect(command(folder, "link", "mixed").stderr).toContain("error LW2005: The images do not fit together");
  });

  test("nothing to link, and no such file", () => {
    const folder = project({ "empty/a.js": "" });
    expect(command(folder, "link", "empty").stderr).toContain("no device images in empty");
    expect(command(folder, "link", "nowhere").stderr).toContain("nowhere: no such file or folder");
  });
});
