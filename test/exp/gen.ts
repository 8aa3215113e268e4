import { writeFileSync } from "node:fs";
import { readFileSync } from "node:fs";
import { compileWgsl } from "@lanewise/codegen";
import { argumentLayout, decodeModule, RANGE_OFFSET } from "@lanewise/ir";
import { compileSource } from "../../test/support/compile-source.js";

const { compilation, pathOf } = compileSource({ "main.ts": readFileSync("bench/gpu/kernels.ts", "utf8") });
for (const d of compilation.diagnostics) if (d.category === "error") console.log(d.message);
const [image] = compilation.files.get(pathOf("main.ts"))?.images ?? [];
if (image?.format !== "ir") throw new Error("ir");
const module = decodeModule(image.code);
const W = 8192, N = 2048, S = 2 ** 26;
const launches: Record<string, { sizes: number[]; args: Record<string, number | [number, number]> }> = {
  triad: { sizes: [S], args: { a: [0, S], b: [4 * S, S], c: [8 * S, S] } },
  sgemm: { sizes: [N, N], args: { n: N, a: [0, N * N], b: [4 * N * N, N * N], c: [8 * N * N, N * N] } },
  blur: { sizes: [W - 4, W - 4], args: { width: W, height: W, from: [0, W * W], to: [W * W, W * W] } },
  histogram: { sizes: [W * W], args: { bytes: [0, W * W], bins: [W * W, 256] } },
};
const out: unknown[] = [];
for (const [index, fn] of module.functions.entries()) {
  const name = fn.name.split(" ")[0] ?? "";
  const launch = launches[name];
  if (fn.linkage !== "kernel" || !launch) continue;
  const program = compileWgsl({ module, kernel: index, bounds: "checked", fp: "default", threads: "many", globalAddress: () => 0 }, true);
  const parameters = fn.locals.slice(0, fn.parameters);
  const { offsets, size } = argumentLayout(parameters);
  const block = new DataView(new ArrayBuffer(size));
  for (const d of [0, 1, 2]) block.setUint32(RANGE_OFFSET + 4 * d, launch.sizes[d] ?? 1, true);
  for (const [i, { name: p }] of parameters.entries()) {
    const v = launch.args[p]!;
    const at = offsets[i]!;
    if (typeof v === "number") block.setInt32(at, v, true);
    else { block.setUint32(at, v[0], true); block.setUint32(at + 4, v[1], true); }
  }
  const variant = program.variantFor(block);
  const { text, canFail } = variant.code();
  console.log(name, variant.name, canFail, program.stretches?.(block), program.copyWords(block));
  out.push({ name, text, args: [...new Uint32Array(block.buffer.slice(0, size - (size % 4)))], total: launch.sizes.reduce((a, b) => a * b, 1), stretches: program.stretches?.(block) ?? null, copyWords: program.copyWords(block) });
}
writeFileSync("out/exp/kernels.json", JSON.stringify(out));
