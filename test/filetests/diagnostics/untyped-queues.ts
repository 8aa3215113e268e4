// Launches of queues and handlers that are `any`: nothing of them is compiled.

import { Queue } from "lanewise";

const x = new Float32Array(8);
const q: any = new Queue();
await q.parallelFor(8, (i: number) => { x[i + 2] = 1; }); // error LW1142: `q` is `any`
const typed = new Queue();
const other = typed as any;
const again = other;
await again.singleTask(() => { x[0] = 1; }); // error LW1142: `again` is `any`
await (typed as any).parallelFor(8, (i: number) => { x[i] = 1; }); // error LW1142: any
await typed.submit((h: any) => h.parallelFor(8, (i: number) => { x[i] = 1; })); // error LW1142: `h` is `any`
declare const require: (name: string) => any;
const { Queue: Loaded } = require("lanewise");
const loaded = new Loaded();
loaded.parallelFor(8, (i: number) => { x[i] = 1; }); // error LW1142: `loaded` is `any`
const lanewise = require("lanewise/aot");
new lanewise.Queue().parallelFor(8, (i: number) => { x[i] = 1; }); // error LW1142
const { Queue: Later } = (await import("lanewise")) as any;
const later = new Later({ device: "host" });
later.singleTask(() => { x[0] = 1; }); // error LW1142

// What has a type is compiled; what is not seen to be a queue may be anything.
await typed.parallelFor(8, (i) => { x[i] = 1; });
const foreign: any = { parallelFor: (_n: number, _each: (i: number) => void) => undefined };
foreign.parallelFor(8, (i: number) => { x[i] = 1; });
export const run = (unknown: any) => unknown.parallelFor(8, (i: number) => { x[i] = 1; });
const { pool } = require("pool");
pool.parallelFor(8, (i: number) => { x[i] = 1; });
await q.copy(x, x);
