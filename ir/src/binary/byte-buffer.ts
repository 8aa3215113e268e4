// A growable byte buffer with WebAssembly's number encodings, which the binary forms and generated code share: LEB128 in its shortest form and
// little-endian floats (every NaN becomes the canonical one).

// Every host has it, but the type library without a host does not declare it.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const scratch = new DataView(new ArrayBuffer(8));
const utf8 = new TextEncoder();

export class ByteBuffer {
  #bytes = new Uint8Array(256);
  length = 0;

  /** A copy of the bytes written so far. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.length++] = value;
  }

  bytes(values: Uint8Array | readonly number[]): void {
    this.#grow(values.length);
    this.#bytes.set(values, this.length);
    this.length += values.length;
  }

  append(other: ByteBuffer): void {
    this.bytes(other.#bytes.subarray(0, other.length));
  }

  /** Unsigned LEB128 of 0 <= value < 2^32. */
  u32(value: number): void {
    let rest = value >>> 0;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** Signed LEB128 of a 32-bit integer, given in either sign. */
  i32(value: number): void {
    let rest = value | 0;
    while (rest < -0x40 || rest > 0x3f) {
      this.byte((rest & 0x7f) | 0x80);
      rest >>= 7;
    }
    this.byte(rest & 0x7f);
  }

  /** Signed LEB128 of a 64-bit integer, given in either sign. */
  i64(value: bigint): void {
    let rest = BigInt.asIntN(64, value);
    while (rest < -0x40n || rest > 0x3fn) {
      this.byte(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.byte(Number(rest & 0x7fn));
  }

  f32(value: number): void {
    if (Number.isNaN(value)) scratch.setUint32(0, 0x7fc00000, true);
    else scratch.setFloat32(0, value, true);
    for (let i = 0; i < 4; i++) this.byte(scratch.getUint8(i));
  }

  f64(value: number): void {
    if (Number.isNaN(value)) scratch.setBigUint64(0, 0x7ff8000000000000n, true);
    else scratch.setFloat64(0, value, true);
    for (let i = 0; i < 8; i++) this.byte(scratch.getUint8(i));
  }

  /** A name: its length in bytes, then UTF-8. */
  name(text: string): void {
    const encoded = utf8.encode(text);
    this.u32(encoded.length);
    this.bytes(encoded);
  }

  #grow(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    grown.set(this.#bytes.subarray(0, this.length));
    this.#bytes = grown;
  }
}
