export const title = "Mandelbrot zoom";
export const summary =
  "Each pixel counts how long z² + c stays small. Neighbours in a vector stop at different times; the compiler masks those that have.";
export const hint = "Wheel or + and − zoom, drag or arrow keys move.";

export const controls = {
  rounds: { kind: "slider", label: "Iterations", min: 50, max: 3000, step: 50, value: 600 },
  precision: { kind: "choice", label: "Precision", options: ["as needed", "f32", "f64"], value: "as needed" },
} as const;
