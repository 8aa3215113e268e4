// What registrations by hand hand over with any image: emitted code names only what its images need.

import { globals, pointers, printing, privateCopies } from "lanewise/internal";
import * as codeParts from "lanewise/internal/code";

export const allParts = [globals, printing, pointers, privateCopies, ...Object.values(codeParts)];
