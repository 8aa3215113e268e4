// The sliders and other controls of an example, made from its table.

import type { SentValue } from "../engine/messages.js";
import type { Choice, Control, Controls, PictureInput, Slider, TextInput } from "../example.js";
import { element } from "./element.js";
import { openPicture } from "./open-picture.js";

type Change = (value: SentValue) => void;

/** For each kind its elements. */
const views = {
  slider(id: string, { label, min, max, step, value, unit = "" }: Slider, change: Change) {
    const shown = element("output", { for: id }, `${value}${unit}`);
    const input = element("input", { id, type: "range", min, max, step, value });
    input.addEventListener("input", () => {
      shown.value = `${input.value}${unit}`;
      change(input.valueAsNumber);
    });
    return [element("label", { for: id }, label, shown), input];
  },
  choice(id: string, { label, options, value }: Choice, change: Change) {
    const all = options.map((option) => element("option", { value: option, selected: option === value }, option));
    const input = element("select", { id }, ...all);
    input.addEventListener("change", () => change(input.value));
    return [element("label", { for: id }, label), input];
  },
  text(id: string, { label, value }: TextInput, change: Change) {
    const input = element("input", { id, type: "text", value, spellcheck: "false", autocomplete: "off" });
    input.addEventListener("input", () => change(input.value));
    return [element("label", { for: id }, label), input];
  },
  picture(id: string, { label, mostPixels }: PictureInput, change: Change) {
    const input = element("input", { id, type: "file", accept: "image/*" });
    const said = element("p", { role: "status" });
    const take = async (file: Blob | undefined): Promise<void> => {
      if (!file) return;
      said.textContent = "";
      try {
        change(await openPicture(file, mostPixels));
      } catch (error) {
        said.textContent = `This file is not a picture that the browser can read (${String(error)}).`;
      }
    };
    input.addEventListener("change", () => void take(input.files?.[0]));
    // Anywhere on the page, as long as the control is there.
    document.body.ondragover = () => !input.isConnected;
    document.body.ondrop = (event) => {
      if (!input.isConnected) return true;
      void take(event.dataTransfer?.files[0]);
      return false;
    };
    return [element("label", { for: id }, label), input, said];
  },
};

export function controlPanel(controls: Controls, change: (name: string, value: SentValue) => void): HTMLElement {
  const fields = Object.entries(controls).map(([name, control]) =>
    element("div", { class: "control" }, ...viewOf(`control-${name}`, control, (value) => change(name, value))),
  );
  return element("section", { class: "controls", "aria-label": "Controls" }, ...fields);
}

function viewOf(id: string, control: Control, change: Change): HTMLElement[] {
  // The table's row of a kind takes the control of that kind.
  return (views[control.kind] as (id: string, control: Control, change: Change) => HTMLElement[])(id, control, change);
}

/** What an example begins with. */
export async function firstValues(controls: Controls): Promise<Record<string, SentValue>> {
  const values = Object.entries(controls).map(async ([name, control]): Promise<[string, SentValue]> => {
    if (control.kind !== "picture") return [name, control.value];
    const response = await fetch(control.value);
    return [name, await openPicture(await response.blob(), control.mostPixels)];
  });
  return Object.fromEntries(await Promise.all(values));
}
