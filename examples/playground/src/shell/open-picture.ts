// A picture's file as a bitmap of at most so many pixels.

export async function openPicture(file: Blob, mostPixels: number): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file);
  const factor = Math.sqrt(mostPixels / (whole.width * whole.height));
  if (factor >= 1) return whole;
  const resizeWidth = Math.max(Math.round(whole.width * factor), 1);
  const resizeHeight = Math.max(Math.round(whole.height * factor), 1);
  return createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: "high" });
}
