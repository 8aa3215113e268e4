// Host code that reads what a launch above it writes, before anything has waited (LW1510), and code that does not.
import { type f32, Queue, structOf } from "lanewise";

interface Particle {
  x: f32;
}
const q = new Queue();
const n = 8;
const x = q.mallocShared(Float32Array, n);
const out = q.mallocShared(Float32Array, n);
const other = q.mallocShared(Float32Array, n);
const ps = q.mallocShared(structOf<Particle>(), n);
declare function unknown(array: Float32Array): void;
declare function getQueue(): Queue;

// Reads of every kind.
export function reads(): number[] {
  q.parallelFor(n, (i) => { out[i] = x[i]!; }); // note: launched here
  console.log("launched", out.length, n, Math.sqrt(n), [x[0], x.slice(1)]);
  const first = out[0]!; // warning LW1510: `out` is read before the launch at line 18
  return [first, out[1]!];
}
export function logs(): void {
  void q.parallelFor(n, (i) => { out[i]! += 1; }); // note: launched here
  console.log(out); // warning LW1510
}
export function spreads(): number[] {
  q.singleTask(() => { out[0] = 1; }); // note: launched here
  return [...out]; // warning LW1510
}
export function loops(): void {
  for (let k = 0; k < 3; k++) {
    q.parallelFor(n, (i) => { out[i] = k; }); // note: launched here
    if (k > 1) for (const value of out) console.log(value); // warning LW1510
  }
}
export function copies(host: Float32Array): Float32Array[] {
  const event = q.parallelFor(n, (i) => { out[i] = 1; }, { name: "ones" }); // note: launched here
  host.set(out); // warning LW1510
  unknown(out);
  void event;
  return [out.slice()];
}
export function methods(): string {
  q.parallelFor(n, (i) => { out[i] = 2; });
  q.copy(out, other);
  q.fill(x, 1);
  q.parallelFor(n, (i) => { out[i] = 3; }); // note: launched here
  out[0] = 3;
  out.fill(4);
  out.subarray(2);
  return (out as Float32Array).join(); // warning LW1510: line 48
}
export function updates(): void {
  q.parallelFor(n, (i) => { out[i] = 2; }); // note: launched here
  out[0]! += 3; // warning LW1510
}
export function texts(): string {
  q.parallelFor(n, (i) => { out[i] = 2; }); // note: launched here
  return `${out}`; // warning LW1510
}
export function patterns(): unknown {
  q.parallelFor(n, (i) => { out[i] = 2; }); // note: launched here
  const [first] = out; // warning LW1510
  return first;
}
export async function structs(): Promise<number | undefined> {
  q.parallelFor(n, (i) => { ps[i]!.x = 1; }); // note: launched here
  return await Promise.resolve(ps[0]?.x); // warning LW1510
}
export function conversions(): unknown[] {
  q.parallelFor(n, (i) => { out[i] = 2; }); // note: launched here
  return Array.from(out); // warning LW1510
}

// Something has waited, or may have.
export async function waits(): Promise<unknown> {
  await q.parallelFor(n, (i) => { out[i] = 1; });
  q.parallelFor(n, (i) => { out[i] = 1; }).waitSync();
  const event = q.parallelFor(n, (i) => { out[i] = 1; });
  const before = event.status;
  const after = out[0];
  const second = q.parallelFor(n, (i) => { out[i] = 1; });
  await second;
  console.log(out[0]);
  q.parallelFor(n, (i) => { out[i] = 1; });
  await q.wait();
  console.log(out[0]);
  q.parallelFor(n, (i) => { out[i] = 1; });
  q.waitSync();
  console.log(out[0]);
  q.parallelFor(n, (i) => { out[i] = 1; });
  const copy = q.toHost(out);
  console.log(out[0]);
  return [before, after, copy];
}
export function maybe(stream: Iterable<number>): void {
  q.parallelFor(n, (i) => { out[i] = 1; });
  unknown(x);
  console.log(out[0]);
  q.parallelFor(n, (i) => { out[i] = 1; });
  [1].forEach(() => q.waitSync());
  console.log(out[0]);
  q.parallelFor(n, (i) => { out[i] = 1; });
  {
    using inner = getQueue();
    void inner;
  }
  console.log(out[0], stream);
}
export async function iterates(stream: AsyncIterable<number>): Promise<void> {
  q.parallelFor(n, (i) => { out[i] = 1; });
  for await (const value of stream) console.log(out[0], value);
}

// No read of what is written.
export function others(): unknown[] {
  q.parallelFor(n, (i) => { out[i] = x[i]!; });
  const later = () => out[0];
  [out[0], out[1]] = [1, 2];
  const host = { out: other };
  for (let k = 0; k < 1; k++) {
    const out = other;
    console.log(out[0]);
  }
  return [x[0], host.out[0], out.length, out.byteLength, out.subarray(1), later];
}
export function another(out: Float32Array): number | undefined {
  q.parallelFor(n, (i) => { other[i] = 1; });
  return out[0];
}
export function above(): number | undefined {
  const before = out[0];
  q.parallelFor(n, (i) => { out[i] = 1; });
  return before;
}
export function group(): void {
  q.submit((h) => {
    h.parallelFor(n, (i) => { out[i] = 1; });
    console.log(out[0]);
  });
}
