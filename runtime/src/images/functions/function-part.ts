// What programs that were generated ahead of time have besides where they call functions across instances, in one piece: `deviceFn` hands it
// over (optional-parts.ts).

import { planForeignCalls } from "../../device/cpu/index.js";
import { instantiateCalls } from "../../device/cpu/instances/index.js";
import { placeForeign } from "./function-text.js";

export const functionPart = { placeForeign, planForeignCalls, instantiateCalls };
