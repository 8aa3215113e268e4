// Builds the WebAssembly binaries beside their sources, here and in examples/, which are committed: `npm test` needs no other compilers. With --check it builds them
// elsewhere and compares, which .ci/run does. Needs clang 14 with wasm-ld; AssemblyScript's are built where its compiler is named:
//   node test/foreign/build.mjs [--check] [--asc <path of asc.js>]

import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));
const example = "../../examples/08-c-library";

/** What all binaries need: the device's memory, which is shared. */
const memory = "-Wl,--import-memory,--shared-memory,--max-memory=4294967296";
const common = ["-O2", "-nostdlib", "-matomics", "-mbulk-memory", "-Wl,--no-entry,--strip-all", memory];
const relocatable = ["--target=wasm32-unknown-emscripten", "-fPIC", "-Wl,-shared,--experimental-pic"];

/** With the arguments of clang. */
const ofClang = {
  [`${example}/noise.wasm`]: [
    ...[...relocatable, ...common, "-Wl,--export=turbulence,--export=paint"],
    `${example}/noise.c`,
  ],
  "functions.wasm": [...relocatable, ...common, "-fvisibility=default", "-Wl,--export-dynamic", "functions.c"],
  "plain.wasm": ["--target=wasm32", ...common, "-Wl,--export=fade,--export=sample", "plain.c"],
  // What one gets without knowing more: a memory of its own.
  "own-memory.wasm": ["--target=wasm32", "-O2", "-nostdlib", "-Wl,--no-entry,--export=fade", "plain.c"],
};

/** With the arguments of asc. */
const ofAssemblyScript = {
  "assembly.wasm": [
    ...["assembly.as.ts", "-O2", "--runtime", "stub", "--noAssert", "--use", "abort="],
    ...["--importMemory", "--sharedMemory", "--maximumMemory", "65536", "--enable", "threads"],
  ],
};

const { values } = parseArgs({ options: { check: { type: "boolean" }, asc: { type: "string" } } });
const folder = values.check ? mkdtempSync(join(tmpdir(), "lanewise-foreign-")) : undefined;
const target = (name) => (values.check ? join(folder, basename(name)) : join(here, name));
const run = (command, options, name) =>
  execFileSync(command, [...options, "-o", target(name)], { cwd: here, stdio: "inherit" });

for (const [name, options] of Object.entries(ofClang)) {
  run("clang", options, name);
  chmodSync(target(name), 0o644);
}
const { asc } = values;
if (asc !== undefined)
  for (const [name, options] of Object.entries(ofAssemblyScript)) run(process.execPath, [asc, ...options], name);

if (values.check) {
  const built = [...Object.keys(ofClang), ...(asc === undefined ? [] : Object.keys(ofAssemblyScript))];
  const isSame = (name) => readFileSync(target(name)).equals(readFileSync(join(here, name)));
  const differing = built.filter((name) => !isSame(name));
  rmSync(folder, { recursive: true });
  if (differing.length > 0) {
    console.error(
      `test/foreign: ${differing.join(", ")} is not what its source gives. Run node test/foreign/build.mjs and commit.`,
    );
    process.exitCode = 1;
  }
}
