// The code behind `context.getModules`; imported for its effect.

import { getModules } from "../images/bundles/get-bundle.js";
import { parts } from "../images/registry/optional-parts.js";

parts.modules = getModules;
