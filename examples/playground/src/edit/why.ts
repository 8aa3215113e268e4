// What became of each kernel of the program, and of each of its loops, loads and stores: what `lanewise inspect --why` prints, as notes at lines.

import type { DeviceImage } from "@lanewise/ir";
import { type ExplainedAccess, type ExplainedKernel, explain } from "../../../../transformer/dist/explain.js";
import type { Note } from "./messages.js";

/** The program is the one file in the editor; functions of packages have no line in it. */
const own = "program.ts";

export function notesOf(image: DeviceImage): readonly Note[] {
  const notes = explain(image, { features: "simd128" }).flatMap((kernel) => [kernelNote(kernel), ...bodyNotes(kernel)]);
  return notes.filter(({ file }) => file === own);
}

type PlacedNote = Note & { readonly file: string };

function kernelNote({ at, gang, reason }: ExplainedKernel): PlacedNote {
  return { ...at, text: gang === 1 ? "one at a time" : `${gang} at a time`, reason, isGood: gang > 1 };
}

function bodyNotes({ gang, loops, accesses, hostCalls, widened }: ExplainedKernel): PlacedNote[] {
  // Code that does one work-item after the other has no vectors to speak of.
  if (gang === 1) return [];
  return [
    ...loops.map(({ at, control, reason = "" }) => ({
      ...at,
      text: `${control} loop`,
      reason,
      isGood: control === "uniform",
    })),
    ...accesses
      .filter(isOfProgram)
      .map((access) => ({ ...access.at, ...accessText(access), reason: access.reason ?? "" })),
    ...hostCalls.map(({ at, name, form, reason }) => ({
      ...at,
      text: `${name}: the host`,
      reason,
      isGood: form === "seldom",
    })),
    ...widened.map(({ at, name, reason }) => ({ ...at, text: `${name}: 64 bits`, reason, isGood: false })),
  ];
}

/** Others are what reductions and the like do besides: their names are sentences. */
const isOfProgram = ({ name }: ExplainedAccess): boolean => !name.includes(" ");

function accessText({ kind, name, form }: ExplainedAccess): Pick<Note, "text" | "isGood"> {
  const made = form === "gathered" && kind === "store" ? "scattered" : form;
  return { text: `${kind} ${name}: ${made}`, isGood: made !== "gathered" && made !== "scattered" };
}
