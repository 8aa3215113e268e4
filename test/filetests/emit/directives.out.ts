#!/usr/bin/env node
// A comment, then directives: they stay first.
"use strict";
"use client";
import * as __lanewise from "lanewise/internal"; __lanewise.register(__lanewise_footer()); import { deviceGlobal, type i32, Queue } from "lanewise";

export const total = deviceGlobal<i32>();
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
export let gain = 2;
q.parallelFor(64, __lanewise.kernel("app@1.0.0/directives.ts:#0", () => [out, gain], (i) => { out[i] = i * gain; })); // the end, without a line break
;function __lanewise_footer() { return { protocol: 2, module: "app@1.0.0/directives.ts", images: ["…"], globals: { "app@1.0.0/directives.ts:total": { object: () => total, type: "i32" } }, parts: [__lanewise.globals] }; }
