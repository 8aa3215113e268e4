// Decodes images from files, which may be damaged.

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
  /** The module of an image with format "ir". */
  readonly module: Module | undefined;
}

/** Throws FormatError, also for content that is invalid in an image. */
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

type Is = (value: unknown) => boolean;
const isText: Is = (value) => typeof value === "string";
const isNumber: Is = (value) => typeof value === "number";
const isObject: Is = (value) => value instanceof Object && !Array.isArray(value);
const isListOf =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(is);
const isEither =
  (...all: readonly Is[]): Is =>
  (value) =>
    all.some((is) => is(value));
const isNull: Is = (value) => value === null;
const isAbsent: Is = (value) => value === undefined;
const isRecordOf =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, is]) => is(Reflect.get(Object(value), name)));

const isModuleList = isListOf(isRecordOf({ module: isNumber, gang: isNumber }));
const isNumberList = isListOf(isNumber);
const isForm = isRecordOf({
  ...{ shape: isText, columns: isNumberList, reductions: isText },
  local: isEither(isNull, isAbsent, isNumberList),
});
/** Checks only the fields that are displayed. */
const isProgram = isRecordOf({
  ...{ form: isForm, one: isModuleList },
  ...{ many: isEither(isNull, isModuleList), shared: isEither(isNull, isModuleList) },
});
const isFunctionCode = isEither(isNull, isAbsent, isRecordOf({ module: isNumber }));

/** The types of the header's fields. */
const headerFields = {
  module: isText,
  linked: isObject,
  called: isObject,
  imports: Array.isArray,
  references: isListOf(isText),
  kernels: isListOf(isRecordOf({ symbol: isText, missing: isText, programs: isListOf(isProgram) })),
  functions: isListOf(isRecordOf({ symbol: isText, missing: isText, code: isFunctionCode })),
  functionTables: isNumber,
  tables: isListOf(isRecordOf({ globals: Array.isArray, files: isListOf(isText) })),
} as const satisfies Record<keyof WasmImageHeader, Is>;

function assertHeader({ code }: DeviceImage): void {
  const { header } = decodeWasmCode<Readonly<Record<string, unknown>>>(code);
  const wrong = Object.entries(headerFields).find(([name, is]) => !is(header[name]));
  if (wrong)
    throw new FormatError("corrupt", `The image is damaged: its header has no \`${wrong[0]}\` that can be read.`);
}
