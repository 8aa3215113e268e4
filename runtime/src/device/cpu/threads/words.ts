// Indices of the words that threads share (control.ts). Words that several threads write are on cache lines of their own. They are constants rather
// than a table, so that bundles have the numbers alone.

/** Incremented when there is something to do or to receive; idle workers wait on it. */
export const epoch = 0;
export const sleepers = 16;
export const spinners = 32;
/** How many workers may spin at once. */
export const spinSeats = 48;

// The words of each slot.

/** How many threads are in the job, or CLOSED. */
export const gate = 0;
/** The first work-item that nobody has taken. */
export const next = 16;
/** Work-items per chunk, as adapted by the threads. */
export const chunk = 32;
/** The number of the slot's last finished job; main waits on it. */
export const done = 48;
/** Sums over the job: finished work-items, and the microseconds that threads spent on them. */
export const items = 64;
export const microseconds = 65;
// The job, which only main writes.
export const job = 80;
export const program = 81;
export const args = 82;
export const total = 83;
export const row = 84;
export const gang = 85;
/** How many threads may be in the job at once. */
export const seats = 86;
/** The threads' blocks in device memory: that of thread i is at base + i * stride. */
export const blocks = 87;
export const stride = 88;

// The words of each thread; thread 0 is main.

/** How many messages main has sent to the worker, and how many the worker has handled. */
export const posted = 0;
export const received = 1;
/** How many programs the worker has instantiated. */
export const programs = 2;

// The words of each thread, for each slot.

/** 1 if a chunk of this job failed; where the chunk began; the length of the reason, and its UTF-16 units. */
export const failed = 0;
export const begin = 1;
export const reasonLength = 2;
export const reason = 16;
