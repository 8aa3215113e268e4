// The store of generated code of the place that the runtime runs in. Apart from the host: whoever generates no code needs none.

import type { CodeStore } from "../../images/code-cache/index.js";
import { host } from "../index.js";
import { openCodeDatabase } from "./code-database.js";
import { createDatabaseStore } from "./database-store.js";
import { fileStore } from "./node-store.js";

/** The most generated code that a browser keeps of an origin, in bytes: some thousand programs. */
const DATABASE_LIMIT = 2 ** 25;

const stores = { files: fileStore, database: databaseStore };
let opened: { readonly store: CodeStore | undefined } | undefined;

/** Undefined where nothing is kept. */
export function hostStore(): CodeStore | undefined {
  opened ??= { store: stores[host.keepsCodeIn]() };
  return opened.store;
}

function databaseStore(): CodeStore | undefined {
  if (typeof indexedDB === "undefined") return undefined;
  return createDatabaseStore({ open: openCodeDatabase, locks: navigator.locks, limit: DATABASE_LIMIT });
}
