export const title = "Ten million points";
export const summary =
  "All points are counted anew for each frame, by atomic additions to the pixels' counts, so that zooming has no levels and no tiles.";
export const hint = "Wheel or + and − zoom, drag or arrow keys move.";

export const controls = {
  millions: { kind: "slider", label: "Points", min: 1, max: 10, step: 1, value: 10, unit: " million" },
  exposure: { kind: "slider", label: "Exposure", min: 0.05, max: 0.5, step: 0.01, value: 0.17 },
} as const;
