// What the editor says of kernels where the pointer is (rule ED9).

import ts from "typescript-6";
import { describe, expect, test } from "vitest";
import { editProgram } from "./edited-program.js";

const main = `import { Queue } from "lanewise";
import { fill } from "./fill.js";
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
const table = q.mallocShared(Int32Array, 64);
const gain = Math.random();
q.parallelFor(64, (i) => { out[i] = out[table[i]!]! * gain; });
/** Doubles. */
const twice = (i: number) => { out[i]! *= 2; };
q.parallelFor(64, twice);
q.parallelFor([8, 8], fill);
const plain = (i: number) => i;
void plain(2);
`;
const fill = `import { Queue } from "lanewise";
const q = new Queue();
const cells = q.mallocShared(Uint8Array, 64);
export function fill(y: number, x: number): void {
  cells[y * 8 + x] = x;
}
`;

const faulty = `import { Queue } from "lanewise";
const out = new Float32Array(8);
new Queue().parallelFor(8, (i) => { out[i / 2] = 1; });
`;

const sum = `import { Queue, reduction } from "lanewise";
const q = new Queue();
const x = q.mallocShared(Float32Array, 64);
const total = q.mallocShared(Float32Array, 1);
q.parallelFor(64, reduction(total, "add"), (i, total) => { total.combine(x[i]!); });
`;

const program = editProgram({ "main.ts": main, "fill.ts": fill, "faulty.ts": faulty, "sum.ts": sum });

function hover(name: string, text: string, at: string, offset = 0) {
  const info = program.service.getQuickInfoAtPosition(program.pathOf(name), text.indexOf(at) + offset);
  const documentation = ts.displayPartsToString(info?.documentation);
  return { own: ts.displayPartsToString(info?.displayParts), documentation, span: info?.textSpan };
}

const first = `**Kernel** main.ts:7, 1 dimension

Captures \`out: span<f32>\`, read and written; \`table: span<i32>\`, read; \`gain: f32\`.`;

describe("the pointer on a kernel [ED9]", () => {
  test("shows captures, gang, accesses and sizes, at the arrow", () => {
    const { own, documentation, span } = hover("main.ts", main, "=> { out[i] = out[table");
    expect(own).toBe("function(i: i32): void");
    expect(span).toEqual({ start: main.indexOf("=> { out[i] = out[table"), length: 2 });
    expect(documentation).toContain(first);
    expect(documentation).toMatch(/\*\*Gangs of (4|8|16)\*\*: .+\./);
    expect(documentation).toContain("Loads and stores: 2 vector, 1 gathered.");
    expect(documentation).toContain(
      "- line 7, load of `out`: gathered, its index depends on a value loaded from `table`",
    );
    expect(documentation).toMatch(/Image: \d+ bytes of IR; \d+ bytes of WebAssembly for this kernel\.$/);
  });

  test("shows it at the parentheses and at the launch, beneath what TypeScript says", () => {
    const parenthesis = hover("main.ts", main, "(i) => { out[i] = out[table");
    expect(parenthesis).toMatchObject({ own: "kernel", documentation: expect.stringContaining(first) });
    const { own, documentation } = hover("main.ts", main, "parallelFor");
    expect(own).toContain("Queue.parallelFor");
    expect(documentation).toContain(first);
    expect(documentation.indexOf("**Kernel**")).toBeGreaterThan(0);
  });

  test("shows it at a kernel's name, where it is declared and where it is used, in any file", () => {
    for (const at of ["twice =", "twice);"]) {
      expect(hover("main.ts", main, at).documentation).toMatch(/^Doubles\.\n\n\*\*Kernel\*\* twice \(main\.ts:9\)/);
    }
    expect(hover("main.ts", main, "fill);").documentation).toMatch(/^\*\*Kernel\*\* fill \(fill\.ts:4\), 2 dimensions/);
    expect(hover("fill.ts", fill, "fill(").documentation).toContain("Captures `cells: span<u8>`, written.");
    expect(hover("fill.ts", fill, "function").documentation).toContain("**Kernel** fill");
  });

  test("says of a reduction how it runs: in blocks of the range, with no atomic operations", () => {
    const { documentation } = hover("sum.ts", sum, "=> { total.combine");
    expect(documentation).toMatch(/\*\*Gangs of 16\*\*: in blocks of its range/);
    expect(documentation).not.toMatch(/atomic|serial/);
  });

  test("says of a kernel with mistakes what they are", () => {
    const at = hover("faulty.ts", faulty, "=> { out[i / 2]");
    expect(at.documentation).toBe("**Kernel** that is not compiled: LW1301, A fractional value is used as an integer.");
  });

  test("leaves all else as it is", () => {
    expect(hover("main.ts", main, "i: number) => i;")).toMatchObject({ documentation: "" });
    expect(hover("main.ts", main, "plain(2)").documentation).toBe("");
    expect(hover("main.ts", main, "gain =").documentation).toBe("");
    expect(hover("main.ts", main, "i] = out[table")).toMatchObject({ documentation: "" });
    expect(program.logged).toEqual([]);
  });
});
