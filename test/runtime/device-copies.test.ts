// A device's copy of a part of a host buffer (runtime/src/memory/device-copy.ts): where it lies, which bytes move, and when it is freed.

import { expect, test } from "vitest";
import type { DeviceContext } from "../../runtime/dist/context/device-context.js";
import { DeviceCopy } from "../../runtime/dist/memory/device-copy.js";

/** A copy of the bytes from 300 to 500 of a buffer, whose block is at 4096, on a device that moves multiples of `multiple` bytes. */
function copyOn(multiple: number | undefined, isAsynchronous = false) {
  const host = Uint8Array.from({ length: 1024 }, (_, index) => index % 251);
  const device = new Uint8Array(8192);
  const moved: [string, number, number][] = [];
  const freed: object[] = [];
  const allocation = { block: { offset: 4096 } };
  const context = {
    memory: {
      preferredMultiple: multiple,
      write: (address: number, bytes: Uint8Array) => {
        moved.push(["write", address, bytes.length]);
        device.set(bytes, address);
      },
      read: (address: number, size: number) => {
        moved.push(["read", address, size]);
        const bytes = device.slice(address, address + size);
        return isAsynchronous ? Promise.resolve(bytes) : bytes;
      },
    },
    usm: {
      reserve: (size: number) => {
        moved.push(["reserve", 4096, size]);
        return allocation;
      },
      dispose: (one: object) => freed.push(one),
    },
    copies: new Set(),
    device: { whenSettled: (then: () => void) => then() },
  };
  const home = { copies: new Set<DeviceCopy>(), uses: new Map() };
  const copy = new DeviceCopy(context as unknown as DeviceContext, home, host.buffer, 300, 500); // what a copy uses of it
  home.copies.add(copy);
  context.copies.add(copy);
  return { copy, host, device, moved, freed, allocation, home, context };
}

test.each([
  [undefined, 4096 + 300 - 256, 500 - 256],
  [256, 4096 + 300 - 256, 500 - 256],
  [512, 4096 + 300, 500],
])("lies as on the host modulo the larger of 64 and %s bytes", (multiple, address, size) => {
  const { copy, moved } = copyOn(multiple);
  expect(copy.addressOf(300)).toBe(address);
  expect(moved).toEqual([["reserve", 4096, size]]);
});

test("covers what is in it, to its first and last byte", () => {
  const { copy } = copyOn(256);
  expect([copy.covers(300, 500), copy.covers(299, 400), copy.covers(400, 501)]).toEqual([true, false, false]);
});

test("the whole copy is written in whole multiples, with the host's bytes at their place", () => {
  const { copy, host, device, moved } = copyOn(256);
  copy.load(host.buffer, 300, 500);
  expect(moved.slice(1)).toEqual([["write", 4096, 256]]);
  expect([...device.subarray(4096 + 44, 4096 + 244)]).toEqual([...host.subarray(300, 500)]);
});

test.each([
  [300, 400],
  [400, 500],
  [350, 450],
])("of a part, from %i to %i, only its bytes are written: the device may have newer ones around it", (start, end) => {
  const { copy, host, moved } = copyOn(256);
  copy.load(host.buffer, start, end);
  expect(moved.slice(1)).toEqual([["write", 4096 - 256 + start, end - start]]);
});

test.each([false, true])(
  "is read in whole multiples, of which the part is given (later: %s)",
  async (isAsynchronous) => {
    const { copy, host, moved } = copyOn(256, isAsynchronous);
    copy.load(host.buffer, 300, 500);
    expect([...(await copy.read(310, 320))]).toEqual([...host.subarray(310, 320)]);
    expect(moved.at(-1)).toEqual(["read", 4096, 256]);
  },
);

test("is freed by the last launch that uses it, and found no more", () => {
  const { copy, freed, allocation, home, context } = copyOn(256);
  copy.retain();
  copy.retain();
  copy.release();
  expect([freed.length, home.copies.size, context.copies.size]).toEqual([0, 1, 1]);
  copy.release();
  expect(freed).toEqual([allocation]);
  expect([home.copies.size, context.copies.size]).toEqual([0, 0]);
});
