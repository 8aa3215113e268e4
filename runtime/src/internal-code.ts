// `lanewise/internal/code`: what emitted code hands over with images of IR, which need parts of the code generator that others do without. As
// lanewise/internal, not for people.

export { constantCode, groupCode, mathCode, reductionCode, wideMathCode } from "./images/generation/code-parts.js";
