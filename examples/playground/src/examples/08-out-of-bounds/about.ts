export const title = "Out of bounds";
export const summary =
  "Every index is checked. This kernel reads a row below the last one: the launch fails with the array, the index and the line of the source, which is marked.";
export const hint =
  "Set “Rows too many” to 0, and it works. In plain JavaScript the same mistake goes unnoticed, but for a dark stripe.";

export const controls = {
  reach: { kind: "slider", label: "Reach", min: 1, max: 12, step: 1, value: 3, unit: " rows" },
  tooMany: { kind: "slider", label: "Rows too many", min: 0, max: 12, step: 1, value: 1 },
} as const;
