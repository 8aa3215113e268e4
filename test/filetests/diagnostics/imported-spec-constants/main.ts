// Specialization constants of a package of which only the declarations are visible: its device functions read them.
import { Queue } from "lanewise";
import * as all from "./package.js";
import { radius, radiusOfAll, Settings } from "./package.js";

const q = new Queue();
const out = new Int32Array(4);
const alias = radius;
q.submit((h) => {
  h.setSpecializationConstant(radius, 5);
  h.singleTask(() => {
    out[0] = radius.value; // error LW1448: `radius` is a specialization constant of another package
    out[1] = alias.get(); // error LW1448: `alias`
    out[2] = Settings.depth.value; // error LW1448: `Settings.depth`
    out[3] = all.radius.value; // error LW1448: `all.radius`
  });
});
q.submit((h) => {
  h.setSpecializationConstant(radius, 5);
  h.singleTask(() => { out[0] = radiusOfAll(); });
});
