// The fuzzers: what `npm run fuzz` and fuzz.test.ts run.

import { api } from "./api.js";
import type { Fuzzer } from "./fuzzer.js";
import { gpu } from "./gpu.js";
import { images } from "./images.js";
import { ir, rounds } from "./ir.js";
import { numbers } from "./numbers.js";
import { programs } from "./programs.js";

export const fuzzers: readonly Fuzzer[] = [
  ...[programs, numbers, ir, rounds, images, api],
  ...(process.env.LANEWISE_TEST_GPU ? [gpu] : []),
];
