// The switch between the modes, which is also the table of what each has taken.

import type { Measured } from "../engine/messages.js";
import { type Mode, modes } from "../engine/runner.js";
import { element } from "./element.js";

const labels: Readonly<Record<Mode, string>> = {
  plain: "Plain JavaScript",
  one: "Lanewise, one thread",
  all: "Lanewise, all threads",
  gpu: "Lanewise, GPU",
};

export interface SpeedPanel {
  readonly root: HTMLElement;
  device(threads: number): void;
  /** Its name, or why there is none. */
  gpu(name: string | undefined, reason: string | undefined): void;
  frame(mode: Mode, ms: number): void;
  /** Forgets times that are those of something else than what is computed now. */
  changed(): void;
  measuring(mode: Mode): void;
  compared(rows: readonly Measured[]): void;
}

interface Row {
  readonly input: HTMLInputElement;
  readonly name: HTMLElement;
  readonly bar: HTMLElement;
  readonly figures: HTMLElement;
  /** Of the last frames. */
  ms: number | undefined;
  /** What stands there while it has none. */
  note: string;
}

export function speedPanel(first: Mode, onMode: (mode: Mode) => void, onCompare: () => void): SpeedPanel {
  const rows = Object.fromEntries(
    modes.map((mode): [Mode, Row] => {
      // The GPU is looked for when an example is opened.
      const isSought = mode === "gpu";
      const input = element("input", {
        ...{ type: "radio", name: "mode", value: mode },
        ...{ checked: mode === first, disabled: isSought },
      });
      input.addEventListener("change", () => onMode(mode));
      const note = isSought ? "looking for one …" : "–";
      const name = element("span", { class: "mode-name" }, labels[mode]);
      const row = {
        input,
        name,
        bar: element("i", { class: "bar" }),
        figures: element("span", { class: "figures" }, note),
      };
      return [mode, { ...row, ms: undefined, note }];
    }),
    // All modes are there.
  ) as Record<Mode, Row>;
  const options = modes.map((mode) => {
    const { input, name, bar, figures } = rows[mode];
    const track = element("span", { class: "track" }, bar);
    return element("label", { class: "mode", "data-mode": mode }, input, name, figures, track);
  });
  const button = element("button", { type: "button", class: "compare" }, "Compare all");
  const said = element("p", { class: "said", role: "status" });
  button.addEventListener("click", () => {
    button.disabled = true;
    onCompare();
  });

  const show = (): void => {
    const fastest = Math.min(...modes.map((mode) => rows[mode].ms ?? Number.POSITIVE_INFINITY));
    const plain = rows.plain.ms;
    for (const mode of modes) {
      const { bar, figures, ms } = rows[mode];
      if (ms === undefined) continue;
      bar.style.width = `${(100 * fastest) / ms}%`;
      const times = plain === undefined || mode === "plain" ? "" : ` · ${figure(plain / ms)}×`;
      figures.textContent = `${figure(ms)} ms · ${figure(1000 / ms)} frames/s${times}`;
    }
  };

  return {
    root: element(
      "section",
      { class: "speed", "aria-label": "Speed" },
      element("h3", {}, "Time of a frame"),
      element("div", { role: "radiogroup", "aria-label": "Where the kernels run" }, ...options),
      button,
      said,
    ),
    device(threads) {
      rows.all.name.textContent = threads === 1 ? "Lanewise, all threads (1)" : `Lanewise, ${threads} threads`;
    },
    gpu(name, reason) {
      const { gpu } = rows;
      gpu.input.disabled = name === undefined;
      if (name !== undefined) gpu.name.textContent = `Lanewise, ${name}`;
      gpu.note = reason === undefined ? "–" : `not here: ${reason}`;
      if (gpu.ms === undefined) gpu.figures.textContent = gpu.note;
    },
    frame(mode, ms) {
      const row = rows[mode];
      // Frames differ, and figures that change sixty times a second cannot be read.
      row.ms = row.ms === undefined ? ms : row.ms * 0.85 + ms * 0.15;
      show();
    },
    changed() {
      for (const mode of modes) {
        rows[mode].ms = undefined;
        rows[mode].figures.textContent = rows[mode].note;
        rows[mode].bar.style.width = "0";
      }
      said.textContent = "";
      delete said.dataset.compared;
    },
    measuring(mode) {
      button.disabled = true;
      said.textContent = `Measuring: ${labels[mode]} …`;
    },
    compared(found) {
      button.disabled = false;
      for (const { mode, ms } of found) rows[mode].ms = ms ?? rows[mode].ms;
      show();
      said.textContent = sentence(found);
      said.dataset.compared = JSON.stringify(found);
    },
  };
}

const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toPrecision(2);

const small = (value: number): string => (value < 0.01 ? "less than 0.01" : value.toFixed(2));

/** As the sentence names them. */
const compared = [
  ["one", "one thread"],
  ["plain", "plain JavaScript, in f64,"],
  ["gpu", "the GPU"],
] as const satisfies readonly (readonly [Mode, string])[];

function sentence(rows: readonly Measured[]): string {
  const failed = rows.flatMap(({ mode, failure }) => (failure ? [`${labels[mode]} failed: ${failure.message}.`] : []));
  const differences = new Map(rows.map(({ mode, difference }) => [mode, difference]));
  const found = compared.flatMap(([mode, name]) => {
    const difference = differences.get(mode);
    if (!difference) return [];
    if (difference.most === 0) return [`${name} gives the same picture`];
    return [`${name} differs by ${small(difference.mean)} of 255 in the mean`];
  });
  const pictures = found.length > 0 ? ` Compared with all threads, ${found.join("; ")}.` : "";
  return `Measured one after the other.${pictures} ${failed.join(" ")}`.trimEnd();
}
