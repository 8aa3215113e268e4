// What queues need to copy arrays: bundles whose modules name no such method do without (methods/copies.ts).

import { createCopy, createFill, createMemcpy } from "./copy.js";
import { toCopyOptions } from "./copy-options.js";
import { copyToHost } from "./to-host.js";

export const copyPart = { createCopy, createFill, createMemcpy, copyToHost, toCopyOptions };
