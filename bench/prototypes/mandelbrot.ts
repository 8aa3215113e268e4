// Hand-written Mandelbrot: a mask of the pixels still inside; what left goes on computing, but no longer counts, so that nothing
// is blended.

import type { Prototype } from "../harness/kernel.js";
import type { MandelbrotArrays, MandelbrotScalars } from "../kernels/mandelbrot/workload.js";
import { add, at, FunctionWriter, get, int, multiply } from "./emitter.js";

function source(k: number): string {
  const f = new FunctionWriter(k, ["out", "width", "height", "limit", "left:f32", "top:f32", "dx:f32", "dy:f32"]);
  const four = f.constant(4);
  const two = f.constant(2);
  const left = f.splat(get("$left"));
  const dx = f.splat(get("$dx"));
  const lanes = f.vector((r) => `(v128.const f32x4 ${4 * r} ${4 * r + 1} ${4 * r + 2} ${4 * r + 3})`);
  f.loop(int(0), get("$height"), 1, (y) => {
    const cy = f.splat(`(f32.add ${get("$top")} (f32.mul (f32.convert_i32_s ${get(y)}) ${get("$dy")}))`);
    f.loop(int(0), get("$width"), 4 * k, (x) => {
      const column = f.add(f.splat(`(f32.convert_i32_s ${get(x)})`), lanes);
      const cx = f.add(left, f.mul(column, dx));
      const zx = f.variable(cx);
      const zy = f.variable(cy);
      const count = f.variable(f.integerConstant(0));
      const active = f.variable(f.integerConstant(-1));
      const turn = f.integer(int(0));
      const label = f.label();
      f.emit(`(block ${label}x (br_if ${label}x (i32.le_s ${get("$limit")} ${int(0)})) (loop ${label}`);
      const x2 = f.mul(zx, zx);
      const y2 = f.mul(zy, zy);
      f.assign(active, f.operation("v128.and", active, f.operation("f32x4.le", f.add(x2, y2), four)));
      f.emit(`(br_if ${label}x (i32.eqz ${f.anyTrue(active)}))`);
      f.assign(count, f.operation("i32x4.sub", count, active));
      const nextY = f.mulAdd(f.mul(two, zx), zy, cy);
      const nextX = f.add(f.sub(x2, y2), cx);
      f.assign(zy, nextY);
      f.assign(zx, nextX);
      f.emit(
        `(local.set ${turn} ${add(get(turn), int(1))}) (br_if ${label} (i32.lt_s ${get(turn)} ${get("$limit")}))))`,
      );
      f.store(at("$out", add(multiply(get(y), get("$width")), get(x))), count);
    });
  });
  return f.toModule();
}

export const mandelbrot: Prototype<MandelbrotArrays, MandelbrotScalars> = {
  versions: [1, 2, 4],
  source,
  arguments: ({ out }, { width, height, limit, left, top, dx, dy }) => [out, width, height, limit, left, top, dx, dy],
};
