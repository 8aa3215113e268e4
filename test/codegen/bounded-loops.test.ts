// Which loops are seen to end (codegen/src/bounded/): a kernel with others runs on workers where somebody awaits it (FAULT6).

import { areLoopsBounded } from "@lanewise/codegen";
import { decodeModule } from "@lanewise/ir";
import { expect, test } from "vitest";
import { compileSource } from "../support/compile-source.js";

/** What a work-item `i` does with `out` (i32), `x` (f32), `n` (what a launch gives, i32) and `f` (the same, f32). */
const bounded = [
  "out[i] = i;",
  "for (let k = 0; k < 10; k++) out[i] = k;",
  "for (let k = 0; k < n; k++) out[i] = k;",
  "for (let k = n; k >= 0; k--) out[i] = k;",
  "for (let k = i; k <= n; k += 4) { if (x[k]! > 1) continue; out[i] = k; }",
  "for (let k = 0; k !== n; k++) out[i] = k;",
  "for (let k = 0; n > k; k = 1 + k) out[i] = k;",
  "for (let k = 0; k < out.length - 1; k++) out[k] = i;",
  "for (let k = 0; k < x[i]!; k++) out[i] = k;",
  "for (const v of x) out[i] = out[i]! + v;",
  "for (let j = 0; j < n; j++) for (let k = j; k < n; k++) out[i] = k;",
  "let k = 0; while (k < 100 && x[k]! > 0) { out[i] = k; k += 2; }",
  "let k = 0; while (x[k]! > 0 && k < 100) k++;",
  "let k = 0; while (k++ < 100) out[i] = k;",
  "let k = 100; while (k--) out[i] = k;",
  "let k = 100; while (--k > 0) out[i] = k;",
  "let k = 0; do { k++; if (k === 7) continue; out[i] = k; } while (k < 100 && x[i]! < 4);",
  "let k = 0; for (;;) { if (k >= n || x[k]! > 4) break; k++; }",
  "let k = 0; while (true) { k++; if (k > 200) break; out[i] = k; }",
  "let k = 0; while (true) { k++; if (k > 200) return; out[i] = k; }",
  "let k = 0; while (k < n) { if (x[k]! > 0) k += 1; else k += 2; }",
  "let k = 0; while (k < n) { let m = k; while (m > 0 && x[m]! > 0) m--; out[m] = k; k++; }",
  "let lo = 0; let hi = n; while (lo < hi) { if (x[lo]! > 0) lo++; else hi--; }",
  "const step = 64; for (let k = i; k < n; k += step) out[k] = i;",
  "let a = 0; let b = 0; while (a < n && b < n) { if (x[a]! > x[b]!) out[b] = a++; else out[a] = b++; }",
  "for (let s = 64; s > 0; s >>= 1) out[i] = s;",
  "for (let s = 1; s < n; s *= 2) out[i] = s;",
  "for (let s = 1; s < n; s <<= 1) out[i] = s;",
  "for (let t = 0.5; t < 8; t += 0.125) x[i] = t;",
  "for (let t = 16777216; t < 20000000; t += 0.5) x[i] = t;",
  "let a = 0.5; let b = 0.5; let k = 0; while (k < n && a * a + b * b < 4) { const c = a * a - b * b; b = 2 * a * b; a = c; k++; } out[i] = k;",
  "let a = 0.5; let k = 0; while (k < n) { a = a * a + 0.1; if (a > 4) break; k++; } out[i] = k;",
  "for (;;) { out[i] = 1; break; }",
  "outer: for (let j = 0; j < n; j++) { for (let k = 0; k < n; k++) { if (x[k]! > j) continue outer; if (x[k]! < 0) break outer; } }",
] as const;

const unbounded = [
  "while (out[0] !== 1) out[1] = i;",
  "let k = 0; while (out[0] !== 1) k = k + 1; out[i & 7] = k;",
  "for (;;) out[i] = out[i]! + 1;",
  "let k = 0; do { k++; } while (out[i] === 0);",
  "for (let k = 0; k < n; k--) out[i] = k;",
  "for (let k = 0; k < n; k += out[i]!) out[i] = k;",
  "for (let k = i; k < 64; k += n) out[k] = i;",
  "for (let k = 0; k < n; ) { if (x[k]! > 0) k++; }",
  "let k = 0; while (k < n) { if (x[k]! > 0) continue; k++; }",
  "let k = 0; while (k < n) { k++; if (x[k]! > 0) k -= 2; }",
  "let k = 0; while (k < n) { k++; k = out[k]!; }",
  "let m = n; for (let k = 0; k < m; k++) m++;",
  "for (let k = 0; k < out[0]!; k++) out[0] = k + 2;",
  "let k = 0; for (;;) { if (x[0]! > 0) { if (k >= n) break; } k++; }",
  "let k = 0; while (k < n || x[i]! > 0) k++;",
  "let a = 0; let b = 0; while (a < n) { if (x[a]! > x[b]!) a++; else b++; }",
  "let lo = 0; let hi = n; while (lo < hi) { const mid = (lo + hi) >> 1; if (x[mid]! < 3) lo = mid + 1; else hi = mid; }",
  "for (let s = -1; s < 0; s >>= 1) out[i] = s;",
  "for (let s = n; s < 8; s *= 2) out[i] = s;",
  "for (let s = n; s >= 0; s >>= 1) out[i] = s;",
  "for (let k = 0; k !== n; k += 2) out[i] = k;",
  "for (let t = 0.5; t < f; t += 0.125) x[i] = t;",
  "let a = n; let b = i; while (b !== 0) { const c = a % b; a = b; b = c; } out[i] = a;",
  "for (let j = 0; j < n; j++) { let k = j; while (k > 0) { if (x[k]! > 0) k--; } }",
  "while (Atomics.compareExchange(out, 0, 0, 1) !== 0) out[1] = i;",
] as const;

const all = [...bounded, ...unbounded];
const sources = {
  "main.ts": `import { Queue, type i32, type f32 } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Int32Array, 64), x = q.mallocShared(Float32Array, 64);
export let n: i32 = 5, f: f32 = 5;
${all.map((body, index) => `q.parallelFor(64, (i) => { ${body} }, { name: "${index}" });`).join("\n")}`,
};
// All in one image.
const { compilation, typeErrors, pathOf } = compileSource(sources, undefined, { split: "off" });
const [image] = compilation.files.get(pathOf("main.ts"))?.images ?? [];
const module = image && decodeModule(image.code);

test.each([...bounded.map((body) => [body, true] as const), ...unbounded.map((body) => [body, false] as const)])(
  "%s",
  (body, isBounded) => {
    expect(typeErrors.map(({ messageText }) => messageText)).toEqual([]);
    if (!module) throw new Error("no image");
    const kernels = module.functions.flatMap(({ linkage }, index) => (linkage === "kernel" ? [index] : []));
    expect(kernels).toHaveLength(all.length);
    expect(areLoopsBounded(module, kernels[all.indexOf(body)] ?? -1)).toBe(isBounded);
  },
);
