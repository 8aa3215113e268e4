// An open example: its picture, controls, times and code, and the worker that runs it.

import type { Failure, Reply, Request } from "../engine/messages.js";
import type { Mode } from "../engine/runner.js";
import type { Size, Table } from "../example.js";
import type { Entry } from "../gallery.js";
import { codePane } from "./code-pane.js";
import { controlPanel, firstValues } from "./control-panel.js";
import { element } from "./element.js";
import { watchGestures } from "./gestures.js";
import { speedPanel } from "./speed-panel.js";

export interface View {
  readonly root: HTMLElement;
  close(): void;
}

/** At `?gpu=software` a GPU that is emulated on the processor counts, too. */
const isSoftwareAllowed = new URLSearchParams(location.search).get("gpu") === "software";

export function openView(entry: Entry, first: Mode, onMode: (mode: Mode) => void): View {
  const { name, about } = entry;
  const worker = new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module", name });
  const tell = (request: Request, transfer: Transferable[] = []): void => worker.postMessage(request, transfer);

  let size: Size = { width: 960, height: 600 };
  const canvas = element("canvas", { tabindex: 0, role: "img", "aria-label": about.title, "aria-describedby": "hint" });
  const picture = element("figure", { class: "picture", "data-frames": 0 }, canvas);
  const failure = element("div", { class: "failure", role: "alert", hidden: true });
  const table = element("table");
  // Wider than a phone: it scrolls, and so takes the keyboard.
  const facts = element(
    "div",
    { class: "facts", role: "region", "aria-label": "Figures", tabindex: 0, hidden: true },
    table,
  );
  const banner = element("p", { class: "banner", hidden: true });
  const wat = Promise.withResolvers<string>();
  const code = codePane(entry, () => {
    tell({ kind: "wat" });
    return wat.promise;
  });
  const speed = speedPanel(
    first,
    (mode) => {
      onMode(mode);
      tell({ kind: "mode", mode });
    },
    () => tell({ kind: "compare" }),
  );
  const controls = controlPanel(about.controls, (control, value) => {
    speed.changed();
    tell({ kind: "value", name: control, value });
  });
  watchGestures(
    canvas,
    () => size,
    (gesture) => tell({ kind: "gesture", gesture }),
  );

  let frames = 0;
  const showFailure = (mode: Mode, found: Failure | undefined): void => {
    failure.hidden = found === undefined;
    failure.replaceChildren(
      ...(found ? [element("strong", {}, "The kernel failed"), element("pre", {}, found.message)] : []),
    );
    if (found) picture.dataset.failed = mode;
    else delete picture.dataset.failed;
    code.mark(found?.file?.endsWith("kernels.ts") ? found.line : undefined);
  };
  const replies: { readonly [Kind in Reply["kind"]]: (reply: Extract<Reply, { kind: Kind }>) => void } = {
    device({ threads, reason }) {
      speed.device(threads);
      banner.hidden = reason === undefined;
      banner.textContent = `Kernels run on one thread here: ${reason}.`;
    },
    gpu: ({ name: gpu, reason }) => speed.gpu(gpu, reason),
    frame({ mode, ms, isOther, size: now, table: found, takesGestures }) {
      size = now;
      canvas.style.aspectRatio = `${size.width} / ${size.height}`;
      canvas.classList.toggle("gestures", takesGestures);
      if (isOther) speed.changed();
      if (ms !== undefined) speed.frame(mode, ms);
      facts.hidden = found === undefined;
      showTable(table, found);
      if (!failure.hidden) showFailure(mode, undefined);
      Object.assign(picture.dataset, { frames: ++frames, mode });
    },
    failed: ({ mode, failure: found }) => showFailure(mode, found),
    wat: ({ text }) => wat.resolve(text),
    measuring: ({ mode }) => speed.measuring(mode),
    compared: ({ rows }) => speed.compared(rows),
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
    // The row of its kind.
    (replies[data.kind] as (reply: Reply) => void)(data);
  });
  worker.addEventListener("error", ({ message }) =>
    showFailure(first, { message: `The worker could not start: ${message}` }),
  );

  const offscreen = canvas.transferControlToOffscreen();
  firstValues(about.controls).then(
    (values) => tell({ kind: "open", name, canvas: offscreen, mode: first, values, isSoftwareAllowed }, [offscreen]),
    (error: unknown) => showFailure(first, { message: String(error) }),
  );
  const stage = element(
    "div",
    { class: "stage" },
    picture,
    element("p", { class: "hint", id: "hint" }, about.hint),
    failure,
    facts,
  );
  const aside = element("aside", {}, controls, speed.root);
  return {
    root: element(
      "main",
      { id: "main", tabindex: -1 },
      element("h2", {}, about.title),
      element("p", { class: "summary" }, about.summary),
      banner,
      element("div", { class: "columns" }, stage, aside, code.root),
    ),
    close: () => worker.terminate(),
  };
}

function showTable(table: HTMLTableElement, found: Table | undefined): void {
  if (!found) return;
  const cells = (name: "th" | "td", texts: readonly string[]) =>
    element("tr", {}, ...texts.map((text) => element(name, name === "th" ? { scope: "col" } : {}, text)));
  table.replaceChildren(
    element("thead", {}, cells("th", found.head)),
    element("tbody", {}, ...found.rows.map((row) => cells("td", row))),
  );
}
