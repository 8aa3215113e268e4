// As every-method.ts: what the queues of `lanewise/aot` have, too.

import "./methods/copies.js";
