// TypeScript lets a function pass a readonly object on where another assigns it; callers of device functions rely on what is readonly.
import { deviceFn, type f32 } from "lanewise";

interface Point { x: f32; y: f32 }
interface Segment { readonly from: Readonly<Point>; readonly to: Readonly<Point> }

const reset = (p: Point): void => { p.x = 0; };
export const careless = deviceFn((p: Readonly<Point>): f32 => { // error LW1450: The type of `p` is readonly, so callers rely on `careless` not to change it
  reset(p);
  return p.x;
});
export const inside = deviceFn((by: f32, s: Segment): f32 => { // error LW1450: The type of `s`
  const { to } = s;
  reset(to);
  return to.x * by;
});
export const careful = deviceFn((p: Readonly<Point>): f32 => {
  const own: Point = { ...p };
  reset(own);
  return p.x + own.y;
});
