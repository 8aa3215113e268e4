// TLS, users with the permissions that docs/cluster.md shows, and credentials files, with a server that asks for them.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClusterQueue, Progress } from "@lanewise/cluster";
import { jetstream } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../../adapters/projects.js";
import { lanewise, root } from "../../examples/programs.js";
import { clusterProgram } from "../program.js";
import { operatorMode } from "./operator-mode.js";
import { NatsServer } from "./server.js";

const { jobs, cluster, dispose } = await clusterProgram();
const job = (name: string) => jobs[name] ?? (() => Promise.reject(new Error(`There is no job ${name}.`)));
const folder = mkdtempSync(join(tmpdir(), "lanewise-security-"));
const inFolder = (name: string) => join(folder, name);
const started: ChildProcess[] = [];
afterAll(() => {
  for (const worker of started) worker.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  dispose();
});

function written(name: string, text: string): string {
  writeFileSync(inFolder(name), text);
  return inFolder(name);
}

/** A worker as an operator starts it. */
async function worker(servers: string, ...options: readonly string[]): Promise<ChildProcess> {
  const args = [lanewise, "worker", "--servers", servers, "--threads", "1", ...options];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`The worker ended with ${code}.`)));
  });
  return child;
}

describe("TLS, and users with the permissions of docs/cluster.md", () => {
  const [certificate, key] = [inFolder("certificate.pem"), inFolder("key.pem")];
  const passwords = { WORKER_PASSWORD: "worker-secret", CLIENT_PASSWORD: "client-secret" };
  let server: NatsServer;
  let q: ClusterQueue;
  /** By the name that the certificate has. */
  const byName = () => server.address.replace("127.0.0.1", "localhost");
  const as = (user: string, password: string) => ({ servers: byName(), user, password });
  const asWorker = () => ["--user", "worker", "--password-file", inFolder("password"), "--tls-ca", certificate];
  beforeAll(async () => {
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    execFileSync("openssl", ["req", ...kind, ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
    const [, authorization = ""] =
      /```text\n(authorization [\s\S]*?)```/.exec(readFileSync(join(root, "docs/cluster.md"), "utf8")) ?? [];
    expect(authorization).toContain("WORKER_PASSWORD");
    const config = `tls { cert_file: "${certificate}", key_file: "${key}" }\n${authorization}`;
    server = await NatsServer.start({ config, env: passwords });
    written("password", "worker-secret\n");
    q = await cluster.ClusterQueue.connect({ ...as("client", "client-secret"), tls: { caFile: certificate } });
    await worker(byName(), ...asWorker());
  });
  afterAll(async () => {
    await q.close();
    await server.end();
  });

  test("jobs run: inputs that the client has, stored ones, large results, a worker that is killed", async () => {
    for (const options of [{}, { durable: true }, { rowsPerChunk: 300_000 }]) {
      const n = "rowsPerChunk" in options ? 600_000 : 1000;
      const [found, plain] = (await job("maps")(q, n, options)) as Float32Array[];
      expect(found?.every((value, index) => value === plain?.[index])).toBe(true);
    }
    await expect(job("neighbours")(q)).rejects.toMatchObject({ name: "KernelError" });
    const expected = await job("slow")(q, 40, 1_000_000);
    const victim = await worker(byName(), ...asWorker());
    const onProgress = ({ done }: Progress) => {
      if (done === 10) victim.kill("SIGKILL");
    };
    expect(await job("slow")(q, 40, 1_000_000, { onProgress })).toEqual(expected);
    const { stdout, code } = command(root, "cluster", "status", "--servers", byName(), ...asClient());
    expect([code, stdout]).toEqual([0, expect.stringContaining("0 chunks wait")]);
    expect(server.log).not.toContain("Violation");
  });
  const asClient = () => {
    const file = written("client-password", "client-secret");
    return ["--user", "client", "--password-file", file, "--tls-ca", certificate];
  };

  test("a worker cannot submit jobs", async () => {
    const nc = await connect({
      servers: byName(),
      user: "worker",
      pass: "worker-secret",
      tls: { caFile: certificate },
    });
    await expect(jetstream(nc).publish("lanewise.chunks.pin.run.0", "{}", { timeout: 2000 })).rejects.toThrow();
    await nc.close();
    expect(server.log).toContain("Violation");
    const options = { ...as("worker", "worker-secret"), tls: { caFile: certificate } };
    await using queue = await cluster.ClusterQueue.connect(options);
    await expect(job("maps")(queue, 10)).rejects.toMatchObject({ name: "ClusterError", code: "no_server" });
  });

  test("a client that may not give inputs: no_server, and no job that waits for ever", async () => {
    const deaf = { publish: ">", subscribe: ["_INBOX.>", "lanewise.beats.*"] };
    const users = `authorization { users = [{ user: deaf, password: x, permissions: ${JSON.stringify(deaf)} }] }`;
    const other = await NatsServer.start({ config: users });
    const queue = await cluster.ClusterQueue.connect({ servers: other.address, user: "deaf", password: "x" });
    await expect(job("maps")(queue, 10)).rejects.toMatchObject({ name: "ClusterError", code: "no_server" });
    await queue.close();
    await other.end();
  });

  test.each([
    ["a wrong password", () => ({ ...as("client", "guess"), tls: { caFile: certificate } })],
    ["no user", () => ({ servers: byName(), tls: { caFile: certificate } })],
    ["a certificate that nobody knows", () => as("client", "client-secret")],
  ])("%s: no_server, with the cause", async (_, options) => {
    const error = await cluster.ClusterQueue.connect(options()).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: "ClusterError", code: "no_server" });
    expect((error as Error).cause).toBeInstanceOf(Error);
  });
});

test("credentials files of a server with operators and accounts", async () => {
  const { config, credentials } = operatorMode();
  const server = await NatsServer.start({ config });
  try {
    await expect(cluster.ClusterQueue.connect({ servers: server.address })).rejects.toMatchObject({
      code: "no_server",
    });
    await worker(server.address, "--creds", written("worker.creds", credentials));
    await using q = await cluster.ClusterQueue.connect({ servers: server.address, credentials });
    const [found, plain] = (await job("maps")(q, 1000)) as Float32Array[];
    expect(found).toEqual(plain);
  } finally {
    await server.end();
  }
});
