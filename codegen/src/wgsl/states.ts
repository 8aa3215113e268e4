// What the variable `state` of a work-item says, in kernels of work-groups, and what the group's work-items say together.

export const STATE = { active: 0, returned: -1, failed: -2 } as const;

/** It has left the block of that label, and waits behind it. */
export const stateOf = (label: number): number => label + 1;

/** Bits of a vote: what the group's work-items do. Above them it counts those that are elsewhere, by `count` each. */
export const VOTE = { active: "1u", parted: "2u", returned: "4u", failed: "8u", count: "16u" } as const;
