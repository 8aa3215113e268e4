// Shows the notes of the last compilation behind their lines: short ones, whose reasons are in their titles and in a list below the output.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { element } from "../shell/element.js";
import type { Note } from "./messages.js";

const setNotes = StateEffect.define<readonly Note[]>();

/** The notes of one line. */
class LineNotes extends WidgetType {
  readonly #notes: readonly Note[];

  constructor(notes: readonly Note[]) {
    super();
    this.#notes = notes;
  }

  override eq(other: LineNotes): boolean {
    return JSON.stringify(other.#notes) === JSON.stringify(this.#notes);
  }

  /** A click on a note puts the cursor at the end of its line. */
  override ignoreEvent(): boolean {
    return false;
  }

  override toDOM(): HTMLElement {
    return element("span", { class: "why" }, ...this.#notes.map(noteElement));
  }
}

function noteElement({ text, reason, isGood }: Note): HTMLElement {
  return element("span", { class: isGood ? "good" : "poor", title: reason }, text);
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const [effect] = transaction.effects.filter((one) => one.is(setNotes));
    if (effect === undefined) return shown.map(transaction.changes);
    const byLine = Map.groupBy(effect.value, ({ line }) => Math.min(line, transaction.state.doc.lines));
    const widgets = [...byLine].map(([line, notes]) =>
      Decoration.widget({ widget: new LineNotes(distinct(notes)), side: 1 }).range(transaction.state.doc.line(line).to),
    );
    return Decoration.set(widgets, true);
  },
  provide: (own) => EditorView.decorations.from(own),
});

export const whyNotes: Extension = field;

export function showNotes(view: EditorView, notes: readonly Note[]): void {
  view.dispatch({ effects: setNotes.of(notes) });
}

/** Those that say more than their text, in the order of the lines. */
export function listOf(notes: readonly Note[]): HTMLElement[] {
  const withReasons = distinct(notes).filter(({ reason }) => reason !== "");
  return withReasons
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, text, reason }) => element("li", {}, `Line ${line}, ${text}: ${reason}`));
}

function distinct(notes: readonly Note[]): readonly Note[] {
  return [...new Map(notes.map((note) => [`${note.line} ${note.text} ${note.reason}`, note])).values()];
}
