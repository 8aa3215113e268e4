// Formats source positions and work-items for the errors of checks.

import type { Position } from "@lanewise/ir";
import type { KernelPlace } from "../../errors/index.js";
import type { Program } from "../../images/programs/index.js";
import type { LaunchRange } from "../../values/index.js";
import { showSource } from "../index.js";

/** The parts of a launch that messages need. */
export interface CheckedKernel {
  readonly kernel: string;
  readonly range: LaunchRange;
  readonly program: Program;
  /** The files of the module to which the positions refer. */
  readonly files: readonly string[];
}

export function placeOf(at: Position, files: readonly string[]): KernelPlace {
  return { file: files[at.file] ?? "?", line: at.line, column: at.column };
}

/** "  main.ts:3:5: work-item 1 writes it", with the source line if it is available. */
export function lineOf(place: KernelPlace, text: string, program: Program): string {
  const excerpt = showSource(program, place)?.excerpt;
  return `  ${place.file}:${place.line}:${place.column}: ${text}${excerpt === undefined ? "" : `\n${excerpt.replace(/^/gm, "  ")}`}`;
}

export function describeItem(workItem: readonly number[]): string {
  if (workItem.length === 0) return "the task";
  return `work-item ${workItem.length === 1 ? workItem[0] : `[${workItem.join(", ")}]`}`;
}
