// The code behind `q.record(…, { fuse: true })`; imported for its effect.

import { arrangeFused } from "../graph/fusion/arrange-fused.js";
import { privateCode } from "../images/generation/code-parts.js";
import { parts } from "../images/registry/optional-parts.js";

parts.fusion = arrangeFused;
// Fused kernels may have private memory that their members did not have. The registry, which copies of the library share, is not there yet.
Object.assign(parts, privateCode);
