// A server of the files of a folder, on this machine alone, with headers that a test chooses.

import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

export type Headers = Readonly<Record<string, string>>;

/** What makes a page cross-origin isolated, so that it has shared memory. */
export const isolation: Headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
/** No code from text; WebAssembly may be compiled. */
export const strictPolicy: Headers = {
  "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
};

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

export async function serve(folder: string, headers: Headers): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = join(folder, normalize(pathname));
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      // Browsers ask for an icon and complain where there is none.
      response.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
      return;
    }
    const type = types[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store", ...headers }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
