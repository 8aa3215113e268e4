import { example } from "../../example.js";
import { controls } from "./about.js";
import { compare, dimensions, embed, row } from "./kernels.js";
import { words } from "./words.js";

const width = 960;
const height = 600;
const count = words.length;
const rows = Math.ceil(count / row);

interface Neighbour {
  readonly word: string;
  readonly alike: number;
}

/** The letters of all words, and where each begins. */
function lettersOf(all: readonly string[]): { readonly letters: Uint32Array; readonly starts: Uint32Array } {
  const letters = Uint32Array.from(all.join(""), (letter) => letter.charCodeAt(0) & 255);
  const starts = new Uint32Array(all.length + 1);
  for (const [k, word] of all.entries()) starts[k + 1] = (starts[k] ?? 0) + word.length;
  return { letters, starts };
}

export const program = example(controls, {
  size: () => ({ width, height }),
  state: () => ({}),
  inputs: (_, { word, nearest }) => [word, nearest],
  async create(runner) {
    const vectors = runner.kernelFloats(rows * row * dimensions);
    const all = lettersOf(words);
    const embedding = embed(runner.words(all.letters), runner.words(all.starts), vectors);
    runner.launch(count, embedding, () => {
      for (let word = 0; word < count; word++) embedding(word);
    });
    await runner.wait();
    const asked = runner.floats(row * dimensions);
    const alike = runner.floats(rows * row);
    let found: readonly Neighbour[] = [];
    return {
      async frame(_, { word, nearest }) {
        const { letters, starts } = lettersOf([word.toLowerCase().trim()]);
        // One word: on the host, by the same function.
        embed(letters, starts, asked)(0);
        const comparing = compare(vectors, asked, alike);
        runner.launch([rows, row], comparing, () => {
          for (let y = 0; y < rows; y++) for (let x = 0; x < row; x++) comparing(y, x);
        });
        await runner.wait();
        found = mostAlike(alike, nearest);
      },
      draw(context, _, { word }) {
        drawSky(
          context,
          word,
          found.filter((one) => one.word !== word),
        );
        const rows = found.slice(0, 6).map((one) => [one.word, one.alike.toFixed(3)]);
        return { head: ["word", "alike"], rows };
      },
    };
  },
});

/** The largest, in order, by one pass over all. */
function mostAlike(alike: Float32Array, most: number): readonly Neighbour[] {
  const best: { word: number; alike: number }[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let word = 0; word < count; word++) {
    const value = alike[word] ?? 0;
    if (value <= least) continue;
    const at = best.findIndex((one) => one.alike < value);
    best.splice(at < 0 ? best.length : at, 0, { word, alike: value });
    if (best.length > most) best.pop();
    if (best.length === most) least = best.at(-1)?.alike ?? least;
  }
  return best.map((one) => ({ word: words[one.word] ?? "", alike: one.alike }));
}

/** The word in the middle, its neighbours around it, the nearer the more alike. */
function drawSky(context: OffscreenCanvasRenderingContext2D, word: string, found: readonly Neighbour[]): void {
  context.fillStyle = "#0b1018";
  context.fillRect(0, 0, width, height);
  const [x, y] = [width / 2, height / 2];
  context.strokeStyle = "#1d2a38";
  context.lineWidth = 1;
  for (const ring of [0.3, 0.6, 0.9]) {
    context.beginPath();
    context.ellipse(x, y, ring * 0.47 * width, ring * 0.47 * height, 0, 0, 2 * Math.PI);
    context.stroke();
  }
  const [best = 1, worst = 0] = [found[0]?.alike, found.at(-1)?.alike];
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const [k, one] of found.entries()) {
    const t = best > worst ? (best - one.alike) / (best - worst) : 0;
    const distance = 0.36 + 0.56 * Math.max(t, k / found.length);
    const angle = k * 2.399963 - 0.5 * Math.PI;
    const [px, py] = [x + distance * 0.47 * width * Math.cos(angle), y + distance * 0.47 * height * Math.sin(angle)];
    context.strokeStyle = `rgb(45 212 191 / ${0.45 - 0.35 * t})`;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(px, py);
    context.stroke();
    label(context, one.word, px, py, 22 - 8 * t, `rgb(${150 + 90 * (1 - t)} ${190 + 55 * (1 - t)} 240)`);
  }
  label(context, word || "…", x, y, 30, "#ffd27a");
}

function label(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
): void {
  context.font = `600 ${size}px system-ui, "DejaVu Sans", sans-serif`;
  const half = context.measureText(text).width / 2 + 8;
  context.fillStyle = "#0b1018d0";
  context.fillRect(x - half, y - size * 0.7, 2 * half, size * 1.4);
  context.fillStyle = fill;
  context.fillText(text, x, y);
}
