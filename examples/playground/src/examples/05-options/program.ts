import { example } from "../../example.js";
import { controls } from "./about.js";
import { colour, price } from "./kernels.js";

const width = 1250;
const height = 800;
const count = width * height;
const lowest = 50;
const priceStep = 100 / width;
const timeStep = 2 / height;

export const program = example(controls, {
  size: () => ({ width, height }),
  /** The option that the pointer is at. */
  state: () => ({ x: Math.floor(width / 2), y: Math.floor(height / 2) }),
  gesture(at, gesture) {
    if (gesture.kind === "zoom") return at;
    const [x, y] =
      gesture.kind === "drag" && gesture.isKey ? [at.x - gesture.dx, at.y - gesture.dy] : [gesture.x, gesture.y];
    return { x: Math.min(Math.max(Math.floor(x), 0), width - 1), y: Math.min(Math.max(Math.floor(y), 0), height - 1) };
  },
  inputs: (_, { shown, volatility, rate, strike }) => [shown, volatility, rate, strike],
  create(runner) {
    const array = () => runner.floats(count);
    const found = { price: array(), delta: array(), gamma: array(), vega: array(), theta: array(), rho: array() };
    const rgba = runner.bytes(4 * count);
    const image = new ImageData(width, height);
    return {
      async frame(_, { shown, volatility, rate, strike }) {
        const all = Object.values(found) as [
          Float32Array,
          Float32Array,
          Float32Array,
          Float32Array,
          Float32Array,
          Float32Array,
        ];
        const pricing = price(strike, volatility / 100, rate / 100, lowest, priceStep, timeStep, width, ...all);
        runner.launch([height, width], pricing, () => {
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pricing(y, x);
        });
        await runner.wait();
        // The choices are the names.
        const values = found[shown as keyof typeof found];
        const [low, high] = limits(values);
        const colouring = colour(values, low, high, rgba);
        runner.launch(count, colouring, () => {
          for (let i = 0; i < count; i++) colouring(i);
        });
        await runner.wait();
      },
      draw(context, { x, y }) {
        image.data.set(rgba);
        context.putImageData(image, 0, 0);
        context.strokeStyle = "#ffffff";
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y, 12, 0, 2 * Math.PI);
        context.stroke();
        const i = y * width + x;
        const figures = Object.values(found).map((values) => (values[i] ?? 0).toFixed(4));
        return {
          head: ["share", "years", ...Object.keys(found)],
          rows: [[(lowest + priceStep * x).toFixed(2), (timeStep * (y + 1)).toFixed(3), ...figures]],
        };
      },
    };
  },
});

/** What all but some lie between: of a few thousand values, without the hundredths at both ends. */
function limits(values: Float32Array): readonly [number, number] {
  const some = Float32Array.from({ length: 4000 }, (_, k) => values[(k * 50_021) % count] ?? 0).sort();
  const [low = 0, high = 1] = [some[40], some[3959]];
  return high > low ? [low, high] : [low, low + 1];
}
