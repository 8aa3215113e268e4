// Specialization constants of a package of which only the declarations are visible: a kernel reads those that its own module imports.
import { Queue } from "lanewise";
import { alias } from "./other.js";
import * as all from "./package.js";
import { radius, radiusOfAll, Settings } from "./package.js";

const q = new Queue();
const out = new Int32Array(5);
const own = radius;
q.submit((h) => {
  h.setSpecializationConstant(radius, 5);
  h.singleTask(() => {
    out[0] = radius.value;
    out[1] = own.get();
    out[2] = Settings.depth.value;
    out[3] = all.radius.value;
    out[4] = alias.value; // error LW1448: `alias` is a specialization constant of another package, which main.ts does not import
  });
});
q.submit((h) => {
  h.setSpecializationConstant(radius, 5);
  h.singleTask(() => { out[0] = radiusOfAll(); });
});
