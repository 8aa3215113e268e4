// Pointer, wheel and keys over the picture, as the gestures that examples know.

import type { Gesture } from "../example.js";

/** Of the picture, for an arrow key. */
const arrowStep = 0.04;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const zooms: Readonly<Record<string, number>> = { "+": 1.25, "=": 1.25, "-": 0.8 };

/** Positions are in pixels of a canvas of `size()`, whatever the size on the page. */
export function watchGestures(
  canvas: HTMLCanvasElement,
  size: () => { readonly width: number; readonly height: number },
  tell: (gesture: Gesture) => void,
): void {
  const scale = (): number => size().width / (canvas.clientWidth || 1);
  const place = (event: MouseEvent) => ({ x: event.offsetX * scale(), y: event.offsetY * scale() });
  const pointers = new Map<number, { x: number; y: number }>();
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    tell({ kind: "point", ...place(event) });
  });
  const forget = ({ pointerId }: PointerEvent): void => void pointers.delete(pointerId);
  canvas.addEventListener("pointerup", forget);
  canvas.addEventListener("pointercancel", forget);
  canvas.addEventListener("pointermove", (event) => {
    const to = place(event);
    const from = pointers.get(event.pointerId);
    if (!from) return tell({ kind: "point", ...to });
    const others = [...pointers].filter(([id]) => id !== event.pointerId);
    pointers.set(event.pointerId, to);
    const [first] = others;
    if (!first) return tell({ kind: "drag", ...to, dx: to.x - from.x, dy: to.y - from.y, isKey: false });
    // Two fingers: their distance zooms about the one that rests.
    const [, fixed] = first;
    const before = Math.hypot(from.x - fixed.x, from.y - fixed.y);
    const after = Math.hypot(to.x - fixed.x, to.y - fixed.y);
    if (before > 0 && after > 0) tell({ kind: "zoom", ...fixed, factor: after / before });
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      tell({ kind: "zoom", ...place(event), factor: Math.exp(-event.deltaY / 400) });
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    const { width, height } = size();
    const middle = { x: width / 2, y: height / 2 };
    const [arrow, factor] = [arrows[event.key], zooms[event.key]];
    if (arrow)
      tell({
        kind: "drag",
        ...middle,
        dx: arrow[0] * arrowStep * width,
        dy: arrow[1] * arrowStep * width,
        isKey: true,
      });
    else if (factor) tell({ kind: "zoom", ...middle, factor });
    else return;
    event.preventDefault();
  });
}
