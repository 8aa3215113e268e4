// Device functions: what they are made of, where they stand, what types they have, and that nobody reads captures for them.
import { type DeviceFn, deviceFn, deviceGlobal, f32, type i32, Queue, u8 } from "lanewise";

const q = new Queue();
const x = q.mallocShared(Float32Array, 8);
const gain = Number(process.argv.length);
const limit = 3;
const count = deviceGlobal<i32>();
declare const process: { argv: string[] };
declare const given: (v: f32) => f32;

const square = (v: f32): f32 => v * v;
function cube(v: f32): f32 {
  return v * square(v);
}
export const a = deviceFn(square);
export const b = deviceFn(cube);
export const c: DeviceFn<(v: u8, flag: boolean, out: Float32Array) => void> = deviceFn((v: u8, flag: boolean, out: Float32Array): void => {
  if (flag) out[0] = v + limit + count.value;
});

export const notWritten = deviceFn(given); // error LW1431: found `given`
export const plain = deviceFn((v: number): f32 => v); // error LW1432: parameter `v`
export const untyped = deviceFn((v: f32) => v); // error LW1432: result
export const plainResult = deviceFn((v: f32): number => v); // error LW1432: result
export const optional = deviceFn((v?: f32): f32 => v ?? 1); // error LW1432: parameter `v`
export const defaulted = deviceFn((v: f32 = 1): f32 => v); // error LW1432: parameter `v`
export const rest = deviceFn((...v: f32[]): f32 => 1); // error LW1432: parameter `v`
export const text = deviceFn((v: string): f32 => 1); // error LW1432: parameter `v`
export const arrays = deviceFn((v: f32): Float32Array => x); // error LW1432: result
export const template = deviceFn(<T extends f32>(v: T): f32 => v); // error LW1432: type parameter
export let assigned = deviceFn((v: f32): f32 => v); // error LW1408

export const capturing = deviceFn((v: f32): f32 => v * gain); // error LW1433: `gain` belongs to the host
export const storing = deviceFn((v: f32): void => { x[0] = v; }); // error LW1433: `x` belongs to the host
function inside(v: f32): f32 {
  return v * gain; // error LW1433: `gain` belongs to the host
}
export const deep = deviceFn((v: f32): f32 => inside(v)); // note: called from `deep`
export const thrown = deviceFn((v: f32): f32 => { throw v; }); // error LW1102

export const use = () => q.parallelFor(8, (i) => {
  x[i] = a(x[i]!) + b(f32(i));
  c(u8(i), i > 3, x);
  c(u8(i), x[i]!, x); // error TS2345
  x[i] = plain(2);
});
export const local = () => {
  const inner = deviceFn((v: f32): f32 => v); // error LW1407
  return inner;
};
