import { example } from "../../example.js";
import { controls } from "./about.js";
import { clear, count, countAlone, scatter, shine } from "./kernels.js";

const width = 960;
const height = 600;
const pixels = width * height;
const galaxies = 400;

export const program = example(controls, {
  size: () => ({ width, height }),
  /** The upper left corner, and pixels for a unit: all of it is 1.6 wide. */
  state: () => ({ left: 0, top: 0, scale: height }),
  gesture({ left, top, scale }, gesture) {
    if (gesture.kind === "drag") return { left: left - gesture.dx / scale, top: top - gesture.dy / scale, scale };
    if (gesture.kind === "point") return { left, top, scale };
    const zoomed = Math.min(Math.max(scale * gesture.factor, height / 2), height * 2000);
    const by = 1 / scale - 1 / zoomed;
    return { left: left + gesture.x * by, top: top + gesture.y * by, scale: zoomed };
  },
  inputs: ({ left, top, scale }, { millions, exposure }) => [left, top, scale, millions, exposure],
  async create(runner, { millions: first }) {
    let points = first * 1_000_000;
    let [xs, ys] = [runner.kernelFloats(points), runner.kernelFloats(points)];
    const fill = async (): Promise<void> => {
      const scattering = scatter(galaxies, xs, ys);
      runner.launch(points, scattering, () => {
        for (let i = 0; i < points; i++) scattering(i);
      });
      await runner.wait();
    };
    await fill();
    const counts = runner.words(pixels);
    const rgba = runner.bytes(4 * pixels);
    const image = new ImageData(width, height);
    return {
      async frame({ left, top, scale }, { millions, exposure }) {
        if (millions * 1_000_000 !== points) {
          points = millions * 1_000_000;
          for (const array of [xs, ys]) runner.free(array);
          [xs, ys] = [runner.kernelFloats(points), runner.kernelFloats(points)];
          await fill();
        }
        const clearing = clear(counts);
        runner.launch(pixels, clearing, () => {
          for (let i = 0; i < pixels; i++) clearing(i);
        });
        const countingAlone = countAlone(xs, ys, left, top, scale, height, width, counts);
        runner.launch(points, count(xs, ys, left, top, scale, height, width, counts), () => {
          for (let i = 0; i < points; i++) countingAlone(i);
        });
        const shining = shine(counts, exposure, rgba);
        runner.launch(pixels, shining, () => {
          for (let i = 0; i < pixels; i++) shining(i);
        });
        await runner.wait();
      },
      draw(context, { scale }) {
        image.data.set(rgba);
        context.putImageData(image, 0, 0);
        let seen = 0;
        for (const one of counts) seen += one;
        return {
          head: ["points in the picture", "times larger"],
          rows: [[seen.toLocaleString("en"), (scale / height).toPrecision(4)]],
        };
      },
    };
  },
});
