// References to device functions: taken, kept in variables, fields, arrays and device globals, compared, passed on and called.
import { deviceFn, deviceGlobal, type f32, type FixedArray, type FunctionRef, functionRef, type i32, KernelError, nullFunctionRef, type Queue, specialized, structOf } from "lanewise";
import { choose, clear, cube, half, isBig, isOdd, least, store, twice, type Unary } from "./function-refs/library.js";
import { fractions, integers, program, same } from "./harness.js";

const negated = deviceFn((x: f32): f32 => -x);
const plusOne = deviceFn((x: f32): f32 => Math.fround(x + 1));
const calls = (f: FunctionRef<Unary>, x: f32): f32 => Math.fround(f(x) + 1);

export const chosen = same((n) => [Float32Array.from(fractions(n))], (a) => (i) => {
  const f = i % 2 === 0 ? functionRef(half) : functionRef(negated);
  a[i] = f(a[i]!);
});
export const uniform = same((n) => [Float32Array.from(fractions(n))], (a) => (i) => {
  let f: FunctionRef<Unary> = functionRef(cube);
  for (let k = 0; k < 3; k++) {
    a[i] = f(a[i]!);
    f = functionRef(plusOne);
  }
});
export const inArrays = same((n) => [Float32Array.from(fractions(n))], (a) => (i) => {
  const table: FixedArray<FunctionRef<Unary>, 5> = [functionRef(half), functionRef(cube), functionRef(least), functionRef(negated), functionRef(plusOne)];
  a[i] = table[(i * 7) % 5]!(a[i]!);
});
export const passed = same((n) => [Float32Array.from(fractions(n))], (a) => (i) => {
  a[i] = calls(choose(i % 3), a[i]!) + twice(functionRef(plusOne), a[i]!);
});
export const inObjects = same((n) => [Float32Array.from(fractions(n))], (a) => (i) => {
  const material = { shade: i % 3 === 0 ? functionRef(half) : functionRef(plusOne), gain: 2 };
  a[i] = material.shade(a[i]!) * material.gain;
});
export const others = same((n) => [Int32Array.from(integers(n)), new Int32Array(n)], (a, out) => (i) => {
  const change = i % 2 === 0 ? functionRef(store) : functionRef(clear);
  change(a, i);
  const test = i % 3 === 0 ? functionRef(isOdd) : functionRef(isBig);
  if (test(a[i]!)) out[i] = 1;
});
export const compared = same((n) => [new Int32Array(n)], (out) => (i) => {
  const f = choose(i % 2);
  out[i] = f === functionRef(half) ? 1 : f !== functionRef(cube) ? 2 : 3;
  if (f === nullFunctionRef()) out[i] = 4;
});

interface Material { shade: FunctionRef<Unary>; gain: f32 }
const current = deviceGlobal<FunctionRef<Unary>>();
const table = deviceGlobal<FixedArray<FunctionRef<Unary>, 3>>();
const material = deviceGlobal<Material>();

export const throughMemory = program(async (q: Queue) => {
  const out = q.mallocShared(Float32Array, 6);
  const materials = q.mallocShared(structOf<Material>(), 3);
  await q.singleTask(() => {
    current.value = nullFunctionRef();
    out[0] = current.value === nullFunctionRef() ? 1 : 0;
    current.value = functionRef(half);
    table[0] = functionRef(half);
    table[1] = functionRef(plusOne);
    table[2] = functionRef(cube);
    material.get().shade = functionRef(negated);
    material.get().gain = 4;
  });
  await q.parallelFor(3, (i) => {
    materials[i]!.shade = table[2 - i]!;
    materials[i]!.gain = i + 1;
  });
  await q.singleTask(() => {
    out[1] = current.value(5);
    out[2] = material.get().shade(3) * material.get().gain;
  });
  await q.parallelFor(3, (i) => {
    out[3 + i] = materials[i]!.shade(3) * materials[i]!.gain;
  });
  return [...out];
}, [1, 2.5, -12, 27, 8, 4.5]);

export const ofHost = program(async (q: Queue) => {
  const out = q.mallocShared(Float32Array, 5);
  const materials = q.mallocShared(structOf<Material>(), [{ shade: functionRef(plusOne), gain: 2 }]);
  const given: FunctionRef<Unary> = functionRef(cube);
  await q.write(current, functionRef(least));
  await q.write(table, [functionRef(half), functionRef(negated), nullFunctionRef()]);
  await q.parallelFor(1, () => {
    out[0] = given(3);
    out[1] = current.value(3);
    out[2] = table[1]!(3);
    out[3] = materials[0]!.shade(3) * materials[0]!.gain;
    out[4] = table[2] === nullFunctionRef() ? 1 : 0;
  });
  return [...out];
}, [27, 1, -3, 8, 1]);

export const specializedFor = program(async (q: Queue) => {
  const out = q.mallocShared(Float32Array, 3);
  const apply = async (f: FunctionRef<Unary>): Promise<number[]> => {
    await q.parallelFor(3, (i) => {
      const chosen = specialized(f);
      out[i] = chosen(i + 1) + specialized(f)(3) + (chosen === functionRef(half) ? 100 : 0);
    });
    return [...out];
  };
  const results: unknown[] = [];
  for (const f of [functionRef(half), functionRef(plusOne), functionRef(half)]) results.push(await apply(f));
  results.push(await apply(nullFunctionRef()).catch((error: unknown) => error instanceof KernelError && error.code));
  return results;
}, [[102, 102.5, 103], [6, 7, 8], [102, 102.5, 103], "invalid_function_ref"]);
