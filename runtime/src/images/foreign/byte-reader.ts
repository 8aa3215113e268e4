// Reads WebAssembly's binary format: LEB128 numbers, names, parts of known size. Bytes that end too early throw `DamagedBinary`.

export class DamagedBinary extends Error {}

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  at: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    if (end > bytes.length || at > end) throw new DamagedBinary("it ends too early");
    this.#bytes = bytes;
    this.at = at;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#end;
  }

  byte(): number {
    const found = this.at < this.#end ? this.#bytes[this.at++] : undefined;
    if (found === undefined) throw new DamagedBinary("it ends too early");
    return found;
  }

  /** An unsigned number of up to 32 bits; for 64-bit memories up to 53. */
  u32(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      if (scale > 2 ** 49) throw new DamagedBinary("a number in it is too long");
    }
  }

  /** A signed number of 32 bits. */
  s32(): number {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) return shift < 32 && (byte & 0x40) !== 0 ? value | (-1 << shift) : value;
      if (shift > 35) throw new DamagedBinary("a number in it is too long");
    }
  }

  name(): string {
    return new TextDecoder().decode(this.#take(this.u32()));
  }

  /** Returns a reader of the next `size` bytes. */
  part(size: number): ByteReader {
    const at = this.at;
    this.#take(size);
    return new ByteReader(this.#bytes, at, at + size);
  }

  vector<T>(read: () => T): T[] {
    const count = this.u32();
    const items: T[] = [];
    for (let index = 0; index < count; index++) items.push(read());
    return items;
  }

  #take(size: number): Uint8Array {
    const { at } = this;
    if (at + size > this.#end) throw new DamagedBinary("it ends too early");
    this.at = at + size;
    return this.#bytes.subarray(at, at + size);
  }
}
