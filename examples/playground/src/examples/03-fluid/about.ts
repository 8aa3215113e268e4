export const title = "Stir a fluid";
export const summary =
  "Stam's stable fluids on 256,000 cells: some thirty launches a frame, recorded once as a graph, so that a frame is one command.";
export const hint = "Drag, or use the arrow keys, to stir.";

export const controls = {
  iterations: { kind: "slider", label: "Pressure iterations", min: 4, max: 80, step: 2, value: 24 },
  whirls: { kind: "slider", label: "Whirls", min: 0, max: 1, step: 0.05, value: 0.35 },
  fade: { kind: "slider", label: "Fading", min: 0, max: 0.05, step: 0.001, value: 0.006 },
  brush: { kind: "slider", label: "Brush", min: 4, max: 60, step: 1, value: 14, unit: " px" },
} as const;
