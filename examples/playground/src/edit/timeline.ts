// The flame chart of a run: a row for each queue, for copies and for the compiler, a bar for each command; and below it the same as a table, by name.

import type { Trace } from "../../../../transformer/dist/cli/run/profile/trace.js";
import { element } from "../shell/element.js";

type Event = Extract<Trace["traceEvents"][number], { ph: "X" }>;

/** Nothing where no command has run. */
export function timelineOf({ traceEvents }: Trace): readonly HTMLElement[] {
  const events = traceEvents.filter((event): event is Event => event.ph === "X");
  if (events.length === 0) return [];
  const names = new Map(
    traceEvents.flatMap((event) => (event.name === "thread_name" ? [[event.tid, `${event.args.name}`]] : [])),
  );
  const start = Math.min(...events.map(({ ts }) => ts));
  const length = Math.max(...events.map(({ ts, dur }) => ts + dur)) - start || 1;
  const rows = [...Map.groupBy(events, ({ tid }) => tid)].toSorted(([a], [b]) => a - b);
  return [
    element(
      "div",
      {
        class: "timeline",
        role: "img",
        "aria-label": `What ran when, in ${milliseconds(length)}; the table has its times.`,
      },
      ...rows.map(([tid, own]) => {
        const bars = own.map((event) => barOf(event, start, length));
        return element("div", { class: "row" }, element("span", {}, names.get(tid) ?? ""), element("div", {}, ...bars));
      }),
    ),
    element("p", {}, "The first run of a kernel includes its compilation."),
    tableOf(events),
  ];
}

function barOf({ name, cat, ts, dur }: Event, start: number, length: number): HTMLElement {
  const bar = element("i", { class: cat, title: `${name}: ${milliseconds(dur)}` }, name);
  bar.style.left = `${(100 * (ts - start)) / length}%`;
  bar.style.width = `${(100 * dur) / length}%`;
  return bar;
}

function tableOf(events: readonly Event[]): HTMLElement {
  const totals = [...Map.groupBy(events, ({ name }) => name)].map(([name, own]) => ({
    name,
    count: own.length,
    total: own.reduce((sum, { dur }) => sum + dur, 0),
  }));
  const rows = totals
    .toSorted((a, b) => b.total - a.total)
    .map(({ name, count, total }) =>
      element("tr", {}, ...[name, `${count}`, milliseconds(total)].map((text) => element("td", {}, text))),
    );
  const head = ["what", "times", "in all"].map((text) => element("th", { scope: "col" }, text));
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/** Of microseconds. */
const milliseconds = (us: number): string => `${(us / 1000).toPrecision(3)} ms`;
