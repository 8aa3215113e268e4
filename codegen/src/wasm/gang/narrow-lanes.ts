// The optional part for kernels with elements of 8 and 16 bits: which lanes they are computed in, and how (docs/decisions/0064-narrow-lanes.md).

import { chooseLanes } from "../../analysis/lanes/choose-lanes.js";
import { lowerWay } from "./narrow-vectors.js";

export const narrowLanes = { chooseLanes, lowerWay };
