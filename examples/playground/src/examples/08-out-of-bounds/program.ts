import { example } from "../../example.js";
import { controls } from "./about.js";
import { relief, ripples, show } from "./kernels.js";

const width = 640;
const height = 400;
const count = width * height;

export const program = example(controls, {
  size: () => ({ width, height }),
  state: () => ({}),
  inputs: (_, { reach, tooMany }) => [reach, tooMany],
  create(runner) {
    const [heights, light] = [runner.kernelFloats(count), runner.kernelFloats(count)];
    const rgba = runner.bytes(4 * count);
    const image = new ImageData(width, height);
    return {
      async frame(_, { reach, tooMany }) {
        const making = ripples(width, height, heights);
        runner.launch([height, width], making, () => {
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) making(y, x);
        });
        // The last rows have no row so far below; with `tooMany` some are lit all the same.
        const rows = height - reach + Math.min(tooMany, reach);
        const lighting = relief(heights, width, reach, light);
        runner.launch([rows, width], lighting, () => {
          for (let y = 0; y < rows; y++) for (let x = 0; x < width; x++) lighting(y, x);
        });
        try {
          await runner.wait();
        } finally {
          // Also what there is of a picture that failed.
          const showing = show(light, rgba);
          runner.launch(count, showing, () => {
            for (let i = 0; i < count; i++) showing(i);
          });
          await runner.wait();
        }
      },
      draw(context) {
        image.data.set(rgba);
        context.putImageData(image, 0, 0);
        return undefined;
      },
    };
  },
});
