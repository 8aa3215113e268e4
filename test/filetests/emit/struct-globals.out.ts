// Device globals of structs say their layout, and copies of others the value that they start with.
import * as __lanewise from "lanewise/internal"; __lanewise.register(__lanewise_footer()); import { deviceGlobal, type f32, type FixedArray, type i32, type u8 } from "lanewise";
interface Point { x: f32; y: f32 }
interface Particle { at: Point; mass: number; alive: boolean; tags: FixedArray<u8, 2> }
export const particle = deviceGlobal<Particle>({ at: { x: 1, y: 2 }, alive: true });
export const points = deviceGlobal<FixedArray<Point, 2>>();
export const fraction = deviceGlobal<f32>(2.75);
export const whole = deviceGlobal<i32, { hostAccess: "read" }>(fraction);

;function __lanewise_footer() { return { protocol: 2, module: "app@1.0.0/struct-globals.ts", images: [], globals: { "app@1.0.0/struct-globals.ts:particle": { object: () => particle, type: {"kind":"struct","name":"Particle"}, structs: [{"name":"Point","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"}]},{"name":"Particle","fields":[{"name":"at","type":{"kind":"struct","name":"Point"}},{"name":"mass","type":"f64"},{"name":"alive","type":"bool"},{"name":"tags","type":{"kind":"array","element":"u8","length":2}}]}], initial: "AACAPwAAAEAAAAAAAAAAAAE=" }, "app@1.0.0/struct-globals.ts:points": { object: () => points, type: {"kind":"array","element":{"kind":"struct","name":"Point"},"length":2}, structs: [{"name":"Point","fields":[{"name":"x","type":"f32"},{"name":"y","type":"f32"}]}] }, "app@1.0.0/struct-globals.ts:fraction": { object: () => fraction, type: "f32", initial: "AAAwQA==" }, "app@1.0.0/struct-globals.ts:whole": { object: () => whole, type: "i32", initial: "Ag==", properties: {"hostAccess":"read"} } }, parts: [__lanewise.globals] }; }
