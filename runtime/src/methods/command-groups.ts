// The code behind `q.submit`; imported for its effect.

import { parts } from "../images/registry/optional-parts.js";
import { groupsPart } from "../queue/groups-part.js";

parts.commandGroups = groupsPart;
