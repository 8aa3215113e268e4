import { type i32, type Kernel1, Queue } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const settings: { kernel: Kernel1 } = { kernel: ((i) => { out[i] = 1; }) };
const named = function fill(i: i32) { out[i] = 2; };
let count = 0;
q.parallelFor(64, settings.kernel); q.parallelFor(64, (i) => out[i] = 3); q.parallelFor(64, named);
class Filter {
  constructor(readonly radius: number) {}
  readonly kernel: Kernel1 = (i) => { out[i] = count; };
  blur(source: Float32Array, { gain }: { gain: number }) {
    const { radius } = this;
    return q.parallelFor(64, /* before */ (i) => { out[i] = source[i]! * gain + radius; } /* after */);
  }
}
void (async () => { for (let pass = 0; pass < 3; pass++) { await q.parallelFor(64, (i) => { out[i] = pass; }); } })();
export { Filter };
