import { example, type Gesture } from "../../example.js";
import { controls } from "./about.js";
import { carry, carryDye, curl, divergence, paint, push, relax, stir, whirl } from "./kernels.js";

const width = 640;
const height = 400;
const cells = width * height;
/** In a frame. */
const mostStrokes = 7;

type Stroke = Pick<Extract<Gesture, { kind: "drag" }>, "x" | "y" | "dx" | "dy">;

/** Three that stir by themselves, so that something moves. */
function ownStrokes(tick: number): readonly Stroke[] {
  return [0, 1, 2].map((which) => {
    const angle = tick * 0.011 + (which * 2 * Math.PI) / 3;
    return {
      x: width * (0.5 + 0.34 * Math.cos(angle)),
      y: height * (0.5 + 0.32 * Math.sin(1.6 * angle)),
      dx: -3.4 * Math.sin(angle) + 1.5 * Math.sin(tick * 0.07 + which),
      dy: 3.4 * Math.cos(1.6 * angle) + 1.5 * Math.cos(tick * 0.09 + which),
    };
  });
}

export const program = example(controls, {
  size: () => ({ width, height }),
  /** What the pointer did since the last frame. */
  state: (): { readonly strokes: Stroke[] } => ({ strokes: [] }),
  gesture(state, gesture) {
    if (gesture.kind === "drag") state.strokes.push(gesture);
    return state;
  },
  warmUp: 20,
  create(runner) {
    const grid = () => runner.kernelFloats(cells);
    const [u, v, u2, v2, rotation, div] = [grid(), grid(), grid(), grid(), grid(), grid()];
    const [red, green, blue, red2, green2, blue2] = [grid(), grid(), grid(), grid(), grid(), grid()];
    const [pressure, pressure2] = [grid(), grid()];
    const strokes = runner.floats(8 * mostStrokes);
    const rgba = runner.bytes(4 * cells);
    const image = new ImageData(width, height);
    const range = [height, width] as const;

    const relaxOnce = (from: Float32Array, to: Float32Array): void => {
      const relaxing = relax(from, to, div, height, width);
      runner.launch(range, relaxing, () => {
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) relaxing(y, x);
      });
    };
    const launchAll = (iterations: number, whirls: number, fade: number): void => {
      const stirring = stir(strokes, u, v, red, green, blue, width);
      runner.launch(range, stirring, () => {
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) stirring(y, x);
      });
      const carrying = carry(u, v, u2, v2, height, width);
      runner.launch(range, carrying, () => {
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) carrying(y, x);
      });
      const turning = curl(u2, v2, rotation, height, width);
      runner.launch(range, turning, () => {
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) turning(y, x);
      });
      const whirling = whirl(rotation, u2, v2, whirls, height, width);
      runner.launch(range, whirling, () => {
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) whirling(y, x);
      });
      const leaving = divergence(u2, v2, div, height, width);
      runner.launch(range, leaving, () => {
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) leaving(y, x);
      });
      for (let k = 0; k < iterations; k += 2) {
        relaxOnce(pressure, pressure2);
        relaxOnce(pressure2, pressure);
      }
      const pushing = push(pressure, u2, v2, u, v, height, width);
      runner.launch(range, pushing, () => {
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pushing(y, x);
      });
      const drifting = carryDye(u, v, red, green, blue, red2, green2, blue2, 1 - fade, height, width);
      runner.launch(range, drifting, () => {
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) drifting(y, x);
      });
      const painting = paint(red2, green2, blue2, red, green, blue, rgba);
      runner.launch(cells, painting, () => {
        for (let i = 0; i < cells; i++) painting(i);
      });
    };

    let tick = 0;
    let recorded = { key: "", run: (): void => undefined, [Symbol.dispose]: (): void => undefined };
    return {
      async frame(state, { iterations, whirls, fade, brush }) {
        const key = [iterations, whirls, fade].join();
        if (key !== recorded.key) {
          recorded[Symbol.dispose]();
          recorded = { key, ...runner.record(() => launchAll(iterations, whirls, fade)) };
        }
        tick++;
        strokes.fill(0);
        const all = [...ownStrokes(tick), ...state.strokes.splice(0).slice(-4)];
        for (const [k, { x, y, dx, dy }] of all.entries()) {
          const colour = [0, 2.1, 4.2].map((phase) => 0.09 + 0.085 * Math.cos(tick * 0.012 + 2.1 * k + phase));
          strokes.set([x, y, dx, dy, ...colour, 1 / (brush * brush)], 8 * k);
        }
        recorded.run();
        await runner.wait();
      },
      draw(context) {
        image.data.set(rgba);
        context.putImageData(image, 0, 0);
        return undefined;
      },
      isMoving: () => true,
    };
  },
});
