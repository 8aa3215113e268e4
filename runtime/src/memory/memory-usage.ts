// The result of `q.memoryUsage()`: a public type, in its own file so that the public declarations do not refer to internal ones.

/** How much of a device's memory is in use, in bytes. */
export interface MemoryUsage {
  /** Bytes of live arrays, by the method that allocated them. */
  readonly shared: number;
  readonly device: number;
  readonly host: number;
  /** Bytes of device globals, and of what launches need. */
  readonly internal: number;
  /** Bytes that the device has taken from the system so far. */
  readonly reserved: number;
}
