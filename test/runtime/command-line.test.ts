// A queue's commands: they leave from the front in constant time, and from anywhere else.

import { expect, test } from "vitest";
import { Command, CommandLine } from "../../runtime/dist/queue/commands/index.js";

const none = { dependencies: [], signals: [], predecessors: [] };
const commandsOf = (count: number): readonly Command[] =>
  Array.from(
    { length: count },
    () => new Command("q.fill", { step: () => "done", release: () => undefined }, none, () => undefined),
  );

function lineOf(commands: readonly Command[]): CommandLine {
  const line = new CommandLine();
  for (const command of commands) line.push(command);
  return line;
}

/** Compares the line with an array of what should be in it, by every way to ask. */
function expectSame(line: CommandLine, expected: readonly Command[]): void {
  const [first, middle] = [expected[0], expected[expected.length >> 1]];
  expect([...line].length).toBe(expected.length);
  expect([...line].every((command, index) => command === expected[index])).toBe(true);
  expect(line.length).toBe(expected.length);
  expect(line.first === first && line.at(0) === first && line.last === expected.at(-1)).toBe(true);
  expect(line.at(expected.length)).toBeUndefined();
  expect(line.upTo(2).every((command, index) => command === expected[index])).toBe(true);
  expect(line.upTo(2)).toHaveLength(Math.min(2, expected.length));
  if (middle) expect(line.indexOf(middle)).toBe(expected.length >> 1);
}

test.each([0, 1, 3, 5000])("a line of %d that leave from the front", (count) => {
  const expected = [...commandsOf(count)];
  const line = lineOf(expected);
  expectSame(line, expected);
  while (expected.length > 0) {
    const first = expected.shift();
    if (first) line.remove(first);
    if (expected.length % 499 === 0 || expected.length < 3) expectSame(line, expected);
  }
  const [more] = commandsOf(1);
  if (more) line.push(more);
  expectSame(line, more ? [more] : []);
});

test("some leave from the middle, and others come, while the front leaves", () => {
  const expected = [...commandsOf(3000)];
  const line = lineOf(expected);
  for (let round = 0; round < 2500; round++) {
    const [from, [next]] = [round % 3 === 0 ? 7 : 0, commandsOf(1)];
    const [gone] = expected.splice(Math.min(from, expected.length - 1), 1);
    if (gone) line.remove(gone);
    if (next && round % 2 === 0) {
      expected.push(next);
      line.push(next);
    }
    if (round % 250 === 0) expectSame(line, expected);
  }
  expectSame(line, expected);
});
