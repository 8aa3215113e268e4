// The code behind `q.submit`.

import type { CommandOptions, QueueEvent } from "./commands/index.js";
import { Handler, type Submit } from "./handler.js";
import { createHostTask } from "./host-task.js";
import type { Queue } from "./queue.js";

interface GroupsPart {
  readonly submit: (
    queue: Queue,
    group: (handler: Handler) => void,
    options: CommandOptions,
    submit: Submit,
  ) => QueueEvent;
  readonly createHostTask: typeof createHostTask;
}

// With its type: declarations have no internal members of classes.
export const groupsPart: GroupsPart = { submit: Handler.submit, createHostTask };
