// The page with the editor: compiles the text while it is edited, shows diagnostics at their lines, and runs the program.

import { indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { keymap } from "@codemirror/view";
import { basicSetup, EditorView } from "codemirror";
import { docsLink } from "../shell/docs-link.js";
import { element } from "../shell/element.js";
import { colours, followAppearance } from "./editor-theme.js";
import type { Compiled, CompileReply, CompileRequest, Mark, Picture, RunReply, RunRequest } from "./messages.js";
import { currentPicture, openPicture } from "./picture.js";
import firstKernel from "./programs/first-kernel.ts?raw";
import mandelbrot from "./programs/mandelbrot.ts?raw";
import outOfBounds from "./programs/out-of-bounds.ts?raw";
import ownPicture from "./programs/own-picture.ts?raw";
import randomPoints from "./programs/random-points.ts?raw";
import { fromHash, toHash } from "./share.js";
import { timelineOf } from "./timeline.js";
import { listOf, showNotes, whyNotes } from "./why-notes.js";

const shared = await fromHash(location.hash);
const programs: Readonly<Record<string, string>> = {
  ...(shared !== undefined && { "A shared program": shared }),
  Mandelbrot: mandelbrot,
  "A first kernel": firstKernel,
  "Your own picture": ownPicture,
  "Pi by random points": randomPoints,
  "An index out of bounds": outOfBounds,
};

const status = element("output", { "aria-live": "polite" });
const canvas = element("canvas", { width: 0, height: 0, hidden: true });
const output = element("pre", { role: "log", "aria-label": "Output" });
const menu = element(
  "select",
  { "aria-label": "Examples" },
  ...Object.keys(programs).map((name) => element("option", {}, name)),
);
const runButton = element("button", { type: "button", class: "primary" }, "Run");
const stopButton = element("button", { type: "button", disabled: true }, "Stop");
const openButton = element("input", { type: "file", accept: "image/*", "aria-label": "Open a picture" });
const shareButton = element("button", { type: "button" }, "Share");
// Of its own: what the compiler says meanwhile must not take it away.
const shareStatus = element("output", { "aria-live": "polite" });
const place = element("div", { class: "editor" });
const whySwitch = element("input", { type: "checkbox", checked: true });
const whyList = element("ul");
const why = element("details", { hidden: true }, element("summary", {}, "Why the code is as it is"), whyList);
const timeline = element("div");
const ran = element("details", { hidden: true }, element("summary", {}, "What ran when"), timeline);
const main = element("main", {}, place, element("section", { "aria-label": "Result" }, canvas, output, ran, why));

document.body.append(
  element(
    "header",
    {},
    element("h1", {}, "Edit a kernel"),
    element("a", { href: "./index.html" }, "Examples that move"),
    ...docsLink(),
  ),
  element(
    "section",
    { class: "bar", "aria-label": "Program" },
    ...[menu, runButton, stopButton, shareButton, shareStatus],
    element("label", { class: "open" }, "Open a picture", openButton),
    element("label", {}, whySwitch, " Why, beside each line"),
    status,
  ),
  main,
);

const compiler = new Worker(new URL("./compile-worker.ts", import.meta.url), { type: "module" });
const waiting = new Map<number, (reply: CompileReply) => void>();
let count = 0;
let isFirst = true;
compiler.addEventListener("message", ({ data }: MessageEvent<CompileReply>) => {
  waiting.get(data.id)?.(data);
  waiting.delete(data.id);
});
compiler.addEventListener("error", ({ message }) => say(`The compiler could not start: ${message}`));

function compile(text: string): Promise<CompileReply> {
  const request: CompileRequest = { id: ++count, text };
  return new Promise((done) => {
    waiting.set(request.id, done);
    compiler.postMessage(request);
  });
}

/** `isBusy`: something goes on, which the bar shows and a screen reader hears. */
function say(text: string, isBusy = false): void {
  status.textContent = text;
  status.classList.toggle("busy", isBusy);
  main.setAttribute("aria-busy", String(isBusy));
}
const print = (text: string, isError = false): void =>
  output.append(element("span", isError ? { class: "error" } : {}, `${text}\n`));

/** A command of the editor: it says that it has used the key. */
function startRun(): boolean {
  void run();
  return true;
}

let timer: number | undefined;
const view = new EditorView({
  parent: place,
  extensions: [
    keymap.of([{ key: "Mod-Enter", run: startRun }, indentWithTab]),
    basicSetup,
    javascript({ typescript: true }),
    EditorView.lineWrapping,
    lintGutter(),
    whyNotes,
    colours,
    EditorView.contentAttributes.of({ "aria-label": "Program", tabindex: "0" }),
    EditorView.updateListener.of(({ docChanged }) => {
      if (!docChanged) return;
      shareStatus.textContent = "";
      clearTimeout(timer);
      timer = window.setTimeout(() => void check(), 400);
    }),
  ],
});

followAppearance(view);

const text = (): string => view.state.doc.toString();

/** Compiles and shows the diagnostics. Undefined if the compiler failed, or the text has changed since. */
async function check(): Promise<Compiled | undefined> {
  const checked = text();
  say(isFirst ? "Loading the compiler (1.5 MB) …" : "Compiling …", true);
  const reply = await compile(checked);
  isFirst = false;
  if (checked !== text()) return undefined;
  if ("failure" in reply) {
    say(`The compiler failed: ${reply.failure}`);
    return undefined;
  }
  view.dispatch(setDiagnostics(view.state, [...reply.marks]));
  showNotes(view, reply.notes);
  whyList.replaceChildren(...listOf(reply.notes));
  why.hidden = whyList.children.length === 0;
  const first = reply.marks.find(({ severity }) => severity === "error") ?? reply.marks[0];
  say(first === undefined ? "Compiled." : (withLine(first).split("\n")[0] ?? ""));
  return reply;
}

const withLine = ({ from, message }: Mark): string => `Line ${view.state.doc.lineAt(from).number}: ${message}`;

let runner: Worker | undefined;
function stop(): void {
  runner?.terminate();
  runner = undefined;
  stopButton.disabled = true;
}

async function run(): Promise<void> {
  clearTimeout(timer);
  stop();
  const compiled = await check();
  if (compiled === undefined) return;
  stop();
  output.replaceChildren();
  canvas.hidden = true;
  ran.hidden = true;
  for (const mark of compiled.marks) print(withLine(mark), mark.severity === "error");
  if (compiled.javascript === undefined) return;
  say("Running …", true);
  stopButton.disabled = false;
  const worker = new Worker(new URL("./run-worker.ts", import.meta.url), { type: "module" });
  runner = worker;
  worker.addEventListener("message", ({ data }: MessageEvent<RunReply>) => {
    if (runner === worker) show(data);
  });
  worker.addEventListener("error", ({ message }) => {
    // A script that could not be loaded has no message.
    print(message || "The program's worker could not be loaded: is the site still there?", true);
    say("Failed.");
    stop();
  });
  const picture = await pictureFor(compiled.javascript);
  if (runner !== worker) return;
  const request: RunRequest = { javascript: compiled.javascript, picture };
  worker.postMessage(request);
}

const asksForPicture = (program: string): boolean => /\bpicture\b/.test(program);

/** Undefined if the program does not ask for one, or it cannot be read, which the output says. */
async function pictureFor(javascript: string): Promise<Picture | undefined> {
  if (!asksForPicture(javascript)) return undefined;
  try {
    return await currentPicture();
  } catch (error) {
    print(`The picture could not be read: ${error instanceof Error ? error.message : String(error)}`, true);
    return undefined;
  }
}

function show(reply: RunReply): void {
  switch (reply.kind) {
    case "print":
      print(reply.text, reply.isError);
      break;
    case "draw":
      drawPicture(reply.pixels, reply.width);
      break;
    case "done":
      if (reply.failure !== undefined) print(reply.failure, true);
      timeline.replaceChildren(...timelineOf(reply.trace));
      ran.hidden = timeline.children.length === 0;
      say(reply.failure === undefined ? `Done in ${reply.ms.toFixed(0)} ms.` : "Failed.");
      stop();
  }
}

function drawPicture(pixels: Uint8ClampedArray<ArrayBuffer>, width: number): void {
  const picture = new ImageData(pixels, width);
  canvas.width = width;
  canvas.height = picture.height;
  canvas.hidden = false;
  canvas.getContext("2d")?.putImageData(picture, 0, 0);
}

function load(program: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: program } });
}

menu.addEventListener("change", () => {
  history.replaceState(null, "", location.pathname);
  load(programs[menu.value] ?? "");
});
runButton.addEventListener("click", () => void run());
stopButton.addEventListener("click", () => {
  stop();
  say("Stopped.");
});
shareButton.addEventListener("click", async () => {
  history.replaceState(null, "", await toHash(text()));
  shareStatus.textContent = (await copyAddress())
    ? "Copied: a link to this program."
    : "The address of this page has the program now: copy it.";
});

/** Browsers refuse it on pages without https, and where a visitor has forbidden it. */
async function copyAddress(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.href);
    return true;
  } catch {
    return false;
  }
}
openButton.addEventListener("change", () => {
  const [file] = openButton.files ?? [];
  if (file === undefined) return;
  openPicture(file);
  if (!asksForPicture(text())) {
    menu.value = "Your own picture";
    load(ownPicture);
  }
  void run();
});
whySwitch.addEventListener("change", () => place.classList.toggle("no-why", !whySwitch.checked));

load(shared ?? mandelbrot);
await run();
if (shared === undefined && location.hash !== "") say("The address has no program that could be read.");
