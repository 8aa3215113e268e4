// npm run fuzz -- [--minutes 10] [--seed n] [--only programs|numbers|ir|rounds|images|api|gpu] [--cases n]: random cases for so long, from that seed on;
// without one from another each time. The fuzzers of fuzzers.ts share the minutes. What is found is printed with its seed and reduced
// (fuzz.test.ts).

import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const options = {
  minutes: { type: "string", default: "10" },
  seed: { type: "string" },
  only: { type: "string" },
  cases: { type: "string" },
} as const;
const { values } = parseArgs({ options });
for (const name of ["minutes", "seed", "cases"] as const) {
  const value = values[name];
  if (value === undefined || Number(value) >= 0) continue;
  console.error(`--${name} is ${value}; expected a number, as in --${name} 5.`);
  process.exit(1);
}
const seed = values.seed ?? String((Date.now() % 1_000_000) * 1000);
console.log(`Random cases for ${values.minutes} minutes, from seed ${seed}.`);
const { status } = spawnSync("npx", ["vitest", "run", "test/fuzz/fuzz.test.ts"], {
  stdio: "inherit",
  shell: process.platform === "win32",
  env: {
    ...process.env,
    LANEWISE_FUZZ_SECONDS: String(Number(values.minutes) * 60),
    LANEWISE_FUZZ_SEED: seed,
    ...(values.only !== undefined && { LANEWISE_FUZZ_ONLY: values.only }),
    ...(values.cases !== undefined && { LANEWISE_FUZZ_MOST: values.cases }),
  },
});
process.exitCode = status ?? 1;
