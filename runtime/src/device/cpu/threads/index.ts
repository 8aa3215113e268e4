// The threads of the "cpu" device: the exports for other rooms.

export { type Cut, chunkEnd, nextSize, TARGET_MS } from "./chunks.js";
export { Crew, sayUnguarded } from "./crew.js";
export type { Job, JobOutcome, Loss, ThreadBlocks } from "./job.js";
export type { JobSlot } from "./job-slot.js";
export { Team } from "./team.js";
export { checkThreads, cpuThreads, isOurs, rootTeam, setTeam, teamOf, threadsVariable } from "./teams.js";
export { LARGE_STACKS, type ThreadPool } from "./thread-pool.js";
