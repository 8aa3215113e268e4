// The picture that programs can work on: a cat's until the visitor opens a file. It stays in the page.

import type { Picture } from "./messages.js";

let source: Promise<Blob> | undefined;

/** Larger pictures are made smaller: a program of a few lines copies them several times. */
const MOST_PIXELS = 4_000_000;

export function openPicture(file: Blob): void {
  source = Promise.resolve(file);
}

export async function currentPicture(): Promise<Picture> {
  source ??= fetch(new URL("../../../data/chelsea.png", import.meta.url)).then((answer) => answer.blob());
  const bitmap = await createImageBitmap(await source);
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
  const [width, height] = [
    Math.max(1, Math.floor(bitmap.width * scale)),
    Math.max(1, Math.floor(bitmap.height * scale)),
  ];
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) throw new Error("This browser has no canvas to read a picture with.");
  context.drawImage(bitmap, 0, 0, width, height);
  return { pixels: context.getImageData(0, 0, width, height).data, width, height };
}
