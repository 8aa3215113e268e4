export const title = "Nearest words";
export const summary =
  "At each keystroke the word is compared with all of 100,000 embeddings of 64 numbers, without an index. Words that are written alike point in similar directions.";
export const hint = "Type a word. The nearer to the middle, the more alike.";

export const controls = {
  word: { kind: "text", label: "Word", value: "wonderfull" },
  nearest: { kind: "slider", label: "Nearest", min: 5, max: 40, step: 1, value: 24 },
} as const;
