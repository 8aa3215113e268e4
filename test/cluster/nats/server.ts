// A NATS server of the test's own, on the loopback interface, with a store in a temporary folder; and a proxy before it, whose network can be cut.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env.LANEWISE_NATS_SERVER ?? "nats-server";

interface ServerSettings {
  readonly storeBytes?: number;
  /** More lines of its configuration. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export class NatsServer {
  readonly address: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "lanewise-nats-"));
  readonly #settings: ServerSettings;
  #process: ChildProcess | undefined;

  private constructor(port: number, settings: ServerSettings) {
    this.#port = port;
    this.#settings = settings;
    this.address = `127.0.0.1:${port}`;
  }

  static async start(settings: ServerSettings = {}): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), settings);
    await server.start();
    return server;
  }

  /** Goes on with what is in the store. */
  async start(): Promise<void> {
    const config = join(this.#folder, "nats.conf");
    const store = join(this.#folder, "store");
    const { storeBytes = 2 ** 30, config: more = "", env = {} } = this.#settings;
    const lines = [
      ...[`listen: "${this.address}"`, `log_file: "${join(this.#folder, "log")}"`],
      ...[`jetstream { store_dir: "${store}", max_file_store: ${storeBytes} }`, more, ""],
    ];
    writeFileSync(config, lines.join("\n"));
    this.#process = spawn(program, ["-c", config], { stdio: "ignore", env: { ...process.env, ...env } });
    for (let tries = 0; !(await answers(this.#port)); tries++) {
      if (tries > 100) throw new Error(`${program} does not answer at ${this.address}.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** What it has written. */
  get log(): string {
    return readFileSync(join(this.#folder, "log"), "utf8");
  }

  /** As the machine's loss would: nothing is told to anybody. */
  async kill(): Promise<void> {
    const child = this.#process;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGKILL");
    if (child) await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Forwards to a server, until it is cut. */
export class CuttableProxy {
  readonly #sockets = new Set<net.Socket>();
  readonly #server: net.Server;
  #isCut = false;

  private constructor(target: string) {
    const [host, port] = target.split(":");
    this.#server = net.createServer((socket) => {
      if (this.#isCut) {
        socket.destroy();
        return;
      }
      const other = net.connect(Number(port), host);
      for (const [one, two] of [
        [socket, other],
        [other, socket],
      ] as const) {
        this.#sockets.add(one);
        one.on("data", (data) => two.write(data));
        one.on("error", () => two.destroy());
        one.on("close", () => {
          this.#sockets.delete(one);
          two.destroy();
        });
      }
    });
  }

  static async before(target: string): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("The proxy does not listen.");
    return `127.0.0.1:${address.port}`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
