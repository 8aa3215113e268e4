// The binary form of each version, pinned: a change of the form without a raise of FORMAT_VERSION would make images of other builds
// be read as something else.

import { createHash } from "node:crypto";
import { decodeImage, decodeModule, encodeImage, encodeModule, FORMAT_VERSION } from "@lanewise/ir";
import { expect, test } from "vitest";
import { formatWords, sampleImage, sampleModule } from "../support/format-sample.js";
import pins from "./format-pins.json" with { type: "json" };

const { major, minor } = FORMAT_VERSION;
const version = `${major}.${minor}`;

test(`the binary form of version ${version} is what it was`, () => {
  const hash = createHash("sha256");
  for (const bytes of [encodeModule(sampleModule), encodeImage(sampleImage), formatWords.join()]) hash.update(bytes);
  const found = hash.digest("hex").slice(0, 16);
  const pinned = new Map(Object.entries(pins)).get(version);
  const what =
    pinned === undefined
      ? `Version ${version} of the binary form is not pinned`
      : `The binary form has changed, but FORMAT_VERSION is still ${version}`;
  expect(
    pinned,
    `${what}. Unless it was raised since the last release: raise its minor (ir/src/image/image.ts) for new words alone, as a kind of statement or ` +
      `an operation, its major for anything else, as a field of a node. Then write "${version}": "${found}", with the version as it is ` +
      "then, as the last line of test/ir/format-pins.json.",
  ).toBe(found);
});

test("the sample is read as it was written", () => {
  expect(decodeModule(encodeModule(sampleModule))).toEqual(sampleModule);
  expect(decodeImage(encodeImage(sampleImage))).toEqual(sampleImage);
});
