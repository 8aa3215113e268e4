// What the test of hosts runs on each: one line of output for each thing that a host may do in its own way, among them a kernel that never ends.

import {
  atomicRef,
  deviceGlobal,
  type i32,
  KernelError,
  localMemory,
  type NdItem,
  ndRange,
  Queue,
  reduction,
} from "lanewise";

const factor = deviceGlobal<i32>(3);
const q = new Queue({ device: "cpu" });
const n = 100_000;
const data = new Float32Array(n);
const x = q.mallocShared(Int32Array, n);
const small = q.mallocShared(Int32Array, 4);

// With a limit of time workers alone run it, and it waits for them.
const started = q.parallelFor(
  n,
  (i) => {
    data[i] = i * factor.value;
  },
  { timeout: 50_000 },
);

started.then(async () => {
  console.log(`threads: ${q.device.threads} ${q.device.threadsReason} ${data.slice(0, 3).join()}`);

  q.parallelFor(n, (i) => {
    x[i] = i & 7;
  });
  q.parallelFor(n, () => {
    atomicRef(x, 0).fetchAdd(1);
  }).waitSync();
  console.log(`waitSync: ${x[0]} ${x[9]}`);

  const failing = q.parallelFor(5, (i) => {
    small[i] = i; // the line of the error
  });
  await failing.wait().catch((error) => {
    if (error instanceof KernelError) console.log(`error: ${error.code} ${error.file}:${error.line}`);
  });

  const sum = q.mallocShared(Int32Array, 1);
  await q.parallelFor(1000, reduction(sum, "add"), (i, total) => {
    total.combine(i);
  });
  await q.parallelFor(ndRange(8, 4), (item: NdItem<1>) => {
    const tile = localMemory(Int32Array, 4);
    tile[item.localId()] = x[item.globalId()]!;
    item.barrier();
    x[item.globalId()] = tile[3 - item.localId()]!;
  });
  console.log(`groups: ${sum[0]} ${x.slice(4, 8).join()}`);

  const host = new Queue({ device: "host" });
  await host.parallelFor(4, (i) => {
    small[i] = i * factor.value;
  });
  console.log(`host: ${small.join()}`);

  const endless = q.singleTask(
    () => {
      let rounds = 0;
      while (small[0] === 0) rounds++;
      small[1] = rounds;
    },
    { timeout: 300 },
  );
  await endless.wait().catch(({ code }) => console.log(`endless: ${code}`));
  await q.parallelFor(n, (i) => {
    data[i] = i;
  });
  console.log(`afterwards: ${data[5]}`);
  // Some hosts cannot end a worker that never comes back.
  if (process.argv[2] === "kill") process.kill(process.pid, "SIGKILL");
});
