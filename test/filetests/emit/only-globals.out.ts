// A module of device globals alone is registered too.
import * as __lanewise from "lanewise/internal"; __lanewise.register(__lanewise_footer()); import { deviceGlobal, type FixedArray, type u32 } from "lanewise";
export const histogram = deviceGlobal<FixedArray<u32, 256>>();
export const quoted = { "a": 1 };

;function __lanewise_footer() { return { protocol: 2, module: "app@1.0.0/only-globals.ts", images: [], globals: { "app@1.0.0/only-globals.ts:histogram": { object: () => histogram, type: {"kind":"array","element":"u32","length":256} } }, parts: [__lanewise.globals] }; }
