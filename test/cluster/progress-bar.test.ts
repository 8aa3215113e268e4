// What `progressBar` writes: on a terminal one line again and again, elsewhere a line for each tenth; the last one always.

import { progressBar } from "@lanewise/cluster";
import { expect, test } from "vitest";

function written(chunks: number, isTTY: boolean): string {
  let text = "";
  const bar = progressBar({
    isTTY,
    write: (part) => {
      text += part;
    },
  });
  for (let done = 1; done <= chunks; done++) bar({ job: "film", done, chunks, chunk: done - 1, worker: "w", ms: 1 });
  return text;
}

test("on a terminal the line is drawn again, and ends when the job is done", () => {
  const lines = written(48, true).split("\r\u001B[K");
  expect(lines[1]).toMatch(/^film \[-{24}\] 1 of 48 chunks, \d+\.\d\/s, \d+ s left$/);
  expect(lines.at(-1)).toMatch(/^film \[#{24}\] 48 of 48 chunks, \d+\.\d\/s, in \d+\.\d s\n$/);
  // It is not drawn for each chunk.
  expect(lines.length).toBeLessThan(48);
});

test.each([
  [48, 10],
  [3, 3],
  [1, 1],
])("elsewhere there are at most ten lines: of %d chunks %d", (chunks, count) => {
  const lines = written(chunks, false).trimEnd().split("\n");
  expect(lines).toHaveLength(count);
  expect(lines.at(-1)).toContain(`${chunks} of ${chunks} chunks`);
});
