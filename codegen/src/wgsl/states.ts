// What the variable `state` of a work-item says, in kernels of work-groups.

export const STATE = { active: 0, returned: -1, failed: -2 } as const;

/** It has left the block of that label, and waits behind it. */
export const stateOf = (label: number): number => label + 1;
