// What programs generated ahead of time need to call functions across instances, in one object: `deviceFn` supplies it (optional-parts.ts).

import { planForeignCalls } from "../../device/cpu/index.js";
import { instantiateCalls } from "../../device/cpu/instances/index.js";
import { placeForeign } from "./function-text.js";

export const functionPart = { placeForeign, planForeignCalls, instantiateCalls };
