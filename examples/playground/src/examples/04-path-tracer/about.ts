export const title = "Path tracer";
export const summary =
  "Ordinary classes with methods – vectors, rays, spheres, a camera – in a kernel, where their objects are registers. The picture gets better frame by frame.";
export const hint = "Drag or arrow keys turn the camera; wheel or + and − bring it closer.";

export const controls = {
  rays: { kind: "slider", label: "Rays of a pixel and frame", min: 1, max: 8, step: 1, value: 1 },
  most: { kind: "slider", label: "Rays of a pixel at most", min: 16, max: 2048, step: 16, value: 512 },
  bounces: { kind: "slider", label: "Bounces", min: 0, max: 12, step: 1, value: 6 },
  lens: { kind: "slider", label: "Lens", min: 0, max: 0.3, step: 0.01, value: 0.06 },
  sky: { kind: "slider", label: "Sky", min: 0, max: 1.5, step: 0.05, value: 0.7 },
} as const;
