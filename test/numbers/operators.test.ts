// Each operator on each pair of types, and each store: as numbers.test.ts.

import { operators } from "./cases/operators.js";
import { stores } from "./cases/stores.js";
import { testTables } from "./same-as-javascript.js";

await testTables({ operators, stores }, true);
