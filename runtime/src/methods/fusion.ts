// The code behind `q.record(…, { fuse: true })`; imported for its effect.

import { arrangeFused } from "../graph/fusion/arrange-fused.js";
import { parts } from "../images/registry/optional-parts.js";

parts.fusion = arrangeFused;
