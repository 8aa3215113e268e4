// Commands that a device has: what the scheduler looks at for each one does not grow with their number.

import { expect, test } from "vitest";
import { Command, CommandLine, enqueue, type Lane, type Work } from "../../runtime/dist/queue/commands/index.js";

const device = {};

/** Commands of a device in a queue in order, and how often anything was asked of their work. */
function commandsOf(count: number, workOf: (index: number) => Partial<Work> = () => ({})) {
  const lane: Lane = { commands: new CommandLine(), isInOrder: true, context: {} };
  const counted = { asked: 0 };
  const [order, resumes] = [[] as number[], [] as (() => void)[]];
  const commands = Array.from({ length: count }, (_, index) => {
    let isBack = false;
    const work: Work = {
      kernel: "k",
      get stream() {
        counted.asked++;
        return device;
      },
      uses: () => "anything",
      step: ({ resume }) => {
        if (isBack) {
          order.push(index);
          return "done";
        }
        resumes[index] = () => {
          isBack = true;
          resume();
        };
        return "issued";
      },
      release: () => undefined,
      ...workOf(index),
    };
    const none = { dependencies: [], signals: [], predecessors: [] };
    const command = new Command("launch", work, none, () => undefined);
    enqueue(lane, command);
    return command;
  });
  return { commands, counted, order, resumes };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

async function untilIssued(resumes: readonly unknown[], count: number): Promise<void> {
  for (let round = 0; round < 200 && resumes.length < count; round++) await turn();
  expect(resumes.length).toBe(count);
}

test.each([500, 2000])("%d commands that are issued are each looked at a few times", async (count) => {
  const { commands, counted, order, resumes } = commandsOf(count);
  await untilIssued(resumes, count);
  for (const resume of resumes) resume();
  for (const command of commands) await command.finality();
  expect(order).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(counted.asked / count).toBeLessThan(10);
});

test("those that come back in another order are final in theirs", async () => {
  const { commands, order, resumes } = commandsOf(40);
  await untilIssued(resumes, 40);
  for (const resume of resumes.toReversed()) resume();
  for (const command of commands) await command.finality();
  expect(order).toEqual(Array.from({ length: 40 }, (_, index) => index));
});

test("what one of other bytes has done is taken while those before it are away", async () => {
  const { commands, order, resumes } = commandsOf(10, () => ({ uses: () => [] }));
  await untilIssued(resumes, 10);
  await turn();
  resumes[5]?.();
  await turn();
  expect(order).toEqual([5]);
  for (const resume of resumes) resume();
  for (const command of commands) await command.finality();
});

test("one of another device waits until those before it are done, where it uses the same bytes", async () => {
  const { commands, order, resumes } = commandsOf(30, (index) => (index === 20 ? { stream: {} } : {}));
  await untilIssued(resumes, 20);
  await turn();
  expect(resumes.length).toBe(20);
  for (const resume of [...resumes]) resume();
  await untilIssued(resumes, 21);
  await turn();
  expect(resumes.length).toBe(21);
  resumes[20]?.();
  await untilIssued(resumes, 30);
  for (const resume of resumes.slice(21)) resume();
  for (const command of commands) await command.finality();
  expect(order.length).toBe(30);
});

test("the first one may be issued again", async () => {
  const steps: string[] = [];
  const resumes: (() => void)[] = [];
  const again: Partial<Work> = {
    step: ({ resume }) => {
      steps.push("first");
      if (steps.length > 2) return "done";
      resumes.push(resume);
      return "issued";
    },
  };
  const made = commandsOf(3, (index) => (index === 0 ? again : {}));
  await turn();
  for (let round = 0; round < 2; round++) {
    resumes[round]?.();
    await turn();
  }
  expect(steps.length).toBe(3);
  for (const resume of made.resumes.slice(1)) resume();
  await Promise.all(made.commands.map((command) => command.finality()));
});
