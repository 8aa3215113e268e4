import { example } from "../../example.js";
import { controls } from "./about.js";
import { mandelbrot, mandelbrotDeep } from "./kernels.js";

const size = { width: 960, height: 600 };
/** Below this width of a pixel, neighbours are one f32. */
const finest = 2e-7;

export const program = example(controls, {
  size: () => size,
  /** The middle of the picture, and a pixel's width. */
  state: () => ({ x: -0.7, y: 0, step: 3.6 / size.width }),
  inputs: ({ x, y, step }, { rounds, precision }) => [x, y, step, rounds, precision],
  gesture({ x, y, step }, gesture) {
    if (gesture.kind === "drag") return { x: x - gesture.dx * step, y: y - gesture.dy * step, step };
    if (gesture.kind === "point") return { x, y, step };
    const zoomed = Math.min(Math.max(step / gesture.factor, 1e-16), 0.01);
    // What is under the pointer stays there.
    const by = step - zoomed;
    return { x: x + (gesture.x - size.width / 2) * by, y: y + (gesture.y - size.height / 2) * by, step: zoomed };
  },
  create(runner) {
    const { width, height } = size;
    const rgba = runner.bytes(4 * width * height);
    const image = new ImageData(width, height);
    return {
      async frame({ x, y, step }, { rounds, precision }) {
        const [left, top] = [x - (step * width) / 2, y - (step * height) / 2];
        const isDeep = precision === "f64" || (precision === "as needed" && step < finest);
        const make = isDeep ? mandelbrotDeep : mandelbrot;
        const kernel = make(left, top, step, rounds, width, rgba);
        runner.launch([height, width], kernel, () => {
          for (let row = 0; row < height; row++) for (let column = 0; column < width; column++) kernel(row, column);
        });
        await runner.wait();
      },
      draw(context, { step }) {
        image.data.set(rgba);
        context.putImageData(image, 0, 0);
        return {
          head: ["a pixel is", "times larger"],
          rows: [[step.toExponential(2), (3.6 / size.width / step).toPrecision(4)]],
        };
      },
    };
  },
});
