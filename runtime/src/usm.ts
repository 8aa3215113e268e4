// placeholder
/** How much of a device's memory is in use, in bytes. */
export interface MemoryUsage {
  /** Of live allocations, by how they were made. */
  readonly shared: number;
  readonly device: number;
  readonly host: number;
  /** Device globals, argument and thread blocks. */
  readonly internal: number;
  /** What the device has taken from the system so far. */
  readonly reserved: number;
}
