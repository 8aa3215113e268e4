// What happens to stores: bytes in them change, and their room ends.

import { type ConsumerConfig, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { connect, type NatsConnection } from "@nats-io/transport-node";

const FILLER = "filler";

export class TestStore {
  readonly nc: NatsConnection;

  private constructor(nc: NatsConnection) {
    this.nc = nc;
  }

  static async of(servers: string): Promise<TestStore> {
    return new TestStore(await connect({ servers }));
  }

  async keys(bucket: string, filter?: string): Promise<readonly string[]> {
    const kv = await new Kvm(this.nc).open(bucket);
    const found: string[] = [];
    for await (const key of await kv.keys(filter)) found.push(key);
    return found;
  }

  /** Changes the last byte of all values of a bucket whose keys fit; how many there were. */
  async damage(bucket: string, keys: RegExp): Promise<number> {
    const kv = await new Kvm(this.nc).open(bucket);
    const found = (await this.keys(bucket)).filter((key) => keys.test(key));
    for (const key of found) {
      const value = (await kv.get(key))?.value.slice() ?? new Uint8Array();
      value[value.length - 1] = (value.at(-1) ?? 0) ^ 1;
      await kv.put(key, value);
    }
    return found.length;
  }

  /** Takes away what fits; how many there were. */
  async forget(bucket: string, keys: string): Promise<number> {
    const { streams } = await jetstreamManager(this.nc);
    return (await streams.purge(`KV_${bucket}`, { filter: `$KV.${bucket}.${keys}` })).purged;
  }

  /** Until there is no room but for so many bytes. */
  async fill(room = 0): Promise<void> {
    const jsm = await jetstreamManager(this.nc);
    await jsm.streams.add({ name: FILLER, subjects: [FILLER] });
    for (const size of [100_000, 10_000, 1000, 10]) {
      for (let isFull = false; !isFull; ) {
        isFull = await jetstream(this.nc)
          .publish(FILLER, new Uint8Array(size))
          .then(
            () => false,
            () => true,
          );
      }
    }
    const { state } = await jsm.streams.info(FILLER);
    // The first ones are the large ones.
    if (room > 0) await jsm.streams.purge(FILLER, { seq: state.first_seq + Math.ceil(room / 100_000) });
  }

  async empty(): Promise<void> {
    await (await jetstreamManager(this.nc)).streams.delete(FILLER);
  }

  async messages(stream: string): Promise<number> {
    return (await (await jetstreamManager(this.nc)).streams.info(stream)).state.messages;
  }

  /** What the consumers of a stream allow. */
  async consumers(stream: string): Promise<readonly Partial<ConsumerConfig>[]> {
    const { consumers } = await jetstreamManager(this.nc);
    return (await consumers.list(stream).next()).map(({ config }) => config);
  }

  /** The job, with its inputs, of the chunk that was published last. */
  async lastRun(): Promise<string> {
    const { streams } = await jetstreamManager(this.nc);
    const { state } = await streams.info("lanewise-chunks");
    const last = await streams.getMessage("lanewise-chunks", { seq: state.last_seq });
    return last?.subject.split(".").at(-2) ?? "";
  }

  /** The stream's last message has other bytes then. */
  async replaceLast(stream: string, text: string): Promise<void> {
    const { streams } = await jetstreamManager(this.nc);
    const { state } = await streams.info(stream);
    const last = await streams.getMessage(stream, { seq: state.last_seq });
    if (!last) throw new Error(`${stream} has no message ${state.last_seq}.`);
    await streams.deleteMessage(stream, last.seq);
    await jetstream(this.nc).publish(last.subject, text);
  }

  async deleteStream(stream: string): Promise<void> {
    await (await jetstreamManager(this.nc)).streams.delete(stream);
  }

  close(): Promise<void> {
    return this.nc.close();
  }
}
