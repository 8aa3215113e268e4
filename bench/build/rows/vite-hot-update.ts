// Vite's hot update: from the watcher's event until the page is told and all modules of the project are answered, as the page asks for them.

import { join } from "node:path";
import lanewise from "@lanewise/transformer/vite";
import { createServer, type ViteDevServer } from "vite";
import { median } from "../../statistics.js";
import { type Edit, edits, files, rounds, warmUp } from "../edits.js";
import { type GeneratedProject, generateProject, type Shape, shapes } from "../generate-project.js";
import type { Measured, Row } from "../row.js";

export const rows: readonly Row[] = shapes.flatMap((shape) =>
  edits.map((edit) => ({
    what: `Vite's hot update of ${files} files in ${shape} after an edit of ${edit.what}`,
    unit: "ms",
    goal: 150,
    measure: ({ root, folder }) => measureUpdates(root, folder, shape, edit),
  })),
);

async function measureUpdates(root: string, folder: string, shape: Shape, { index, edits }: Edit): Promise<Measured> {
  const project = generateProject(join(folder, "project"), shape, files, join(root, "node_modules"));
  const server = await createServer({
    root: project.folder,
    configFile: false,
    logLevel: "silent",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [lanewise()],
  });
  try {
    await requestAll(server);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      project.edit(index, edits(round));
      const start = performance.now();
      await update(server, project, index);
      await requestAll(server);
      times.push(performance.now() - start);
    }
    return { value: median(times.slice(warmUp)), details: { times } };
  } finally {
    await server.close();
  }
}

/** Those that are as they were are answered at once. */
async function requestAll(server: ViteDevServer): Promise<void> {
  const names = ["main", ...Array.from({ length: files }, (_, index) => `file${index}`)];
  await Promise.all(names.map((name) => server.transformRequest(`/src/${name}.ts`)));
}

/** Until the page is told of the change. */
async function update(server: ViteDevServer, { nameOf }: GeneratedProject, index: number): Promise<void> {
  const { hot } = server.environments.client;
  const { send } = hot;
  const told = new Promise<void>((resolve) => {
    hot.send = () => {
      hot.send = send;
      resolve();
    };
  });
  server.watcher.emit("change", nameOf(index));
  await told;
}
