// Node's own modules, found without importing them. Exports what other rooms may import.

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
