// Kernels that take as long as one likes, so that threads share them; registered when this file is loaded.

import { build, encodeImage } from "@lanewise/ir";
import { at, elementOf, emit, i, imageOf, type ModuleSource, mark, moduleOf, span, toBase64 } from "./emitted.js";

const int = (value: number) => build.constant("i32", value);
const i32s = span("i32");
const counter = build.local(2, "i32");
const sum = build.local(3, "i32");

const source: ModuleSource = {
  name: "threads",
  sites: [{ kind: "bounds", name: "out", at }],
  kernels: [
    {
      // out[i] = 0 + 1 + … + (rounds - 1) + i: as long as one likes.
      name: "spin",
      parameters: [
        { name: "out", type: i32s },
        { name: "rounds", type: "i32" },
      ],
      locals: [
        { name: "counter", type: "i32" },
        { name: "sum", type: "i32" },
      ],
      body: [
        build.set(2, int(0)),
        build.set(3, i),
        {
          kind: "loop",
          label: 0,
          header: [],
          condition: build.op("lt", counter, build.local(1, "i32")),
          body: [build.set(3, build.op("add", sum, counter))],
          update: [build.set(2, build.op("add", counter, int(1)))],
          at,
        },
        build.store(elementOf(0, i32s, i), sum, at),
      ],
    },
    {
      // Until out[0] is 1: no loop that is seen to end.
      name: "await",
      parameters: [{ name: "out", type: i32s }],
      body: [
        {
          kind: "loop",
          label: 0,
          header: [],
          condition: build.op("ne", build.load(elementOf(0, i32s, int(0))), int(1)),
          body: [],
          update: [],
          at,
        },
      ],
    },
    {
      name: "count",
      parameters: [{ name: "out", type: i32s }],
      body: [build.atomic("add", elementOf(0, i32s, build.op("and", i, int(7))), at, { value: int(1) })],
    },
  ],
};
emit(source);

/** The image, for other processes to register. */
export const longImage = () => toBase64(encodeImage(imageOf(moduleOf(source))));

export const spin = (out: unknown, rounds: number) => mark("threads", "spin", () => [out, rounds]);
export const count = (out: unknown) => mark("threads", "count", () => [out]);
/** What `spin` makes of element `index`. */
export const spun = (index: number, rounds: number) => ((rounds * (rounds - 1)) / 2 + index) | 0;
