// Functions that CommonJS modules export, a package for each row: what the kernel calls is what the host calls, or the compiler does not follow it,
// because the module may export something else.

import { join } from "node:path";
import { compileProgram } from "@lanewise/transformer";
import ts from "typescript-6";
import { afterAll, describe, expect, test } from "vitest";
import { removeTemporaryFolders, runNode } from "../examples/programs.js";
import { command, project, smallNode } from "./projects.js";

afterAll(removeTemporaryFolders);

interface Row {
  readonly modules: string | Readonly<Record<string, string>>;
  /** What the kernel calls, of the default import `scale`; else that. */
  readonly call?: string;
}

const two = "function two(x) { return x * 2; }\n";
const three = "function three(x) { return x * 3; }\n";

const followed: Readonly<Record<string, Row>> = {
  "a declared function": { modules: `module.exports = two;\n${two}` },
  "a function without a name": { modules: "module.exports = function (x) { return x * 2; };\n" },
  "a function with a name": { modules: "module.exports = function scale(x) { return x < 1 ? x : x * 2; };\n" },
  "a function with the name of another": {
    modules: `module.exports = function two(x) { return x * 5; };\nmodule.exports.twice = two;\n${two}`,
    call: "scale(i) + scale.twice(i)",
  },
  "an arrow function": { modules: "module.exports = (x) => x * 2;\n" },
  "both names of the exports": { modules: "exports = module.exports = function (x) { return x * 2; };\n" },
  "a default, too": { modules: `module.exports = two;\nmodule.exports.default = two;\n${two}` },
  "a function of another module": {
    modules: {
      "index.js": 'module.exports = require("./other.js");\n',
      "other.js": "module.exports = function (x) { return x * 2; };\n",
    },
  },
  "functions of other modules as members": {
    modules: {
      "index.js":
        'var half = require("./half.js");\nmodule.exports = function (x) { return half(x) * 7; };\nmodule.exports.half = half;\nmodule.exports.twice = require("./twice.js");\n',
      "half.js": "module.exports = function half(x) { return x / 2; };\n",
      "twice.js": "module.exports = (x) => x + x;\n",
    },
    call: "scale(i) + scale.half(i) + scale.twice(i)",
  },
  "members of a literal": {
    modules: {
      "index.js": `const half = (x) => x / 2;\nmodule.exports = {\n  half,\n  'twice': require("./twice.js"),\n  three: function (x) { return x * 3; },\n  four: (x) => x * 4,\n  five(x) { return x * 5; },\n  six: half,\n};\n`,
      "twice.js": "module.exports = (x) => x + x;\n",
    },
    call: "scale.half(i) + scale.twice(i) + scale.three(i) + scale.four(i) + scale.five(i) + scale.six(i)",
  },
  "what TypeScript emits for a module that exports others": {
    modules: {
      "index.js": `"use strict";
var __createBinding = function (o, m, k) { o[k] = m[k]; };
var __exportStar = function (m, exports) { for (var p in m) if (!Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p); };
Object.defineProperty(exports, "__esModule", { value: true });
exports.half = half;
__exportStar(require("./twice.js"), exports);
function half(x) { return x / 2; }
`,
      "twice.js": "exports.twice = (x) => x + x;\n",
    },
    call: "scale.half(i)",
  },
  "functions in variables": {
    modules:
      "var half = function (x) { return x / 2; };\nexports.half = half;\nvar twice = exports.twice = function (x) { return x * 2; };\nlet three = exports.three = (x) => half(x) * 6;\n",
    call: "scale.half(i) + scale.twice(i) + scale.three(i)",
  },
  "functions that calls enclose": {
    modules: `exports.half = exports.twice = void 0;
var twice = exports.twice = function () {
  var by = make(0.5, 1.5);
  var at = new Float64Array(2);
  return function (x) { at[0] = x; at[1] = by[0] + by[1]; return at[0] * at[1]; };
}();
exports.half = (function () { return function (x) { return x / 2; }; })();
function make(a, b) { var out = new Float64Array(2); out[0] = a; out[1] = b; return out; }
`,
    call: "scale.half(i) + scale.twice(i)",
  },
  "members that are functions": {
    modules: "exports.half = (x) => x / 2;\nmodule.exports.twice = function (x) { return x * 2; };\n",
    call: "scale.half(i) + scale.twice(i)",
  },
};

