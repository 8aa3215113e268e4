// Hand-written triad (f32 and f64) and saxpy: plain loads, one multiplication, one addition, plain stores.

import type { Prototype } from "../harness/kernel.js";
import { at, FunctionWriter, get, int } from "./emitter.js";

function triad(k: number, type: "f32" | "f64"): string {
  const shape = type === "f32" ? "f32x4" : "f64x2";
  const [lanes, shift] = type === "f32" ? [4, 2] : [2, 3];
  const f = new FunctionWriter(k, ["a", "b", "c", `s:${type}`, "n"]);
  const s = f.splat(get("$s"), shape);
  f.loop(int(0), get("$n"), lanes * k, (i) => {
    const b = f.load(at("$b", get(i), shift));
    const c = f.load(at("$c", get(i), shift));
    f.store(at("$a", get(i), shift), f.operation(`${shape}.add`, b, f.operation(`${shape}.mul`, s, c)));
  });
  return f.toModule();
}

function saxpyModule(k: number): string {
  const f = new FunctionWriter(k, ["y", "x", "s:f32", "n"]);
  const s = f.splat(get("$s"));
  f.loop(int(0), get("$n"), 4 * k, (i) => {
    const y = f.load(at("$y", get(i)));
    const x = f.load(at("$x", get(i)));
    f.store(at("$y", get(i)), f.mulAdd(s, x, y));
  });
  return f.toModule();
}

type TriadPrototype = Prototype<{ a: Float32Array; b: Float32Array; c: Float32Array }, { s: number; n: number }>;
type TriadPrototype64 = Prototype<{ a: Float64Array; b: Float64Array; c: Float64Array }, { s: number; n: number }>;

export const triadF32: TriadPrototype = {
  versions: [1, 2, 4],
  source: (k) => triad(k, "f32"),
  arguments: ({ a, b, c }, { s, n }) => [a, b, c, s, n],
};

export const triadF64: TriadPrototype64 = {
  versions: [1, 2, 4],
  source: (k) => triad(k, "f64"),
  arguments: ({ a, b, c }, { s, n }) => [a, b, c, s, n],
};

export const saxpy: Prototype<{ y: Float32Array; x: Float32Array }, { s: number; n: number }> = {
  versions: [1, 2, 4],
  source: saxpyModule,
  arguments: ({ y, x }, { s, n }) => [y, x, s, n],
};
