// Bundles the programs whose sizes `npm run size` holds (.size-limit.json), each minified into one file under out/sizes. They are what the
// compiler emits, without images, whose sizes are those of the kernels. Modules of Node and the threads' script stay outside.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

rmSync(folder, { recursive: true, force: true });
for (const [name, text] of Object.entries(programs)) await bundle(name, text);

async function bundle(name, text) {
  const input = join(root, `${name}.mjs`); // from there "lanewise" is found
  const isInput = (id) => id === input;
  await build({
    input,
    plugins: [
      { name: "text", resolveId: (id) => (isInput(id) ? id : null), load: (id) => (isInput(id) ? text : null) },
    ],
    external: /^node:/,
    platform: "browser",
    logLevel: "warn",
    output: { file: join(folder, `${name}.js`), minify: true, codeSplitting: false },
  });
}
