// How the errors of checks name places and work-items.

import type { Position } from "@lanewise/ir";
import type { KernelPlace } from "../../errors/index.js";
import type { Program } from "../../images/programs/index.js";
import type { LaunchRange } from "../../values/index.js";
import { showSource } from "../index.js";

/** What a message needs of the launch. */
export interface CheckedKernel {
  readonly kernel: string;
  readonly range: LaunchRange;
  readonly program: Program;
  /** Of the module that the positions are of. */
  readonly files: readonly string[];
}

export function placeOf(at: Position, files: readonly string[]): KernelPlace {
  return { file: files[at.file] ?? "?", line: at.line, column: at.column };
}

/** "  main.ts:3:5: work-item 1 writes it", with the line of the source where that is at hand. */
export function lineOf(place: KernelPlace, text: string, program: Program): string {
  const excerpt = showSource(program, place)?.excerpt;
  return `  ${place.file}:${place.line}:${place.column}: ${text}${excerpt === undefined ? "" : `\n${excerpt.replace(/^/gm, "  ")}`}`;
}

export function describeItem(workItem: readonly number[]): string {
  if (workItem.length === 0) return "the task";
  return `work-item ${workItem.length === 1 ? workItem[0] : `[${workItem.join(", ")}]`}`;
}
