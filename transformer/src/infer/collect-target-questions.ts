// Collects `targetIs("host")` and `hasAspect("fp64")`: queries that are answered when the kernel is compiled for a device.

import { type TargetQuestion, targetQuestions } from "@lanewise/ir";
import type ts from "typescript-6";
import { constantFiles, evaluateDeep } from "../recognise/evaluate.js";
import { type Collection, complain } from "./collect.js";
import type { Instance } from "./instance.js";
import type { Value } from "./shape.js";

export function collectTargetQuestion(
  collection: Collection,
  instance: Instance,
  question: TargetQuestion,
  argument: ts.Expression,
): Value | undefined {
  const known: readonly string[] = targetQuestions[question];
  const name = evaluateDeep(collection.context, argument);
  for (const file of constantFiles(collection.context, argument)) collection.files.add(file);
  if (typeof name !== "string") {
    return complain(collection, instance, "LW1456", argument, [question, argument.getText(), known[0] ?? ""]);
  }
  if (known.includes(name)) return { kind: "boolean" };
  return complain(collection, instance, "LW1457", argument, [question, JSON.stringify(name), known.join(", ")]);
}
