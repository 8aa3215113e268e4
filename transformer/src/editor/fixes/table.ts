// The fixes of each diagnostic: only edits that do not depend on the program's purpose.

import type { DiagnosticCode } from "../../diagnostics/catalogue.js";
import type { Fix } from "./fix.js";
import { plainNumberFixes, signatureFixes, typeArgumentFixes } from "./flavour-fixes.js";
import { fractionFixes, rangeFixes, shiftFixes, signFixes } from "./number-fixes.js";
import {
  constFixes,
  defaultExportFixes,
  moveToModuleFixes,
  optionalFieldFixes,
  readonlyFixes,
} from "./placement-fixes.js";
import { reductionFixes } from "./reduction-fixes.js";
import {
  arrayMethodFixes,
  asyncFixes,
  constFunctionFixes,
  definiteFixes,
  forInFixes,
  newArrayFixes,
  optionalChainFixes,
  randomFixes,
  throwFixes,
} from "./syntax-fixes.js";
import {
  atomicFixes,
  awaitFixes,
  constantArrayFixes,
  deviceFunctionFixes,
  exportFixes,
  packageImportFixes,
  readFixes,
} from "./use-fixes.js";

export const fixTable: { readonly [Code in DiagnosticCode]?: readonly Fix[] } = {
  LW1102: throwFixes,
  LW1103: asyncFixes,
  LW1110: forInFixes,
  LW1119: optionalChainFixes,
  LW1125: definiteFixes,
  LW1131: arrayMethodFixes,
  LW1201: exportFixes,
  LW1203: reductionFixes,
  LW1208: constFunctionFixes,
  LW1220: constantArrayFixes,
  LW1237: newArrayFixes,
  LW1301: fractionFixes,
  LW1302: signFixes,
  LW1303: shiftFixes,
  LW1307: randomFixes,
  LW1310: rangeFixes,
  LW1402: typeArgumentFixes,
  LW1404: plainNumberFixes,
  LW1405: packageImportFixes,
  LW1407: moveToModuleFixes,
  LW1408: constFixes,
  LW1409: readonlyFixes,
  LW1410: readonlyFixes,
  LW1413: defaultExportFixes,
  LW1414: readonlyFixes,
  LW1417: readFixes,
  LW1432: signatureFixes,
  LW1434: packageImportFixes,
  LW1441: typeArgumentFixes,
  LW1445: deviceFunctionFixes,
  LW1505: atomicFixes,
  LW1510: awaitFixes,
  LW1603: optionalFieldFixes,
};
