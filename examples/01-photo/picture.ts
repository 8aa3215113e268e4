// Pictures in and out of files, as rows of red, green and blue bytes. The decoding itself is pngjs's and jpeg-js's work:
// they turn grey, palette, 16-bit and CMYK pictures into 8-bit colours. Transparent pixels are laid on white.
// Whatever is wrong with a user's file is a PictureError, whose message is one line.

import { readFileSync } from "node:fs";
import jpeg from "jpeg-js";
import { PNG } from "pngjs";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel: red, green, blue. */
  readonly rgb: Uint8Array;
}

export class PictureError extends Error {}

/** The most pixels that this example takes: it keeps 14 bytes of device memory for each. */
const maxMegapixels = 64;

/** Reads a PNG or JPEG file. */
export function readPicture(path: string): Picture {
  const file = readBytes(path);
  if (file.length === 0) throw new PictureError(`${path} is empty.`);
  if (isPng(file)) return withoutAlpha(decodePng(file, path));
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return withoutAlpha(decodeJpeg(file, path));
  throw new PictureError(`${path} is no picture that can be read here: it is neither PNG nor JPEG.`);
}

/** A PNG file's bytes. The same picture always gives the same bytes. */
export function encodePng({ width, height, rgb }: Picture): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(rgb.buffer, rgb.byteOffset, rgb.byteLength);
  return PNG.sync.write(png, { colorType: 2, inputColorType: 2, inputHasAlpha: false });
}

/** A grey picture as one of three equal colours. */
export function fromGrey(width: number, height: number, grey: Uint8Array): Picture {
  const rgb = new Uint8Array(3 * grey.length);
  grey.forEach((level, i) => {
    rgb.fill(level, 3 * i, 3 * i + 3);
  });
  return { width, height, rgb };
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOENT: "there is no such file",
      ENOTDIR: "there is no such file",
      EISDIR: "this is a folder",
      EACCES: "this file may not be read",
      EPERM: "this file may not be read",
      ERR_FS_FILE_TOO_LARGE: "this file is too large",
    };
    throw new PictureError(`${path}: ${reasons[codeOf(error)] ?? messageOf(error)}.`, { cause: error });
  }
}

function isPng(file: Buffer): boolean {
  return file.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
}

function decodePng(file: Buffer, path: string): Decoded {
  // The first chunk gives the size: looked at before the decoder makes room for it.
  if (file.length >= 24) checkSize(file.readUInt32BE(16), file.readUInt32BE(20), path);
  return decode("PNG", path, () => {
    const { width, height, data } = PNG.sync.read(file);
    return { width, height, rgba: data };
  });
}

function decodeJpeg(file: Buffer, path: string): Decoded {
  const limits = { maxResolutionInMP: maxMegapixels, maxMemoryUsageInMB: 4096 };
  const decoded = decode("JPEG", path, () => {
    const { width, height, data } = jpeg.decode(file, { useTArray: true, ...limits });
    return { width, height, rgba: data };
  });
  checkSize(decoded.width, decoded.height, path);
  return decoded;
}

function decode(kind: string, path: string, decoder: () => Decoded): Decoded {
  try {
    return decoder();
  } catch (error) {
    throw new PictureError(`${path} is damaged; the ${kind} decoder says: ${messageOf(error)}`, { cause: error });
  }
}

function checkSize(width: number, height: number, path: string): void {
  const size = `${path} is ${width} x ${height} pixels`;
  if (width === 0 || height === 0) throw new PictureError(`${size}: there is nothing to do.`);
  if (width * height > maxMegapixels * 1e6) {
    throw new PictureError(`${size}: more than the ${maxMegapixels} million that this example takes.`);
  }
}

function withoutAlpha({ width, height, rgba }: Decoded): Picture {
  const rgb = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    const alpha = rgba[4 * i + 3] ?? 255;
    for (let colour = 0; colour < 3; colour++) {
      const value = rgba[4 * i + colour] ?? 0;
      rgb[3 * i + colour] = Math.round((value * alpha + 255 * (255 - alpha)) / 255);
    }
  }
  return { width, height, rgb };
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1).join("");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
