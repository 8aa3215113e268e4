// The host in browsers and their workers. `MessageChannel` comes back to a task without the 4 ms that nested timers wait.

import type { Host } from "./host.js";

/** `close` lets a process that imitates a browser end. */
export function createBrowserHost(): Host & { close(): void } {
  const tasks: (() => void)[] = [];
  let channel: MessageChannel | undefined;
  const open = (): MessageChannel => {
    const opened = new MessageChannel();
    opened.port1.onmessage = () => tasks.shift()?.();
    return opened;
  };
  return {
    variable: () => undefined,
    defer: (task) => {
      channel ??= open();
      tasks.push(task);
      channel.port2.postMessage(undefined);
    },
    canGenerateCode: false,
    close: () => channel?.port1.close(),
  };
}
