// How many work-items a sub-group may have: gangs have these sizes, too.

export const subGroupSizes = [4, 8, 16] as const;
export type SubGroupSize = (typeof subGroupSizes)[number];
/** Unless a launch states another. */
export const defaultSubGroupSize: SubGroupSize = 8;
