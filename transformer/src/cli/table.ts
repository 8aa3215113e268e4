// Formats rows of words as lines of text in columns.

interface TableOptions {
  /** Where a line would be longer, the first column is shortened in the middle. */
  readonly width?: number | undefined;
  /** Whether the columns behind the first one have numbers, which are aligned to the right. */
  readonly hasNumbers?: boolean;
}

export function formatTable(
  given: readonly (readonly string[])[],
  { width, hasNumbers = false }: TableOptions = {},
): string {
  const rows = width === undefined ? given : fitted(given, width);
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const aligned = (cell: string, column: number) =>
    hasNumbers && column > 0 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  const line = (row: readonly string[]) => row.map(aligned).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

/** Shorter names would not be recognisable. */
const LEAST = 16;

function fitted(rows: readonly (readonly string[])[], width: number): readonly (readonly string[])[] {
  const others = rows.map((row) => row.slice(1));
  const taken = formatTable(others)
    .split("\n")
    .reduce((most, line) => Math.max(most, line.length), 0);
  const room = Math.max(LEAST, width - taken - 2);
  return rows.map(([name = "", ...rest]) => [cut(name, room), ...rest]);
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const begin = Math.ceil((length - 1) / 2);
  return `${text.slice(0, begin)}…${text.slice(text.length - (length - 1 - begin))}`;
}

/** The width of the stream's terminal, as it reports or from COLUMNS; undefined for a file or a pipe. */
export function terminalWidth(stream: NodeJS.WriteStream): number | undefined {
  const asked = Number(process.env.COLUMNS);
  if (Number.isInteger(asked) && asked > 0) return asked;
  return stream.isTTY ? (stream.columns ?? 80) : undefined;
}
