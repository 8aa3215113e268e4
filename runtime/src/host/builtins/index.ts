// Node's own modules, found without importing them: the exports for other rooms.

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
