// A kernel computes what the same text computes in JavaScript (docs/spec.md, section 4). The large tables of operators and stores are
// operators.test.ts.

import { beyondWords } from "./cases/beyond-words.js";
import { bitsOfFractions } from "./cases/bits-of-fractions.js";
import { boundedRoundings } from "./cases/bounded-roundings.js";
import { checkedIndices } from "./cases/checked-indices.js";
import { divisions } from "./cases/divisions.js";
import { everyday } from "./cases/everyday.js";
import { examples } from "./cases/examples.js";
import { floats } from "./cases/floats.js";
import { functions } from "./cases/functions.js";
import { indices } from "./cases/indices.js";
import { launches } from "./cases/launches.js";
import { loops } from "./cases/loops.js";
import { mixtures } from "./cases/mixtures.js";
import { privateArrays } from "./cases/private-arrays.js";
import { reassigned } from "./cases/reassigned.js";
import { unevenRows } from "./cases/uneven-rows.js";
import { testTables } from "./same-as-javascript.js";

await testTables({
  examples,
  everyday,
  beyondWords,
  bitsOfFractions,
  boundedRoundings,
  checkedIndices,
  mixtures,
  divisions,
  loops,
  floats,
  functions,
  privateArrays,
  indices,
  launches,
  reassigned,
  unevenRows,
});
