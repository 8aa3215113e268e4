// From which chunk of a page a module registers: what tells two modules of one id, of which one is loaded later, from a module that is
// loaded again (module-conflict.ts).

import { runInThisContext } from "node:vm";
import type { Registration } from "lanewise/internal";
import { expect, test } from "vitest";
import { createBrowserHost } from "../../runtime/dist/host/browser.js";
import { placeIn } from "../../runtime/dist/host/caller-place.js";
import { assertSameModule } from "../../runtime/dist/images/registry/module-conflict.js";
import { errorOf } from "../support/thrown-error.js";

/** As a chunk at that address hands over its module. */
function registrationFrom(address: string, image: string): Registration {
  const host = createBrowserHost();
  const register = () => host.callerPlace(register);
  // The text is a function.
  const chunk = runInThisContext("(register) => {\n  return register();\n}", { filename: address }) as (
    call: () => unknown,
  ) => ReturnType<typeof register>;
  const place = chunk(register);
  expect(place).toEqual({ file: address, position: "2:10" });
  return { protocol: 2, module: "app@1.0.0/a.ts", images: [image], globals: {}, loadedFrom: place?.file ?? "" };
}

test("a chunk of a page that is loaded later, with another module of a known id, is a conflict that names both", () => {
  const main = registrationFrom("https://app.net/assets/main.js", "a");
  const lazy = registrationFrom("https://app.net/assets/lazy.js", "b");
  const { code, message } = errorOf(() => assertSameModule(main, lazy));
  expect(code).toBe("module_conflict");
  expect(message).toContain(
    "one in https://app.net/assets/main.js, which is loaded, and one in https://app.net/assets/lazy.js",
  );
  expect(() => assertSameModule(main, registrationFrom("https://app.net/assets/main.js?t=2", "b"))).not.toThrow();
});

test.each([
  ["module code@https://app.net/a.js:10:5", "https://app.net/a.js", "10:5"],
  ["@https://app.net/a.js?t=1:3:14\nother@https://app.net/b.js:1:1", "https://app.net/a.js?t=1", "3:14"],
  ["@[native code]", undefined, undefined],
  ["Error\n    at https://app.net/a.js:1:1", undefined, undefined],
  [undefined, undefined, undefined],
])("in stacks of Firefox and Safari: %j", (stack, file, position) => {
  expect(placeIn(stack)).toEqual(file && { file, position });
});
