// LANEWISE_DEVICE=gpu: the GPU is looked for before a program starts, by `lanewise run` or by Node's --import. LANEWISE_TEST_GPU=1 promises a
// Vulkan driver; without one, that there is no GPU is what is seen.

import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { project, run } from "../adapters/projects.js";
import { removeTemporaryFolders, root } from "../examples/programs.js";

afterAll(removeTemporaryFolders);

const isPromised = process.env.LANEWISE_TEST_GPU !== undefined;
const lanewise = join(root, "transformer/bin/lanewise.js");
const files = {
  "src/main.ts": `import { Queue } from "lanewise";
const q = new Queue();
const data = new Int32Array(4);
await q.parallelFor(4, (i) => {
  data[i] = i * i;
});
console.log(q.device.kind, data.join());
`,
};

function outcome(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const before = { ...process.env };
  Object.assign(process.env, { LANEWISE_DEVICE: "gpu", ...variables });
  const found = run(project(files, { lib: ["es2023", "esnext.disposable", "dom"] }), args);
  for (const name of ["LANEWISE_DEVICE", ...Object.keys(variables)]) {
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before[name];
  }
  return found;
}

test("a GPU that is not there is said once, and kernels run on the CPU", () => {
  const { code, stdout, stderr } = outcome([lanewise, "run", "src/main.ts"], {});
  expect({ code, stdout }).toEqual({ code: 0, stdout: "cpu 0,1,4,9\n" });
  expect(stderr.match(/Lanewise: LANEWISE_DEVICE=gpu: kernels run on the CPU: \S/g)).toHaveLength(1);
});

test("a program that nobody looked for one for", () => {
  const { code, stderr } = outcome(["--input-type=module", "-e", 'import { Queue } from "lanewise"; new Queue();'], {});
  expect(code).toBe(1);
  expect(stderr).toContain('LANEWISE_DEVICE: there is no device "gpu".');
  expect(stderr).toContain("node --import lanewise/gpu/default");
});

describe.skipIf(!isPromised)("one that is emulated", () => {
  const emulated = { LANEWISE_GPU_SOFTWARE: "1" };

  test("runs the kernels of `lanewise run`", () => {
    const { code, stdout } = outcome([lanewise, "run", "src/main.ts"], emulated);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "gpu 0,1,4,9\n" });
  });

  test("is listed by `lanewise devices`, with limits and aspects", () => {
    const { stdout } = outcome([lanewise, "devices"], emulated);
    expect(stdout).toMatch(/^gpu +GPU \(.*\(default\)\n {2}features: .*maxBufferSize \d+.*\n {2}aspects: gpu, /m);
  });
});
