// Node's own modules, found without importing them. What other rooms may import of it.

export {
  crypto,
  fileSystem,
  isProcess,
  type NodeFileSystem,
  type NodeWorker,
  os,
  urls,
  workerPort,
  workerThreads,
} from "./node-builtins.js";
