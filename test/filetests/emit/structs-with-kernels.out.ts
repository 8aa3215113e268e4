// Layouts beside kernels, also in the arguments of a launch.
import * as __lanewise from "lanewise/internal"; __lanewise.register(__lanewise_footer()); import { type f32, Queue, structOf } from "lanewise";
class Point { constructor(public x: f32, public y: f32) {} }
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
function make(type = structOf(Point, {"name":"Point","structs":[{"name":"Point","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"}]}]})) { return q.mallocShared(type, 8, { layout: "soa" }); }
q.parallelFor(make(structOf<Point>(Point, {"name":"Point","structs":[{"name":"Point","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"}]}]})).length, __lanewise.kernel("app@1.0.0/structs-with-kernels.ts:#0", () => [out], (i) => { out[i] = 1; }));

;function __lanewise_footer() { return { protocol: 2, module: "app@1.0.0/structs-with-kernels.ts", images: ["…"], globals: {  } }; }
