// A visit to a site: a page, and all that it complains of.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** A visitor's screen and hands. */
export const visitors = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

export interface Visit {
  readonly page: Page;
  /** What the page and its workers write to the console as a warning or an error, what they throw, and what they ask for that is not there or elsewhere. */
  readonly complaints: readonly string[];
}

/** Opens `path` of the site at `origin`, and leaves when `use` is done. */
export async function visit(
  browser: Browser,
  origin: string,
  path: string,
  options: BrowserContextOptions,
  use: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // Machines that do much else take their time.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "warning" || message.type() === "error") complaints.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(?:blob:|data:)/.test(request.url()) && !request.url().startsWith(origin))
      complaints.push(`asks for ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(`${origin}/${path}`);
  await use({ page, complaints });
  await context.close();
}
