// Launches by another name of the launching method: found by what is called, so that what is passed is a kernel, or gets a diagnostic (requirement D12).
import { type Handler, Queue } from "lanewise";

const q = new Queue();
const x = new Float32Array(8);

const bound = q.parallelFor.bind(q);
const { singleTask } = q;
const launchers = [bound];
const table = { launch: bound };
function through(launch = bound): void {
  launch(8, (i) => { x[i + 0.5] = 1; }); // error LW1301
}
class Runner {
  run = q.parallelFor.bind(q);
  go(): void {
    this.run(8, (i) => { x[i + 0.5] = 1; }); // error LW1301
  }
}
bound(8, (i) => { x[i + 0.5] = 1; }); // error LW1301
bound([2, 4], (i, j) => { x[i * 4 + j + 0.5] = 1; }); // error LW1301
q["parallelFor"](8, (i) => { x[i + 0.5] = 1; }); // error LW1301
q["singleTask"](() => { x[0.5] = 1; }); // error LW1301
singleTask.bind(q)(() => { x[0.5] = 1; }); // error LW1301
launchers[0]!(8, (i) => { x[i + 0.5] = 1; }); // error LW1301
table.launch(8, (i) => { x[i + 0.5] = 1; }); // error LW1301
q.submit((h) => {
  const { parallelFor } = h;
  parallelFor.bind(h)(8, (i) => { x[i + 0.5] = 1; }); // error LW1301
  h["parallelFor"](8, (i) => { x[i + 0.5] = 1; }); // error LW1301
});
q["submit"]((h: Handler) => { h.singleTask(() => { x[0.5] = 1; }); }); // error LW1301
singleTask.call(q, () => { x[0.5] = 1; }); // error LW1143
singleTask.apply(q, [() => { x[0.5] = 1; }]); // error LW1301
q.parallelFor.call(q, 8, (i: number) => { x[i + 0.5] = 1; }); // error LW1143
q.parallelFor.apply(q, [8, (i: number) => { x[i + 0.5] = 1; }]); // error LW1301
Reflect.apply(q.parallelFor, q, [8, (i: number) => { x[i + 0.5] = 1; }]); // error LW1143
q.parallelFor.bind(q, 8)((i: number) => { x[i + 0.5] = 1; }); // error LW1301
const plain: (n: number, kernel: (i: number) => void) => unknown = q.parallelFor.bind(q); // error LW1143: `q.parallelFor.bind(q)` launches kernels
plain(8, (i) => { x[i + 0.5] = 1; });
const same: typeof bound = q.parallelFor.bind(q);
same(8, (i) => { x[i + 0.5] = 1; }); // error LW1301
function launcher(): (n: number, kernel: (i: number) => void) => unknown {
  return bound; // error LW1143
}
const later = (i: number) => { x[i + 0.5] = 1; }; // error LW1301
bound(8, later);
void [through, Runner, launcher];
