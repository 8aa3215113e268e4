// The code behind `q.submit`.

import { Handler } from "./handler.js";
import { createHostTask } from "./host-task.js";

export const groupsPart = { submit: Handler.submit, createHostTask };
