// What `q.memoryUsage()` reports: a public type, in a file of its own so that the public declarations need no internal ones.

/** How much of a device's memory is in use, in bytes. */
export interface MemoryUsage {
  /** Of live arrays, by how they were made. */
  readonly shared: number;
  readonly device: number;
  readonly host: number;
  /** Device globals, and what launches need. */
  readonly internal: number;
  /** What the device has taken from the system so far. */
  readonly reserved: number;
}
