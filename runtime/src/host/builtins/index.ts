// Node's own modules, found without importing them. What other rooms may import of it.

export {
  crypto,
  debuggerIsOpen,
  fileSystem,
  isProcess,
  type NodeFileSystem,
  type NodeWorker,
  os,
  urls,
  virtualMachine,
  workerPort,
  workerThreads,
} from "./node-builtins.js";
