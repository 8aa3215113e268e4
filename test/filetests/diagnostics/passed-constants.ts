// A constant that is passed to a device function which may assign it.
import { deviceFn, type f32, Queue, specConstant } from "lanewise";

interface Point { x: f32; y: f32 }
const q = new Queue();
const out = q.mallocShared(Float32Array, 8);
const origin = specConstant<Point>({ x: 1, y: 2 });

export const bump = deviceFn((p: Point): void => { p.x += 1; });
export const sum = deviceFn((p: Readonly<Point>): f32 => p.x + p.y);
export const use = () => q.parallelFor(8, (i) => {
  bump(origin.value); // error LW1444: `origin` is constant
  const own = { ...origin.value };
  bump(own);
  out[i] = own.x;
});
export const useOfReadonly = () => q.parallelFor(8, (i) => { out[i] = sum(origin.value); });
