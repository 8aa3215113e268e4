export const title = "A million options";
export const summary =
  "Prices of a million call options and their five Greeks, by Black and Scholes. To the right the share costs more, downwards the option has longer to go.";
export const hint = "Point at an option, or drag over the picture, to read its figures.";

export const controls = {
  shown: {
    kind: "choice",
    label: "Picture",
    options: ["price", "delta", "gamma", "vega", "theta", "rho"],
    value: "delta",
  },
  volatility: { kind: "slider", label: "Volatility", min: 5, max: 80, step: 1, value: 25, unit: " %" },
  rate: { kind: "slider", label: "Interest rate", min: 0, max: 15, step: 0.25, value: 4, unit: " %" },
  strike: { kind: "slider", label: "Strike", min: 60, max: 140, step: 1, value: 100 },
} as const;
