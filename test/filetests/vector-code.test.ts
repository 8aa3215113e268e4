// How many instructions the kernels under plans/ become: beside each file stand, for each kernel, the gang that the compiler chooses and why, and how
// often its code has each instruction of vectors and memory, and all others (`.code`). `npx vitest run test/filetests -u` writes them anew: read the
// difference before you commit it. An instruction more is slower, even where all results are the same.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printWat } from "@lanewise/codegen";
import { parseModule } from "@lanewise/ir";
import { expect, test } from "vitest";
import { chooseGang } from "../../codegen/dist/wasm/gang/choose-gang.js";

const folder = fileURLToPath(new URL("plans/", import.meta.url));

/** Those of scalars are counted together: what is computed once for a gang costs little. */
const isNamed = (instruction: string): boolean => /^(v128|[if]\d+x\d+|call)\b|load|store/.test(instruction);

function instructionsOf(wat: string): string {
  const counts = new Map<string, number>();
  for (const [, instruction = ""] of wat.matchAll(/\(([a-z]\w*\.\w+|call|select)\b/g)) {
    const name = isNamed(instruction) ? instruction : "scalar";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

test.each(readdirSync(folder).filter((name) => name.endsWith(".lwir")))("%s", async (name) => {
  const module = parseModule(readFileSync(join(folder, name), "utf8"));
  const texts = module.functions.flatMap((fn, kernel) => {
    const shapes = fn.dimensions > 1 ? (["rows", "flat"] as const) : (["rows"] as const);
    return shapes.map((shape) => {
      const options = {
        ...({ module, kernel, bounds: "checked", threads: "one", features: "simd128", fp: "strict", shape } as const),
        ...{ privatise: false, sharedMemory: false },
      };
      const { gang, reason } = chooseGang(options, fn);
      const gangs = gang === 1 ? `scalar, ${reason}` : `gangs of ${gang}, ${shape}, ${reason}`;
      return `${fn.name}: ${gangs}\n  ${instructionsOf(printWat(options))}`;
    });
  });
  await expect(`${texts.join("\n")}\n`).toMatchFileSnapshot(join(folder, name.replace(/\.lwir$/, ".code")));
});
