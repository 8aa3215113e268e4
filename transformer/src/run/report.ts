// The messages of a compilation as text that can be cached and printed without TypeScript, as tsc prints them on a terminal and elsewhere.
// File names are placeholders, printed relative to the current folder.

import path from "node:path";

export interface Report {
  readonly plain: string;
  readonly pretty: string;
  /** The tsconfig's `pretty`; undefined lets the stream decide. */
  readonly isPretty: boolean | undefined;
  /** In the texts, each file is its index between two marks. */
  readonly files: readonly string[];
}

/** Occurs in no message of TypeScript's or ours. */
const MARK = "\u0001";

export function placeholder(index: number): string {
  return `${MARK}${index}${MARK}`;
}

/** tsc's rule: --pretty or the tsconfig's `pretty`, then NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
export function printReport(report: Report, stream: { readonly isTTY?: boolean | undefined }): string {
  const text = (report.isPretty ?? hasColours(stream)) ? report.pretty : report.plain;
  return text
    .split(MARK)
    .map((part, index) => (index % 2 === 0 ? part : path.relative(process.cwd(), report.files[Number(part)] ?? "")))
    .join("");
}

export function hasColours(stream: { readonly isTTY?: boolean | undefined }): boolean {
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR) return true;
  return stream.isTTY === true;
}