const refused: Readonly<Record<string, Row>> = {
  "one of two": {
    modules: "module.exports = function (x) { return x * 2; };\nmodule.exports = function (x) { return x * 3; };\n",
  },
  "one of two declared": { modules: `module.exports = two;\nmodule.exports = three;\n${two}${three}` },
  "one of two in branches": {
    modules: `if (globalThis.x) module.exports = two;\nelse module.exports = three;\n${two}${three}`,
  },
  "a function that the module assigns": { modules: `module.exports = two;\ntwo = (x) => x;\n${two}` },
  "a member of two": { modules: `exports.half = two;\nexports.half = three;\n${two}${three}`, call: "scale.half(i)" },
  "a function in a variable that is assigned": {
    modules: "var half = exports.half = function (x) { return x; };\nhalf = function (x) { return x / 2; };\n",
    call: "scale.half(i)",
  },
  "a variable's function of two": {
    modules: "var half = exports.half = function (x) { return x; };\nexports.half = function (x) { return x / 2; };\n",
    call: "scale.half(i)",
  },
  "a variable whose function is exported when it holds another": {
    modules: "var half = function (x) { return x; };\nhalf = function (x) { return x / 2; };\nexports.half = half;\n",
    call: "scale.half(i)",
  },
  "a member of two functions": {
    modules: "exports.half = (x) => x;\nexports.half = (x) => 2 * x;\n",
    call: "scale.half(i)",
  },
  "a member that a function assigns": {
    modules: `exports.half = two;\nfunction change() { exports.half = three; }\n${two}${three}`,
    call: "scale.half(i)",
  },
  "a member of a literal that is assigned": {
    modules: `module.exports = { half: (x) => x };\nmodule.exports.half = (x) => 2 * x;\n`,
    call: "scale.half(i)",
  },
  "a member of a shorthand literal that is assigned": {
    modules: `module.exports = { two };\nmodule.exports.half = two;\nmodule.exports.half = three;\n${two}${three}`,
    call: "scale.half(i)",
  },
  "another default": { modules: `module.exports = two;\nmodule.exports.default = three;\n${two}${three}` },
  "a member before the literal": {
    modules: "module.exports.half = (x) => x;\nmodule.exports = { twice: (x) => 2 * x };\n",
    call: "scale.half(i)",
  },
  "a member of the exports that are replaced": {
    modules: "module.exports = { twice: (x) => 2 * x };\nexports.half = (x) => x;\n",
    call: "scale.half(i)",
  },
  "a member that a loop may assign": {
    modules: `exports.half = two;\nfor (const name of ["half"]) exports[name] = three;\n${two}${three}`,
    call: "scale.half(i)",
  },
  "a member that Object.assign may assign": {
    modules: `exports.half = two;\nObject.assign(exports, { half: three });\n${two}${three}`,
    call: "scale.half(i)",
  },
  "a member that a function may assign": {
    modules: `exports.half = two;\ninstall(3, exports);\nfunction install(by, to) { to.half = three; }\n${two}${three}`,
    call: "scale.half(i)",
  },
  "a literal with a getter": {
    modules: "module.exports = { get half() { return (x) => x; } };\n",
    call: "scale.half(i)",
  },
  "a literal that takes others": {
    modules: `const others = { half: two };\nmodule.exports = { half: three, ...others };\n${two}${three}`,
    call: "scale.half(i)",
  },
  "a literal with a member twice": {
    modules: "module.exports = { half: (x) => x, half: (x) => 2 * x };\n",
    call: "scale.half(i)",
  },
  "another module's exports, which a module assigns": {
    modules: {
      "index.js": 'module.exports = require("./other.js");\nrequire("./third.js");\n',
      "other.js": "exports.half = (x) => x;\n",
      "third.js": 'require("./other.js").half = (x) => 2 * x;\n',
    },
    call: "scale.half(i)",
  },
};

const declarations = `declare function scale(x: number): number;
declare namespace scale {
${["half", "twice", "three", "four", "five", "six"].map((name) => `  function ${name}(x: number): number;\n`).join("")}}
export = scale;
`;

const packages = Object.entries({ ...followed, ...refused }).map(([title, row], index) => ({
  ...row,
  title,
  name: `pack${index}`,
}));

const source = (name: string, call: string) => `import { Queue } from "lanewise";
import scale from "${name}";
export async function run(): Promise<string> {
  using q = new Queue();
  const out = q.mallocShared(Float64Array, 4);
  await q.parallelFor(4, (i) => {
    out[i] = ${call};
  });
  const expected = [0, 1, 2, 3].map((i) => ${call});
  return out.every((x, i) => x === expected[i]) ? "equal" : \`\${out} is not \${expected}\`;
}
`;

function programOf(rows: typeof packages, main: string): string {
  return project(
    {
      ...Object.fromEntries(rows.map(({ name, call = "scale(i)" }) => [`src/${name}.ts`, source(name, call)])),
      "src/main.ts": main,
      ...Object.fromEntries(
        rows.flatMap(({ name, modules }) =>
          Object.entries({
            "package.json": JSON.stringify({ name, version: "1.0.0", main: "index.js", types: "index.d.ts" }),
            "index.d.ts": declarations,
            ...(typeof modules === "string" ? { "index.js": modules } : modules),
          }).map(([file, text]) => [`src/node_modules/${name}/${file}`, text] as const),
        ),
      ),
    },
    // The output lies beside src/node_modules.
    {
      plugins: undefined,
      declaration: false,
      declarationMap: false,
      sourceMap: false,
      types: smallNode,
      outDir: undefined,
      esModuleInterop: true,
    },
  );
}

const isIn = (rows: Readonly<Record<string, Row>>) => packages.filter(({ title }) => Object.hasOwn(rows, title));

test("kernels call what the host calls", () => {
  const rows = isIn(followed);
  const folder = programOf(
    rows,
    rows
      .map(
        ({ name, title }) =>
          `console.log(${JSON.stringify(`${title}:`)}, await (await import("./${name}.js")).run());\n`,
      )
      .join(""),
  );
  expect(command(folder, "build")).toEqual({ code: 0, stdout: "", stderr: "" });
  const { stdout, stderr } = runNode(["src/main.js"], folder);
  expect(stderr).toBe("");
  expect(stdout.trim().split("\n")).toEqual(rows.map(({ title }) => `${title}: equal`));
});

describe("what may be another function is not followed", () => {
  const rows = isIn(refused);
  const folder = programOf(rows, "export {};\n");
  const names = rows.map(({ name }) => join(folder, `src/${name}.ts`));
  const program = ts.createProgram(names, {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    esModuleInterop: true,
    target: ts.ScriptTarget.ESNext,
  });
  const { faults } = compileProgram(ts, program, {});
  test.each(rows)("$title", ({ name }) => {
    const errors = faults.get(join(folder, `src/${name}.ts`))?.errors ?? [];
    expect(errors.map(({ code }) => code)).toEqual(["LW1240"]);
  });
});
