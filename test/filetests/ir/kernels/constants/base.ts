export const base = 2;
