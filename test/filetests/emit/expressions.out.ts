import * as __lanewise from "lanewise/internal"; __lanewise.register(__lanewise_footer()); import { type i32, type Kernel1, Queue } from "lanewise";
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const settings: { kernel: Kernel1 } = { kernel: (__lanewise.kernel("app@1.0.0/expressions.ts:#0", () => [out], (i) => { out[i] = 1; })) };
const named = __lanewise.kernel("app@1.0.0/expressions.ts:named#1", () => [out], function fill(i: i32) { out[i] = 2; });
let count = 0;
q.parallelFor(64, settings.kernel); q.parallelFor(64, __lanewise.kernel("app@1.0.0/expressions.ts:#2", () => [out], (i) => out[i] = 3)); q.parallelFor(64, named);
class Filter {
  constructor(readonly radius: number) {}
  readonly kernel: Kernel1 = __lanewise.kernel("app@1.0.0/expressions.ts:Filter#3", () => [out, count], (i) => { out[i] = count; });
  blur(source: Float32Array, { gain }: { gain: number }) {
    const { radius } = this;
    return q.parallelFor(64, /* before */ __lanewise.kernel("app@1.0.0/expressions.ts:Filter.blur#4", () => [out, source, gain, radius], (i) => { out[i] = source[i]! * gain + radius; }) /* after */);
  }
}
void (async () => { for (let pass = 0; pass < 3; pass++) { await q.parallelFor(64, __lanewise.kernel("app@1.0.0/expressions.ts:#5", () => [out, pass], (i) => { out[i] = pass; })); } })();
export { Filter };

;function __lanewise_footer() { return { protocol: 2, module: "app@1.0.0/expressions.ts", images: ["…"], globals: {  } }; }
