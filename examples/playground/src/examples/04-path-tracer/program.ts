import { structOf } from "lanewise";
import { example } from "../../example.js";
import { controls } from "./about.js";
import { Camera, develop, Sphere, trace } from "./kernels.js";
import { cameraAt, type Orbit, spheres } from "./scene.js";

const width = 640;
const height = 400;

export const program = example(controls, {
  size: () => ({ width, height }),
  state: (): Orbit => ({ yaw: 0.15, pitch: 0.22, distance: 7.2 }),
  gesture(orbit, gesture) {
    if (gesture.kind === "zoom") {
      return { ...orbit, distance: Math.min(Math.max(orbit.distance / gesture.factor, 2.5), 20) };
    }
    if (gesture.kind === "point") return orbit;
    const pitch = Math.min(Math.max(orbit.pitch + gesture.dy * 0.006, 0.02), 1.5);
    return { ...orbit, yaw: orbit.yaw - gesture.dx * 0.006, pitch };
  },
  warmUp: 4,
  create(runner) {
    const scene = runner.structs(structOf(Sphere), spheres());
    const sums = runner.floats(3 * width * height);
    const rgba = runner.bytes(4 * width * height);
    const image = new ImageData(width, height);
    const camera = runner.structs(structOf(Camera), [cameraAt(program.state(), 0, width / height)]);
    let key = "";
    let frame = 0;
    let paths = 0;
    return {
      async frame(orbit, { rays, bounces, lens, sky }) {
        const asked = [orbit.yaw, orbit.pitch, orbit.distance, bounces, lens, sky].join();
        if (asked !== key) {
          key = asked;
          camera[0] = cameraAt(orbit, lens, width / height);
          sums.fill(0);
          [paths, frame] = [0, 0];
        }
        frame++;
        paths += rays;
        const tracing = trace(scene, camera, sky, bounces, rays, frame, height, width, sums);
        runner.launch([height, width], tracing, () => {
          for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) tracing(y, x);
        });
        const developing = develop(sums, paths, rgba);
        runner.launch(width * height, developing, () => {
          for (let i = 0; i < width * height; i++) developing(i);
        });
        await runner.wait();
      },
      draw(context) {
        image.data.set(rgba);
        context.putImageData(image, 0, 0);
        return { head: ["rays of each pixel"], rows: [[String(paths)]] };
      },
      isMoving: (_, { most }) => paths < most,
    };
  },
});
