// What an example is: three files in a folder of its own under examples/. `about.ts` says what the page shows beside it, `program.ts` what it does,
// `kernels.ts` has the kernels, whose text the page shows. The page finds the folders by itself.

import type { Runner } from "./engine/runner.js";

export interface Slider {
  readonly kind: "slider";
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly unit?: string;
}
export interface Choice {
  readonly kind: "choice";
  readonly label: string;
  readonly options: readonly string[];
  readonly value: string;
}
export interface TextInput {
  readonly kind: "text";
  readonly label: string;
  readonly value: string;
}
/** A picture of the visitor's; `value` is the address of the one that is there at first. */
export interface PictureInput {
  readonly kind: "picture";
  readonly label: string;
  readonly value: string;
  /** Larger ones are made smaller. */
  readonly mostPixels: number;
}
export type Control = Slider | Choice | TextInput | PictureInput;
export type Controls = Readonly<Record<string, Control>>;

interface ValueOf {
  readonly slider: number;
  readonly choice: string;
  readonly text: string;
  readonly picture: ImageData;
}
export type Value = ValueOf[Control["kind"]];
export type Values<C extends Controls> = { readonly [Name in keyof C]: ValueOf[C[Name]["kind"]] };

export interface About {
  readonly title: string;
  /** A sentence or two under the title. */
  readonly summary: string;
  /** What the pointer and the keys do to the picture. */
  readonly hint: string;
  readonly controls: Controls;
}

/** What the pointer or the keyboard does, in pixels of the canvas. */
export type Gesture =
  | {
      readonly kind: "drag";
      readonly x: number;
      readonly y: number;
      readonly dx: number;
      readonly dy: number;
      /** By an arrow key: from the middle. */ readonly isKey: boolean;
    }
  | { readonly kind: "zoom"; readonly x: number; readonly y: number; readonly factor: number }
  | { readonly kind: "point"; readonly x: number; readonly y: number };

/** Shown under the picture. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An example that runs in one of the modes. */
export interface Program<S, C extends Controls> {
  /** Computes a picture: what is measured. */
  frame(state: S, values: Values<C>): Promise<void>;
  /** Shows it. */
  draw(context: OffscreenCanvasRenderingContext2D, state: S, values: Values<C>): Table | undefined;
  /** Whether the next frame differs though nothing has changed. */
  isMoving?(state: S, values: Values<C>): boolean;
}

export interface Example<S, C extends Controls> {
  size(values: Values<C>): Size;
  /** What the visitor has done to the picture; it stays when the mode changes. */
  state(): S;
  /** What a frame is made from; where that stays, the picture is only drawn again. Without it each change makes a frame. */
  inputs?(state: S, values: Values<C>): readonly unknown[];
  /** Gives the state after a gesture; without it the picture takes none. */
  gesture?(state: S, gesture: Gesture, values: Values<C>): S;
  /** How many frames a comparison computes before it compares pictures and takes times. Default: 1. */
  readonly warmUp?: number;
  create(runner: Runner, values: Values<C>): Program<S, C> | Promise<Program<S, C>>;
}

/** Infers the types of an example. */
export const example = <S, C extends Controls>(_controls: C, found: Example<S, C>): Example<S, C> => found;
