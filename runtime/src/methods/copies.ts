// The code behind `q.copy`, `q.memcpy`, `q.fill` and `q.toHost`; imported for its effect.

import { parts } from "../images/registry/optional-parts.js";
import { copyPart } from "../queue/copy-part.js";

parts.copies = copyPart;
