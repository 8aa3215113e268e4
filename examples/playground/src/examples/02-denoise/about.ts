export const title = "Denoise a photo";
export const summary =
  "Non-local means: each pixel is compared with hundreds around it, neighbourhood by neighbourhood. Choose a photo of yours, or drop it on the page; it stays in your browser.";
export const hint = "Drag the line, or move it with the arrow keys: before on the left, after on the right.";

export const controls = {
  photo: {
    kind: "picture",
    label: "Photo",
    value: new URL("../../../../data/chelsea.png", import.meta.url).href,
    mostPixels: 400_000,
  },
  noise: { kind: "slider", label: "Noise that is added", min: 0, max: 60, step: 1, value: 24 },
  strength: { kind: "slider", label: "Strength", min: 2, max: 80, step: 1, value: 32 },
  search: { kind: "slider", label: "Search radius", min: 1, max: 12, step: 1, value: 5, unit: " px" },
  patch: { kind: "slider", label: "Patch radius", min: 0, max: 3, step: 1, value: 1, unit: " px" },
} as const;
