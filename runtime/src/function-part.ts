// What programs that were generated ahead of time have besides where they call functions across instances, in one piece: `deviceFn` hands it
// over (parts.ts).

import { placeForeign } from "./foreign/function-text.js";
import { planForeignCalls } from "./targets/foreign-calls.js";
import { instantiateCalls } from "./targets/foreign-instance.js";

export const functionPart = { placeForeign, planForeignCalls, instantiateCalls };
