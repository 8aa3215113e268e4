import { example } from "../../example.js";
import { controls } from "./about.js";
import { denoise, spread } from "./kernels.js";

/** As wide as the sliders' largest search and patch together. */
const border = 15;

export const program = example(controls, {
  size: ({ photo }) => ({ width: photo.width, height: photo.height }),
  /** Where the line is, as a part of the width. */
  state: () => ({ split: 0.5 }),
  gesture({ split }, gesture, { photo }) {
    if (gesture.kind !== "drag") return { split };
    const at = gesture.isKey ? split - gesture.dx / photo.width : gesture.x / photo.width;
    return { split: Math.min(Math.max(at, 0), 1) };
  },
  inputs: (_, { photo, noise, strength, search, patch }) => [photo, noise, strength, search, patch],
  create(runner, first) {
    const load = ({ width, height, data }: ImageData) => {
      const padded = { width: width + 2 * border, height: height + 2 * border };
      const plane = () => runner.kernelFloats(padded.width * padded.height);
      return {
        width,
        height,
        padded,
        rgba: runner.bytes(data),
        planes: [plane(), plane(), plane()] as const,
        before: runner.bytes(data.length),
        after: runner.bytes(data.length),
      };
    };
    let photo = first.photo;
    let picture = load(photo);
    return {
      async frame(_, { photo: asked, noise, strength, search, patch }) {
        if (asked !== photo) {
          photo = asked;
          picture = load(photo);
        }
        const { width, height, padded, rgba, planes, before, after } = picture;
        const apart = spread(rgba, width, height, border, noise, ...planes);
        runner.launch([padded.height, padded.width], apart, () => {
          for (let y = 0; y < padded.height; y++) for (let x = 0; x < padded.width; x++) apart(y, x);
        });
        const means = denoise(...planes, width, border, search, patch, strength, before, after);
        runner.launch([height, width], means, () => {
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) means(y, x);
        });
        await runner.wait();
      },
      draw(context, { split }) {
        const { width, height, before, after } = picture;
        const image = new ImageData(width, height);
        const at = Math.round(split * width);
        image.data.set(before);
        context.putImageData(image, 0, 0);
        image.data.set(after);
        context.putImageData(image, 0, 0, at, 0, width - at, height);
        context.fillStyle = "#ffffff";
        context.fillRect(at - 1, 0, 2, height);
        context.beginPath();
        context.arc(at, height / 2, 9, 0, 2 * Math.PI);
        context.fill();
        return undefined;
      },
    };
  },
});
