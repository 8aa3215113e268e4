// Calls functions across instances in programs generated ahead of time, in one object: `deviceFn` supplies it (optional-parts.ts).

import { planForeignCalls } from "../../device/cpu/index.js";
import { instantiateCalls } from "../../device/cpu/instances/index.js";
import { placeForeign } from "./function-text.js";

export const functionPart = { placeForeign, planForeignCalls, instantiateCalls };
