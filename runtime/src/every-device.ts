// As every-generating-method.ts: the code of devices that programs name. The plugins leave this file empty in bundles that only pages load
// (docs/decisions/0113-bundles-for-pages.md); elsewhere LANEWISE_DEVICE may name one.

import "./methods/host-kernels.js";
