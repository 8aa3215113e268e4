// The first call of a long kernel in a process of its own: how long it takes, and the most memory that the process ever has. One thread,
// checks on, nothing kept from earlier runs. The range is no multiple of a gang, so that all of the kernel's code is compiled.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Form, inJavaScript, kernelImage, moduleName, symbol } from "./kernel-image.js";

export interface FirstCall {
  readonly ms: number;
  /** Of the processor: what other processes do matters less. */
  readonly cpuMs: number;
  /** Resident, of the whole process. */
  readonly peakMB: number;
  /** Whether every element is what JavaScript makes of it. */
  readonly isRight: boolean;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const items = 67;

const program = `
  import { readFileSync } from "node:fs";
  import { Queue } from "lanewise";
  import { kernel, register } from "lanewise/internal";
  const images = [readFileSync(0, "utf8")];
  register({ protocol: 2, module: ${JSON.stringify(moduleName)}, images, globals: {} });
  const q = new Queue({ device: "cpu", threads: 1 });
  const x = q.mallocShared(Int32Array, ${items});
  x.set(x.map((_, i) => i));
  const [start, before] = [performance.now(), process.cpuUsage()];
  await q.parallelFor(x.length, kernel(${JSON.stringify(symbol)}, () => [x], () => {}));
  const [ms, cpu] = [performance.now() - start, process.cpuUsage(before)];
  // On Linux maxRSS begins with what the process that started this one had.
  const status = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
  const peakMB = Number(/VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024;
  console.log(JSON.stringify({ ms, cpuMs: (cpu.user + cpu.system) / 1000, peakMB, x: [...x] }));
`;

export function measureFirstCall(form: Form, lines: number, timeout = 300_000): FirstCall {
  const input = Buffer.from(kernelImage(form, lines)).toString("base64");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: root,
    input,
    encoding: "utf8",
    env: { ...process.env, LANEWISE_CACHE: "off" },
    timeout,
    killSignal: "SIGKILL",
  });
  if (status !== 0) throw new Error(`a kernel of ${lines} lines, ${form}, ended with status ${status}: ${stderr}`);
  // What the program above prints.
  const { x, ...measured } = JSON.parse(stdout) as Omit<FirstCall, "isRight"> & { readonly x: readonly number[] };
  return { ...measured, isRight: x.length === items && x.every((value, i) => value === expected(form, lines, i)) };
}

function expected(form: Form, lines: number, start: number): number {
  let value = start;
  for (let k = 1; k <= lines; k++) value = inJavaScript[form](value, k);
  return value;
}
