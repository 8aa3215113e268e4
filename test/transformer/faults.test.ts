// Bugs of ours, and overflows of the stack: what is said of them, and what is asked of TypeScript after them.

import { compileProgram, createMemory } from "@lanewise/transformer";
import ts from "typescript-6";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createFollower } from "../../transformer/dist/adapters/follow-program.js";
import { describeFailure } from "../../transformer/dist/faults/describe-failure.js";
import { InternalError } from "../../transformer/dist/faults/internal-error.js";
import { compileSource } from "../support/compile-source.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const overflow = () => new RangeError("Maximum call stack size exceeded");
const kernel = `import { Queue } from "lanewise";
const q = new Queue();
const x = q.mallocShared(Float32Array, 4);
q.parallelFor(4, (i) => { x[i] = ${"(".repeat(150)}i${")".repeat(150)}; });
`;

/** Compiles, and fails in the first file that it looks at. */
function failing(error: unknown, text: string) {
  const { program } = compileSource({ "main.ts": text });
  return () =>
    compileProgram(ts, program, {}, createMemory(), () => {
      throw error;
    });
}

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return describeFailure(error);
  }
  return "nothing was thrown";
}

describe("a bug of ours", () => {
  test("is told with the file and the line, the version and what to do, without a stack", () => {
    const message = messageOf(failing(new TypeError("x is undefined"), kernel));
    expect(message).toMatch(
      /^this is a bug in Lanewise \d+\.\d+\.\d+, not in your program: TypeError: x is undefined\n/,
    );
    expect(message).toMatch(/found while compiling .*\/main\.ts\(1,1\), with Node \d/);
    expect(message).toContain("help: Report it to those who maintain Lanewise");
    expect(message).not.toMatch(/^ +at /m);
  });

  test("is told with the statement of the kernel", () => {
    const { program } = compileSource({
      "main.ts": kernel.replace("x[i] =", "let k = 0;\n  while (k < 3) k++;\n  x[i] ="),
    });
    const failingTypeScript: typeof ts = {
      ...ts,
      isWhileStatement(node: ts.Node): node is ts.WhileStatement {
        if (node.kind === ts.SyntaxKind.WhileStatement) throw new TypeError("it is no statement");
        return false;
      },
    };
    expect(messageOf(() => compileProgram(failingTypeScript, program))).toMatch(
      /it is no statement\n.*\/main\.ts\(5,\d+\)/,
    );
  });

  test("has the stack in the error that Node prints only where LANEWISE_STACK asks for it", () => {
    expect(new InternalError(new Error("broken"), "main.ts").stack).not.toMatch(/^ +at /m);
    vi.stubEnv("LANEWISE_STACK", "1");
    expect(new InternalError(new Error("broken"), "main.ts").stack).toMatch(/^ +at .*faults\.test\.ts/m);
  });

  test("is also what any other error of a command is, but those of the system", () => {
    expect(describeFailure(new Error("broken"))).toContain("found while compiling the program");
    const refused = Object.assign(new Error("EACCES: permission denied, open 'a.js'"), {
      code: "EACCES",
      syscall: "open",
    });
    expect(describeFailure(refused)).toMatch(/^EACCES: .*'a\.js'\.\n {2}help: Give this user access to it/);
  });
});

describe("an overflow of the stack", () => {
  test("in the compiler is a diagnostic where the source nests", () => {
    const { diagnostics, faults } = failing(overflow(), kernel)();
    expect(diagnostics.map(({ code, start }) => [code, kernel.slice(start - 1, start + 2)])).toEqual([
      ["LW1943", "(i)"],
    ]);
    expect([...faults.values()].map(({ errors }) => errors)).toEqual([diagnostics]);
  });

  test("in a source that does not nest is a bug", () => {
    expect(messageOf(failing(overflow(), 'export const x = 1;\nimport "lanewise";\n'))).toMatch(
      /bug in Lanewise.*RangeError/,
    );
  });

  test("in TypeScript is told, and TypeScript is not asked again", () => {
    const { program } = compileSource({ "main.ts": kernel });
    const follow = createFollower(ts, program, []);
    const asked: string[] = [];
    const ask = (name: string, fails: boolean) =>
      follow<unknown>(
        () => {
          asked.push(name);
          if (fails) throw overflow();
          return name;
        },
        (found) => found.map(({ code }) => code),
      );
    expect([ask("first", false), ask("second", true), ask("third", false)]).toEqual(["first", [91943], [91943]]);
    expect(asked).toEqual(["first", "second"]);
  });

  test("and other errors of TypeScript's go on", () => {
    const { program } = compileSource({ "main.ts": kernel });
    const fail = () => {
      throw new TypeError("its own");
    };
    expect(() => createFollower(ts, program, [])(fail, () => undefined)).toThrow("its own");
  });
});
