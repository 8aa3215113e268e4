// npm run fuzz -- [--minutes 10] [--seed n]: random programs for so long, from that seed on; without one from another each time.
// What is found is printed with its seed and reduced (fuzz.test.ts).

import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const options = { minutes: { type: "string", default: "10" }, seed: { type: "string" } } as const;
const { values } = parseArgs({ options });
const seed = values.seed ?? String((Date.now() % 1_000_000) * 1000);
console.log(`Random programs for ${values.minutes} minutes, from seed ${seed}.`);
const { status } = spawnSync("npx", ["vitest", "run", "test/fuzz"], {
  stdio: "inherit",
  shell: process.platform === "win32",
  env: { ...process.env, LANEWISE_FUZZ_SECONDS: String(Number(values.minutes) * 60), LANEWISE_FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
