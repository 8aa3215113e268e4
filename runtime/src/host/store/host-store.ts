// Opens the platform's store of generated code. Separate from the host: programs without a code generator do not need it.

import type { CodeStore } from "../../images/code-cache/index.js";
import { host } from "../index.js";
import { openCodeDatabase } from "./code-database.js";
import { createDatabaseStore } from "./database-store.js";
import { fileStore } from "./node-store.js";

/** The most generated code stored per origin in a browser, in bytes: some thousand programs. */
const DATABASE_LIMIT = 2 ** 25;

const stores = { files: fileStore, database: databaseStore };
let opened: { readonly store: CodeStore | undefined } | undefined;

/** Undefined if nothing is stored. */
export function hostStore(): CodeStore | undefined {
  opened ??= { store: stores[host.keepsCodeIn]() };
  return opened.store;
}

function databaseStore(): CodeStore | undefined {
  if (typeof indexedDB === "undefined") return undefined;
  return createDatabaseStore({ open: openCodeDatabase, locks: navigator.locks, limit: DATABASE_LIMIT });
}
