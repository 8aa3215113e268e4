// A default export has no name of its own (D2).
import { deviceGlobal, type i32 } from "lanewise";
export default deviceGlobal<i32>(); // error LW1413: needs a name of its own
