// The code behind `q.record`; imported for its effect.

import { recordCommands } from "../graph/record-commands.js";
import { parts } from "../images/registry/optional-parts.js";

parts.graphs = recordCommands;
