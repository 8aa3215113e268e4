// The work of `q.record`: takes the commands that a function submits to a queue, and makes a graph of them.

import type { DeviceContext } from "../context/index.js";
import { LanewiseError } from "../errors/index.js";
import { describeValue, ownOptions } from "../values/index.js";
import { CommandGraph, type RecordOptions, recordOptions, type SubmitRun } from "./command-graph.js";
import { asyncRecording, notRecordable, Recording } from "./recording.js";

/** The commands of a queue. */
interface Recorded {
  readonly device: DeviceContext;
  recording: Recording | undefined;
}

export function recordCommands(
  queue: Recorded,
  commands: () => void,
  options: RecordOptions | undefined,
  submit: SubmitRun,
): CommandGraph {
  if (typeof commands !== "function") {
    throw new LanewiseError("invalid", `q.record: commands is ${describeValue(commands)}; expected a function.`);
  }
  const own = ownOptions(options, recordOptions, "q.record");
  if (queue.recording) throw notRecordable("A recording inside another");
  const recording = new Recording(queue.device);
  queue.recording = recording;
  try {
    const result: unknown = commands();
    if (result instanceof Promise) throw asyncRecording(result);
  } finally {
    queue.recording = undefined;
  }
  return new CommandGraph(queue.device, recording.commands, own, submit);
}
