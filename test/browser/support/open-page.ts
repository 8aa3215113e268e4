// Opens a page of a site, and gives what its program reports.

import type { BrowserContext, Page } from "playwright-core";

export interface Visit<T> {
  readonly page: Page;
  /** What the program has given to `report`. */
  readonly outcome: T;
  /** Warnings and errors that the page has printed, in order. */
  readonly messages: readonly string[];
}

/** Fails with what the page says when its program does. `T` is what the program reports; `before` is called before it is loaded. */
export async function openPage<T>(
  browser: BrowserContext,
  url: string,
  before?: (page: Page) => Promise<unknown>,
): Promise<Visit<T>> {
  const page = await browser.newPage();
  await before?.(page);
  const messages: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning" || message.type() === "error") messages.push(message.text());
  });
  const outcome = await new Promise<T>((resolve, reject) => {
    page.on("pageerror", (error) => reject(new Error(`${error.stack ?? error.message}\n${messages.join("\n")}`)));
    const opened = page.exposeFunction("report", resolve).then(() => page.goto(url));
    opened.catch(reject);
  });
  return { page, outcome, messages };
}
