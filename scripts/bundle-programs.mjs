// Bundles the programs whose sizes `npm run size` holds (.size-limit.json), each minified into one file under out/sizes. The pages are compiled by
// the plugin, with its options; the others are what the compiler emits, without images, whose sizes are those of the kernels. Modules of Node and
// the threads' script stay outside.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import lanewise from "@lanewise/transformer/rolldown";
import { build } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "out/sizes");

const launching = (entry) => `import { Queue } from "${entry}";
  import { kernel, register } from "lanewise/internal";
  register({ protocol: 2, module: "main", images: [], globals: {} });
  const q = new Queue();
  const x = q.mallocShared(Float32Array, [1, 2, 3]);
  await q.parallelFor(3, kernel("main:0", () => [x], (i) => { x[i] *= 2; }));
  console.log(x[0]);`;

const programs = {
  queue: `import { Queue } from "lanewise"; await new Queue().singleTask(() => {});`,
  everything: `export * from "lanewise";`,
  aot: launching("lanewise/aot"),
  "aot-full": launching("lanewise/aot/full"),
};

/** A page with one kernel, by the plugin's options. */
const hello = `import { Queue } from "lanewise";
const q = new Queue();
const x = q.mallocShared(Float32Array, [1, 2, 3]);
await q.parallelFor(3, (i) => { x[i] = x[i]! * 2; });
console.log(x[0]);
`;
const pages = {
  hello: {},
  "hello-codes": { errorTexts: false },
  "hello-wasm": { target: "wasm" },
  "hello-wasm-codes": { target: "wasm", errorTexts: false },
};

rmSync(folder, { recursive: true, force: true });
for (const [name, text] of Object.entries(programs)) await bundle(name, text);

const sources = join(root, "out/size-programs");
mkdirSync(sources, { recursive: true });
writeFileSync(join(sources, "hello.ts"), hello);
writeFileSync(
  join(sources, "tsconfig.json"),
  JSON.stringify({
    compilerOptions: { module: "esnext", moduleResolution: "bundler", target: "es2023", strict: true, types: [] },
    files: ["hello.ts"],
  }),
);
for (const [name, options] of Object.entries(pages)) {
  await build({ input: join(sources, "hello.ts"), plugins: [lanewise(options)], ...settingsOf(name) });
}

function settingsOf(name) {
  return {
    external: /^node:/,
    platform: "browser",
    logLevel: "warn",
    output: { file: join(folder, `${name}.js`), minify: true, codeSplitting: false },
  };
}

async function bundle(name, text) {
  const input = join(root, `${name}.mjs`); // from there "lanewise" is found
  const isInput = (id) => id === input;
  await build({
    input,
    plugins: [
      { name: "text", resolveId: (id) => (isInput(id) ? id : null), load: (id) => (isInput(id) ? text : null) },
    ],
    ...settingsOf(name),
  });
}
