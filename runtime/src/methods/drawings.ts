// The code behind `q.toCanvas`; imported for its effect.

import { parts } from "../images/registry/optional-parts.js";
import { createDrawing } from "../queue/canvas.js";

parts.drawings = createDrawing;
