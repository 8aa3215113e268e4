// Functions of other compilers: how they are declared, where, with which types, and what kernels give them.
import { type DeviceFn, deviceFn, type ExternalDeviceFn, externalDeviceFn, f32, type FixedArray, functionRef, type i32, type Pointer, Queue, type u8 } from "lanewise";

const q = new Queue();
const x = q.mallocShared(Float32Array, 8);
const bytes = q.mallocShared(Uint8Array, 8);
declare const given: string;
interface Particle { x: f32; hits: i32 }

export const fade = externalDeviceFn<(t: f32) => f32>("fade"); // note: as (f32) => f32 here
export const annotated: ExternalDeviceFn<(a: Float32Array, n: i32) => f32> = externalDeviceFn("average");
export const asDeviceFn: DeviceFn<(t: f32) => f32> = externalDeviceFn<(t: f32) => f32>("fade");
export const everything = externalDeviceFn<(a: Uint8Array, b: Pointer<Particle>, c: Pointer<FixedArray<f32, 4>>, d: boolean, e: u8) => boolean>("everything");
export const __underscored = externalDeviceFn<(t: f32) => f32>("__fade");
export namespace C {
  export const sum = externalDeviceFn<(a: i32, b: i32) => i32>("sum");
}
export class Statics {
  static readonly sum = externalDeviceFn<(a: i32, b: i32) => i32>("sum");
}

export const named = externalDeviceFn<(t: f32) => f32>(given); // error LW1435: found `given`
export const untyped = externalDeviceFn("sinf"); // error LW1436: needs a written type
export const overloaded = externalDeviceFn<{ (t: f32): f32; (t: i32): i32 }>("abs"); // error LW1436: needs a written type
export const plain = externalDeviceFn<(t: number) => f32>("plain"); // error LW1437: parameter `t`
export const text = externalDeviceFn<(t: string) => f32>("text"); // error LW1437: found `string`
export const optional = externalDeviceFn<(t?: f32) => f32>("optional"); // error LW1437: parameter `t`
export const rest = externalDeviceFn<(...t: f32[]) => f32>("rest"); // error LW1437: parameter `t`
export const template = externalDeviceFn<<T extends f32>(t: T) => f32>("template"); // error LW1437: type parameter
export const plainResult = externalDeviceFn<(t: f32) => number>("plainResult"); // error LW1437: result
export const arrayResult = externalDeviceFn<(t: f32) => Float32Array>("arrayResult"); // error LW1437: result
export const pointerResult = externalDeviceFn<(t: f32) => Pointer<f32>>("pointerResult"); // error LW1437: result
export const object = externalDeviceFn<(p: Particle) => f32>("object"); // error LW1437: found `Particle`
export const other = externalDeviceFn<(t: i32) => f32>("fade"); // error LW1438: `fade` is declared as (i32) => f32, and elsewhere as (f32) => f32
export let assigned = externalDeviceFn<(t: f32) => f32>("assigned"); // error LW1408

export const wrapped = deviceFn((t: f32): f32 => fade(t));
export const references = () => q.parallelFor(8, (i) => {
  const ofOwn = functionRef(wrapped);
  const ofC = functionRef(fade); // error LW1439: `fade` comes from another compiler, and functions of other compilers have no references
  x[i] = ofOwn(x[i]!) + ofC(1);
});
export const use = () => q.parallelFor(8, (i) => {
  x[i] = fade(x[i]!) + annotated(x, x.length) + asDeviceFn(f32(i)) + __underscored(1);
  if (C.sum(i, Statics.sum(1, 2)) > 3) fade(f32(i));
  annotated(bytes, 8); // error TS2345
  fade(); // error TS2554
});
export const local = () => {
  const inner = externalDeviceFn<(t: f32) => f32>("inner"); // error LW1407
  return inner;
};
