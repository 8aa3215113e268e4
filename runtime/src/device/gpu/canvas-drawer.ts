// Draws pictures that lie in a GPU's memory to canvases: a triangle over all of the canvas, whose pixels are the picture's words.

import { LanewiseError } from "../../errors/index.js";
import type { GpuCanvas } from "../index.js";
import type { Commands } from "./commands.js";
import { STAGE_FRAGMENT, USAGE } from "./flags.js";

const TEXT = `@group(0) @binding(0) var<storage, read> picture: array<u32>;
override width: u32;
@vertex
fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
  return vec4<f32>(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
@fragment
fn pixel(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
  let found = unpack4x8unorm(picture[u32(at.y) * width + u32(at.x)]);
  return vec4<f32>(found.rgb * found.a, found.a);
}`;

/** Where a picture lies; the offset is a multiple of what offsets of bindings have to be multiples of. */
export interface PlacedPicture {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
}

export class CanvasDrawer {
  readonly #commands: Commands;
  readonly #pipelines = new Map<string, GPURenderPipeline>();
  readonly #configured = new WeakSet<GPUCanvasContext>();

  constructor(commands: Commands) {
    this.#commands = commands;
  }

  /** Submits what was recorded before, too: a canvas's texture is gone when the running script has its end. */
  draw({ buffer, offset, size }: PlacedPicture, canvas: GpuCanvas): Promise<void> {
    const { device } = this.#commands;
    const context = canvas as unknown as GPUCanvasContext; // checked: it has getCurrentTexture
    const { format } = this.#configuration(context);
    const pipeline = this.#pipeline(format, canvas.canvas.width);
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer, offset, size } }],
    });
    this.#commands.guarded("validation", () => {
      const view = context.getCurrentTexture().createView();
      const pass = this.#commands.encoder().beginRenderPass({
        colorAttachments: [{ view, loadOp: "clear", storeOp: "store" }],
      });
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.draw(3);
      pass.end();
    });
    const done = this.#commands.done();
    this.#commands.submit();
    return done;
  }

  /** A buffer with a picture of the host. */
  upload(bytes: Uint8Array): PlacedPicture {
    const buffer = this.#commands.temporary(bytes.length, USAGE.STORAGE, true);
    new Uint8Array(buffer.getMappedRange()).set(bytes);
    buffer.unmap();
    return { buffer, offset: 0, size: bytes.length };
  }

  /** The program's own, or one that shows colours and opacity as a 2D canvas does. */
  #configuration(context: GPUCanvasContext): { readonly format: GPUTextureFormat } {
    const { device } = this.#commands;
    const format = navigator.gpu.getPreferredCanvasFormat();
    const own = context.getConfiguration?.();
    if (own && own.device !== device) {
      throw new LanewiseError("invalid", "q.toCanvas: the context was configured for another GPUDevice.", {
        help: "Leave context.configure out, or make Lanewise use that one: requestGpu({ device }).",
      });
    }
    if (own) return own;
    if (!this.#configured.has(context)) context.configure({ device, format, alphaMode: "premultiplied" });
    this.#configured.add(context);
    return { format };
  }

  #pipeline(format: GPUTextureFormat, width: number): GPURenderPipeline {
    const key = `${format} ${width}`;
    const known = this.#pipelines.get(key);
    if (known) return known;
    const { device } = this.#commands;
    const module = device.createShaderModule({ code: TEXT });
    const layout = device.createBindGroupLayout({
      entries: [{ binding: 0, visibility: STAGE_FRAGMENT, buffer: { type: "read-only-storage" } }],
    });
    const made = device.createRenderPipeline({
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      vertex: { module },
      fragment: { module, targets: [{ format }], constants: { width } },
    });
    this.#pipelines.set(key, made);
    return made;
  }
}
