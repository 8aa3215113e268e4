// The initial value of a device global: a compile-time constant (requirement D9), or that of another device global (D8).

import type { DataType, StructDefinition } from "@lanewise/ir";
import type ts from "typescript-6";
import type { Note } from "../diagnostics/diagnostic.js";
import { spanOf } from "../diagnostics/reporter.js";
import type { PassContext } from "../pass-context.js";
import { deviceGlobalType } from "./brands.js";
import { convertInitial } from "./convert-initial.js";
import type { DeviceGlobal } from "./device-globals.js";
import { constantFiles, type EvaluationFault, evaluationFault } from "./evaluate.js";
import { initialBytes } from "./initial-bytes.js";

export interface InitialValue {
  /** Undefined means zeros. */
  readonly bytes: Uint8Array | undefined;
  /** The files whose text decided it. */
  readonly files: ReadonlySet<ts.SourceFile>;
}

export const noValue: InitialValue = { bytes: undefined, files: new Set() };

/** The memory that needs an initial value. */
interface Wanted {
  readonly type: DataType;
  readonly structs: readonly StructDefinition[];
  /** The type as the declaration writes it. */
  readonly text: string;
  /** Whether it has deviceImageScope. */
  readonly isOfImage: boolean;
}

/** The device global that an expression names; "faulty" if a fault was reported. */
type Trace = (context: PassContext, node: ts.Expression) => DeviceGlobal | "faulty" | undefined;

/** The initial value; undefined, with a diagnostic, if the initializer does not fit. */
export function initialValue(
  context: PassContext,
  initializer: ts.Expression,
  wanted: Wanted,
  trace: Trace,
): InitialValue | undefined {
  const { checker, reporter } = context;
  if (deviceGlobalType(context, checker.getTypeAtLocation(initializer))) {
    return copiedValue(context, initializer, wanted, trace);
  }
  const bytes = initialBytes(context, initializer, wanted.type, wanted.structs);
  if (bytes) return { bytes, files: constantFiles(context, initializer) };
  reporter.report("LW1403", initializer, [wanted.text], faultNotes(context, initializer));
  return undefined;
}

function copiedValue(
  context: PassContext,
  node: ts.Expression,
  { type, structs, text, isOfImage }: Wanted,
  trace: Trace,
): InitialValue | undefined {
  const { reporter, checker } = context;
  const source = trace(context, node);
  if (source === "faulty") return undefined;
  if (isOfImage) reporter.report("LW1421", node);
  else if (!source || source.storage === "imported") reporter.report("LW1406", node, [node.getText()]);
  else {
    const bytes = convertInitial(source, type, structs);
    if (bytes) {
      const files = [source.declaration.getSourceFile(), ...source.initialFiles, ...source.typeFiles];
      reporter.read(files);
      return { bytes, files: new Set(files) };
    }
    const notes = [{ ...spanOf(source.declaration.name), message: `${source.name} is declared here.` }];
    reporter.report("LW1422", node, [node.getText(), checker.typeToString(source.elementType), text], notes);
  }
  return undefined;
}

const faultTexts = {
  steps: "the compiler stopped computing it here, after a million steps",
  depth: "the compiler stopped computing it here, because calls nest too deeply",
} as const satisfies Record<EvaluationFault["reason"], string>;

function faultNotes(context: PassContext, initializer: ts.Expression): readonly Note[] {
  const fault = evaluationFault(context, initializer);
  return fault ? [{ ...spanOf(fault.node), message: faultTexts[fault.reason] }] : [];
}
