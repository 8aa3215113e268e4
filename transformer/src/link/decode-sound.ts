// Images out of files, which may be damaged.

import type { WasmImageHeader } from "@lanewise/codegen";
import {
  type DeviceImage,
  decodeImage,
  decodeModule,
  decodeWasmCode,
  FormatError,
  type Module,
  verify,
} from "@lanewise/ir";

export interface SoundImage {
  readonly image: DeviceImage;
  /** Of format "ir". */
  readonly module: Module | undefined;
}

/** Throws FormatError, also where what is read says what no code of an image may say. */
export function decodeSound(bytes: Uint8Array): SoundImage {
  const image = decodeImage(bytes);
  if (image.format !== "ir") {
    assertHeader(image);
    return { image, module: undefined };
  }
  const module = decodeModule(image.code);
  const [violation] = verify(module);
  if (!violation) return { image, module };
  throw new FormatError("corrupt", `The image is damaged: ${violation.where}: ${violation.message}`);
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isObject = (value: unknown) => value instanceof Object && !Array.isArray(value);

/** What each field of the header is. */
const headerFields = {
  module: isText,
  linked: isObject,
  called: isObject,
  imports: Array.isArray,
  references: Array.isArray,
  kernels: Array.isArray,
  functions: Array.isArray,
  functionTables: isNumber,
  tables: Array.isArray,
} as const satisfies Record<keyof WasmImageHeader, (value: unknown) => boolean>;

function assertHeader({ code }: DeviceImage): void {
  const { header } = decodeWasmCode<Readonly<Record<string, unknown>>>(code);
  const wrong = Object.entries(headerFields).find(([name, is]) => !is(header[name]));
  if (wrong)
    throw new FormatError("corrupt", `The image is damaged: its header has no \`${wrong[0]}\` that can be read.`);
}
